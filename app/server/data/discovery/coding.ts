/*
 * What people say of documents: one by one or for all that a query finds, in one statement, with who said it and when.
 * Each operation can be taken back; what was said later of the same document stays.
 */
import { sql } from "kysely";
import { codingLimits, excludedBy, isCode, type CodingChange, type Issue } from "#core/discovery/coding.ts";
import type { CodingRequest, IssueChange } from "#core/requests/discovery.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { heldCollection } from "./held-collection.ts";
import { idsFound } from "./search-documents.ts";

/** Returns how many documents changed. */
export async function codeDocuments(me: Person, db: Db, id: string, coding: CodingRequest): Promise<number> {
  db = actAs(me, db);
  const { operationId, query, set, clear } = coding;
  const ids = query === undefined ? (coding.documentIds ?? []) : await idsFound(me, db, { collectionId: id, query });
  return db.transaction().execute(async (trx) => {
    await heldCollection(me, trx, id);
    await refuseUnknown(me, trx, id, [...set, ...clear]);
    const off = [...clear, ...excludedBy(set)].filter((code) => !set.includes(code));
    const { rows } = await sql<{ documents: number }>`with target as (select id from discovery_documents
          where collection_id = ${id} and id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))),
        off as (delete from discovery_codings using target
          where document_id = target.id and code in (select jsonb_array_elements_text(${JSON.stringify(off)}::jsonb))
          returning document_id, code),
        set_now as (insert into discovery_codings (document_id, code, collection_id)
          select target.id, code, ${id}::uuid from target, jsonb_array_elements_text(${JSON.stringify(set)}::jsonb) as code
          on conflict do nothing returning document_id, code),
        noted as (insert into discovery_coding_changes (collection_id, operation_id, document_id, code, is_set, made_by)
          select ${id}::uuid, ${operationId}::uuid, document_id, code, false, ${me.userId} from off
          union all select ${id}::uuid, ${operationId}::uuid, document_id, code, true, ${me.userId} from set_now
          returning document_id)
      select count(distinct document_id)::int as documents from noted`.execute(trx);
    return rows[0]!.documents;
  });
}

async function refuseUnknown(me: Person, trx: Trx, collectionId: string, asked: readonly string[]): Promise<void> {
  trx = actAs(me, trx);
  const ids = [...new Set(asked.filter((code) => !isCode(code)))];
  if (ids.length === 0) return;
  const known = await trx
    .selectFrom("discovery_issues")
    .select("id")
    .where("collection_id", "=", collectionId)
    .where("removed_at", "is", null)
    .where("id", "in", ids)
    .execute();
  if (known.length < ids.length) throw problem("bad-request", "This issue no longer exists.");
}

/** Returns how many documents changed back. */
export async function undoCoding(me: Person, db: Db, ids: { collectionId: string; operationId: string }): Promise<number> {
  const { collectionId, operationId } = ids;
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    await heldCollection(me, trx, collectionId);
    const undoing = uuidv7();
    const { rows } = await sql<{
      documents: number;
    }>`with undone as (select document_id, code, is_set from discovery_coding_changes as made
          where operation_id = ${operationId} and collection_id = ${collectionId} and not exists (select 1 from discovery_coding_changes as later
            where later.document_id = made.document_id and later.code = made.code and later.id > made.id)),
        off as (delete from discovery_codings using undone
          where undone.is_set and discovery_codings.document_id = undone.document_id and discovery_codings.code = undone.code
          returning discovery_codings.document_id, discovery_codings.code),
        set_again as (insert into discovery_codings (document_id, code, collection_id)
          select document_id, code, ${collectionId}::uuid from undone where not is_set on conflict do nothing returning document_id, code),
        noted as (insert into discovery_coding_changes (collection_id, operation_id, document_id, code, is_set, made_by)
          select ${collectionId}::uuid, ${undoing}::uuid, document_id, code, false, ${me.userId} from off
          union all select ${collectionId}::uuid, ${undoing}::uuid, document_id, code, true, ${me.userId} from set_again
          returning document_id)
      select count(distinct document_id)::int as documents from noted`.execute(trx);
    if (rows[0]!.documents === 0) throw problem("nothing-to-undo");
    return rows[0]!.documents;
  });
}

/** For callers that have checked that the person sees the collection. */
export async function listIssues(me: Person, db: Db, collectionId: string): Promise<Issue[]> {
  return actAs(me, db)
    .selectFrom("discovery_issues")
    .select(["id", "name"])
    .where("collection_id", "=", collectionId)
    .where("removed_at", "is", null)
    .orderBy("id")
    .execute();
}

export async function addIssue(me: Person, db: Db, collectionId: string, name: string): Promise<string> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    await heldCollection(me, trx, collectionId);
    const known = await listIssues(me, trx, collectionId);
    const same = known.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (same !== undefined) return same.id;
    if (known.length >= codingLimits.issues)
      throw problem("bad-request", `A collection can have at most ${codingLimits.issues} issues.`);
    const id = uuidv7();
    await trx.insertInto("discovery_issues").values({ id, collection_id: collectionId, made_by: me.userId, name }).execute();
    return id;
  });
}

/** What was coded with an issue that is removed stays, and is there when it is brought back. */
export async function changeIssue(
  me: Person,
  db: Db,
  { collectionId, issueId, to }: { collectionId: string; issueId: string; to: IssueChange },
): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await heldCollection(me, trx, collectionId);
    const { numUpdatedRows } = await trx
      .updateTable("discovery_issues")
      .set({
        ...(to.name !== undefined && { name: to.name }),
        ...(to.isRemoved !== undefined && { removed_at: to.isRemoved ? sql<Date>`now()` : null }),
      })
      .where("id", "=", issueId)
      .where("collection_id", "=", collectionId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw problem("not-found");
  });
}

const mostChanges = 30;

/** Newest first. For callers that have checked that the person sees the document. */
export async function codingOf(me: Person, db: Db, documentId: string): Promise<{ codes: string[]; changes: CodingChange[] }> {
  db = actAs(me, db);
  const codes = await db
    .selectFrom("discovery_codings")
    .select("code")
    .where("document_id", "=", documentId)
    .orderBy("code")
    .execute();
  type Row = Omit<CodingChange, "at"> & { at: Date };
  const { rows } = await sql<Row>`select code, is_set as "isSet", "user".name as by, made_at as at
    from discovery_coding_changes left join "user" on "user".id = made_by
    where document_id = ${documentId} order by discovery_coding_changes.id desc limit ${mostChanges}`.execute(db);
  return {
    codes: codes.map(({ code }) => code),
    changes: rows.map(({ at, ...row }) => Object.assign(row, { at: at.toISOString() })),
  };
}
