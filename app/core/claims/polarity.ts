/*
 * What reverses the meaning of a sentence: negations, the force of its verb
 * (must, may), and words with an opposite (before and after, landlord and
 * tenant). Equivalent texts agree in all three.
 */
export const negators: ReadonlySet<string> = new Set(
  (
    "not no never neither nor none nothing without cannot can't won't isn't aren't doesn't don't didn't shan't mustn't wouldn't shouldn't hasn't haven't unable " +
    "nicht kein keine keinen keinem keiner keines nie niemals weder ohne nichts niemand unzulässig " +
    "inte ej icke ingen inget inga aldrig varken utan ingenting " +
    "niet geen nooit noch zonder niets niemand"
  ).split(" "),
);

/**
 * "Not later than" isn't a negation but a bound, and its opposite is "later
 * than". Without a nearby "than" it is a negation: "nicht mehr" means "no
 * longer".
 */
const than = String.raw`\s(?:\p{L}{1,20}\s)?(?:than|als|dan|än)(?!\p{L})`;
const bounds: [form: RegExp, bound: string][] = [
  [
    new RegExp(
      String.raw`(?<!\p{L})(?:not|no|nicht|niet|inte)\s(?:later|more|länger|später|mehr|meer|langer|mer|senare|längre)${than}`,
      "giu",
    ),
    " atmost ",
  ],
  [
    new RegExp(
      String.raw`(?<!\p{L})(?:not|no|nicht|niet|inte)\s(?:less|fewer|earlier|shorter|weniger|früher|minder|eerder|mindre|tidigare)${than}`,
      "giu",
    ),
    " atleast ",
  ],
  [new RegExp(String.raw`(?<!\p{L})(?:later|more|länger|später|mehr|meer|langer|mer|senare|längre)${than}`, "giu"), " morethan "],
  [
    new RegExp(String.raw`(?<!\p{L})(?:less|fewer|earlier|weniger|früher|minder|eerder|mindre|tidigare)${than}`, "giu"),
    " lessthan ",
  ],
  [/(?<!\p{L})(?:without prejudice|whether or not|unbeschadet)(?!\p{L})/giu, " "],
];
/** Bounds expressed by a verb: a negation if both texts use the verb, a bound if one is worded differently. */
const exceeding = /(?<!\p{L})exceed(?:s|ing)?(?!\p{L})/iu;
const notExceeding = /(?<!\p{L})not\sexceed(?:s|ing)?(?!\p{L})/giu;

/** Both texts, with bounds replaced by single words. */
export function withBounds(claim: string, passage: string): [claim: string, passage: string] {
  const isOneSided = exceeding.test(claim) !== exceeding.test(passage);
  return [bounded(claim, isOneSided), bounded(passage, isOneSided)];
}

function bounded(text: string, isOneSided: boolean): string {
  const start = isOneSided ? text.replace(notExceeding, " atmost ") : text;
  return bounds.reduce((rest, [form, bound]) => rest.replace(form, bound), start);
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

/** A word of the claim that the passage lacks, while containing its opposite. */
export function oppositeIn(claim: readonly string[], passage: readonly string[]): { said: string; source: string } | undefined {
  const [mine, theirs] = [new Set(claim), new Set(passage)];
  for (const said of mine) {
    const source = opposites.get(said);
    if (source !== undefined && theirs.has(source) && !theirs.has(said) && !mine.has(source)) return { said, source };
  }
  return undefined;
}

/** A negation with its surrounding content words, one before and two after, and the one it negates. */
type Negation = { word: string; near: ReadonlySet<string>; denied: string | undefined; isNotOnly: boolean };

/** "Not only this" isn't a negation, but it contradicts a source that says "only". */
const only: ReadonlySet<string> = new Set("only nur bara endast enbart alleen slechts solely ausschließlich".split(" "));

/**
 * A negation that only one of the two texts has. Negations are paired by their
 * context: both texts must negate the same thing. One in the passage counts
 * only near words of the claim. Both texts are lists of clauses, each a list of
 * words; `stemOf` returns null for function words.
 */
export function negationDifference(
  claim: readonly (readonly string[])[],
  passage: readonly (readonly string[])[],
  stemOf: (word: string) => string | null,
): { said?: string; source?: string } | undefined {
  const mine = claim.flatMap((words) => negationsIn(words, stemOf));
  const theirs = passage.flatMap((words) => negationsIn(words, stemOf));
  const pairs = mine
    .flatMap((one) => theirs.map((other) => ({ one, other, shared: [...one.near].filter((stem) => other.near.has(stem)).length })))
    .filter(({ one, other, shared }) => shared > 0 && one.isNotOnly === other.isNotOnly)
    .toSorted((a, b) => b.shared - a.shared);
  const paired = new Set<Negation>();
  for (const { one, other } of pairs) if (!paired.has(one) && !paired.has(other)) paired.add(one).add(other);
  const said = mine.find((one) => !paired.has(one))?.word;
  if (said !== undefined) return { said };
  const words = new Set(claim.flat().map(stemOf));
  const isAboutTheClaim = ({ near, denied }: Negation) =>
    (denied !== undefined && words.has(denied)) || [...near].filter((stem) => words.has(stem)).length >= 2;
  const source = theirs.find((one) => !paired.has(one) && !one.isNotOnly && isAboutTheClaim(one))?.word;
  return source === undefined ? undefined : { source };
}

function negationsIn(words: readonly string[], stemOf: (word: string) => string | null): Negation[] {
  const content = words.map((word) => (negators.has(word) || only.has(word) ? null : stemOf(word)));
  return words.flatMap((word, at): Negation[] => {
    if (!negators.has(word)) return [];
    const before = content.slice(0, at).findLast((stem) => stem !== null);
    const behind = content.slice(at + 1).filter((stem) => stem !== null);
    const near = new Set([...(before === undefined ? [] : [before]), ...behind.slice(0, 2)]);
    return [{ word, near, denied: behind[0] ?? before, isNotOnly: only.has(words[at + 1] ?? "") }];
  });
}
