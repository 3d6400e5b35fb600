/*
 * Judges what a model says it found: its quotations have to be in the document, and its answer must not say anything
 * else than they do. What does not hold is shown as unclear with the reason, never as found; "not present" is believed
 * only of a document that was read as a whole.
 */
import { matchQuotation } from "../claims/match-quotation.ts";
import { Proof } from "../claims/proof.ts";
import { tokenText } from "../signs/tokens.ts";
import { verifyCitations } from "../claims/verify-citations.ts";
import { findQuotation, normaliseNeedle, normaliseQuotation, type Quotation } from "../law/quotation.ts";
import { pageAt, type TextBlock } from "../sources/file-text.ts";
import { reviewLimits, type CellFinding, type CellSource, type ReviewColumn } from "./review.ts";
import { typedValue } from "./typed-value.ts";

/** A document, prepared once for all questions about it. */
export type ReadDocument = { name: string; text: string; blocks: readonly TextBlock[]; unreadPages: number; quotation: Quotation };

export function readDocument(document: Omit<ReadDocument, "quotation">): ReadDocument {
  return { ...document, quotation: normaliseQuotation(document.text) };
}

/** As the model answers, in the schema of cell-question.ts. */
export type SaidFinding = { found: "yes" | "no" | "unclear"; answer: string; quotations: string[]; why: string };

type Asked = Pick<ReviewColumn, "format" | "choices">;

export function judgeFinding(column: Asked, document: ReadDocument, said: SaidFinding): CellFinding {
  const quotations = said.quotations.filter((one) => /[\p{L}\p{N}]/u.test(one)).slice(0, reviewLimits.quotations);
  const sources = quotations.map((quoted) => locateQuoted(quoted, document));
  const why = said.why.trim().slice(0, 500);
  if (said.found === "no") return absent(document, why);
  const answer = said.answer.trim().slice(0, reviewLimits.answer);
  const unclear = (note: string): CellFinding => ({ state: "unclear", answer, value: null, sources, note });
  if (said.found === "unclear") return unclear(why === "" ? "The document is unclear about this." : why);
  if (answer === "") return unclear("The model gave no answer.");
  const typed = typedValue(column, answer);
  if (!typed.ok) return unclear(typed.note);
  if (sources.length === 0) return unclear("The model quoted no words of the document.");
  const missing = sources.find(({ start }) => start === undefined);
  if (missing !== undefined) return unclear("Words quoted for this are not in the document.");
  if (sources.some(({ verdict }) => verdict === "altered")) return unclear("The document says the quoted words differently.");
  const judged = sources.map((source) => beside(answer, source, document));
  if (judged.some(({ verdict }) => verdict === "differs"))
    return { state: "unclear", answer, value: typed.value, sources: judged, note: "The answer differs from the quoted words." };
  const isOneOf = column.format === "yes-no" || column.format === "choice";
  return { state: "found", answer: isOneOf ? typed.value! : answer, value: typed.value, sources: judged, note: null };
}

function absent({ text, unreadPages }: ReadDocument, why: string): CellFinding {
  const nothing = { answer: "", value: null, sources: [] };
  if (text.trim() === "") return { state: "unclear", ...nothing, note: "The document has no text that can be read." };
  if (unreadPages === 0)
    return {
      state: "not-present",
      ...nothing,
      note: why === "" ? "The whole document was read." : `The whole document was read. ${why}`,
    };
  const pages = unreadPages === 1 ? "one page is a picture that has" : `${unreadPages} pages are pictures that have`;
  return { state: "unclear", ...nothing, note: `Not found in the text, but ${pages} not been read.` };
}

/** Where the quoted words stand, and whether they do. */
export function locateQuoted(quoted: string, document: ReadDocument): CellSource {
  const [exact] = findQuotation(document.quotation, normaliseNeedle(quoted));
  if (exact !== undefined) return placed(quoted, "verified", exact, document);
  const match = matchQuotation(tokenText(document.text, document.quotation), quoted);
  if (match.kind === "none") return { quoted, verdict: "not-found" };
  const isElided = match.kind === "omissions";
  const isProven = match.kind !== "altered" && Proof.ofQuotation(quoted, match.range, document.text, isElided) !== undefined;
  return placed(quoted, !isProven ? "altered" : isElided ? "verified-omissions" : "verified", match.range, document);
}

type Place = { start: number; end: number };

function placed(quoted: string, verdict: CellSource["verdict"], { start, end }: Place, { text, blocks }: ReadDocument): CellSource {
  const page = pageAt(blocks, start);
  return { quoted, verdict, start, end, words: text.slice(start, end), ...(page !== undefined && { page }) };
}

/** As much around the words as a paragraph has. */
const around = 1500;

/** An answer is judged beside its quotation as a sentence of a chat is. */
function beside(answer: string, source: CellSource, { text }: ReadDocument): CellSource {
  const { start, end, words } = source;
  if (start === undefined || end === undefined || words === undefined) return source;
  if (words.toLowerCase().includes(answer.toLowerCase()) || /["“”„«»\n]/.test(words)) return source;
  const content = text.slice(Math.max(0, start - around), end + around);
  const [judged] = verifyCitations(`${answer.replaceAll(/["“”„«»[\]\n]+/g, " ")}: “${words}” [[1]]`, [
    { id: "document", type: "file", name: "document", number: 1, content },
  ]);
  const difference = judged?.cited?.find(({ verdict }) => verdict === "differs")?.difference;
  return difference === undefined ? source : { ...source, verdict: "differs", difference };
}
