/* What a reader or writer could not keep, said in one sentence. */
import type { Counts } from "./counts.ts";

/** What is lost, for one and for several. Where both are alike, the number isn't said. */
export type LossLabel = { one: string; many: string };
export type Loss = LossLabel & { count: number };

export const label = (one: string, many = `${one}s`): LossLabel => ({ one: `1 ${one}`, many });
/** What isn't worth a number. */
export const plain = (many: string): LossLabel => ({ one: many, many });

const lettersPerWord = 5;
const words = (letters: number) => Math.max(1, Math.round(letters / lettersPerWord));
const about = (letters: number) => `about ${words(letters)} ${words(letters) === 1 ? "word" : "words"}`;

const labels = {
  notes: label("footnote"),
  links: label("link"),
  pictures: label("picture"),
  comments: label("comment"),
} as const;

/** What the file has and what was made of it has not. */
export function lossesBetween(found: Counts, kept: Counts): Loss[] {
  const missing = (what: keyof Counts) => (found[what] ?? 0) - (kept[what] ?? 0);
  const losses: Loss[] = [];
  for (const [what, named] of Object.entries(labels)) {
    const count = missing(what as keyof typeof labels);
    if (count > 0) losses.push({ ...named, count });
  }
  const letters = Math.max(0, missing("letters")) + Math.max(0, missing("digits"));
  if (letters > 0) losses.push({ ...plain(about(letters)), count: 1 });
  // Lost words and notes are missing in the settled text as well.
  else if (missing("notes") <= 0 && isUnsettled(found, kept)) losses.push({ ...plain("some tracked changes"), count: 1 });
  const formatted = Math.max(0, missing("formatted")) + Math.max(0, missing("formattedDigits"));
  if (letters === 0 && formatted > 0) losses.push({ ...plain(`the formatting of ${about(formatted)}`), count: 1 });
  return losses;
}

/** A lost deletion leaves too many letters in the settled text, a lost insertion too few. Without changes, there is nothing to settle. */
function isUnsettled(found: Counts, kept: Counts): boolean {
  return found.settled !== null && found.settled !== kept.settled && found.settled !== found.letters + found.digits;
}

/** "Not kept: colours, 1 content control and 2 pictures." Null if nothing is lost. */
export function lossSentence(intro: string, losses: readonly Loss[]): string | null {
  const ordered = losses.filter(({ count }) => count > 0).toSorted((a, b) => (a.many < b.many ? -1 : 1));
  const said = ordered.map(({ one, many, count }) => (count === 1 ? one : one === many ? many : `${count} ${many}`));
  const last = said.pop();
  return last === undefined ? null : `${intro}: ${said.length > 0 ? `${said.join(", ")} and ` : ""}${last}.`;
}
