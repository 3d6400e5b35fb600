/*
 * What the built-in editor answers in a review without a model: each of the kinds of clauses that lawyers have marked in
 * 40 contracts is asked of every contract, also of those in which none was marked. Right is a first source that touches
 * what was marked; “not present” is right where nothing was. Patterns were written on one half of the contracts; the other
 * half scores them.
 *
 * npm run bench -- review-extraction
 */
import { builtinFinding } from "#server/reviews/builtin-cell.ts";
import { readDocument } from "#core/review/judge-finding.ts";
import { conceptOf } from "#core/review/find-clause.ts";
import { isForTuning, legalData, linesOf, rounded, sayer, type Row } from "./search/legal-data.ts";
import { inUnits, touches, type Span } from "./search/spans.ts";

type Query = { query: string; doc: string; spans: Span[] };
type Score = { asked: number; marked: number; found: number; right: number; absent: number; rightlyAbsent: number };

const say = sayer("review-extraction");
const folder = legalData();
if (folder !== undefined) {
  const rows = linesOf(folder, "contracts/corpus_cuad_dev").map((line) => JSON.parse(line) as Row);
  const queries = linesOf(folder, "contracts/queries_cuad_dev").map((line) => JSON.parse(line) as Query);
  const kinds = [...new Set(queries.map(({ query }) => query))].toSorted();
  for (const half of ["tune", "test"] as const) {
    const documents = rows.filter(({ id }) => isForTuning(id) === (half === "tune"));
    const scores = new Map(kinds.map((kind) => [kind, scoreOf(kind, documents, queries)]));
    const known = kinds.filter((kind) => conceptOf({ label: kind, question: "" }) !== undefined);
    for (const kind of known) report(`${kind}, ${half}`, scores.get(kind)!);
    report(`all kinds with usual words, ${half}`, sumOf(known.map((kind) => scores.get(kind)!)));
    report(`all ${kinds.length} kinds, ${half}`, sumOf([...scores.values()]));
  }
}

function scoreOf(kind: string, documents: readonly Row[], queries: readonly Query[]): Score {
  const score: Score = { asked: 0, marked: 0, found: 0, right: 0, absent: 0, rightlyAbsent: 0 };
  for (const { id, title, text } of documents) {
    const marked = queries.filter(({ query, doc }) => query === kind && doc === id);
    const spans = marked.flatMap((query) => query.spans.map((span) => inUnits(text, span)));
    const document = readDocument({ name: title, text, blocks: [], unreadPages: 0 });
    const { state, sources } = builtinFinding({ label: kind, question: "", format: "clause", choices: [] }, document);
    const { start, end } = sources[0] ?? {};
    const isFound = state === "found" && start !== undefined && end !== undefined;
    score.asked++;
    if (spans.length > 0) score.marked++;
    if (isFound) score.found++;
    if (isFound && spans.some((span) => touches(span, { start, end }))) score.right++;
    if (state === "not-present") score.absent++;
    if (state === "not-present" && spans.length === 0) score.rightlyAbsent++;
  }
  return score;
}

function sumOf(scores: readonly Score[]): Score {
  const sum = (key: keyof Score) => scores.reduce((total, score) => total + score[key], 0);
  return {
    asked: sum("asked"),
    marked: sum("marked"),
    found: sum("found"),
    right: sum("right"),
    absent: sum("absent"),
    rightlyAbsent: sum("rightlyAbsent"),
  };
}

function report(what: string, { asked, marked, found, right, absent, rightlyAbsent }: Score): void {
  say(`${what}: precision when found, of ${found} found in ${asked} answers`, rounded(right / found), "share");
  say(`${what}: recall, of ${marked} marked`, rounded(right / marked), "share");
  if (absent > 0) say(`${what}: right when not present, of ${absent}`, rounded(rightlyAbsent / absent), "share");
}
