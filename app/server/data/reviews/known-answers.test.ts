/* Answers that are taken over: for the same question about the same words in the same place, and only of reviews one reads. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { RunScope } from "#core/requests/reviews.ts";
import type { NewColumn, ReviewCell } from "#core/review/review.ts";
import type { Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson } from "#test/people.ts";
import { end, found, law, newReview, usage } from "#test/stored-reviews.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { BoundDb } from "../../db/acting.ts";
import { knownAnswers } from "./known-answers.ts";
import { changeColumn, setDocumentsRemoved } from "./review-parts.ts";
import { listRows } from "./review-rows.ts";
import { beginRun, claimCells, startRun, storeAnswer } from "./review-runs.ts";
import { changeReview, getReview } from "./reviews.ts";

const all = { all: true } as const;
const nothingUsed = { inputTokens: 0, outputTokens: 0, cost: 0 };

type Given = { model?: string; answer?: string; isFailing?: boolean };

/** As a run does it. Returns how many cells were asked, and how many taken over. */
async function run(me: Person, db: BoundDb, reviewId: string, scope: RunScope, given: Given = {}) {
  const { model = "local:m", answer = "Sweden", isFailing = false } = given;
  const begun = await startRun(me, db, { reviewId, scope, model }, async () => {});
  if (begun === null) return { asked: 0, reused: 0 };
  const [runId, claimId] = [begun.id, randomUUID()];
  const facts = (await beginRun(me, db, runId))!;
  const cells = await claimCells(me, db, { runId, claimId, most: 100 });
  const known = await knownAnswers(me, db, facts, cells);
  for (const [at, { documentId, column }] of cells.entries()) {
    const { asked, reusable: reused } = known[at]!;
    const made = isFailing ? { ...found(""), state: "failed" as const } : found(answer);
    const key = { documentId, columnId: column.id, claimId };
    const stored = { runId, reviewId, cell: key, version: column.version, model: { id: model, price: null }, asked, reused };
    const [finding, used] = reused === null ? [made, usage] : [reused.finding, nothingUsed];
    expect(await storeAnswer(me, db, { ...stored, finding, usage: used })).toBe(true);
  }
  const reused = known.filter(({ reusable }) => reusable !== null).length;
  return { asked: known.length - reused, reused };
}

const cellsOf = async (me: Person, db: BoundDb, reviewId: string) =>
  (await listRows(me, db, { reviewId })).flatMap(({ cells }) => inOrder(cells).map((cell) => cell.found!));
/** Of their columns. */
const inOrder = (cells: readonly ReviewCell[]) => cells.toSorted((one, other) => one.columnId.localeCompare(other.columnId));

/** Another heading asks the same. */
const renamed: NewColumn[] = [
  { ...law, label: "Which one" },
  { ...end, label: "Until" },
];

eachDatabase((open) => {
  test("the same question about the same words is not asked twice, costs nothing, and says where it was asked", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const first = await newReview(me, db, { documents: 2 });
    expect(await run(me, db, first.id, all)).toEqual({ asked: 4, reused: 0 });
    const second = await newReview(me, db, { documents: 3, columns: renamed });
    expect(await run(me, db, second.id, all, { answer: "Germany" })).toEqual({ asked: 2, reused: 4 });
    const [taken] = await cellsOf(me, db, second.id);
    const [source] = await cellsOf(me, db, first.id);
    expect(source!.reused).toBeNull();
    expect(taken).toMatchObject({ answer: "Sweden", state: "found", model: "local:m", isOutdated: false });
    expect(taken!.reused).toEqual({ review: { id: first.id, name: "Agreements" }, at: source!.at });
    // Only what was asked costs something.
    expect(await getReview(me, db, second.id)).toMatchObject({ spent: { inputTokens: 200, cost: 0.02 } });

    // Certain cells, rows and columns are asked again; what was asked last is what the next one takes over.
    const [row] = await listRows(me, db, { reviewId: second.id });
    const cell = { documentId: row!.id, columnId: second.columnIds[0]! };
    expect(await run(me, db, second.id, { cells: [cell] }, { answer: "Norway" })).toEqual({ asked: 1, reused: 0 });
    expect((await cellsOf(me, db, second.id))[0]).toMatchObject({ answer: "Norway", reused: null });
    expect(await run(me, db, first.id, { documents: [(await listRows(me, db, { reviewId: first.id }))[0]!.id] })).toEqual({
      asked: 2,
      reused: 0,
    });
    expect(await run(me, db, first.id, { columns: [first.columnIds[0]!] }, { answer: "Iceland" })).toEqual({ asked: 2, reused: 0 });
    const third = await newReview(me, db, { documents: 1, columns: [law] });
    expect(await run(me, db, third.id, all)).toEqual({ asked: 0, reused: 1 });
    expect((await cellsOf(me, db, third.id))[0]).toMatchObject({ answer: "Iceland" });
  });

  test("another question, form, choice, instruction, document or model is asked", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const choice: NewColumn = { label: "Kind", question: "Which kind?", format: "choice", choices: ["Lease", "Loan"] };
    const first = await newReview(me, db, { documents: 1, columns: [law, choice] });
    expect(await run(me, db, first.id, all)).toEqual({ asked: 2, reused: 0 });
    const others: NewColumn[] = [
      { ...law, question: "Which law governs?" },
      { ...law, format: "clause" },
      { ...choice, choices: ["Loan", "Lease"] },
    ];
    const second = await newReview(me, db, { documents: 1, columns: others });
    expect(await run(me, db, second.id, all)).toEqual({ asked: 3, reused: 0 });
    const instructed = await newReview(me, db, { documents: 1, columns: [law] });
    await changeReview(me, db, instructed.id, { instructions: "Answer in French." });
    expect(await run(me, db, instructed.id, all)).toEqual({ asked: 1, reused: 0 });
    const another = await newReview(me, db, { documents: 1, columns: [law] });
    expect(await run(me, db, another.id, all, { model: "local:other" })).toEqual({ asked: 1, reused: 0 });
    const longer = await newReview(me, db, { documents: 2, columns: [law] });
    expect(await run(me, db, longer.id, all)).toEqual({ asked: 1, reused: 1 });
  });

  test("failures are not taken over, and what has failed or is outdated is looked up again", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const first = await newReview(me, db, { documents: 1, columns: [law] });
    expect(await run(me, db, first.id, all, { isFailing: true })).toEqual({ asked: 1, reused: 0 });
    const second = await newReview(me, db, { documents: 1, columns: [law] });
    expect(await run(me, db, second.id, all)).toEqual({ asked: 1, reused: 0 });
    expect(await run(me, db, first.id, { failed: true })).toEqual({ asked: 0, reused: 1 });
    expect(await cellsOf(me, db, first.id)).toMatchObject([{ state: "found", answer: "Sweden" }]);

    // A failure leaves the answer of the question before, which is still known by that question alone.
    await changeColumn(me, db, { reviewId: second.id, columnId: second.columnIds[0]!, to: end });
    expect(await run(me, db, second.id, all, { isFailing: true })).toEqual({ asked: 1, reused: 0 });
    expect(await cellsOf(me, db, second.id)).toMatchObject([{ answer: "Sweden", isOutdated: true }]);
    const third = await newReview(me, db, { documents: 1, columns: [law, end] });
    expect(await run(me, db, third.id, all, { answer: "2030-01-01" })).toEqual({ asked: 1, reused: 1 });
    expect(await run(me, db, second.id, all)).toEqual({ asked: 0, reused: 1 });
    expect(await cellsOf(me, db, second.id)).toMatchObject([{ answer: "2030-01-01", isOutdated: false }]);
  });

  test("nothing is taken over from another place, or from a review that is gone or not to be read", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const { organizationId } = organization;
    const join = async (): Promise<Person> => {
      const person = await newPerson(db, { memberships: [organization], organizationId });
      await joinOrganization(db, person.userId, organizationId);
      return person;
    };
    const [me, other] = [await join(), await join()];
    const columns = [law];
    const one = { documents: 1, columns };
    const first = await newReview(me, db, one);
    expect(await run(me, db, first.id, all)).toEqual({ asked: 1, reused: 0 });
    // Their own place, and another member of the organization.
    const own = { ...me, organizationId: null };
    expect(await run(own, db, (await newReview(own, db, one)).id, all)).toEqual({ asked: 1, reused: 0 });
    const theirs = await newReview(other, db, one);
    expect(await run(other, db, theirs.id, all)).toEqual({ asked: 1, reused: 0 });
    // Shared with them, it is read, and taken over; unshared, its name is not shown.
    const share = { id: uuidv7(), project_id: first.projectId, email: other.email, user_id: other.userId, role: "viewer" as const };
    await db
      .insertInto("project_shares")
      .values({ ...share, invited_by: me.userId })
      .execute();
    await changeReview(other, db, theirs.id, { isRemoved: true });
    const shown = await newReview(other, db, one);
    expect(await run(other, db, shown.id, all)).toEqual({ asked: 0, reused: 1 });
    expect((await cellsOf(other, db, shown.id))[0]!.reused).toMatchObject({ review: { id: first.id } });
    await db.deleteFrom("project_shares").where("id", "=", share.id).execute();
    expect((await cellsOf(other, db, shown.id))[0]!.reused).toMatchObject({ review: null });
    await changeReview(other, db, shown.id, { isRemoved: true });
    expect(await run(other, db, (await newReview(other, db, one)).id, all)).toEqual({ asked: 1, reused: 0 });
    // Its row was taken out.
    const [row] = await listRows(me, db, { reviewId: first.id });
    await setDocumentsRemoved(me, db, { reviewId: first.id, documentIds: [row!.id], isRemoved: true });
    expect(await run(me, db, (await newReview(me, db, one)).id, all)).toEqual({ asked: 1, reused: 0 });
  });
});
