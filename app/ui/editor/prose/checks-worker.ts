/* Checks a document in a worker, so that typing is never blocked. */
import { checkWithRemarks, wordsAt, type ShownFinding } from "#core/clauses/document-checks.ts";
import type { Span, StyleLanguage } from "#core/text/sentences.ts";
import { checkHouseStyle, type WritingRules } from "#core/style/house-checks.ts";

/** `language`: chosen or detected; null if unknown. */
export type HouseQuestion = { rules: WritingRules; language: StyleLanguage | null };
export type CheckQuestion = { text: string; outline: string[]; broken: Span[]; house: HouseQuestion | null };
/** `remarks` are neither counted nor marked. */
export type CheckAnswer = { findings: ShownFinding[]; remarks: ShownFinding[] };

self.onmessage = ({ data }: MessageEvent<CheckQuestion>) => {
  const { text, outline, broken, house } = data;
  const { findings, remarks } = checkWithRemarks(text, outline, broken);
  const all = [...findings, ...(house ? houseFindings(text, house) : [])];
  self.postMessage({ findings: all, remarks } satisfies CheckAnswer);
};

const mostFindings = 100;

function houseFindings(text: string, { rules, language }: HouseQuestion): ShownFinding[] {
  const findings = checkHouseStyle(text, rules, language).slice(0, mostFindings);
  return findings.map(({ start, end, replacement, reason }) =>
    Object.assign(wordsAt(text, start, end), { start, end, group: "style" as const, message: reason, replacement }),
  );
}
