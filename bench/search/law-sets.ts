/*
 * All questions for measuring law search. Weights are tuned on the given sets; the unseen ones (unseen.ts) are only
 * ever scored.
 */
import { readRows } from "#server/knowledge/forms/rows.ts";
import type { LawAct } from "#server/knowledge/law-act.ts";
import { linesOf, rowsOf, type Query, type Row } from "./legal-data.ts";
import { crossReferences, headings } from "./unseen.ts";

export type LawSet = { name: string; isUnseen: boolean; jurisdiction: string; rows: Row[]; acts: LawAct[]; questions: Query[] };

const given = [
  ["de headings", "de/corpus_dev", "de/queries_heading_dev"],
  ["de court", "de/corpus_dev", "de/queries_court_dev"],
  ["se headings", "se/corpus_dev", "se/queries_heading_dev"],
  ["se cross-references", "se/corpus_dev", "se/queries_xref_dev"],
  ["eu questions", "eu/corpus_dev", "eu/queries_qa_dev"],
  ["eu cross-references", "eu/corpus_dev", "eu/queries_xref_dev"],
  ["uk headings", "uk/corpus_cca1974", "uk/queries_cca1974_heading"],
] as const;

/** Swedish sections have no known headings; nearly all British ones are asked for already. */
const unseen = [
  ["de headings", "de/corpus_dev", "de/queries_heading_dev"],
  ["eu headings", "eu/corpus_dev", null],
  ["nl headings", "nl/corpus_dev", null],
  ["de cross-references", "de/corpus_dev", null],
  ["se cross-references", "se/corpus_dev", "se/queries_xref_dev"],
  ["eu cross-references", "eu/corpus_dev", "eu/queries_xref_dev"],
  ["uk cross-references", "uk/corpus_cca1974", null],
  ["nl cross-references", "nl/corpus_dev", null],
] as const;

export function givenSets(folder: string): LawSet[] {
  return given.map(([name, corpus, queries]) =>
    made(name, false, { rows: rowsOf(folder, corpus, !name.endsWith("headings")), questions: queriesOf(folder, queries) }),
  );
}

export function unseenSets(folder: string): LawSet[] {
  return unseen.map(([name, corpus, queries]) => {
    const whole = rowsOf(folder, corpus, true);
    const asked = queries === null ? [] : queriesOf(folder, queries);
    const set = name.endsWith("headings")
      ? { questions: headings(whole, asked), rows: rowsOf(folder, corpus, false) }
      : crossReferences(whole, asked);
    return made(`unseen ${name}`, true, set);
  });
}

function made(name: string, isUnseen: boolean, { rows, questions }: { rows: Row[]; questions: Query[] }): LawSet {
  const acts = readRows(rows.map((row) => JSON.stringify(row)).join("\n"));
  return { name, isUnseen, jurisdiction: acts[0]!.jurisdiction, rows, acts, questions };
}

function queriesOf(folder: string, name: string): Query[] {
  const all = linesOf(folder, name).map((line) => JSON.parse(line) as Query);
  return all.filter(({ relevant_ids: relevant }) => relevant.length > 0);
}
