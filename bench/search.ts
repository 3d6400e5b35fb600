/*
 * Search over real law, beside plain stemmed BM25 on the same texts: hit@1, nDCG@10 and recall@20 of every set. First
 * by leave-one-act-out: questions about an act are ranked by weights that the other acts chose. Then the product's own
 * search over an embedded database, with the weights that ship. Sections are indexed without headings for the sets
 * that ask for headings, and the section a sentence was taken from is dropped from its ranking.
 */
import { theServer } from "#core/workspace/policy.ts";
import { loadLaw } from "#server/knowledge/index-law.ts";
import { lawWeights } from "#server/knowledge/ranking-weights.ts";
import { createLawSearch } from "#server/knowledge/search-law.ts";
import { givenSets, keptSets, unseenSets, type LawSet } from "./search/law-sets.ts";
import { askedOf, leaveOneActOut, type Asked } from "./search/leave-one-act-out.ts";
import { legalData, rounded, sayer, withDatabase } from "./search/legal-data.ts";
import { figuresOf, interval, mean, measures, type Figures } from "./search/measure.ts";

const say = sayer("search");
const barred = ["first", "ndcg"] as const;

async function shippedFigures({ acts, jurisdiction, questions }: LawSet): Promise<Figures[]> {
  return withDatabase(async ({ db }) => {
    await loadLaw(db, acts);
    const law = createLawSearch(db);
    const figures: Figures[] = [];
    for (const question of questions) {
      const hits = await law.search(theServer, { question: question.query, jurisdictions: [jurisdiction], limit: 30 });
      figures.push(
        figuresOf(
          hits.map(({ ref }) => ref),
          question,
        ),
      );
    }
    return figures;
  });
}

const meanOf = (figures: readonly Figures[], measure: keyof Figures) => rounded(mean(figures.map((one) => one[measure])));

function report(name: string, how: string, figures: readonly Figures[], plain: readonly Figures[]): void {
  for (const measure of Object.keys(measures) as (keyof Figures)[]) {
    const [ours, theirs] = [meanOf(figures, measure), meanOf(plain, measure)];
    const [low, high] = interval(figures.map((one, at) => one[measure] - plain[at]![measure])).map(rounded);
    const bar = `at least plain BM25 ${theirs}; difference ${low} to ${high}`;
    say(`${name}, ${how}, ${figures.length} questions, ${measures[measure]}`, ours, "of 1", bar, ours >= theirs);
  }
}

function row(name: string, columns: readonly (readonly Figures[])[]): string {
  const cells = columns.map((figures) => barred.map((measure) => meanOf(figures, measure).toFixed(3)).join("  "));
  return `${name.padEnd(30)}${String(columns[0]!.length).padStart(4)}   ${cells.join("   ")}\n`;
}

async function measure(sets: readonly LawSet[], held: ReadonlyMap<LawSet, readonly Figures[]>, asked: readonly Asked[]) {
  let table = `\n${"set".padEnd(30)}   n   plain BM25     ${held.size > 0 ? "one act out    " : ""}as it ships (hit@1 and nDCG@10)\n`;
  for (const set of sets) {
    const plain = asked.filter((one) => one.set === set).map((one) => one.plain);
    const own = held.get(set);
    if (own !== undefined) report(set.name, "leave one act out", own, plain);
    const shipped = await shippedFigures(set);
    report(set.name, "as it ships", shipped, plain);
    table += row(set.name, [plain, ...(own === undefined ? [] : [own]), shipped]);
  }
  process.stderr.write(table);
}

const folder = legalData();
if (folder !== undefined) {
  // What is kept aside is scored on its own, and chooses nothing.
  const isKept = process.argv.includes("--kept");
  const sets = isKept ? keptSets(folder) : [...givenSets(folder), ...unseenSets(folder)];
  const asked = sets.flatMap(askedOf);
  const held = new Map<LawSet, Figures[]>();
  if (!isKept) {
    const { held: figures, best } = leaveOneActOut(asked);
    for (const [at, { set }] of asked.entries()) held.set(set, [...(held.get(set) ?? []), figures[at]!]);
    const ships = Object.entries(best).every(([name, value]) => lawWeights[name as keyof typeof best] === value);
    say("weights that all acts choose", JSON.stringify(best), "", "those that ship", ships);
  }
  await measure(sets, held, asked);
}
