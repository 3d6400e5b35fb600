/*
 * What turns a sentence round: negations, the force of its verb (must, may),
 * and words that have an opposite (before and after, landlord and tenant). Two
 * texts that say the same agree in all three.
 */
export const negators: ReadonlySet<string> = new Set(
  (
    "not no never neither nor none nothing without cannot can't won't isn't aren't doesn't don't didn't shan't mustn't wouldn't shouldn't hasn't haven't unable " +
    "nicht kein keine keinen keinem keiner keines nie niemals weder ohne nichts niemand unzulässig " +
    "inte ej icke ingen inget inga aldrig varken utan ingenting " +
    "niet geen nooit noch zonder niets niemand"
  ).split(" "),
);

/** "Not later than" denies nothing, it is a bound; and its opposite is "later than", not "later than" denied. */
const bounds: [form: RegExp, bound: string][] = [
  [
    /(?<!\p{L})(?:not|no|nicht|niet|inte)\s(?:later|more|exceeding|exceed|exceeds|länger|später|mehr|meer|langer|mer|senare|längre)(?!\p{L})/giu,
    " atmost ",
  ],
  [
    /(?<!\p{L})(?:not|no|nicht|niet|inte)\s(?:less|fewer|earlier|shorter|weniger|früher|minder|eerder|mindre|tidigare)(?!\p{L})/giu,
    " atleast ",
  ],
  [
    /(?<!\p{L})(?:later|more|länger|später|mehr|meer|langer|mer|senare|längre)\s(?:\p{L}{1,20}\s)?(?:than|als|dan|än)(?!\p{L})/giu,
    " morethan ",
  ],
  [
    /(?<!\p{L})(?:less|fewer|earlier|weniger|früher|minder|eerder|mindre|tidigare)\s(?:\p{L}{1,20}\s)?(?:than|als|dan|än)(?!\p{L})/giu,
    " lessthan ",
  ],
  [
    /(?<!\p{L})(?:without prejudice|whether or not|not only|nicht nur|unbeschadet|inte bara|inte endast|niet alleen)(?!\p{L})/giu,
    " ",
  ],
];

export function withBounds(text: string): string {
  return bounds.reduce((rest, [form, bound]) => rest.replace(form, bound), text);
}

export type Force = "obligation" | "permission";

const forces: Record<Force, ReadonlySet<string>> = {
  obligation: new Set(
    "shall must obliged obligated required muss müssen musste verpflichtet ska skall måste skyldig skyldiga moet moeten dient dienen verplicht".split(
      " ",
    ),
  ),
  permission: new Set(
    "may can might entitled permitted allowed optional kann können konnte darf dürfen berechtigt får kan kunna fick berättigad mag mogen kunnen bevoegd gerechtigd".split(
      " ",
    ),
  ),
};

export function forcesIn(words: readonly string[]): Set<Force> {
  const found = new Set<Force>();
  for (const word of words)
    for (const force of ["obligation", "permission"] as const) if (forces[force].has(word)) found.add(force);
  return found;
}

const opposites: ReadonlyMap<string, string> = new Map(
  (
    "atmost/morethan atleast/lessthan before/after earlier/later minimum/maximum least/most more/less more/fewer include/exclude includes/excludes including/excluding included/excluded " +
    "increase/decrease increased/decreased exclusive/non-exclusive above/below either/neither " +
    "buyer/seller purchaser/vendor landlord/tenant lessor/lessee licensor/licensee employer/employee lender/borrower debtor/creditor supplier/customer " +
    "principal/agent franchisor/franchisee mortgagor/mortgagee assignor/assignee plaintiff/defendant claimant/respondent " +
    "mindestens/höchstens mehr/weniger frühestens/spätestens einschließlich/ausschließlich " +
    "käufer/verkäufer mieter/vermieter arbeitgeber/arbeitnehmer gläubiger/schuldner auftraggeber/auftragnehmer kläger/beklagter pächter/verpächter " +
    "före/efter minst/högst mer/mindre tidigast/senast inklusive/exklusive " +
    "köparen/säljaren hyresgästen/hyresvärden arbetsgivaren/arbetstagaren borgenären/gäldenären köpare/säljare hyresgäst/hyresvärd arbetsgivare/arbetstagare " +
    "minstens/hoogstens minimaal/maximaal meer/minder inclusief/exclusief eerder/later " +
    "koper/verkoper huurder/verhuurder werkgever/werknemer schuldeiser/schuldenaar opdrachtgever/opdrachtnemer"
  )
    .split(" ")
    .flatMap((pair): [string, string][] => {
      const [one = "", other = ""] = pair.split("/");
      return [
        [one, other],
        [other, one],
      ];
    }),
);

/** A word of the claim whose opposite stands in the passage, and which itself does not. */
export function oppositeIn(claim: readonly string[], passage: readonly string[]): { said: string; source: string } | undefined {
  const [mine, theirs] = [new Set(claim), new Set(passage)];
  for (const said of mine) {
    const source = opposites.get(said);
    if (source !== undefined && theirs.has(source) && !theirs.has(said) && !mine.has(source)) return { said, source };
  }
  return undefined;
}

/** How often a text denies. */
export function negationsIn(words: readonly string[]): string[] {
  return words.filter((word) => negators.has(word));
}
