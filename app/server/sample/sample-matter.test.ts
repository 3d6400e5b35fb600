/* The sample matter: opened whole or not at all, once in a workspace, and removed as any project is. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReviewCell } from "#core/review/review.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { startApp, type TestApp } from "#test/app.ts";
import { eachPreparedEngine } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import { listImportedChanges } from "../data/drafts/imported-changes.ts";
import { listHomeProjects, listWaitingChanges } from "../data/home/home.ts";
import { findSampleProject } from "../data/home/sample-project.ts";
import { removeProject, undoRemoveProject } from "../data/organizations/projects.ts";
import { listRows } from "../data/reviews/review-rows.ts";
import { findDocumentText } from "../data/reviews/review-runs.ts";
import { getReview, listReviews } from "../data/reviews/reviews.ts";
import { openSampleMatter } from "./sample-matter.ts";
import type { SampleServices } from "./sample-review.ts";

eachPreparedEngine((place) => {
  let app: TestApp;
  let services: SampleServices;
  beforeAll(async () => {
    const where = await place();
    // Also with a model, the built-in editor answers: this one would not.
    const MODEL_SERVER_URL = "http://127.0.0.1:9/v1";
    app = await startApp({ MODEL_SERVER_URL, ...("url" in where && { DATABASE_URL: where.url }) });
    const { db, fileStore: store, extraction, reviewRuns } = app.stet;
    services = { db, store, extraction, reviewRuns };
  });
  afterAll(() => app?.close());

  const someone = () => newPerson(app.stet.database.db);
  const open = (me: Person) => openSampleMatter(me, services);

  test("it opens with its changes, once in a workspace, and goes with its review like any project", async () => {
    const { db } = services;
    const [me, stranger] = [await someone(), await someone()];
    expect(await findSampleProject(me, db)).toBeNull();
    const sample = await open(me);
    expect(await open(me)).toEqual(sample);
    expect(await findSampleProject(stranger, db)).toBeNull();
    const changes = await listImportedChanges(me, db, sample.draftId);
    expect(changes.length).toBe(5);
    expect(changes.every(({ patch, decision }) => patch.place != null && decision === null)).toBe(true);
    expect((await listWaitingChanges(me, db, null)).items).toMatchObject([{ draftId: sample.draftId, count: 5, byPeople: 5 }]);
    expect(await listHomeProjects(me, db, { limit: 5, words: "sample: consult" })).toMatchObject([
      { id: sample.id, isSample: true },
    ]);
    expect(await listHomeProjects(me, db, { limit: 5, words: "%" })).toEqual([]);
    const { reviews } = await listReviews(me, db, {});
    expect(reviews).toMatchObject([{ projectId: sample.id, documents: 3 }]);

    await removeProject(me, db, sample.id);
    expect(await findSampleProject(me, db)).toBeNull();
    expect((await listWaitingChanges(me, db, null)).items).toEqual([]);
    expect((await listReviews(me, db, {})).reviews).toEqual([]);
    await undoRemoveProject(me, db, sample.id);
    expect((await listReviews(me, db, {})).reviews).toEqual(reviews);
    expect((await getReview(me, db, reviews[0]!.id)).documents).toBe(3);
    await removeProject(me, db, sample.id);
    expect((await open(me)).id).not.toBe(sample.id);
  });

  test("the built-in editor has answered its review from the words of its documents", async () => {
    const { db } = services;
    const me = await someone();
    const { id: projectId } = await open(me);
    await app.stet.jobs.settled();
    const [found] = (await listReviews(me, db, { projectId })).reviews;
    const review = await getReview(me, db, found!.id);
    expect(review).toMatchObject({ model: null, runs: [], spent: { inputTokens: 0, outputTokens: 0, cost: 0 } });
    const rows = await listRows(me, db, { reviewId: review.id });
    const cellOf = (cells: readonly ReviewCell[], columnId: string) => cells.find((cell) => cell.columnId === columnId)!.found!;
    const table = rows.map(({ name, cells }) => [
      name,
      ...review.columns.map(({ id }) => {
        const { state, answer, value } = cellOf(cells, id);
        return state === "found" ? (value ?? answer) : state;
      }),
    ]);
    const cap = "total liability under this agreement is limited to";
    expect([["", ...review.columns.map(({ label }) => label)], ...table]).toEqual([
      ["", "Parties", "Fee", "Time to pay", "Liability cap", "Notice", "Governing law"],
      [
        "Consultancy agreement, version 1.docx",
        "Harbour Press Ltd\nQuist Consulting",
        "GBP 9000",
        "30",
        `Each party’s ${cap} twice the fee.`,
        "30",
        "not-present",
      ],
      [
        "Editing agreement with Oona Mackay.docx",
        "Harbour Press Ltd\nOona Mackay",
        "GBP 3200",
        "14",
        "not-present",
        "14",
        "Scotland",
      ],
      [
        "Translation agreement with Ferris Lane.docx",
        "Harbour Press Ltd\nFerris Lane Translations Ltd",
        "GBP 11500",
        "45",
        `The Translator’s ${cap} the fee.`,
        "61",
        "England and Wales",
      ],
    ]);
    for (const { fileId, cells } of rows) {
      const { text } = (await findDocumentText(me, db, fileId))!;
      for (const { found: finding } of cells) {
        expect(finding!.model).toBe("stet-builtin");
        if (finding!.state !== "found") continue;
        expect(finding!.sources.length).toBeGreaterThan(0);
        for (const { start, end, words } of finding!.sources) expect(text.slice(start, end)).toBe(words);
      }
    }
  });

  test("if part of it can't be made, nothing of it is there, and it can be opened again", async () => {
    const { db } = services;
    const me = await someone();
    const start = () => Promise.reject(problem("too-busy"));
    await expect(openSampleMatter(me, { ...services, reviewRuns: { start } })).rejects.toMatchObject({ status: 503 });
    expect(await findSampleProject(me, db)).toBeNull();
    expect((await listReviews(me, db, {})).reviews).toEqual([]);
    expect(await open(me)).toMatchObject({ id: expect.any(String) as string });
  });
});
