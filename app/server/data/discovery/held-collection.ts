/* A collection that is about to be changed. */
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Trx } from "../../db/database.ts";
import { seenCollections, writtenCollections } from "../visible.ts";

/** Locks a collection that this person may change. */
export async function heldCollection(
  me: Person,
  trx: Trx,
  id: string,
  { removed = false } = {},
): Promise<{ projectId: string; lastNumber: number }> {
  trx = actAs(me, trx);
  const found = trx.selectFrom("discovery_collections").select(["project_id", "removed_at", "last_number"]).where("id", "=", id);
  const row = await found.where(writtenCollections(me)).forUpdate().executeTakeFirst();
  if (row !== undefined && (row.removed_at === null || removed)) return { projectId: row.project_id, lastNumber: row.last_number };
  const seen = await found.where(seenCollections(me)).where("removed_at", "is", null).executeTakeFirst();
  throw problem(row === undefined && seen !== undefined ? "not-allowed" : "not-found");
}
