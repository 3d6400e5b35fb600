/*
 * Comments on drafts. Everyone who sees a draft can read and write them; thread anchors are updated with every save, so
 * that threads stay with their text regardless of who edits it.
 */
import { sql } from "kysely";
import type { CommentAnchor } from "#core/comments/comment-anchor.ts";
import { commentsPerDraft, type Comment, type CommentThread, type ImportedThread } from "#core/comments/comment.ts";
import type { AnchorGiven, CommentChange, NewComment } from "#core/requests/comments.ts";
import { theServer, type Person, type Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db, Trx } from "../../db/database.ts";
import type { Anchored, SavedDraft } from "../../long-work/draft-tasks.ts";
import { longWork } from "../../long-work/long-work.ts";
import { noteComment } from "../upkeep/comment-emails.ts";
import { writtenDrafts, seenDrafts } from "../visible.ts";

type SeenDraft = { id: string; ownerId: string; version: number; isOwn: boolean };

/** How often an anchor is located again because the text was saved in between. */
const mostTries = 5;

export async function listComments(me: Person, db: Db, draftId: string): Promise<CommentThread[]> {
  db = actAs(me, db);
  return readThreads(me, db, await seenDraft(me, db, draftId));
}

async function seenDraft(me: Person, db: BoundDb, draftId: string): Promise<SeenDraft> {
  const row = await db
    .selectFrom("drafts")
    .select(["id", "owner_id", "version", sql<boolean>`(${writtenDrafts(me)})`.as("is_own")])
    .where("id", "=", draftId)
    .where(seenDrafts(me))
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return { id: row.id, ownerId: row.owner_id, version: row.version, isOwn: row.is_own };
}

/** In text order; threads whose text is gone come last. */
async function readThreads(me: Person, db: BoundDb, draft: SeenDraft, threadId?: string): Promise<CommentThread[]> {
  const rows = await db
    .selectFrom("comments")
    .leftJoin("user", "user.id", "comments.author_id")
    .selectAll("comments")
    .select("user.name as user_name")
    .where("draft_id", "=", draft.id)
    .$if(threadId !== undefined, (query) =>
      query.where((where) => where.or([where("comments.id", "=", threadId!), where("thread_id", "=", threadId!)])),
    )
    .orderBy("created_at")
    .orderBy("comments.id")
    .execute();
  const threads = new Map<string, CommentThread>();
  for (const row of rows.filter((one) => one.anchor !== null)) {
    const mayResolve = draft.isOwn || row.author_id === me.userId;
    const anchor = row.anchor as CommentAnchor;
    threads.set(row.id, { id: row.id, anchor, isResolved: row.resolved_at !== null, mayResolve, comments: [] });
  }
  for (const row of rows) {
    const isDeleted = row.deleted_at !== null;
    if (isDeleted && row.thread_id !== null) continue;
    const isMine = row.author_id === me.userId;
    threads.get(row.thread_id ?? row.id)?.comments.push({
      id: row.id,
      author: row.user_name ?? row.author_name,
      isMine,
      isDeleted,
      mayDelete: isMine || (draft.isOwn && row.author_name !== null),
      text: isDeleted ? "" : row.text,
      createdAt: row.created_at.toISOString(),
      editedAt: row.edited_at?.toISOString() ?? null,
    } satisfies Comment);
  }
  const place = ({ anchor }: CommentThread) => anchor.place?.start ?? Number.POSITIVE_INFINITY;
  const shown = [...threads.values()].filter(({ comments }) => comments.some(({ isDeleted }) => !isDeleted));
  return shown.sort((a, b) => place(a) - place(b) || (a.id < b.id ? -1 : 1));
}

export type Commented = { thread: CommentThread | null; ownerId: string };

/** Idempotent: the same comment sent again is not a new one. */
export async function writeComment(me: Person, db: Db, given: { draftId: string; comment: NewComment }): Promise<Commented> {
  db = actAs(me, db);
  const { comment, draftId } = given;
  for (let tries = 0; tries < mostTries; tries++) {
    const found = "anchor" in comment ? (await anchorsIn(me, db, draftId, [comment.anchor]))[0]! : null;
    const written = await db.transaction().execute((trx) => writeFound(me, trx, { ...given, found }));
    if (written !== null) return written;
  }
  throw problem("too-busy");
}

/** Null if the text was saved since the anchor was located. */
async function writeFound(
  me: Person,
  trx: Trx,
  { draftId, comment, found }: { draftId: string; comment: NewComment; found: FoundAnchor | null },
): Promise<Commented | null> {
  const draft = await seenDraft(me, trx, draftId);
  if (found !== null && draft.version !== found.version) return null;
  const threadId = "threadId" in comment ? comment.threadId : null;
  if (threadId !== null) await commentOf(trx, draft.id, threadId, { isFirst: true });
  const { count } = await trx
    .selectFrom("comments")
    .select((query) => query.fn.countAll().as("count"))
    .where("draft_id", "=", draft.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= commentsPerDraft) throw problem("too-many-comments");
  const anchor = found?.anchor ?? null;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("comments")
    .values({
      id: comment.id,
      draft_id: draft.id,
      thread_id: threadId,
      author_id: me.userId,
      text: comment.text,
      anchor: anchor && JSON.stringify(anchor),
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) {
    const { author_id } = await commentOf(trx, draft.id, comment.id);
    if (author_id !== me.userId) throw problem("not-found");
    // The first response may have been lost and the comment edited since.
    await trx.updateTable("comments").set({ text: comment.text }).where("id", "=", comment.id).execute();
  } else {
    await noteComment(me, trx, { ...comment, threadId, draftId: draft.id, ownerId: draft.ownerId });
  }
  const [thread] = await readThreads(me, trx, draft, threadId ?? comment.id);
  return { thread: thread ?? null, ownerId: draft.ownerId };
}

/** Located before the transaction; `version` is that of the text it was located in. */
export type FoundAnchor = { anchor: CommentAnchor; version: number };

/** All in one version of the text. */
export async function anchorsIn(me: Person, db: Db, draftId: string, given: readonly AnchorGiven[]): Promise<FoundAnchor[]> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("drafts")
    .select(["version", sql<string>`document::text`.as("document")])
    .where("id", "=", draftId)
    .where(seenDrafts(me))
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  const { document, version } = row;
  const anchors = given.map(({ quote, before, after, start }) => {
    return { about: quote, quote, before, after, place: { start, end: start + quote.length } };
  });
  const found = await longWork(me, "commentAnchors", { document, anchors });
  return found.map((anchor) => ({ anchor, version }));
}

/** Locked as Stet itself, since a reply locks a thread that may be another person's. */
async function commentOf(trx: Trx, draftId: string, commentId: string, { isFirst = false } = {}) {
  const row = await actAs(theServer, trx)
    .selectFrom("comments")
    .select(["id", "thread_id", "author_id", "author_name"])
    .where("id", "=", commentId)
    .where("draft_id", "=", draftId)
    .$if(isFirst, (query) => query.where("thread_id", "is", null))
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return row;
}

type ChangeGiven = { draftId: string; commentId: string; change: CommentChange };

export async function changeComment(me: Person, db: Db, { draftId, commentId, change }: ChangeGiven): Promise<Commented> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const draft = await seenDraft(me, trx, draftId);
    const comment = await commentOf(trx, draft.id, commentId, { isFirst: "isResolved" in change });
    const isMine = comment.author_id === me.userId;
    // Imported comments have no author here, so the draft's owner may delete them.
    const isImported = comment.author_name !== null;
    const may = "isResolved" in change ? isMine || draft.isOwn : isMine || ("isDeleted" in change && isImported && draft.isOwn);
    if (!may) throw problem("not-allowed");
    await trx.updateTable("comments").set(columnsOf(change)).where("id", "=", comment.id).execute();
    const [thread] = await readThreads(me, trx, draft, comment.thread_id ?? comment.id);
    return { thread: thread ?? null, ownerId: draft.ownerId };
  });
}

function columnsOf(change: CommentChange) {
  const now = sql<Date>`now()`;
  if ("isResolved" in change) return { resolved_at: change.isResolved ? now : null };
  if ("isDeleted" in change) return { deleted_at: change.isDeleted ? now : null };
  return { text: change.text, edited_at: now };
}

const rowsAtOnce = 500;

/** In the transaction of the draft they were imported with. */
export async function keepImportedComments(
  me: Server,
  trx: Trx,
  draftId: string,
  threads: readonly ImportedThread[],
): Promise<void> {
  trx = actAs(me, trx);
  const now = Date.now();
  let place = 0;
  const rows = threads.flatMap(({ anchor, isResolved, comments }) => {
    const threadId = uuidv7();
    return comments.map(({ author, date, text }, i) => ({
      id: i === 0 ? threadId : uuidv7(),
      draft_id: draftId,
      thread_id: i === 0 ? null : threadId,
      author_name: author,
      text,
      anchor: i === 0 ? JSON.stringify(anchor) : null,
      resolved_at: i === 0 && isResolved ? new Date(now) : null,
      // Undated comments are kept in file order.
      created_at: date ?? new Date(now + place++),
    }));
  });
  const ordered = [...rows.filter((row) => row.thread_id === null), ...rows.filter((row) => row.thread_id !== null)];
  for (let from = 0; from < Math.min(ordered.length, commentsPerDraft); from += rowsAtOnce)
    await trx
      .insertInto("comments")
      .values(ordered.slice(from, Math.min(from + rowsAtOnce, commentsPerDraft)))
      .execute();
}

export async function anchoredComments(me: Server, db: Db | Trx, draftId: string): Promise<Anchored[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("comments")
    .select(["id", "anchor"])
    .where("draft_id", "=", draftId)
    .where("anchor", "is not", null)
    .orderBy("id")
    .execute();
  return rows.map(({ id, anchor }) => ({ id, anchor: anchor as CommentAnchor }));
}

/** In the same transaction as the document they belong to. */
export async function writeCommentAnchors(me: Server, trx: Trx, moved: SavedDraft["comments"]): Promise<void> {
  trx = actAs(me, trx);
  if (moved.length === 0) return;
  await sql`update comments set anchor = given.anchor::jsonb
    from json_to_recordset(${JSON.stringify(moved)}::json) as given (id uuid, anchor text)
    where comments.id = given.id`.execute(trx);
}
