/*
 * What may be used of a library: a version is approved by those who may say so, or the whole item is retired, perhaps
 * for another one. A later version needs an approval of its own.
 */
import { sql } from "kysely";
import { kinds, shelfOf, statusOf, type LibraryKind, type LibraryStanding } from "#core/templates/library.ts";
import { canSetPrivate, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { templatesHere } from "../visible.ts";
import { heldTemplate, onlyPrompts } from "./held-template.ts";

const nameOf = (column: "approved_by" | "retired_by") =>
  sql<string | null>`(select name from "user" where "user".id = library_templates.${sql.ref(column)})`;

/** Of `library_templates`, for `standingOf`. A successor that was deleted is none. */
export const standingColumns = [
  "approved_version",
  "approved_at",
  "retired_at",
  nameOf("approved_by").as("approved_by_name"),
  nameOf("retired_by").as("retired_by_name"),
  sql<{ id: string; name: string } | null>`(
    select json_build_object('id', successors.id, 'name', successors.name) from library_templates as successors
    where successors.id = library_templates.successor_id and successors.removed_at is null)`.as("successor"),
] as const;

type StandingRow = {
  version: number;
  approved_version: number | null;
  approved_at: Date | null;
  approved_by_name: string | null;
  retired_at: Date | null;
  retired_by_name: string | null;
  successor: { id: string; name: string } | null;
};

export function standingOf(row: StandingRow): LibraryStanding {
  const { version, approved_version: approved, approved_at, retired_at, successor } = row;
  return {
    status: statusOf({ version, approvedVersion: approved, isRetired: retired_at !== null }),
    approved:
      approved === null || approved_at === null
        ? null
        : { version: approved, by: row.approved_by_name ?? "", at: approved_at.toISOString() },
    retired: retired_at && { by: row.retired_by_name ?? "", at: retired_at.toISOString(), successor },
  };
}

/** Approves `version`, which need not be the newest, or with null withdraws the approval. */
export async function setApproval(me: Person, db: Db, { id, version }: { id: string; version: number | null }): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const held = await heldTemplate(me, trx, id, { toApprove: true });
    if (held.kind === kinds.workflows) throw problem("bad-request", "A workflow isn’t approved. It is published.");
    if (version !== null && version > held.version) throw problem("bad-request", "There is no such version.");
    const now = version === null ? null : sql<Date>`now()`;
    const approved = { approved_version: version, approved_at: now, approved_by: version === null ? null : me.userId };
    await trx.updateTable("library_templates").set(approved).where("id", "=", id).execute();
  });
}

/** Shares a prompt with the organization, or takes it back: then it is no longer approved either. */
export async function setPrivate(me: Person, db: Db, { id, isPrivate }: { id: string; isPrivate: boolean }): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const { kind, owned } = await heldTemplate(me, trx, id);
    if (kind !== kinds.prompts || owned.organizationId === null) throw problem("bad-request", onlyPrompts);
    if (!canSetPrivate(me, owned)) throw problem("not-allowed", "Only who made a prompt can keep it to themselves.");
    const unapproved = { approved_version: null, approved_at: null, approved_by: null };
    await trx
      .updateTable("library_templates")
      .set(isPrivate ? { user_id: me.userId, ...unapproved } : { user_id: null })
      .where("id", "=", id)
      .execute();
  });
}

export type Retirement = { isRetired: true; successorId: string | null } | { isRetired: false };

export async function setRetirement(me: Person, db: Db, asked: Retirement & { id: string }): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const { kind } = await heldTemplate(me, trx, asked.id);
    const successor = asked.isRetired ? asked.successorId : null;
    if (successor !== null) await refuseAsSuccessor(me, trx, { id: successor, of: asked.id, kind });
    await trx
      .updateTable("library_templates")
      .set({
        retired_at: asked.isRetired ? sql<Date>`now()` : null,
        retired_by: asked.isRetired ? me.userId : null,
        successor_id: successor,
      })
      .where("id", "=", asked.id)
      .execute();
  });
}

async function refuseAsSuccessor(me: Person, trx: Trx, asked: { id: string; of: string; kind: LibraryKind }): Promise<void> {
  const found = await trx
    .selectFrom("library_templates")
    .select(["kind", "retired_at"])
    .where("id", "=", asked.id)
    .where("id", "!=", asked.of)
    .where(templatesHere(me))
    .where("removed_at", "is", null)
    .executeTakeFirst();
  if (found === undefined) throw problem("not-found", "What is to take its place isn’t in this library.");
  if (shelfOf(found.kind) !== shelfOf(asked.kind))
    throw problem("bad-request", "Something of the same shelf has to take its place.");
  if (found.retired_at !== null) throw problem("bad-request", "What is to take its place is retired itself.");
}
