/*
 * What people do with the cells of a review: verify, correct, flag, assign. Many at once are one operation, which is taken
 * back as one; what was changed since stays.
 */
import { sql } from "kysely";
import type { CellChange, CellsChange } from "#core/requests/reviews.ts";
import type { Assigned, CellChanged, CellFinding, HeldAnswer, ReviewColumn } from "#core/review/review.ts";
import { typedValue } from "#core/review/typed-value.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db, Trx } from "../../db/database.ts";
import { reviewPeople } from "./review-people.ts";
import { heldReview } from "./reviews.ts";

type CellNow = Pick<CellFinding, "answer" | "value" | "sources"> & {
  documentId: string;
  columnId: string;
  format: ReviewColumn["format"];
  choices: string[];
  state: CellFinding["state"] | null;
  held: HeldAnswer | null;
  isFlagged: boolean;
  assigned: Assigned | null;
};

type Changed = CellChanged & Of;

/** Returns how many cells have changed. Of several, those that cannot be changed like that are left as they are. */
export async function changeCells(me: Person, db: Db, reviewId: string, { operationId, changes }: CellsChange): Promise<number> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const { projectId } = await heldReview(me, trx, reviewId);
    const cells = new Map((await cellsNow(trx, reviewId, changes)).map((cell) => [keyOf(cell), cell]));
    const isAssigning = changes.some(({ is }) => "assigned" in is && is.assigned !== null);
    const people = new Map(isAssigning ? (await reviewPeople(me, trx, projectId)).map(({ id, name }) => [id, name]) : []);
    const done: Changed[] = [];
    for (const { documentId, columnId, is } of changes) {
      const cell = cells.get(keyOf({ documentId, columnId }));
      if (cell === undefined) throw problem("not-found");
      const after = changeOf(cell, is, people);
      if (typeof after === "string") {
        if (changes.length === 1) throw problem("bad-request", after);
      } else if (JSON.stringify(after.before) !== JSON.stringify(after.after)) {
        done.push({ ...after, documentId, columnId });
        take(cell, after);
      }
    }
    if (done.length === 0) return 0;
    await storeCells(me, trx, reviewId, done);
    await storeChanges(me, trx, { reviewId, operationId, done });
    return new Set(done.map(keyOf)).size;
  });
}

/** All answers of a column that were found, or found not to be there, and that are still unsettled. Returns how many. */
export async function verifyColumn(
  me: Person,
  db: Db,
  { reviewId, columnId, operationId }: { reviewId: string; columnId: string; operationId: string },
): Promise<number> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    await heldReview(me, trx, reviewId);
    type Found = Of & Pick<HeldAnswer, "answer" | "value" | "sources">;
    const { rows } = await sql<Found>`select document_id as "documentId", column_id as "columnId", answer, value, sources
      from review_cells join review_documents on review_documents.id = document_id and review_documents.removed_at is null
      where review_cells.review_id = ${reviewId} and column_id = ${columnId} and held is null and state in ('found', 'not-present')`.execute(
      trx,
    );
    for (let from = 0; from < rows.length; from += atOnce) {
      const done = rows.slice(from, from + atOnce).map(({ documentId, columnId: column, ...found }): Changed => {
        return { documentId, columnId: column, what: "answer", before: null, after: { ...found, isCorrected: false } };
      });
      await storeCells(me, trx, reviewId, done);
      await storeChanges(me, trx, { reviewId, operationId, done });
    }
    return rows.length;
  });
}

const atOnce = 1000;

type Of = { documentId: string; columnId: string };

function keyOf({ documentId, columnId }: Of): string {
  return `${documentId} ${columnId}`;
}

/** Of questions and documents that are there; cells that were never touched are blank. */
async function cellsNow(trx: Trx, reviewId: string, asked: readonly Of[]): Promise<CellNow[]> {
  const keys = JSON.stringify([...new Map(asked.map(({ documentId, columnId }) => [keyOf({ documentId, columnId }), { documentId, columnId }])).values()]); // prettier-ignore
  const { rows } = await sql<CellNow>`select asked."documentId", asked."columnId", format, choices, state,
      coalesce(answer, '') as answer, value, coalesce(sources, '[]'::jsonb) as sources, held, coalesce(is_flagged, false) as "isFlagged",
      case when assigned_to is not null then jsonb_build_object('to', assigned_to, 'due', to_char(due_on, 'YYYY-MM-DD'),
        'name', coalesce((select name from "user" where "user".id = assigned_to), 'Former member')) end as assigned
    from jsonb_to_recordset(${keys}::jsonb) as asked("documentId" uuid, "columnId" uuid)
    join review_documents on review_documents.id = asked."documentId" and review_documents.review_id = ${reviewId}
      and review_documents.removed_at is null
    join review_columns on review_columns.id = asked."columnId" and review_columns.review_id = ${reviewId}
      and review_columns.removed_at is null
    left join review_cells on review_cells.document_id = asked."documentId" and review_cells.column_id = asked."columnId"`.execute(
    trx,
  );
  return rows;
}

/** A sentence if it cannot be done. */
function changeOf(cell: CellNow, is: CellChange["is"], people: ReadonlyMap<string, string>): CellChanged | string {
  if ("isFlagged" in is) return { what: "flag", before: cell.isFlagged, after: is.isFlagged };
  if ("assigned" in is) return assignmentOf(cell, is.assigned, people);
  const before = cell.held;
  if ("open" in is) return { what: "answer", before, after: null };
  if ("verified" in is) {
    if (cell.state === null || cell.state === "failed") return "There is no answer to verify. Enter one.";
    const { answer, value, sources } = cell;
    return { what: "answer", before, after: { answer, value, sources, isCorrected: false } };
  }
  const typed = typedValue(cell, is.answer);
  const isOneOf = cell.format === "choice" || cell.format === "yes-no";
  if (isOneOf && !typed.ok && is.answer !== "") return typed.note;
  const value = typed.ok ? typed.value : null;
  // Other words than were found do not stand on the passages that were found.
  const isSame = cell.state !== null && cell.answer === is.answer;
  const answer = isOneOf && value !== null ? value : is.answer;
  return { what: "answer", before, after: { answer, value, sources: isSame ? cell.sources : [], isCorrected: !isSame } };
}

type Asked = { to: string; due: string | null } | null;

function assignmentOf({ assigned }: CellNow, asked: Asked, people: ReadonlyMap<string, string>): CellChanged | string {
  if (asked === null) return { what: "assignment", before: assigned, after: null };
  const name = people.get(asked.to);
  if (name === undefined) return "Only people who can edit this project can be assigned.";
  return { what: "assignment", before: assigned, after: { to: asked.to, name, due: asked.due } };
}

function take(cell: CellNow, { what, after }: CellChanged): void {
  if (what === "answer") cell.held = after;
  else if (what === "flag") cell.isFlagged = after;
  else cell.assigned = after;
}

/** The last of each kind of a cell counts. */
async function storeCells(me: Person, trx: Trx, reviewId: string, done: readonly Changed[]): Promise<void> {
  const answers = lastOf(
    done.filter((one) => one.what === "answer"),
    ({ after }) => ({ held: after }),
  );
  const by = sql`case when new.held is null then null else ${me.userId} end`;
  const at = sql`case when new.held is null then null else now() end`;
  if (answers.length > 0)
    await sql`insert into review_cells (document_id, column_id, review_id, sources, held, held_by, held_at)
      select "documentId", "columnId", ${reviewId}::uuid, '[]', held, ${by}, ${at}
      from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as new("documentId" uuid, "columnId" uuid, held jsonb)
      on conflict (document_id, column_id) do update
        set held = excluded.held, held_by = excluded.held_by, held_at = excluded.held_at`.execute(trx);
  const flags = lastOf(
    done.filter((one) => one.what === "flag"),
    ({ after }) => ({ flagged: after }),
  );
  if (flags.length > 0)
    await sql`insert into review_cells (document_id, column_id, review_id, sources, is_flagged)
      select "documentId", "columnId", ${reviewId}::uuid, '[]', flagged
      from jsonb_to_recordset(${JSON.stringify(flags)}::jsonb) as new("documentId" uuid, "columnId" uuid, flagged boolean)
      on conflict (document_id, column_id) do update set is_flagged = excluded.is_flagged`.execute(trx);
  const assignments = lastOf(
    done.filter((one) => one.what === "assignment"),
    ({ after }) => ({ to: after?.to ?? null, due: after?.due ?? null }),
  );
  if (assignments.length > 0)
    await sql`insert into review_cells (document_id, column_id, review_id, sources, assigned_to, due_on)
      select "documentId", "columnId", ${reviewId}::uuid, '[]', (select id from "user" where "user".id = "to"), due
      from jsonb_to_recordset(${JSON.stringify(assignments)}::jsonb) as new("documentId" uuid, "columnId" uuid, "to" text, due date)
      on conflict (document_id, column_id) do update set assigned_to = excluded.assigned_to, due_on = excluded.due_on`.execute(trx);
}

/** The last change of each cell. */
function lastOf<One extends Changed>(done: readonly One[], fields: (one: One) => object): object[] {
  const found = new Map<string, object>();
  for (const one of done) found.set(keyOf(one), { documentId: one.documentId, columnId: one.columnId, ...fields(one) });
  return [...found.values()];
}

type Operation = { reviewId: string; operationId: string; done: readonly Changed[] };

async function storeChanges(me: Person, trx: Trx, { reviewId, operationId, done }: Operation): Promise<void> {
  const rows = done.map(({ documentId, columnId, what, before, after }) => ({
    id: uuidv7(),
    review_id: reviewId,
    document_id: documentId,
    column_id: columnId,
    made_by: me.userId,
    operation_id: operationId,
    what,
    before: stored(before),
    after: stored(after),
  }));
  await trx.insertInto("review_changes").values(rows).execute();
}

function stored(value: CellChanged["before"]): string | null {
  return value === null ? null : JSON.stringify(value);
}

type StoredChange = Changed & { id: string };

/** Takes an operation back, but for what was changed again since. Returns how many cells are as they were. */
export async function undoOperation(
  me: Person,
  db: Db,
  { reviewId, operationId }: { reviewId: string; operationId: string },
): Promise<number> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    await heldReview(me, trx, reviewId);
    const changes = await changesToUndo(trx, reviewId, operationId);
    if (changes === null) throw problem("not-found");
    if (changes.length === 0) throw problem("nothing-to-undo", "This was changed again since.");
    // What was before is put there again; of several changes of a cell, what was before the first.
    const back = changes.toReversed().map(reversed);
    for (let from = 0; from < back.length; from += atOnce) await storeCells(me, trx, reviewId, back.slice(from, from + atOnce));
    await sql`update review_changes set undone_at = now() where id = any (${changes.map(({ id }) => id)}::uuid[])`.execute(trx);
    return new Set(changes.map(keyOf)).size;
  });
}

function reversed(change: Changed): Changed {
  const { documentId, columnId } = change;
  const of = { documentId, columnId };
  if (change.what === "answer") return { ...of, what: "answer", before: change.after, after: change.before };
  if (change.what === "flag") return { ...of, what: "flag", before: change.after, after: change.before };
  return { ...of, what: "assignment", before: change.after, after: change.before };
}

/** Null if there is no such operation. */
async function changesToUndo(db: BoundDb, reviewId: string, operationId: string): Promise<StoredChange[] | null> {
  const { rows } = await sql<StoredChange & { isOpen: boolean }>`select id, document_id as "documentId", column_id as "columnId",
      what, before, after, undone_at is null and not exists (select 1 from review_changes later
        where later.document_id = review_changes.document_id and later.column_id = review_changes.column_id
          and later.what = review_changes.what and later.undone_at is null and later.id > review_changes.id
          and later.operation_id <> review_changes.operation_id) as "isOpen"
    from review_changes where review_id = ${reviewId} and operation_id = ${operationId} order by id`.execute(db);
  return rows.length === 0 ? null : rows.filter(({ isOpen }) => isOpen);
}
