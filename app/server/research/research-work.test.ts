/* Research at work: planned, changed, run over the law as of a day, written as a draft, and watched. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChangedLaw } from "#core/law/changed-law.ts";
import type { LoggedSearch, Research } from "#core/research/research.ts";
import type { ResearchGraph } from "#core/research/research-graph.ts";
import { theServer } from "#core/workspace/policy.ts";
import { actAs } from "../db/acting.ts";
import { loadLaw } from "../knowledge/index-law.ts";
import type { LawAct } from "../knowledge/law-act.ts";
import { readLawCitations } from "../knowledge/law-citations.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { startReviewModel, type AskedCell, type ReviewModel } from "#test/review-model.ts";

let answer: (asked: AskedCell) => object | string | number | Promise<string>;
let model: ReviewModel;
let app: TestApp;
let me: TestPerson;
beforeAll(async () => {
  model = await startReviewModel((asked) => answer(asked));
  app = await startApp({ MODEL_SERVER_URL: model.url, LIVE_LAW: "off" });
  me = await app.person();
});
afterAll(async () => {
  await app.close();
  await model.close();
});

const section = (number: string, text: string): LawAct["sections"][number] => ({
  ref: `letting/section/${number}`,
  number,
  label: `section ${number}`,
  heading: "",
  path: [],
  text,
  url: `https://law.example/letting#${number}`,
  inForce: null,
});

const lettingAct = (version: string, notice: string): LawAct => ({
  id: "letting",
  source: "legislation.gov.uk",
  jurisdiction: "GB",
  title: "Letting Act 2010",
  shortNames: [],
  version,
  inForce: null,
  url: "https://law.example/letting",
  licence: "",
  sections: [
    section("1", notice),
    section("2", "The landlord must keep the roof and the drains of the house in repair."),
    section("3", "A notice under section 1 is void unless it is in writing."),
  ],
});
const notice = (period: string) => `A tenancy may be ended by a notice of ${period}.`;

async function ask<T>(path: string, body?: unknown, method?: string): Promise<T> {
  const response = await app.request(path, {
    as: me,
    ...(body !== undefined && { body }),
    ...(method !== undefined && { method }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}
const read = async (id: string) => (await ask<{ research: Research }>(`/api/research/${id}`)).research;
const logOf = async (id: string) => (await ask<{ searches: LoggedSearch[] }>(`/api/research/${id}/searches`)).searches;
async function create(given: object): Promise<string> {
  const { id } = await ask<{ id: string }>("/api/research", given);
  await app.stet.jobs.settled();
  return id;
}
async function run(id: string, kind = "answer"): Promise<Research> {
  await ask(`/api/research/${id}/runs`, { kind });
  await app.stet.jobs.settled();
  return read(id);
}
/** Its law is searched at once. */
async function store(...acts: LawAct[]): Promise<void> {
  await loadLaw(app.stet.db, acts);
  app.stet.law.look();
}
const question = "What notice ends a tenancy?";

test("with no model: a plan that is changed, extracts of the law as of a past day, a memo with verdicts, and a watch", async () => {
  await store(lettingAct("2020-01-01", notice("two months")));
  await store(lettingAct("2015-01-01", notice("one month")));
  await readLawCitations(app.stet.db, {});
  const id = await create({ question, jurisdictions: ["GB"], day: "2016-05-01", withFiles: false, model: "stet-builtin" });
  const planned = await read(id);
  expect(planned.projectName).toBe("Drafts");
  expect(planned.steps.map((step) => [step.question, step.madeBy])).toEqual([
    [question, "rules"],
    [`Exceptions and limits: ${question}`, "rules"],
    ["Which stored provisions and decisions cite those found?", "rules"],
  ]);

  // A person's own step comes first, and one of the plan's is taken out and brought back.
  await ask(`/api/research/${id}/steps`, { question: "Who repairs the roof?", queries: [], position: 0 });
  const exceptions = `/api/research/${id}/steps/${planned.steps[1]!.id}`;
  await ask(exceptions, { isRemoved: true }, "PATCH");
  expect((await read(id)).steps.map((step) => step.madeBy)).toEqual(["person", "rules", "rules"]);
  await ask(exceptions, { isRemoved: false }, "PATCH");
  await ask(exceptions, { position: 3 }, "PATCH");

  const done = await run(id);
  expect(done.run).toBeNull();
  expect(done.steps.map(({ finding }) => finding?.state)).toEqual(["found", "found", "found", expect.any(String)]);
  expect(done.steps[1]!.finding!.text).toContain(notice("one month"));
  expect(done.steps[1]!.finding!.text).not.toContain("two months");
  const log = await logOf(id);
  expect(log.find(({ step }) => step === question)).toMatchObject({ searched: "law", day: "2016-05-01", query: question });
  expect(log.find(({ searched }) => searched === "citing")!.found[0]).toMatchObject({
    text: expect.stringContaining("in writing") as string,
  });

  const past = done.authorities.find(({ ref }) => ref === "letting/section/1")!;
  expect(past).toMatchObject({ day: "2016-05-01", status: "amended", title: "Letting Act 2010" });
  expect(done.authorities.find(({ ref }) => ref === "letting/section/2")!.status).toBe("in-force");
  const graph = await ask<ResearchGraph>(`/api/research/${id}/graph`);
  expect(graph.edges.map(({ from, to }) => [graph.nodes[from]!.label, graph.nodes[to]!.label])).toEqual([
    ["section 3", "section 1"],
  ]);

  const [memo] = done.memos;
  const sentences = memo!.parts.flatMap((part) => part.sentences);
  expect(sentences.length).toBeGreaterThan(2);
  expect(new Set(sentences.map(({ verdict }) => verdict))).toEqual(new Set(["verified"]));
  const words = JSON.stringify(await ask(`/api/drafts/${memo!.draftId}`));
  for (const part of [
    "The law as it was on 1 May 2016",
    "Nothing in it was composed",
    "Verified: “A tenancy may be ended",
    "Amended since",
    "Search log",
  ])
    expect(words).toContain(part);

  // The watch compares with the newest text at the time of reading, whatever day the research is about.
  const watched = async () => (await ask<{ changed: ChangedLaw[] }>(`/api/research/${id}`)).changed;
  expect(await watched()).toEqual([]);
  await store(lettingAct("2024-01-01", notice("three months")));
  const [change, ...others] = await watched();
  expect(others).toEqual([]);
  expect(change).toMatchObject({
    ref: "letting/section/1",
    cited: { text: notice("two months"), version: "2020-01-01" },
    present: { text: notice("three months"), version: "2024-01-01" },
    research: { id, question },
    draftId: memo!.draftId,
  });
  await ask(`/api/research/${id}/looked`, {});
  expect(await watched()).toEqual([]);
});

test("with no model: of what the law does not say, no step finds anything, not by the words for exceptions either", async () => {
  await store(lettingAct("2024-01-01", notice("three months")));
  const asked = "Which tax on unicorns does not apply unless the dragon sleeps?";
  const id = await create({ question: asked, jurisdictions: ["GB"], withFiles: false, model: "stet-builtin" });
  const { steps, memos } = await run(id);
  expect(steps.map(({ finding }) => finding?.state)).toEqual(["not-found", "not-found", "not-found"]);
  expect(memos[0]!.parts.flatMap(({ sentences }) => sentences)).toEqual([]);
  const draft = JSON.stringify(await ask(`/api/drafts/${memos[0]!.draftId}`));
  expect(draft).toContain(`Nothing that was searched answers this: ${asked}`);
  // What came closest is in the log, set aside.
  expect((await logOf(id)).flatMap(({ found }) => found).every(({ isTaken }) => !isTaken)).toBe(true);
});

const plan = {
  steps: [
    { question: "What notice is due?", searches: ["notice tenancy ended"], citing: false },
    { question: "Which form must it have?", searches: ["notice void writing"], citing: false },
    { question: "What does the law say of unicorns?", searches: ["unicorns"], citing: false },
  ],
};
function said({ content }: AskedCell): object | string {
  if (content.startsWith("Question:")) return plan;
  const passages = [...content.matchAll(/\[\[(\d+)\]\][^\n]*\n[^[]*/g)];
  const number = (words: string) => passages.find(([passage]) => passage.includes(words))?.[1];
  if (content.includes("Question to answer: What notice"))
    return `A tenancy may be ended by a notice of six months [[${number("notice of")}]]. Landlords dislike this.`;
  if (content.includes("Question to answer: Which form"))
    return `A notice under section 1 is void unless it is in writing [[${number("in writing")}]].`;
  const cited = /in writing (\[\[\d+\]\])/.exec(content)?.[1] ?? "";
  return `SHORT ANSWER\nA notice under section 1 is void unless it is in writing ${cited}.\n\nCOUNTER-ARGUMENTS\nNone\n\nWHAT WOULD CHANGE THIS\nNone`;
}

test("with a model: what differs from the law and what has no source say so, and what was not found is a gap", async () => {
  await store(lettingAct("2024-01-01", notice("three months")));
  answer = said;
  const id = await create({ question, jurisdictions: ["GB"], withFiles: false, model: "local:reader" });
  expect((await read(id)).steps.map((step) => [step.question, step.madeBy])).toEqual(
    plan.steps.map((step) => [step.question, "model"]),
  );
  const { steps, memos, spent } = await run(id);
  expect(steps[2]!.finding!.state).toBe("not-found");
  expect(spent.inputTokens).toBe(400);
  const verdicts = memos[0]!.parts.flatMap(({ sentences }) => sentences.map(({ text, verdict }) => [text, verdict]));
  expect(verdicts).toContainEqual(["A tenancy may be ended by a notice of six months.", "differs"]);
  expect(verdicts).toContainEqual(["Landlords dislike this.", "no-source"]);
  expect(verdicts.find(([text]) => text!.startsWith("A notice under"))![1]).toBe("verified");
  const draft = JSON.stringify(await ask(`/api/drafts/${memos[0]!.draftId}`));
  expect(draft).toContain("Landlords dislike this (no source).");
  expect(draft).toContain("Nothing that was searched answers this: What does the law say of unicorns?");
});

test("a stop loses nothing, the plan may be changed in between, and nothing is asked twice", async () => {
  let release: (() => void) | null = null;
  const held = new Promise<void>((resolve) => (release = resolve));
  const asked: string[] = [];
  answer = (cell) => {
    const step = /Question to answer: (.*)/.exec(cell.content)?.[1];
    if (step !== undefined) asked.push(step);
    const text = said(cell);
    return step === plan.steps[1]!.question ? held.then(() => String(text)) : (text as string);
  };
  const id = await create({ question, jurisdictions: ["GB"], withFiles: false, model: "local:reader" });
  await ask(`/api/research/${id}/runs`, { kind: "answer" });
  await expect.poll(() => asked.length).toBe(2);
  const { run: open, steps } = await read(id);
  expect(open).toMatchObject({ kind: "answer", state: "running" });
  await expect(ask(`/api/research/${id}/runs`, { kind: "answer" })).rejects.toThrow("at work already");
  await ask(`/api/jobs/${open!.jobId}`, { action: "pause" });
  release!();
  await app.stet.jobs.settled();
  expect((await read(id)).run!.state).toBe("paused");
  await ask(`/api/research/${id}/steps`, { question: "Who repairs the drains?", queries: [] });
  await ask(`/api/research/${id}/steps/${steps[2]!.id}`, { isRemoved: true }, "PATCH");
  await ask(`/api/jobs/${open!.jobId}`, { action: "resume" });
  await app.stet.jobs.settled();
  const { memos, run: ended, steps: after } = await read(id);
  expect(ended).toBeNull();
  expect(after.every(({ finding }) => finding !== null)).toBe(true);
  expect(memos).toHaveLength(1);
  expect(asked.filter((step) => step === plan.steps[0]!.question)).toHaveLength(1);
  expect(asked).not.toContain(plan.steps[2]!.question);
});

test("a kill before a job could say that it is done has nothing asked or made again", async () => {
  const asked: string[] = [];
  answer = (cell) => {
    asked.push(cell.content.slice(0, 40));
    return said(cell);
  };
  /** As the next process finds the job of the newest run: begun, and its own process dead. */
  const killed = async (researchId: string) => {
    await sql`update jobs set state = 'queued', ended_at = null, due_at = now()
      where kind = 'run-research' and key = (select max(id::text) from research_runs where research_id = ${researchId})`.execute(
      actAs(theServer, app.stet.db),
    );
    app.stet.jobs.look();
    await app.stet.jobs.settled();
  };
  const id = await create({ question, jurisdictions: ["GB"], withFiles: false, model: "local:reader" });
  const { steps: planned } = await read(id);
  await ask(`/api/research/${id}/steps/${planned[2]!.id}`, { isRemoved: true }, "PATCH");
  await killed(id);
  expect(asked).toHaveLength(1);
  expect((await read(id)).steps.map((step) => step.id)).toEqual(planned.slice(0, 2).map((step) => step.id));

  const done = await run(id);
  await killed(id);
  const again = await read(id);
  expect([asked.length, again.spent, again.memos]).toEqual([4, done.spent, done.memos]);
  expect(again.spent.inputTokens).toBe(400);
});

test("lists are searched and deletion is undone", async () => {
  const id = await create({ question: "Who owns the party wall?", jurisdictions: [], model: "stet-builtin" });
  const found = async (query: string) =>
    (await ask<{ research: { id: string }[] }>(`/api/research?query=${query}`)).research.map((one) => one.id);
  expect(await found("PARTY%20wall")).toEqual([id]);
  expect(await found("party%20fence")).toEqual([]);
  await ask(`/api/research/${id}`, { isRemoved: true }, "PATCH");
  expect(await found("party")).toEqual([]);
  expect((await app.request(`/api/research/${id}`, { as: me })).status).toBe(404);
  await ask(`/api/research/${id}`, { isRemoved: false }, "PATCH");
  expect(await found("party")).toEqual([id]);
});
