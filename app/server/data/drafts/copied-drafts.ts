/*
 * Copies a draft, as it stands, into a new one: its text with its pictures, language and paper, without its versions,
 * comments and open changes. The names that are replaced in it on the way to a model are taken along.
 */
import { sql } from "kysely";
import { theServer, type Actor, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { enforceLimit } from "../accounts/plan-usage.ts";
import { projectRefusal } from "../organizations/projects.ts";
import { seenDrafts, writtenProjects } from "../visible.ts";
import { moveNames, type DraftMove } from "./moved-drafts.ts";
import { movePictures, type CopiedBytes } from "./moved-pictures.ts";

/** Into a project that the person writes in; answers with its id. Throws `BytesNotCopied` like `moveDraft`. */
export async function copyDraft(me: Person, db: Db, copy: DraftMove, copied: CopiedBytes = new Map()): Promise<string> {
  const { draftId, projectId: to, revealsNames = false } = copy;
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const draft = await seenDraft(me, trx, draftId);
    const { projectId: from, organizationId } = draft;
    const ownerId = await ownerOf(me, trx, to, organizationId);
    if (from !== to) await moveNames(theServer, trx, { draft, from, to }, { isOwner: draft.isOwner, revealsNames });
    const id = uuidv7();
    await sql`insert into drafts (id, project_id, owner_id, organization_id, made_by, name, document, content, words, language, paper, authorship)
      select ${id}, ${to}, ${ownerId}, organization_id, ${me.userId}, name, document, content, words, language, paper, authorship
      from drafts where id = ${draftId}`.execute(trx);
    await sql`insert into draft_versions (id, draft_id, version, document, words, authorship, made_by, kind)
      select ${uuidv7()}, id, 1, document, words, authorship, made_by, 'created' from drafts where id = ${id}`.execute(trx);
    if (from !== to) await movePictures(theServer, trx, { draftId: id, from, to, ownerId, copied });
    await enforceLimit(me, trx, "drafts", organizationId);
    if (copied.size > 0) await enforceLimit(me, trx, "storageBytes", organizationId);
    return id;
  });
}

async function seenDraft(me: Actor, trx: Trx, draftId: string) {
  const row = await trx
    .selectFrom("drafts")
    .select(["project_id", "organization_id", "content"])
    .select(sql<boolean>`owner_id = ${me.kind === "person" ? me.userId : null}`.as("is_owner"))
    .where("id", "=", draftId)
    .where(seenDrafts(me))
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return { projectId: row.project_id, organizationId: row.organization_id, content: row.content, isOwner: row.is_owner };
}

async function ownerOf(me: Actor, trx: Trx, projectId: string, organizationId: string | null): Promise<string> {
  const row = await trx
    .selectFrom("projects")
    .select(["owner_id", "organization_id"])
    .where("id", "=", projectId)
    .where(writtenProjects(me))
    .executeTakeFirst();
  if (row === undefined) throw await projectRefusal(me, trx, projectId);
  if (row.organization_id !== organizationId) throw problem("bad-request", "A draft can only be copied within its own workspace.");
  return row.owner_id;
}
