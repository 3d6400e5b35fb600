/* Working through a review: its order, what is found in it, what its columns say, and what people do with many cells. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { CellChange } from "#core/requests/reviews.ts";
import type { NewColumn, ReviewRow } from "#core/review/review.ts";
import { plainView, unpackPositions, type ReviewView } from "#core/review/view.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson, newProject } from "#test/people.ts";
import { answerAll, newFile, newReview } from "#test/stored-reviews.ts";
import { listWaitingCells } from "../home/home.ts";
import { addReviewComment, cellActivity, setCommentRemoved } from "./cell-activity.ts";
import { changeCells, undoOperation } from "./cell-changes.ts";
import { findInReview, orderRows, summarizeReview } from "./review-order.ts";
import { addColumns, addDocuments } from "./review-parts.ts";
import { reviewPeople } from "./review-people.ts";
import { listRows } from "./review-rows.ts";
import { startRun } from "./review-runs.ts";
import { createReview } from "./reviews.ts";

const nothing = async () => {};
const law: NewColumn = { label: "Law", question: "Which law governs it?", format: "text", choices: [] };
const notice: NewColumn = { label: "Notice", question: "On what notice?", format: "period", choices: [] };
const fee: NewColumn = { label: "Fee", question: "What does it cost?", format: "amount", choices: [] };

eachDatabase((open) => {
  async function begin(answers: string[][]) {
    const { db } = await open();
    const me = await newPerson(db);
    const { id, columnIds } = await newReview(me, db, { documents: answers.length, columns: [law, notice, fee] });
    const rows = async () => listRows(me, db, { reviewId: id });
    const documents = (await rows()).map((row) => row.id);
    const change = async (changes: CellChange[]) => {
      const operationId = randomUUID();
      return { operationId, count: await changeCells(me, db, id, { operationId, changes }) };
    };
    const cell = (row: number, column: number) => ({ documentId: documents[row]!, columnId: columnIds[column]! });
    const entered = answers.flatMap((line, row) =>
      line.flatMap((answer, column) => (answer === "" ? [] : [{ ...cell(row, column), is: { answer } }])),
    );
    await change(entered);
    const names = async (view: Partial<ReviewView>) => {
      const { rows: packed } = await orderRows(me, db, id, { ...plainView, ...view });
      const all = await rows();
      return unpackPositions(packed).map((position) => all.findIndex((row) => row.position === position));
    };
    return { db, me, id, columnIds, rows, change, cell, names };
  }

  test("rows are sorted by what answers mean, blanks last either way, and equal ones stay in the table's order", async () => {
    const { columnIds, names } = await begin([
      ["Sweden", "3 months", "SEK 900"],
      ["", "30 days", "EUR 1,000"],
      ["norway", "1 year", "EUR 90"],
      ["Sweden.", "30 days", ""],
    ]);
    const by = (at: number, isDescending = false) => names({ sort: { by: columnIds[at]!, isDescending } });
    expect(await names({})).toEqual([0, 1, 2, 3]);
    expect(await by(0)).toEqual([2, 0, 3, 1]);
    expect(await by(0, true)).toEqual([0, 3, 2, 1]);
    expect(await by(1)).toEqual([1, 3, 0, 2]);
    expect(await by(2)).toEqual([2, 1, 0, 3]);
    expect(await by(2, true)).toEqual([0, 1, 2, 3]);
    expect(await names({ sort: { by: "document", isDescending: true } })).toEqual([3, 2, 1, 0]);
    // A column that is gone sorts nothing.
    expect(await names({ sort: { by: randomUUID(), isDescending: false } })).toEqual([0, 1, 2, 3]);
  });

  test("filters by state and by answer, groups, and finds; letters and full stops make no other answer", async () => {
    const { db, me, id, columnIds, names, change, cell, rows } = await begin([["Sweden"], ["Norway"], [""], ["SWEDEN."]]);
    const column = columnIds[0]!;
    const only = (filter: object) => names({ filters: [{ column, states: [], values: [], ...filter }] });
    expect(await only({ values: ["sweden"] })).toEqual([0, 3]);
    expect(await only({ states: ["empty"] })).toEqual([2]);
    expect(await only({ states: ["verified", "empty"] })).toEqual([0, 1, 2, 3]);
    await change([
      { ...cell(1, 0), is: { isFlagged: true } },
      { ...cell(3, 0), is: { assigned: { to: me.userId, due: "2030-05-01" } } },
    ]);
    expect(await only({ states: ["flagged"] })).toEqual([1]);
    expect(await only({ states: ["mine"], values: ["sweden"] })).toEqual([3]);
    expect(await names({ group: column })).toEqual([1, 0, 3, 2]);
    expect((await orderRows(me, db, id, { ...plainView, group: column })).groups).toEqual([
      { value: "Norway", count: 1 },
      { value: expect.stringMatching(/^sweden/iu) as string, count: 2 },
      { value: null, count: 1 },
    ]);
    const positions = (await rows()).map(({ position }) => position);
    expect(await findInReview(me, db, id, "WED")).toEqual([0, 3].map((at) => ({ position: positions[at], columnId: column })));
    expect(await findInReview(me, db, id, "ent 2")).toEqual([{ position: positions[1], columnId: null }]);
    expect(await findInReview(me, db, id, "%")).toEqual([]);
    expect(await summarizeReview(me, db, id, column)).toMatchObject([
      { filled: 3, distinct: 2, top: [{ key: "sweden", count: 2 }, {}] },
    ]);
    expect(await summarizeReview(me, db, id)).toHaveLength(3);
  });

  test("many cells are changed and taken back as one; what was changed since stays", async () => {
    const { db, me, id, change, cell, rows, columnIds } = await begin([[""], [""], [""]]);
    const run = (await startRun(me, db, { reviewId: id, scope: { columns: [columnIds[0]!] }, model: "m" }, nothing))!;
    expect([run.cells, await answerAll(me, db, run.id, "Sweden")]).toEqual([3, 3]);
    const held = async () => (await rows()).map(({ cells }) => cells[0]!.held?.answer ?? null);
    // The second has no answer in its column, and is left as it is.
    const { operationId, count } = await change([
      { ...cell(0, 0), is: { verified: true } },
      { ...cell(1, 1), is: { verified: true } },
      { ...cell(1, 0), is: { verified: true } },
      { ...cell(2, 0), is: { answer: "Norway" } },
    ]);
    expect([count, await held()]).toEqual([3, ["Sweden", "Sweden", "Norway"]]);
    await change([{ ...cell(1, 0), is: { answer: "Finland" } }]);
    expect(await undoOperation(me, db, { reviewId: id, operationId })).toBe(2);
    expect(await held()).toEqual([null, "Finland", null]);
    await expect(undoOperation(me, db, { reviewId: id, operationId })).rejects.toMatchObject({ status: 409 });
    // A row is asked again but for what a person has settled.
    const [, second] = await rows();
    const again = await startRun(me, db, { reviewId: id, scope: { documents: [second!.id] }, model: "m" }, nothing);
    expect(again!.cells).toBe(2);
  });

  test("only what failed is asked again", async () => {
    const { db, me, id, columnIds } = await begin([[""], [""]]);
    const run = (await startRun(me, db, { reviewId: id, scope: { columns: [columnIds[0]!] }, model: "m" }, nothing))!;
    await answerAll(me, db, run.id, { state: "failed", answer: "", value: null, sources: [], note: "No." });
    expect((await startRun(me, db, { reviewId: id, scope: { failed: true }, model: "m" }, nothing))!.cells).toBe(2);
  });

  test("a cell's history and comments; people delete their own comments and no one else's", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const { organizationId } = organization;
    const [owner, editor] = await Promise.all(
      [0, 1].map(async () => newPerson(db, { memberships: [organization], organizationId })),
    );
    for (const { userId } of [owner!, editor!]) await joinOrganization(db, userId, organizationId, "member");
    const projectId = await newProject(db, owner!, { organizationId, sharedWith: editor!, sharedAs: "editor" });
    await newFile(owner!, db, projectId, "Lease.txt");
    const id = await createReview(owner!, db, { projectId, name: "Leases" });
    await addDocuments(owner!, db, id, undefined);
    const [columnId] = await addColumns(owner!, db, id, [law]);
    const [{ id: documentId }] = (await listRows(owner!, db, { reviewId: id })) as [ReviewRow];
    const of = { documentId, columnId: columnId! };
    expect((await reviewPeople(owner!, db, projectId)).map((one) => one.id).toSorted()).toEqual(
      [owner!.userId, editor!.userId].toSorted(),
    );

    const comment = { id: randomUUID(), ...of, text: "Ask them." };
    await addReviewComment(owner!, db, id, comment);
    await addReviewComment(owner!, db, id, comment);
    const assigned = { to: editor!.userId, due: "2030-01-31" };
    await changeCells(owner!, db, id, { operationId: randomUUID(), changes: [{ ...of, is: { assigned } }] });
    expect(await listWaitingCells(editor!, db)).toEqual([
      { reviewId: id, review: "Leases", count: 1, due: "2030-01-31", isOverdue: false },
    ]);
    expect(await listWaitingCells(owner!, db)).toEqual([]);
    const outsider = { to: (await newPerson(db)).userId, due: null };
    const refused = changeCells(owner!, db, id, { operationId: randomUUID(), changes: [{ ...of, is: { assigned: outsider } }] });
    await expect(refused).rejects.toMatchObject({ status: 400 });
    const cell = async () => (await listRows(editor!, db, { reviewId: id }))[0]!.cells[0]!;
    expect(await cell()).toMatchObject({ comments: 1, assigned: { ...assigned, name: editor!.name } });
    expect(await cellActivity(editor!, db, { reviewId: id, ...of })).toMatchObject({
      changes: [{ what: "assignment", by: owner!.name, before: null, after: assigned, isUndone: false }],
      comments: [{ text: "Ask them.", by: owner!.name, isMine: false }],
    });
    const settled = { operationId: randomUUID(), changes: [{ ...of, is: { answer: "Sweden" } }] };
    await changeCells(editor!, db, id, settled);
    expect(await listWaitingCells(editor!, db)).toEqual([]);
    const remove = { reviewId: id, id: comment.id, isRemoved: true };
    await expect(setCommentRemoved(editor!, db, remove)).rejects.toMatchObject({ status: 404 });
    await setCommentRemoved(owner!, db, remove);
    expect((await cell()).comments).toBe(0);
  });
});
