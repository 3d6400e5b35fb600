/* Reviews in archives: whole, in files of a bounded size; and what becomes of them when an account is deleted. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { CellFinding, Review, ReviewRow } from "#core/review/review.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson } from "#test/people.ts";
import { answerAll, newReview } from "#test/stored-reviews.ts";
import { reviewEntries } from "../../export/archived-reviews.ts";
import { deleteNextAccount } from "../accounts/account-deletion.ts";
import { listOwnAnswers } from "../accounts/own-data.ts";
import { actAs, type BoundDb } from "../../db/acting.ts";
import { listReviewsToArchive, type ArchivedRun } from "./archived-reviews.ts";
import { addReviewComment } from "./cell-activity.ts";
import { changeCells } from "./cell-changes.ts";
import { listRows } from "./review-rows.ts";
import { startRun } from "./review-runs.ts";
import { changeReview, getReview } from "./reviews.ts";

const nothing = async () => {};

async function archiveOf(me: Person, db: BoundDb): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const review of await listReviewsToArchive(me, db))
    for await (const { name, content } of reviewEntries(me, db, review, "reviews"))
      files.set(name.replace(/^reviews\/[^/]*\//, ""), String(content));
  return files;
}
const json = (files: Map<string, string>, name: string): unknown => JSON.parse(files.get(name)!);

eachDatabase((open) => {
  test("an archive holds questions, answers with their words, what people verified and entered, and what it cost", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const { id, columnIds } = await newReview(me, db, { documents: 2 });
    const run = await startRun(me, db, { reviewId: id, scope: { all: true }, model: "local:m" }, nothing);
    const sources = [{ verdict: "verified", quoted: "the law of Sweden", words: "the law of Sweden", start: 3, end: 20 } as const];
    const finding: CellFinding = { state: "found", answer: "Sweden", value: null, sources: [...sources], note: null };
    expect(await answerAll(me, db, run!.id, finding)).toBe(4);
    const [{ id: documentId }] = (await listRows(me, db, { reviewId: id })) as [ReviewRow];
    await changeCells(me, db, id, {
      operationId: randomUUID(),
      changes: [{ documentId, columnId: columnIds[0]!, is: { answer: "=Norway" } }],
    });
    await changeCells(me, db, id, {
      operationId: randomUUID(),
      changes: [{ documentId, columnId: columnIds[1]!, is: { verified: true } }],
    });

    await addReviewComment(me, db, id, { id: randomUUID(), documentId, columnId: columnIds[0]!, text: "Ask them." });
    const files = await archiveOf(me, db);
    expect(json(files, "comments.json")).toMatchObject([{ by: me.name, text: "Ask them.", documentId, removedAt: null }]);
    expect([...files.keys()]).toEqual(["review.json", "rows.json", "table.csv", "changes.json", "comments.json"]);
    const { columns, runs, spent } = json(files, "review.json") as Review & { runs: ArchivedRun[] };
    expect(columns.map(({ label, question }) => [label, question])).toContainEqual(["Law", "Which law governs it?"]);
    expect(runs).toMatchObject([{ by: me.name, model: "local:m", cells: 4, inputTokens: 400, outputTokens: 40, cost: 0.04 }]);
    expect(spent).toMatchObject({ inputTokens: 400 });
    const rows = json(files, "rows.json") as ReviewRow[];
    expect(rows.map(({ name }) => name)).toEqual(["Agreement 1.txt", "Agreement 2.txt"]);
    const cell = (at: number) => rows[0]!.cells.find(({ columnId }) => columnId === columnIds[at])!;
    expect(cell(0)).toMatchObject({
      found: { answer: "Sweden", sources },
      held: { answer: "=Norway", isCorrected: true, by: me.name },
    });
    expect(cell(1)).toMatchObject({ held: { answer: "Sweden", sources, isCorrected: false } });
    expect(json(files, "changes.json")).toMatchObject([
      { by: me.name, before: null, after: { answer: "=Norway" } },
      { by: me.name, before: null, after: { answer: "Sweden" } },
    ]);
    // No spreadsheet takes it for a formula.
    expect(files.get("table.csv")).toContain("Agreement 1.txt,'=Norway,Corrected,Sweden,Verified\r\n");

    await changeReview(me, db, id, { isRemoved: true });
    expect([...(await archiveOf(me, db)).keys()]).toEqual([]);
  });

  test("a long table is several files, with every row once and in its order", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    await newReview(me, db, { documents: 1 });
    // Copies of the one row, with positions that repeat.
    await sql`with copied as (insert into files (id, owner_id, project_id, key, original_name, content_type, kind, size, sha256, status)
        select gen_random_uuid(), owner_id, project_id, gen_random_uuid()::text, 'Copy ' || lpad(at::text, 4, '0'), content_type, kind, size,
          gen_random_uuid()::text, status
        from files, generate_series(1, 1200) as at where owner_id = ${me.userId} returning id, original_name)
      insert into review_documents (id, review_id, file_id, position)
      select gen_random_uuid(), review_id, copied.id, 2 + substr(copied.original_name, 6)::int / 7
      from copied, review_documents join files on files.id = file_id where owner_id = ${me.userId}`.execute(actAs(theServer, db));
    const files = await archiveOf(me, db);
    expect([...files.keys()].filter((name) => name.startsWith("rows"))).toEqual(["rows.json", "rows 2.json", "rows 3.json"]);
    expect([...files.keys()].filter((name) => name.startsWith("table"))).toHaveLength(3);
    const rows = ["rows", "rows 2", "rows 3"].flatMap((name) => json(files, `${name}.json`) as ReviewRow[]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1201);
    const places = rows.slice(1).map(({ name }) => Math.floor(Number(name.slice(5)) / 7));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  test("people keep the answers that they gave in reviews of others", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const { organizationId } = organization;
    const [owner, editor] = [await newMember(db), await newMember(db)];
    async function newMember(of: BoundDb): Promise<Person> {
      const person = await newPerson(of, { memberships: [organization], organizationId });
      await joinOrganization(of, person.userId, organizationId);
      return person;
    }
    const { id, projectId, columnIds } = await newReview(owner, db, { documents: 1 });
    const share = sql`insert into project_shares (id, project_id, email, user_id, role)
      values (gen_random_uuid(), ${projectId}, ${editor.email}, ${editor.userId}, 'editor')`;
    await share.execute(actAs(theServer, db));
    const [{ id: documentId }] = (await listRows(editor, db, { reviewId: id })) as [ReviewRow];
    await changeCells(editor, db, id, {
      operationId: randomUUID(),
      changes: [{ documentId, columnId: columnIds[0]!, is: { answer: "Norway" } }],
    });
    expect(await listOwnAnswers(owner, db)).toEqual([]);
    expect(await listOwnAnswers(editor, db)).toMatchObject([
      { review: "Agreements", document: "Agreement 1.txt", column: "Law", answer: "Norway" },
    ]);
    expect(await archiveOf(editor, db)).toEqual(new Map());
    await sql`delete from project_shares where project_id = ${projectId}`.execute(actAs(theServer, db));
    expect(await listOwnAnswers(editor, db)).toMatchObject([{ review: null, document: null, column: null, answer: "Norway" }]);
  });

  test("deleting an account deletes the reviews of its own projects and leaves an organization's to its owner", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const { organizationId } = organization;
    const heir = await newPerson(db, { memberships: [{ ...organization, role: "owner" }], organizationId });
    await joinOrganization(db, heir.userId, organizationId, "owner");
    const leaver = await newPerson(db, { memberships: [organization], organizationId });
    await joinOrganization(db, leaver.userId, organizationId);
    const theirs = await newReview(leaver, db, { documents: 1 });
    const own = await newReview({ ...leaver, organizationId: null }, db, { documents: 1 });
    const [{ id: documentId }] = (await listRows(leaver, db, { reviewId: theirs.id })) as [ReviewRow];
    await changeCells(leaver, db, theirs.id, {
      operationId: randomUUID(),
      changes: [{ documentId, columnId: theirs.columnIds[0]!, is: { answer: "Norway" } }],
    });
    await sql`update "user" set delete_at = now() where id = ${leaver.userId}`.execute(actAs(theServer, db));
    expect(await deleteNextAccount(theServer, db)).toMatchObject({ email: leaver.email });

    expect(await getReview(heir, db, theirs.id)).toMatchObject({ name: "Agreements", mayWrite: true });
    const [row] = await listRows(heir, db, { reviewId: theirs.id });
    expect(row!.cells).toMatchObject([{ held: { answer: "Norway", by: null } }]);
    const left = await sql`select 1 from review_documents where review_id = ${own.id}`.execute(actAs(theServer, db));
    expect(left.rows).toEqual([]);
  });
});
