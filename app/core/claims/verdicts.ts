/*
 * Labels for verdicts: on chips, in the popup, in exports and in the summary
 * above an answer. "No source" is a marker whose number matches no source.
 */
import type { CitedWords, Source } from "../sources/source.ts";

export type Verdict = CitedWords["verdict"] | "no-source" | "unknown-authority";

export const verdictWords: Record<Verdict, string> = {
  verified: "verified",
  "verified-omissions": "verified, with omissions",
  supported: "supported",
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
  supported: "Supported: not word for word, but figures, dates and negation agree with the source.",
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
  "supported",
  "altered",
  "differs",
  "not-found",
  "no-source",
  "unknown-authority",
  "not-checked",
];

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

/** "9 checked: 7 verified, 1 differs, 1 no source". */
export function verdictSummary(counts: readonly VerdictCount[]): string {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const short = (verdict: Verdict) =>
    verdict === "not-found" ? "not found" : verdict === "altered" ? "altered" : verdictWords[verdict];
  return `${total} checked: ${counts.map(({ verdict, count }) => `${count} ${short(verdict)}`).join(", ")}`;
}

/** Why cited law is unknown. */
export function unknownSentence({ unknown }: Pick<Source, "unknown">): string {
  return unknown === "case"
    ? "This decision is not stored here. Check it before you rely on it."
    : "The stored act has no such provision.";
}
