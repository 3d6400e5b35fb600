/*
 * Research over real law by the built-in editor, on the second hundreds of questions (bench/search/law-sets.ts): made
 * from the law by a rule, headings and cross-references, with the section that answers each known before anything is
 * scored. Acts are stored or withheld by a hash of their ids. Of questions about stored acts: whether a section that
 * answers is among the first ten of the search, and whether the sentences of a memo stand on a verified passage. Of
 * questions about withheld acts, which nothing stored answers: whether the research says so at every step.
 */
import { createHash } from "node:crypto";
import type { Research } from "#core/research/research.ts";
import { theServer } from "#core/workspace/policy.ts";
import { loadLaw } from "#server/knowledge/index-law.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { secondHundreds, type LawSet } from "./search/law-sets.ts";
import { actsOf } from "./search/leave-one-act-out.ts";
import { legalData, rounded, sayer, type Query } from "./search/legal-data.ts";
import { interval, mean } from "./search/measure.ts";
import { numberFlag } from "./support/flags.ts";

const say = sayer("research");
const memosOfSet = numberFlag("memos", 10);
/** Of less law than this, nothing can be said about what it does not answer. */
const leastSections = 100;

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** Of a set with one act, or with too little law in either half, nothing is withheld. */
function halves(set: LawSet): { stored: LawSet["acts"]; withheld: Set<string> } {
  const withheld = new Set(set.acts.filter(({ id }) => Number.parseInt(hashOf(id).slice(0, 2), 16) % 2 === 0).map(({ id }) => id));
  const stored = set.acts.filter(({ id }) => !withheld.has(id));
  const isEnough = withheld.size > 0 && stored.reduce((sum, { sections }) => sum + sections.length, 0) >= leastSections;
  return isEnough ? { stored, withheld } : { stored: set.acts, withheld: new Set() };
}

async function asked<T>(app: TestApp, as: TestPerson, path: string, body?: unknown): Promise<T> {
  const response = await app.request(path, { as, ...(body !== undefined && { body }) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function researched(app: TestApp, as: TestPerson, question: string, jurisdiction: string): Promise<Research> {
  const given = { question, jurisdictions: [jurisdiction], withFiles: false, model: "stet-builtin" };
  const { id } = await asked<{ id: string }>(app, as, "/api/research", given);
  await app.stet.jobs.settled();
  await asked(app, as, `/api/research/${id}/runs`, { kind: "answer" });
  await app.stet.jobs.settled();
  return (await asked<{ research: Research }>(app, as, `/api/research/${id}`)).research;
}

type Scores = { hits: number[]; sentences: string[]; memos: number; missed: number[]; refused: number[]; first: number[] };

async function scoresOf(set: LawSet): Promise<Scores> {
  const { stored, withheld } = halves(set);
  const actOf = actsOf(set);
  const isWithheld = ({ relevant_ids: [one] }: Query) => withheld.has(actOf.get(one ?? "") ?? "");
  const byHash = set.questions.toSorted((a, b) => (hashOf(a.query) < hashOf(b.query) ? -1 : 1));
  const answerable = byHash.filter((one) => !isWithheld(one));
  const app = await startApp({ LIVE_LAW: "off" });
  try {
    await loadLaw(app.stet.db, stored);
    app.stet.law.look();
    await app.stet.jobs.settled();
    const me = await app.person();
    const hits: number[] = [];
    for (const { query, relevant_ids: relevant, from } of answerable) {
      const found = await app.stet.law.search(theServer, { question: query, jurisdictions: [set.jurisdiction], limit: 30 });
      const first = found.map(({ ref }) => ref).filter((ref) => ref !== from);
      hits.push(first.slice(0, 10).some((ref) => relevant.includes(ref)) ? 1 : 0);
    }
    const scores: Scores = { hits, sentences: [], memos: 0, missed: [], refused: [], first: [] };
    for (const { query } of answerable.slice(0, memosOfSet)) {
      const { memos, steps } = await researched(app, me, query, set.jurisdiction);
      scores.memos += memos.length;
      scores.sentences.push(
        ...memos.flatMap(({ parts }) => parts.flatMap(({ sentences }) => sentences.map(({ verdict }) => verdict))),
      );
      scores.missed.push(steps.every(({ finding }) => finding?.state === "not-found") ? 1 : 0);
    }
    for (const { query } of byHash.filter(isWithheld).slice(0, memosOfSet)) {
      const { steps } = await researched(app, me, query, set.jurisdiction);
      scores.refused.push(steps.every(({ finding }) => finding?.state === "not-found") ? 1 : 0);
      scores.first.push(steps[0]?.finding?.state === "not-found" ? 1 : 0);
    }
    return scores;
  } finally {
    await app.close();
  }
}

function report(name: string, { hits, sentences, memos, missed, refused, first }: Scores): void {
  const [low, high] = interval(hits);
  say(`${name}, hit@10 of ${hits.length} (95 %: ${rounded(low)} to ${rounded(high)})`, rounded(mean(hits)), "of 1");
  const verdicts = Map.groupBy(sentences, (one) => one);
  const verified = verdicts.get("verified")?.length ?? 0;
  say(
    `${name}, verified of ${sentences.length} sentences in ${memos} memos`,
    rounded(verified / Math.max(1, sentences.length)),
    "of 1",
  );
  for (const [verdict, all] of verdicts) if (verdict !== "verified") say(`${name}, sentences ${verdict}`, all.length, "");
  say(`${name}, answerable and said to have no answer, of ${missed.length}`, rounded(mean(missed)), "of 1");
  if (refused.length === 0) return;
  say(`${name}, false premise: “nothing answers this” at every step, of ${refused.length}`, rounded(mean(refused)), "of 1");
  say(`${name}, false premise: “nothing answers this” to the question itself, of ${first.length}`, rounded(mean(first)), "of 1");
}

const folder = legalData();
if (folder !== undefined) {
  const all: Scores = { hits: [], sentences: [], memos: 0, missed: [], refused: [], first: [] };
  for (const set of secondHundreds(folder)) {
    const scores = await scoresOf(set);
    report(set.name, scores);
    all.memos += scores.memos;
    for (const key of ["hits", "missed", "refused", "first"] as const) all[key].push(...scores[key]);
    all.sentences.push(...scores.sentences);
  }
  report("all", all);
}
