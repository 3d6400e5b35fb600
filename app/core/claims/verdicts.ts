/*
 * Labels for verdicts: on chips, in the popup, in exports and in the summary
 * above an answer. "No source" is a marker whose number matches no source.
 */
import type { CitedWords, Source } from "../sources/source.ts";

export type Verdict = CitedWords["verdict"] | "no-source" | "unknown-authority";

export const verdictWords: Record<Verdict, string> = {
  verified: "verified",
  "verified-omissions": "verified, with omissions",
  "quotation-only": "quotation verified, the rest not confirmed",
  supported: "supported",
  unconfirmed: "not confirmed",
  altered: "altered quotation",
  differs: "differs",
  "not-found": "not found in the source",
  "no-source": "no source",
  "unknown-authority": "unknown authority",
  "not-checked": "not checked",
};

/** One sentence each, for the popup. */
export const verdictSentences: Record<Verdict, string> = {
  verified: "Verified: these words are in the source.",
  "verified-omissions": "Verified, with omissions: the quoted words are in the source; the words left out are marked below.",
  "quotation-only": "The quotation is verified: its words are in the source. The rest of the sentence is not confirmed.",
  supported: "Supported: not word for word, but figures, dates and negation agree with the source.",
  unconfirmed: "Not confirmed: the source speaks of this, but does not have all of these words.",
  altered: "Altered quotation: the source says this differently.",
  differs: "Differs from the source.",
  "not-found": "Not found in the source.",
  "no-source": "No source: this number belongs to no source in this chat.",
  "unknown-authority": "Unknown authority: it is not in the stored law.",
  "not-checked": "Not checked.",
};

/** The order used in the summary above an answer. */
const counted: readonly Verdict[] = [
  "verified",
  "verified-omissions",
  "quotation-only",
  "supported",
  "unconfirmed",
  "altered",
  "differs",
  "not-found",
  "no-source",
  "unknown-authority",
  "not-checked",
];

const strictness: readonly Verdict[] = [
  "altered",
  "differs",
  "not-found",
  "no-source",
  "unknown-authority",
  "not-checked",
  "unconfirmed",
  "quotation-only",
  "supported",
  "verified-omissions",
  "verified",
];

/** Of several verdicts, the one that counts. */
export function strictest<T extends { verdict: Verdict }>(all: readonly T[]): T | undefined {
  return all.toSorted((a, b) => strictness.indexOf(a.verdict) - strictness.indexOf(b.verdict))[0];
}

export type VerdictCount = { verdict: Verdict; count: number };

/** How often each verdict occurs; empty if nothing is cited. */
export function verdictCounts(sources: readonly Source[], withoutSource = 0): VerdictCount[] {
  const verdicts: Verdict[] = sources.flatMap(({ cited = [] }) => cited.map(({ verdict }) => verdict));
  verdicts.push(...Array<Verdict>(withoutSource).fill("no-source"));
  verdicts.push(...sources.flatMap(({ unknown }): Verdict[] => (unknown === undefined ? [] : ["unknown-authority"])));
  return counted.flatMap((verdict) => {
    const count = verdicts.filter((one) => one === verdict).length;
    return count === 0 ? [] : [{ verdict, count }];
  });
}

/** "9 checked: 7 verified, 1 differs, 1 no source", with "; 2 not checked" behind it. */
export function verdictSummary(counts: readonly VerdictCount[]): string {
  const short: Partial<Record<Verdict, string>> = {
    "not-found": "not found",
    altered: "altered",
    // A comma would part two verdicts.
    "verified-omissions": "verified with omissions",
    "quotation-only": "verified in part",
  };
  const said = ({ verdict, count }: VerdictCount) => `${count} ${short[verdict] ?? verdictWords[verdict]}`;
  const checked = counts.filter(({ verdict }) => verdict !== "not-checked");
  const total = checked.reduce((sum, { count }) => sum + count, 0);
  const parts = total === 0 ? [] : [`${total} checked: ${checked.map(said).join(", ")}`];
  return [...parts, ...counts.filter((one) => !checked.includes(one)).map(said)].join("; ");
}

function listed(words: readonly string[]): string {
  const quoted = words.map((word) => `“${word}”`);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} and ${quoted.at(-1)}`;
}

/** `missing`: the words beside a quotation that its passage does not have. */
export function restSentence(missing: readonly string[]): string {
  const rest = missing.length === 0 ? "" : `: ${listed(missing)}`;
  return `The quotation is verified. The rest of the sentence is not confirmed by this passage${rest}.`;
}

/** The words of a claim that its passage does not have, "ordinary" and "letter". */
export function unconfirmedSentence(missing: readonly string[]): string {
  const quoted = missing;
  const named = listed(missing);
  return `Not confirmed: nothing contradicts this, but ${named} ${quoted.length < 2 ? "is" : "are"} not in this passage of the source.`;
}

/** Why cited law is unknown. */
export function unknownSentence({ unknown }: Pick<Source, "unknown">): string {
  return unknown === "case"
    ? "This decision is not stored here. Check it before you rely on it."
    : "The stored act has no such provision.";
}
