/*
 * An agent's changes on a draft's timeline: one entry for all of them. They are saved as they are made, as is what the
 * writer types meanwhile, so the entry is extended and moved to the newest version each time. Undoing all of it is a
 * separate entry.
 */
import { sql } from "kysely";
import { joinAction, type AgentAction, type AgentEntry } from "#core/agent/agent.ts";
import type { AppliedChangeRow } from "#core/requests/changes.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { seenDrafts } from "../visible.ts";

type Content = { version: number; document: string; words: number; authorship: string | null };
type AgentSave = { draftId: string; summary: string; agent: AgentAction; content: Content };

/** Records a save of an agent's changes on the timeline. Returns the entry's id. */
export async function saveAgentEntry(me: Person, trx: Trx, save: AgentSave): Promise<string> {
  trx = actAs(me, trx);
  const { draftId, summary, agent, content } = save;
  const begun = await entryOf(trx, draftId, agent.messageId);
  if (begun !== undefined) {
    const joined = JSON.stringify(joinAction(begun.agent, agent));
    const resumes = !agent.isUndo && begun.name === null;
    const moved = resumes ? { ...content, updated_at: sql<Date>`now()` } : {};
    await trx
      .updateTable("draft_versions")
      .set({ agent: joined, ...moved })
      .where("id", "=", begun.id)
      .execute();
    if (resumes) return begun.id;
  }
  const { messageId, model, made, isUndo } = agent;
  const entry: AgentEntry = { messageId, model, changes: isUndo ? [] : made, isUndo };
  const row = { id: uuidv7(), draft_id: draftId, kind: "agent" as const, summary, agent: JSON.stringify(entry) };
  await trx
    .insertInto("draft_versions")
    .values({ ...row, ...content, made_by: me.userId })
    .execute();
  return row.id;
}

async function entryOf(trx: Trx, draftId: string, messageId: string) {
  const row = await trx
    .selectFrom("draft_versions")
    .select(["id", "name", "agent"])
    .where("draft_id", "=", draftId)
    .where(sql<boolean>`agent is not null and agent ->> 'messageId' = ${messageId} and agent ->> 'isUndo' = 'false'`)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, agent: row.agent as AgentEntry };
}

/** What an entry changed; empty if no agent made it. */
export async function listAgentChanges(
  me: Person,
  db: Db,
  at: { draftId: string; versionId: string },
): Promise<{ messageId: string | null; changes: AppliedChangeRow[] }> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("draft_versions")
    .innerJoin("drafts", "drafts.id", "draft_versions.draft_id")
    .select("agent")
    .where("draft_versions.id", "=", at.versionId)
    .where("drafts.id", "=", at.draftId)
    .where(seenDrafts(me))
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  const { messageId, changes } = (row.agent as AgentEntry | null) ?? { messageId: null, changes: [] };
  return { messageId, changes };
}
