/*
 * Moves a draft to another project. Everything that hangs on the draft comes along: its versions, proposed changes,
 * comments and Word file, its pictures (moved-pictures.ts), the mover's chats beside it, and the names that are replaced
 * in it on the way to a model. Who reads it is decided by the shares of the project it is in.
 */
import { sql } from "kysely";
import { entriesIn } from "#core/pseudonyms/entries-in.ts";
import { changedEntries } from "#core/pseudonyms/list-change.ts";
import type { Entry } from "#core/pseudonyms/entry.ts";
import { theServer, type Actor, type Person, type Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { Db, Trx } from "../../db/database.ts";
import { enforceLimit } from "../accounts/plan-usage.ts";
import { projectRefusal } from "../organizations/projects.ts";
import { lockedList } from "../pseudonyms/pseudonym-lists.ts";
import { removableDrafts, seenDrafts, takingProjects } from "../visible.ts";
import { movePictures, type CopiedBytes } from "./moved-pictures.ts";

/** `revealsNames`: the person knows that names replaced so far will be sent to models as they are written. */
export type DraftMove = { draftId: string; projectId: string; revealsNames?: boolean | undefined };

/** `before`: the project it was in; moving it back there undoes this. `chatIds`: the chats that came along. */
export type MovedTo = { before: string; chatIds: string[] };

/** Throws `BytesNotCopied` if it needs more copies; `server/files/move-draft.ts` makes them. */
export async function moveDraft(me: Person, db: Db, move: DraftMove, copied: CopiedBytes = new Map()): Promise<MovedTo> {
  const { draftId, projectId, revealsNames = false } = move;
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const draft = await lockedDraft(me, trx, draftId);
    if (draft.projectId === projectId) return { before: projectId, chatIds: [] };
    const to = await projectFor(me, trx, draft, projectId);
    await refuseWhileAnswering(theServer, trx, draftId);
    const way = { draft, from: draft.projectId, to: projectId };
    await moveNames(theServer, trx, way, { isOwner: draft.isOwner, revealsNames });
    await trx.updateTable("drafts").set({ project_id: projectId, owner_id: to.ownerId }).where("id", "=", draftId).execute();
    const chats = await trx
      .updateTable("chats")
      .set({ project_id: projectId })
      .where("draft_id", "=", draftId)
      .where("project_id", "=", draft.projectId)
      .where("owner_id", "=", me.userId)
      .returning("id")
      .execute();
    await movePictures(theServer, trx, { ...way, draftId, ownerId: to.ownerId, copied });
    if (copied.size > 0) await enforceLimit(me, trx, "storageBytes", draft.organizationId);
    return { before: draft.projectId, chatIds: chats.map(({ id }) => id) };
  });
}

export type MovedDraft = {
  projectId: string;
  organizationId: string | null;
  madeBy: string | null;
  content: string;
  isOwner: boolean;
};
type Move = { draft: Pick<MovedDraft, "organizationId" | "content">; from: string; to: string };

async function lockedDraft(me: Actor, trx: Trx, draftId: string): Promise<MovedDraft> {
  const row = await trx
    .selectFrom("drafts")
    .select(["project_id", "organization_id", "made_by", "content"])
    .select(sql<boolean>`owner_id = ${me.kind === "person" ? me.userId : null}`.as("is_owner"))
    .where("id", "=", draftId)
    .where("removed_at", "is", null)
    .where(removableDrafts(me))
    .forUpdate()
    .executeTakeFirst();
  if (row !== undefined) {
    const { project_id: projectId, organization_id: organizationId, made_by: madeBy, content, is_owner: isOwner } = row;
    return { projectId, organizationId, madeBy, content, isOwner };
  }
  const seen = await trx.selectFrom("drafts").select("id").where("id", "=", draftId).where(seenDrafts(me)).executeTakeFirst();
  if (seen === undefined) throw problem("not-found");
  throw problem("not-allowed", "Only the owner of its project and its author can move this draft.");
}

/** Where the person could also take it out again, so that every move can be undone by who made it. */
async function projectFor(me: Actor, trx: Trx, { organizationId, madeBy }: MovedDraft, projectId: string) {
  const row = await trx
    .selectFrom("projects")
    .select(["owner_id", "organization_id"])
    .where("id", "=", projectId)
    .where(takingProjects(me, madeBy))
    .executeTakeFirst();
  if (row === undefined) throw await projectRefusal(me, trx, projectId);
  if (row.organization_id !== organizationId)
    throw problem("bad-request", "A draft can only be moved between projects of its own workspace.");
  return { ownerId: row.owner_id };
}

/** Holds its chats, so that no answer starts meanwhile: it would be written with the other project's names and instructions. */
async function refuseWhileAnswering(me: Server, trx: Trx, draftId: string): Promise<void> {
  trx = actAs(me, trx);
  await trx.selectFrom("chats").select("id").where("draft_id", "=", draftId).orderBy("id").forUpdate().execute();
  const run = await trx
    .selectFrom("runs")
    .innerJoin("chats", "chats.id", "runs.chat_id")
    .select("runs.id")
    .where("chats.draft_id", "=", draftId)
    .where("runs.status", "=", "running")
    .executeTakeFirst();
  if (run !== undefined) throw problem("chat-busy", "An answer is being written beside this draft. Stop it first, or wait for it.");
}

/** The entries of the one project's list that occur in the draft are added to the other's. */
export async function moveNames(
  me: Server,
  trx: Trx,
  { draft, from, to }: Move,
  { isOwner, revealsNames }: { isOwner: boolean; revealsNames: boolean },
): Promise<void> {
  trx = actAs(me, trx);
  const rows = await trx
    .selectFrom("pseudonym_lists")
    .select(["project_id", "organization_id", "is_on", "entries"])
    .where("user_id", "is", null)
    .where((eb) => eb.or([eb("project_id", "in", [from, to]), eb("organization_id", "=", draft.organizationId)]))
    .execute();
  const of = (projectId: string | null) => rows.find((row) => row.project_id === projectId);
  const isRevealing = of(null)?.is_on !== true && of(from)?.is_on === true && of(to)?.is_on !== true;
  if (isRevealing && !isOwner)
    throw problem(
      "not-allowed",
      "Pseudonyms are on here and off in the other project. Only the owner can bring this draft’s text there.",
    );
  if (isRevealing && !revealsNames) throw problem("names-revealed");
  const known = of(from)?.entries ?? [];
  const found = entriesIn(known, draft.content);
  if (found.length === 0) return;
  const place = { organizationId: draft.organizationId, projectId: to, userId: "" };
  const id = await lockedList(me, trx, "project", place);
  const there = await trx.selectFrom("pseudonym_lists").select("entries").where("id", "=", id).executeTakeFirstOrThrow();
  await trx
    .updateTable("pseudonym_lists")
    .set({ entries: JSON.stringify(withEntries(there.entries, found)), version: sql`version + 1`, updated_at: sql`now()` })
    .where("id", "=", id)
    .execute();
}

function withEntries(entries: readonly Entry[], added: readonly Entry[]): readonly Entry[] {
  for (const { kind, forms } of added) {
    const more = changedEntries(entries, { add: { kind, forms } }, uuidv7);
    if (more === null) throw problem("too-large", "The other project’s list of pseudonyms is full.");
    entries = more;
  }
  return entries;
}
