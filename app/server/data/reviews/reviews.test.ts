/* Reviews: who sees and changes them, and that a cell is claimed once, answered once, and a person's word stays. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { CellChange } from "#core/requests/reviews.ts";
import type { CellFinding, NewColumn } from "#core/review/review.ts";
import {
  canChangeReview,
  canSeeReview,
  shareRoles,
  theServer,
  type Membership,
  type Person,
  type Role,
} from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson, newProject } from "#test/people.ts";
import { answerAll, found, law, model, newFile, newReview, usage } from "#test/stored-reviews.ts";
import { actAs, type BoundDb } from "../../db/acting.ts";
import { changeCells, undoOperation } from "./cell-changes.ts";
import { listRows } from "./review-rows.ts";
import { beginRun, claimCells, storeAnswer, startRun, estimateRun, type ClaimedCell } from "./review-runs.ts";
import { addColumns, addDocuments, changeColumn, setDocumentRemoved } from "./review-parts.ts";
import { changeReview, createReview, getReview, listReviews } from "./reviews.ts";

const isDone = (asked: Promise<unknown>) =>
  asked.then(
    () => true,
    () => false,
  );

const nothing = async () => {};
const all = { all: true } as const;

async function newMember(db: BoundDb, membership: Membership, role: Role = "member"): Promise<Person> {
  const { organizationId } = membership;
  const person = await newPerson(db, { memberships: [{ ...membership, role }], organizationId });
  await joinOrganization(db, person.userId, organizationId, role);
  return person;
}

eachDatabase((open) => {
  test("what each role does with a review is what the policy says, and the database alone holds to it", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const { organizationId } = organization;
    const owner = await newMember(db, organization);
    for (const me of [await newMember(db, organization), await newMember(db, organization, "guest"), await newPerson(db)])
      for (const sharedAs of [...shareRoles, null]) {
        const given = { organizationId, ...(sharedAs !== null && { sharedWith: me, sharedAs }) };
        const projectId = await newProject(db, owner, given);
        await newFile(owner, db, projectId, "Lease.txt");
        const id = await createReview(owner, db, { projectId, name: "Leases" });
        const project = { ownerId: owner.userId, organizationId, isRemoved: false, sharedAs };
        const review = { isRemoved: false, project };
        const here = { ...me, organizationId };
        const [sees, changes] = [canSeeReview(me, review), canChangeReview(me, review)];
        expect([sharedAs, await isDone(getReview(here, db, id))]).toEqual([sharedAs, sees]);
        expect([sharedAs, await isDone(listRows(here, db, { reviewId: id }))]).toEqual([sharedAs, sees]);
        expect((await listReviews(here, db, {})).reviews.some((one) => one.id === id)).toBe(sees);
        expect([sharedAs, await isDone(changeReview(here, db, id, { name: "Other" }))]).toEqual([sharedAs, changes]);
        expect([sharedAs, await isDone(addColumns(here, db, id, [law]))]).toEqual([sharedAs, changes]);
        expect([sharedAs, await isDone(addDocuments(here, db, id, undefined))]).toEqual([sharedAs, changes]);
        expect(await isDone(startRun(here, db, { reviewId: id, scope: all, model: "m" }, nothing))).toBe(changes);
        expect(await isDone(createReview(here, db, { projectId, name: "Mine" }))).toBe(changes);
        const as = actAs(here, db);
        const seen = await as.selectFrom("reviews").select("id").where("id", "=", id).execute();
        const { numUpdatedRows } = await as.updateTable("reviews").set({ name: "B" }).where("id", "=", id).executeTakeFirst();
        expect([seen.length === 1, numUpdatedRows === 1n]).toEqual([sees, changes]);
      }
  });

  test("behind a place the next cells are claimed, and where none are left those before it", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const { id } = await newReview(me, db);
    const run = (await startRun(me, db, { reviewId: id, scope: all, model: "m" }, nothing))!;
    const claimId = randomUUID();
    const claim = async (after: number | undefined, most: number) =>
      (await claimCells(me, db, { runId: run.id, claimId, most, after })).map(({ order }) => order);
    expect(await claim(undefined, 1)).toEqual([1]);
    expect(await claim(2, 2)).toEqual([3, 4]);
    expect(await claim(4, 9)).toEqual([5, 6]);
    expect(await claim(6, 9)).toEqual([2]);
    expect(await claim(2, 9)).toEqual([]);
    // As far on as a run is long, where all between was taken out.
    await db
      .updateTable("review_cells")
      .set({ claim_id: null, run_order: 5000 })
      .where("run_id", "=", run.id)
      .where("run_order", "=", 6)
      .execute();
    expect(await claim(3, 9)).toEqual([5000]);
  });

  test("cells are claimed once, in order, and stored by their claimant alone, with what they cost", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const { id } = await newReview(me, db);
    expect(await estimateRun(me, db, id, { first: 1 })).toMatchObject({ cells: 2 });
    const run = (await startRun(me, db, { reviewId: id, scope: all, model: "m" }, nothing))!;
    expect(run.cells).toBe(6);
    const [first, second] = [randomUUID(), randomUUID()];
    const claim = (claimId: string, most: number) => claimCells(me, db, { runId: run.id, claimId, most });
    const [one, other] = [await claim(first, 3), await claim(second, 10)];
    const keyOf = (cell: (typeof one)[number]) => `${cell.documentId} ${cell.column.label}`;
    expect(new Set([...one, ...other].map(keyOf)).size).toBe(6);
    expect(one.map(({ column }) => column.label)).toEqual(["Law", "End", "Law"]);
    expect(one[0]!.documentId).toBe(one[1]!.documentId);

    const { documentId, column } = one[0]!;
    const store = (claimId: string, answer: string) => {
      const cell = { documentId, columnId: column.id, claimId };
      const finding = found(answer);
      return storeAnswer(me, db, { runId: run.id, reviewId: id, cell, version: 1, model, finding, usage });
    };
    expect(await store(second, "Norway")).toBe(false);
    expect(await store(first, "Sweden")).toBe(true);
    // The same answer again: a retry after a lost acknowledgement.
    expect(await store(first, "Denmark")).toBe(false);
    const { rows, review } = { rows: await listRows(me, db, { reviewId: id }), review: await getReview(me, db, id) };
    expect(rows[0]!.cells.find(({ columnId }) => columnId === column.id)!.found).toMatchObject({ answer: "Sweden" });
    expect(review.spent).toEqual(usage);

    // An attempt that was interrupted: the next one asks for the rest, and what is stored stays.
    expect(await beginRun(me, db, run.id)).toMatchObject({ cells: 6, left: 5 });
    expect(await store(first, "Finland")).toBe(false);
    expect(await answerAll(me, db, run.id, "Sweden")).toBe(5);
    expect((await getReview(me, db, id)).spent.inputTokens).toBe(600);
    // Nothing is left to ask.
    expect(await startRun(me, db, { reviewId: id, scope: all, model: "m" }, nothing)).toBeNull();
  });

  test("an answer is stored with what it cost in the organization, or neither; a failure keeps what was found", async () => {
    const { db } = await open();
    const me = await newMember(db, await newOrganization(db));
    const { id } = await newReview(me, db, { documents: 1, columns: [law] });
    /** Asks the only cell again and stores the finding twice. */
    async function storeTwice(finding: CellFinding): Promise<boolean[]> {
      const one = (await listRows(me, db, { reviewId: id }))[0]!;
      const cells = one.cells.map(({ columnId }) => ({ documentId: one.id, columnId }));
      const scope = cells.length === 0 ? all : { cells };
      const { id: runId } = (await startRun(me, db, { reviewId: id, scope, model: "m" }, nothing))!;
      const claimId = randomUUID();
      const [{ documentId, column }] = (await claimCells(me, db, { runId, claimId, most: 1 })) as [ClaimedCell];
      const cell = { documentId, columnId: column.id, claimId };
      const store = () => storeAnswer(me, db, { runId, reviewId: id, cell, version: 1, model, finding, usage });
      return [await store(), await store()];
    }
    const spent = () =>
      actAs(theServer, db).selectFrom("model_uses").where("organization_id", "=", me.organizationId).selectAll().execute();
    const stored = async () => (await listRows(me, db, { reviewId: id }))[0]!.cells[0]!.found;
    const failure: CellFinding = { state: "failed", answer: "", value: null, sources: [], note: "No." };

    expect(await storeTwice(failure)).toEqual([true, false]);
    expect(await stored()).toMatchObject({ state: "failed", note: "No." });
    expect(await storeTwice(found("Sweden"))).toEqual([true, false]);
    expect(await storeTwice(failure)).toEqual([true, false]);
    expect(await stored()).toMatchObject({ state: "found", answer: "Sweden", note: null });
    expect(await spent()).toMatchObject([1, 2, 3].map(() => ({ model: model.id, input_tokens: 100, output_tokens: 10 })));
    expect((await getReview(me, db, id)).spent.inputTokens).toBe(300);
  });

  test("answers that end in the same moment are all stored, and all that they cost is counted", async () => {
    const { db } = await open();
    const me = await newMember(db, await newOrganization(db));
    const { id } = await newReview(me, db, { documents: 12 });
    const { id: runId } = (await startRun(me, db, { reviewId: id, scope: all, model: "m" }, nothing))!;
    const claimId = randomUUID();
    const cells = await claimCells(me, db, { runId, claimId, most: 100 });
    const metered = { id: "openai:m", price: null };
    const store = ({ documentId, column }: ClaimedCell) => {
      const cell = { documentId, columnId: column.id, claimId };
      return storeAnswer(me, db, { runId, reviewId: id, cell, version: 1, model: metered, finding: found("Sweden"), usage });
    };
    const stored = await Promise.all([...cells, ...cells].map(store));
    expect(stored.filter(Boolean)).toHaveLength(24);
    expect((await getReview(me, db, id)).spent).toMatchObject({ inputTokens: 2400, outputTokens: 240 });
    const as = actAs(theServer, db);
    const uses = await as.selectFrom("model_uses").where("organization_id", "=", me.organizationId).selectAll().execute();
    expect(uses).toHaveLength(24);
    const day = await as.selectFrom("plan_tokens").where("user_id", "=", me.userId).selectAll().execute();
    expect(day.map(({ tokens }) => Number(tokens))).toEqual([2640]);
  });

  test("a changed question makes answers outdated, not lost; a changed label doesn't", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const { id, columnIds } = await newReview(me, db, { documents: 2, columns: [law] });
    const run = (await startRun(me, db, { reviewId: id, scope: all, model: "m" }, nothing))!;
    await answerAll(me, db, run.id, "Sweden");
    const outdated = async () =>
      (await listRows(me, db, { reviewId: id })).flatMap(({ cells }) => cells.map((cell) => cell.found!.isOutdated));
    const change = (to: NewColumn) => changeColumn(me, db, { reviewId: id, columnId: columnIds[0]!, to });
    await change({ ...law, label: "Governing law" });
    expect(await outdated()).toEqual([false, false]);
    await change({ ...law, question: "Which country’s law governs it?" });
    expect(await outdated()).toEqual([true, true]);
    expect((await startRun(me, db, { reviewId: id, scope: { first: 1 }, model: "m" }, nothing))!.cells).toBe(1);
  });

  test("a person's word stays over a new run, which waits beside it; each change is taken back in turn", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const { id, columnIds } = await newReview(me, db, { documents: 1, columns: [law] });
    const columnId = columnIds[0]!;
    const documentId = (await listRows(me, db, { reviewId: id }))[0]!.id;
    const cell = async () => (await listRows(me, db, { reviewId: id }))[0]!.cells[0]!;
    const change = async (is: CellChange["is"]) => {
      const operationId = randomUUID();
      await changeCells(me, db, id, { operationId, changes: [{ documentId, columnId, is }] });
      return operationId;
    };
    await expect(change({ verified: true })).rejects.toMatchObject({ status: 400 });
    await answerAll(me, db, (await startRun(me, db, { reviewId: id, scope: all, model: "m" }, nothing))!.id, "Sweden");
    const verified = await change({ verified: true });
    expect((await cell()).held).toMatchObject({ answer: "Sweden", isCorrected: false, by: me.name });
    // What a person has settled is not asked again, unless they ask for that cell.
    await changeColumn(me, db, { reviewId: id, columnId, to: { ...law, question: "Whose law?" } });
    expect(await startRun(me, db, { reviewId: id, scope: all, model: "m" }, nothing)).toBeNull();
    const again = { cells: [{ documentId, columnId }] };
    await answerAll(me, db, (await startRun(me, db, { reviewId: id, scope: again, model: "m" }, nothing))!.id, "Norway");
    expect(await cell()).toMatchObject({ held: { answer: "Sweden" }, found: { answer: "Norway" } });

    const corrected = await change({ answer: "Finland" });
    expect((await cell()).held).toMatchObject({ answer: "Finland", isCorrected: true, sources: [] });
    const undo = (operationId: string) => undoOperation(me, db, { reviewId: id, operationId });
    await expect(undo(verified)).rejects.toMatchObject({ status: 409 });
    await undo(corrected);
    expect((await cell()).held).toMatchObject({ answer: "Sweden" });
    await undo(verified);
    expect((await cell()).held).toBeNull();
    await expect(undo(verified)).rejects.toMatchObject({ status: 409 });
  });

  test("documents that were taken away are not asked about, and come back with their answers", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const { id } = await newReview(me, db, { documents: 2, columns: [law] });
    await answerAll(me, db, (await startRun(me, db, { reviewId: id, scope: { first: 1 }, model: "m" }, nothing))!.id, "Sweden");
    const [first] = await listRows(me, db, { reviewId: id });
    const remove = (isRemoved: boolean) => setDocumentRemoved(me, db, { reviewId: id, id: first!.id, isRemoved });
    await remove(true);
    const run = (await startRun(me, db, { reviewId: id, scope: all, model: "m" }, nothing))!;
    expect(run.cells).toBe(1);
    expect((await listRows(me, db, { reviewId: id })).map(({ name }) => name)).toEqual(["Agreement 2.txt"]);
    await remove(false);
    expect((await listRows(me, db, { reviewId: id }))[0]!.cells[0]!.found).toMatchObject({ answer: "Sweden" });
    // Removed while the run waits.
    const [, second] = await listRows(me, db, { reviewId: id });
    await setDocumentRemoved(me, db, { reviewId: id, id: second!.id, isRemoved: true });
    expect(await answerAll(me, db, run.id, "Norway")).toBe(0);
  });
});
