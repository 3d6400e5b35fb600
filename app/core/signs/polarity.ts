/*
 * Negations, and words with the opposite meaning, such as before and after,
 * landlord and tenant, valid and invalid.
 */
export const negators: ReadonlySet<string> = new Set(
  (
    "not no never neither nor none nothing without cannot can't won't isn't aren't doesn't don't didn't shan't mustn't wouldn't shouldn't hasn't haven't unable " +
    "nicht kein keine keinen keinem keiner keines nie niemals weder ohne nichts niemand " +
    "inte ej icke ingen inget inga aldrig varken utan ingenting " +
    "niet geen nooit noch zonder niets niemand"
  ).split(" "),
);

/** "No 45/2001", "no. 3", and "No 3" within a sentence: a number has this name. "There is no 3 % fee" denies one. */
export function namesNumber(text: string, { start, end }: { start: number; end: number }): boolean {
  if (!/^no$/i.test(text.slice(start, end))) return false;
  const behind = text.slice(end, end + 12);
  if (/^(?:\.\s?\d|\s?\d+[/:]\d)/.test(behind)) return true;
  return /^\s\d/.test(behind) && text[start] === "N" && /[\p{L}\d)]\s$/u.test(text.slice(Math.max(0, start - 2), start));
}

/** "Valid" and "invalid", "giltig" and "ogiltig". */
const denyingPrefixes = ["un", "in", "im", "ir", "il", "non", "non-", "dis", "o", "icke", "icke-", "miss", "on", "niet-", "nicht"];

const opposites: ReadonlyMap<string, ReadonlySet<string>> = pairsOf(
  "before/after earlier/later minimum/maximum least/most more/less more/fewer include/exclude includes/excludes including/excluding included/excluded " +
    "increase/decrease increased/decreased increases/decreases exclusive/non-exclusive above/below either/neither with/without always/never " +
    "accept/reject accepts/rejects accepted/rejected grant/refuse grants/refuses granted/refused allow/prohibit allowed/prohibited permitted/prohibited approve/reject approved/rejected " +
    "enforceable/void begin/end begins/ends commence/terminate start/end first/last same/different open/closed public/private " +
    "buyer/seller purchaser/vendor landlord/tenant lessor/lessee licensor/licensee employer/employee lender/borrower debtor/creditor supplier/customer " +
    "principal/agent franchisor/franchisee mortgagor/mortgagee assignor/assignee plaintiff/defendant claimant/respondent " +
    "mindestens/höchstens mehr/weniger frühestens/spätestens einschließlich/ausschließlich bevor/nachdem vorher/nachher immer/nie immer/niemals wirksam/nichtig erlaubt/verboten zulässig/verboten " +
    "käufer/verkäufer mieter/vermieter arbeitgeber/arbeitnehmer gläubiger/schuldner auftraggeber/auftragnehmer kläger/beklagter pächter/verpächter " +
    "före/efter innan/efter minst/högst mer/mindre tidigast/senast inklusive/exklusive alltid/aldrig tillåtet/förbjudet bifalla/avslå bifalls/avslås " +
    "köparen/säljaren hyresgästen/hyresvärden arbetsgivaren/arbetstagaren borgenären/gäldenären köpare/säljare hyresgäst/hyresvärd arbetsgivare/arbetstagare " +
    "minstens/hoogstens minimaal/maximaal meer/minder inclusief/exclusief eerder/later voordat/nadat altijd/nooit toegestaan/verboden " +
    "koper/verkoper huurder/verhuurder werkgever/werknemer schuldeiser/schuldenaar opdrachtgever/opdrachtnemer",
);

function pairsOf(list: string): Map<string, Set<string>> {
  const pairs = new Map<string, Set<string>>();
  for (const pair of list.split(" ")) {
    const [one = "", other = ""] = pair.split("/");
    pairs.set(one, (pairs.get(one) ?? new Set()).add(other));
    pairs.set(other, (pairs.get(other) ?? new Set()).add(one));
  }
  return pairs;
}

/** A word of the claim that the passage lacks, while containing its opposite. */
export function oppositeIn(claim: readonly string[], passage: readonly string[]): { said: string; source: string } | undefined {
  const [mine, theirs] = [new Set(claim), new Set(passage)];
  for (const said of mine) {
    if (theirs.has(said)) continue;
    const source = oppositesOf(said).find((one) => theirs.has(one) && !mine.has(one));
    if (source !== undefined) return { said, source };
  }
  return undefined;
}

export function areOpposites(one: string, other: string): boolean {
  return oppositesOf(one).includes(other);
}

export const hasOpposite = (word: string) => opposites.has(word.toLowerCase());

const shortestDenied = 5;

/** "Monatsende" and "Jahresende", "månadsränta" and "årsränta": compounds with another unit. */
const unitPrefixes = [
  "tages",
  "wochen",
  "monats",
  "quartals",
  "jahres",
  "dags",
  "vecko",
  "månads",
  "kvartals",
  "års",
  "dag",
  "week",
  "maand",
  "kwartaal",
  "jaar",
];
const shortestHead = 4;

function withOtherUnit(word: string): string[] {
  return unitPrefixes.flatMap((prefix) => {
    const head = word.slice(prefix.length);
    if (!word.startsWith(prefix) || head.length < shortestHead) return [];
    return unitPrefixes.filter((other) => other !== prefix).map((other) => other + head);
  });
}

function oppositesOf(word: string): string[] {
  const denying = word.length < shortestDenied ? [] : denyingPrefixes.map((prefix) => prefix + word);
  const denied = denyingPrefixes.flatMap((prefix) =>
    word.startsWith(prefix) && word.length - prefix.length >= shortestDenied ? [word.slice(prefix.length)] : [],
  );
  return [...(opposites.get(word) ?? []), ...denying, ...denied, ...withOtherUnit(word)];
}
