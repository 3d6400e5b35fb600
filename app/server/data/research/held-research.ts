/* A research that is about to be changed. */
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Trx } from "../../db/database.ts";
import { seenResearch, writtenResearch } from "../visible.ts";

/** Locks a research that this person may change; returns its project. */
export async function heldResearch(me: Person, trx: Trx, id: string, { removed = false } = {}): Promise<{ projectId: string }> {
  trx = actAs(me, trx);
  const found = trx.selectFrom("research").select(["project_id", "removed_at"]).where("id", "=", id);
  const row = await found.where(writtenResearch(me)).forUpdate().executeTakeFirst();
  if (row !== undefined && (row.removed_at === null || removed)) return { projectId: row.project_id };
  const seen = await found.where(seenResearch(me)).where("removed_at", "is", null).executeTakeFirst();
  throw problem(row === undefined && seen !== undefined ? "not-allowed" : "not-found");
}
