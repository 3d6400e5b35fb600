/* Running a review against a model: sampled, paused, resumed, failing and tried again, and with no model at all. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReviewEstimate } from "#core/review/review.ts";
import type { JobAction, JobAtWork } from "#core/workspace/job.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { startReviewModel, type AskedCell, type ReviewModel } from "#test/review-model.ts";
import { newReview, readAgreement, readReview, readRows, uploadTo, type Ask } from "#test/reviews.ts";

let answer: (cell: AskedCell) => object | string | number | Promise<object | string | number> = readAgreement;
let model: ReviewModel;
let app: TestApp;
beforeAll(async () => {
  model = await startReviewModel((cell) => answer(cell));
  app = await startApp({ MODEL_SERVER_URL: model.url, REVIEW_AT_ONCE: "3" });
});
afterAll(async () => {
  await app.close();
  await model.close();
});

const asking =
  (as: TestPerson): Ask =>
  async <T>(path: string, body?: unknown, method?: string) => {
    const response = await app.request(path, { as, ...(body !== undefined && { body }), ...(method !== undefined && { method }) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  };

async function begin(count: number, chosen = "local:reader") {
  const me = await app.person();
  const ask = asking(me);
  const upload = (projectId: string, name: string, text: string) =>
    uploadTo(
      app.stet.env.url,
      me.cookie,
      (request) => app.fetch(request),
      projectId,
      new File([text], name, { type: "text/plain" }),
    );
  const { id } = await newReview(ask, upload, count);
  await ask(`/api/reviews/${id}`, { model: chosen }, "PATCH");
  model.asked.length = 0;
  const run = async (scope: object) => (await ask<{ cells: number }>(`/api/reviews/${id}/runs`, scope)).cells;
  const jobs = async () => (await ask<{ jobs: JobAtWork[] }>("/api/jobs")).jobs;
  const change = async (action: JobAction) => ask(`/api/jobs/${(await jobs())[0]!.id}`, { action });
  return { me, ask, id, run, jobs, change, rows: () => readRows(ask, id), review: () => readReview(ask, id) };
}

test("a sample first, then the rest: each cell is asked once, at most so many at once, and stands on words of the document", async () => {
  answer = readAgreement;
  const { ask, id, run, jobs, rows, review } = await begin(10);
  expect(await ask<ReviewEstimate>(`/api/reviews/${id}/estimate`, { first: 3 })).toMatchObject({ cells: 9, cost: null });
  expect(await run({ first: 3 })).toBe(9);
  await app.stet.jobs.settled();
  expect(model.asked).toHaveLength(9);
  expect(await ask<ReviewEstimate>(`/api/reviews/${id}/estimate`, { all: true })).toMatchObject({ cells: 21 });
  expect(await run({ all: true })).toBe(21);
  await app.stet.jobs.settled();
  expect(new Set(model.asked).size).toBe(30);
  expect(model.asked).toHaveLength(30);
  expect(model.peak()).toBeLessThanOrEqual(3);
  expect(await jobs()).toEqual([]);
  // Nothing is left, and nothing is asked.
  expect(await run({ all: true })).toBe(0);

  const { columns, spent, counts } = await review();
  expect(spent).toEqual({ inputTokens: 3000, outputTokens: 300, cost: null });
  expect(counts.find(({ columnId }) => columnId === columns[2]!.id)).toMatchObject({
    found: 8,
    notPresent: 2,
    unclear: 0,
    failed: 0,
  });
  const [first] = await rows();
  expect(first!.name).toBe("Agreement 01.txt");
  const cellOf = (at: number) => first!.cells.find(({ columnId }) => columnId === columns[at]!.id)!.found;
  expect(cellOf(0)).toMatchObject({ state: "found", answer: "2001-03-01", value: "2001-03-01" });
  expect(cellOf(0)!.sources[0]).toMatchObject({ verdict: "verified", words: "This agreement begins on 1 March 2001" });
  expect(cellOf(1)).toMatchObject({ answer: "Germany" });
});

test("a pause keeps what was asked, and resuming asks only for the rest", async () => {
  let go = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  answer = async (cell) => {
    if (model.asked.length > 6) await gate;
    return readAgreement(cell);
  };
  const { run, change, rows, review, jobs } = await begin(6);
  expect(await run({ all: true })).toBe(18);
  await expect.poll(() => model.asked.length).toBeGreaterThan(6);
  expect((await review()).runs).toMatchObject([{ state: "running", cells: 18, jobId: (await jobs())[0]!.id }]);
  await change("pause");
  go();
  await app.stet.jobs.settled();
  await expect
    .poll(async () => (await rows()).flatMap(({ cells }) => cells.filter(({ found }) => found !== null)).length)
    .toBe(model.asked.length);
  const before = model.asked.length;
  expect(before).toBeLessThan(18);
  const waiting = (await rows()).flatMap(({ cells }) => cells.filter(({ isQueued }) => isQueued));
  expect(waiting).toHaveLength(18 - before);
  await change("resume");
  await expect.poll(async () => (await review()).runs, { timeout: 20_000 }).toEqual([]);
  expect([model.asked.length, new Set(model.asked).size]).toEqual([18, 18]);
});

test("a cancelled run leaves its cells as they were, to be asked by another", async () => {
  let go = () => {};
  const gate = new Promise<void>((resolve) => (go = resolve));
  answer = async (cell) => (await gate, readAgreement(cell));
  const { run, change, rows } = await begin(4);
  expect(await run({ all: true })).toBe(12);
  expect(await run({ all: true })).toBe(0);
  await expect.poll(() => model.asked.length).toBe(3);
  await change("cancel");
  go();
  await app.stet.jobs.settled();
  await expect.poll(async () => (await rows()).flatMap(({ cells }) => cells.filter(({ found }) => found !== null)).length).toBe(3);
  expect((await rows()).flatMap(({ cells }) => cells).some(({ isQueued }) => isQueued)).toBe(false);
  expect(await run({ all: true })).toBe(9);
  await app.stet.jobs.settled();
  expect(model.asked).toHaveLength(12);
});

test("what can't be read fails with a reason, and is asked again without losing what was found", async () => {
  answer = (cell) => (cell.column === "Notice" ? "I think it is three months." : readAgreement(cell));
  const { ask, id, run, rows, review } = await begin(1);
  await run({ all: true });
  await app.stet.jobs.settled();
  const { columns } = await review();
  const cell = async (at: number) => (await rows())[0]!.cells.find(({ columnId }) => columnId === columns[at]!.id)!;
  expect((await cell(2)).found).toMatchObject({ state: "failed", note: "The model’s answer could not be read." });
  answer = () => "no JSON";
  const documentId = (await rows())[0]!.id;
  const cells = [0, 2].map((at) => ({ documentId, columnId: columns[at]!.id }));
  expect(await run({ cells })).toBe(2);
  await app.stet.jobs.settled();
  expect((await cell(0)).found).toMatchObject({ state: "found", answer: "2001-03-01" });
  answer = readAgreement;
  // Only what failed.
  expect(await run({ all: true })).toBe(1);
  await app.stet.jobs.settled();
  expect((await cell(2)).found).toMatchObject({ state: "found", answer: "2 months" });
  expect(await ask<{ review: unknown }>(`/api/reviews/${id}`)).toMatchObject({ review: { runs: [] } });
});

test("words the document doesn't have are never shown as found", async () => {
  answer = ({ column }) => ({
    found: "yes",
    answer: column === "Begins" ? "2031-01-01" : "Norway",
    quotations: [column === "Begins" ? "This agreement begins on 1 March 2001" : "governed by the law of Norway"],
    why: "",
  });
  const { run, rows } = await begin(1);
  await run({ all: true });
  await app.stet.jobs.settled();
  expect((await rows())[0]!.cells.map(({ found }) => found!.state)).toEqual(["unclear", "unclear", "unclear"]);
});

test("a key that is refused ends the run with the reason, and its cells can be asked again", async () => {
  answer = () => 401;
  const { run, jobs, rows } = await begin(2);
  await run({ all: true });
  await app.stet.jobs.settled();
  expect(await jobs()).toMatchObject([{ kind: "run-review", state: "failed", name: "Supply agreements" }]);
  expect((await jobs())[0]!.problem).toContain("refused the key");
  expect((await rows()).flatMap(({ cells }) => cells).filter(({ found }) => found !== null)).toEqual([]);
  answer = readAgreement;
  expect(await run({ all: true })).toBe(6);
  await app.stet.jobs.settled();
  expect((await rows()).flatMap(({ cells }) => cells).filter(({ found }) => found !== null)).toHaveLength(6);
});

test("with no model the built-in editor finds dates and clauses in usual words, and calls the rest unclear", async () => {
  const { run, rows, review } = await begin(1, "stet-builtin");
  await run({ all: true });
  await app.stet.jobs.settled();
  expect(model.asked).toEqual([]);
  const { columns } = await review();
  const [{ cells }] = (await rows()) as [Awaited<ReturnType<typeof rows>>[number]];
  const cellOf = (at: number) => cells.find(({ columnId }) => columnId === columns[at]!.id)!.found!;
  expect(cellOf(0)).toMatchObject({ state: "found", value: "2001-03-01" });
  expect(cellOf(1)).toMatchObject({ state: "found", answer: "Germany" });
  expect(cellOf(1).sources[0]!.words).toContain("law of Germany");
  expect(cellOf(2)).toMatchObject({ state: "unclear", answer: "" });
});

test("what was asked of the same document in the place before is taken over without asking; “Ask again” asks", async () => {
  answer = readAgreement;
  const { ask, id, run, review } = await begin(2);
  expect(await run({ all: true })).toBe(6);
  await app.stet.jobs.settled();
  expect(model.asked).toHaveLength(6);
  const { projectId, columns } = await review();
  const { id: second } = await ask<{ id: string }>("/api/reviews", { projectId, name: "Second" });
  await ask(`/api/reviews/${second}`, { model: "local:reader" }, "PATCH");
  const same = columns.map(({ label, question, format, choices }) => ({ label, question, format, choices }));
  await ask(`/api/reviews/${second}/columns`, { columns: same });
  await ask(`/api/reviews/${second}/documents`, {});
  await ask(`/api/reviews/${second}/runs`, { all: true });
  await app.stet.jobs.settled();
  expect(model.asked).toHaveLength(6);
  const answersOf = async (of: string) =>
    (await readRows(ask, of)).map(({ cells }) =>
      cells
        .toSorted((one, other) => one.columnId.localeCompare(other.columnId))
        .map(({ found }) => ({ answer: found?.answer, sources: found?.sources, from: found?.reused?.review })),
    );
  const from = { id, name: "Supply agreements" };
  const before = (await answersOf(id)).map((cells) => cells.map(({ answer: said, sources }) => ({ answer: said, sources, from })));
  expect(await answersOf(second)).toEqual(before);
  expect((await readReview(ask, second)).spent).toMatchObject({ inputTokens: 0, outputTokens: 0 });

  const [row] = await readRows(ask, second);
  const cell = { documentId: row?.id, columnId: row?.cells[0]?.columnId };
  await ask(`/api/reviews/${second}/runs`, { cells: [cell] });
  await app.stet.jobs.settled();
  expect(model.asked).toHaveLength(7);
  const again = (await readRows(ask, second))[0]?.cells.find(({ columnId }) => columnId === cell.columnId);
  expect(again?.found?.reused).toBeNull();
});
