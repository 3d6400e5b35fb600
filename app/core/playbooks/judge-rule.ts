/*
 * Judges what a model says of a rule: the words it quotes have to be in the document, a fallback has to be one of the
 * rule's, and words are replaced only where they are. What does not hold is shown as unclear with the reason.
 */
import { locateQuoted, type ReadDocument } from "../review/judge-finding.ts";
import { reviewLimits, type CellSource } from "../review/review.ts";
import type { PlaybookRule, RuleChange, RuleFinding } from "./playbook.ts";
import type { SaidRule } from "./rule-question.ts";

const longestNote = 500;

export function judgeRule(rule: PlaybookRule, document: ReadDocument, said: SaidRule): RuleFinding {
  const quotations = said.quotations.filter((one) => /[\p{L}\p{N}]/u.test(one)).slice(0, reviewLimits.quotations);
  const sources = quotations.map((quoted) => locateQuoted(quoted, document));
  const why = said.why.trim().slice(0, longestNote);
  const unclear = (note: string): RuleFinding => ({ position: "unclear", fallback: null, sources, note, change: null });
  const reason = doubtOf(rule, said, sources);
  if (reason !== null) return unclear(reason);
  if (said.position === "unclear") return unclear(why === "" ? "The document is unclear about this." : why);
  const fallback = said.position === "fallback" ? said.fallback : null;
  const change = changeOf(rule, said, document);
  return { position: said.position, fallback, sources, note: why, change };
}

function doubtOf({ fallbacks }: PlaybookRule, { position, fallback }: SaidRule, sources: readonly CellSource[]): string | null {
  if (position === "absent") return sources.length > 0 ? "The model says that it is absent, and quotes words about it." : null;
  if (sources.some(({ start }) => start === undefined)) return "Words quoted for this are not in the document.";
  if (sources.some(({ verdict }) => verdict === "altered")) return "The document says the quoted words differently.";
  if (position === "unclear") return null;
  if (sources.length === 0) return "The model quoted no words of the document.";
  if (position === "fallback" && !(Number.isInteger(fallback) && fallback >= 1 && fallback <= fallbacks.length))
    return "The model names a fallback that the rule does not have.";
  return null;
}

/** Null if nothing is to be changed, or the words to change are not in the document. */
function changeOf(rule: PlaybookRule, said: SaidRule, document: ReadDocument): RuleChange | null {
  const { position, original, replacement } = said;
  if (position === "absent") return insertionOf(replacement.trim() === "" ? rule.standard : replacement.trim(), original, document);
  if (position === "standard" || original.trim() === "" || replacement.trim() === original.trim()) return null;
  const words = locateQuoted(original, document);
  return words.verdict === "verified" && words.words !== undefined
    ? { original: words.words, replacement: replacement.trim() }
    : null;
}

/** Behind the paragraph that has these words; without them, at the end of the clauses. */
export function insertionOf(clause: string, behind: string, document: ReadDocument): RuleChange | null {
  const found = behind.trim() === "" ? null : locateQuoted(behind, document);
  const at = found?.verdict === "verified" && found.end !== undefined ? found.end : endOfClauses(document.text);
  if (at === null) return null;
  const start = document.text.lastIndexOf("\n", at - 1) + 1;
  const next = document.text.indexOf("\n", at);
  const paragraph = document.text.slice(start, next === -1 ? undefined : next).trim();
  return paragraph === "" ? null : { original: paragraph, replacement: `${paragraph}\n\n${clause}` };
}

const signature =
  /^\s*(?:signed|signature|in witness|executed|date:|name:|underskrift|undertecknat|unterschrift|ort, datum|ondertekend|getekend|_{3,}|\.{5,})/iu;

/** The end of the last paragraph above the signatures. */
function endOfClauses(text: string): number | null {
  let [end, at] = [-1, 0];
  for (const line of text.split("\n")) {
    if (end >= 0 && signature.test(line)) break;
    if (line.trim().length > 0) end = at + line.length;
    at += line.length + 1;
  }
  return end < 0 ? null : end;
}
