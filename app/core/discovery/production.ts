/* Productions: documents as they are handed over, with numbered pages and files that other programs load. */
import type { JobState } from "../workspace/job.ts";
import { burntPlaces, placesOfWords, type FrozenRedaction, type TextPlace } from "./redaction.ts";
import { placedWords } from "./words.ts";

export const productionLimits = { name: 200, prefix: 20, leastWidth: 4, mostWidth: 9, documents: 10_000, list: 200 } as const;

/** A document's text; or a sheet that says why it is not there. */
export type Treatment = "text" | "withheld" | "unread" | "too-long" | "not-drawn";

export const sheetWords: Record<Exclude<Treatment, "text">, string> = {
  withheld: "This document is withheld as privileged.",
  unread: "This document has no text that could be produced.",
  "too-long": "This document is too long to be produced as text.",
  "not-drawn": "The text of this document could not be drawn.",
};

export type ProductionRun = { state: JobState; jobId: string | null; problem: string | null; by: string | null };

export type Production = {
  id: string;
  name: string;
  query: string;
  prefix: string;
  firstNumber: number;
  width: number;
  documents: number;
  done: number;
  pages: number;
  redacted: number;
  withheld: number;
  /** Of which only a sheet could be made. */
  unread: number;
  by: string | null;
  at: string;
  /** Null once all is drawn, or if the run was ended. */
  run: ProductionRun | null;
};

/** What a production of these documents would hold, and what a reviewer may have overlooked. */
export type ProductionPreview = {
  documents: number;
  redacted: number;
  withheld: number;
  unread: number;
  /** Not withheld, but exact duplicates of documents that are coded privileged. */
  likePrivileged: number;
  /** Without redactions, but exact duplicates of documents that have some. */
  likeRedacted: number;
};

export const fieldNames = ["custodian", "from", "to", "cc", "subject", "date", "type", "name", "sha256"] as const;
export type ProducedFields = Record<(typeof fieldNames)[number], string>;

export const noFields: ProducedFields = {
  custodian: "",
  from: "",
  to: "",
  cc: "",
  subject: "",
  date: "",
  type: "",
  name: "",
  sha256: "",
};

const sign = "[Redacted]";
/** Shorter words are looked for as they are, longer ones also within others: "falcon" in "projectfalcon". */
const longEnough = 4;

type Redacted = {
  text: string;
  redactions: readonly FrozenRedaction[];
  /** What is redacted in the documents of its family, itself included. */
  passages: readonly string[];
};

/**
 * The fields without what is redacted: neither a redacted passage of the family, nor a word that the produced text has
 * nowhere any more. The hash of the file would let anyone who guesses the words prove that they are right.
 */
export function cleanedFields(fields: ProducedFields, { text, redactions, passages }: Redacted): ProducedFields {
  if (passages.length === 0) return fields;
  const gone = wordsGone(text, burntPlaces(redactions, text.length));
  const clean = (value: string) =>
    withSigns(value, [...passages.flatMap((one) => placesOfWords(value, one)), ...placesOf(value, gone)]);
  const cleaned = Object.entries(fields).map(([name, value]) => {
    return [name, name !== "sha256" ? clean(value) : redactions.length > 0 ? "" : value];
  });
  return Object.fromEntries(cleaned) as ProducedFields;
}

function wordsGone(text: string, burnt: readonly TextPlace[]): { words: ReadonlySet<string>; long: readonly string[] } {
  const [gone, shown] = [new Set<string>(), new Set<string>()];
  let next = 0;
  for (const { word, start, end } of placedWords(text)) {
    while (next < burnt.length && burnt[next]!.end <= start) next++;
    const isGone = next < burnt.length && burnt[next]!.start < end;
    (isGone ? gone : shown).add(word);
  }
  const words = new Set([...gone].filter((word) => !shown.has(word)));
  return { words, long: [...words].filter((word) => word.length >= longEnough) };
}

function placesOf(value: string, { words, long }: ReturnType<typeof wordsGone>): TextPlace[] {
  return [...placedWords(value)].filter(({ word }) => words.has(word) || long.some((one) => word.includes(one)));
}

function withSigns(value: string, places: readonly TextPlace[]): string {
  const all = burntPlaces(places.map(({ start, end }) => ({ start, end, reason: "privileged" })));
  const parts = all.map(({ start }, at) => value.slice(all[at - 1]?.end ?? 0, start) + sign);
  return parts.join("") + value.slice(all.at(-1)?.end ?? 0);
}
