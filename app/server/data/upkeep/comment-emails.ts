/*
 * Who is notified of a comment, and what one email contains. Notifications are stored with the comment; a person gets
 * at most one email per draft every quarter of an hour, with everything since the last. Whether they can still see the
 * draft is checked when it is sent.
 */
import { sql } from "kysely";
import type { CommentAnchor } from "#core/comments/comment-anchor.ts";
import { mentionedIn } from "#core/comments/comment-mentions.ts";
import { theServer, type Membership, type Person, type Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Alongside, Db, Trx } from "../../db/database.ts";
import { listDraftReaders } from "../organizations/project-readers.ts";
import { seenDrafts } from "../visible.ts";
import { lacksTwoFactor, policiesOf } from "../admission.ts";

export const minutesBetweenEmails = 15;

type Told = { id: string; draftId: string; ownerId: string; threadId: string | null; text: string };

/** In the comment's transaction: notifies the draft's owner, those who wrote in the thread, and those mentioned. */
export async function noteComment(me: Person, trx: Trx, comment: Told): Promise<void> {
  const { draftId, ownerId, threadId } = comment;
  const all = actAs(theServer, trx);
  const viewers = (await listDraftReaders(theServer, all, [draftId])).get(draftId) ?? [];
  const readers = [...new Set([ownerId, ...viewers])].filter((id) => id !== me.userId);
  if (readers.length === 0) return;
  const people = await trx.selectFrom("user").select(["id", "name", "email"]).where("id", "in", readers).execute();
  const spoken = threadId === null ? [] : await authorsIn(trx, threadId);
  const told = new Set([ownerId, ...spoken, ...mentionedIn(comment.text, people)]);
  for (const recipient of readers.filter((id) => told.has(id)).toSorted()) {
    await all
      .insertInto("comment_notices")
      .values({ recipient_id: recipient, draft_id: draftId, comment_id: comment.id })
      .execute();
    await sql`insert into comment_letters (recipient_id, draft_id, due_at) values (${recipient}, ${draftId}::uuid, now())
      on conflict (recipient_id, draft_id) do update set due_at = coalesce(comment_letters.due_at,
        greatest(now(), comment_letters.sent_at + make_interval(mins => ${minutesBetweenEmails})))`.execute(all);
  }
}

async function authorsIn(trx: Trx, threadId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom("comments")
    .select("author_id")
    .distinct()
    .where((where) => where.or([where("id", "=", threadId), where("thread_id", "=", threadId)]))
    .where("deleted_at", "is", null)
    .execute();
  return rows.flatMap(({ author_id: author }) => author ?? []);
}

export type CommentNews = {
  to: string;
  draft: { id: string; name: string; projectId: string; isOwn: boolean };
  /** Slug of the draft's organization. */
  slug: string | null;
  comments: { author: string; about: string; text: string }[];
};

/** Takes the next due email; "nothing" if its recipient no longer needs it, undefined if none is due. */
export async function takeCommentNews(
  me: Server,
  db: Db,
  alongside?: Alongside<CommentNews>,
): Promise<CommentNews | "nothing" | undefined> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    // Deleting the draft or the person locks notices before emails. Locking both rows first avoids a deadlock.
    const { rows: found } = await sql<{ recipient_id: string; draft_id: string }>`select recipient_id, draft_id from comment_letters
      join drafts on drafts.id = draft_id join "user" on "user".id = recipient_id
      where due_at <= now() order by due_at limit 1
      for key share of drafts, "user" skip locked for update of comment_letters skip locked`.execute(trx);
    const due = found[0];
    if (due === undefined) return undefined;
    const { recipient_id: recipient, draft_id: draftId } = due;
    const { rows } = await sql<{ author: string | null; anchor: CommentAnchor; text: string }>`
      with told as (delete from comment_notices where recipient_id = ${recipient} and draft_id = ${draftId}::uuid returning comment_id)
      select writer.name as author, first.anchor, comments.text from told
        join comments on comments.id = told.comment_id
        join comments first on first.id = coalesce(comments.thread_id, comments.id)
        left join "user" writer on writer.id = comments.author_id
      where comments.deleted_at is null order by comments.created_at, comments.id`.execute(trx);
    const person = await personToTell(me, trx, recipient);
    const draft = person && rows.length > 0 ? await seenDraft(person, trx, draftId) : undefined;
    const sentAt = draft === undefined ? sql<Date>`sent_at` : sql<Date>`now()`;
    await trx
      .updateTable("comment_letters")
      .set({ due_at: null, sent_at: sentAt })
      .where("recipient_id", "=", recipient)
      .where("draft_id", "=", draftId)
      .execute();
    if (person === undefined || draft === undefined) return "nothing";
    const slug = person.memberships.find(({ organizationId }) => organizationId === draft.organization_id)?.slug ?? null;
    const comments = rows.map(({ author, anchor, text }) => ({ author: author ?? "Someone", about: anchor.about, text }));
    const isOwn = draft.owner_id === recipient;
    const about = { id: draftId, name: draft.name, projectId: draft.project_id, isOwn };
    const news = { to: person.email, draft: about, slug, comments };
    await alongside?.(trx, news);
    return news;
  });
}

/** Seconds; null if none is waiting. */
export async function nextCommentEmailIn(me: Server, db: Db): Promise<number | null> {
  db = actAs(me, db);
  const { rows } = await sql<{ wait: number | null }>`select ceil(extract(epoch from min(due_at) - now()))::int as wait
    from comment_letters where due_at is not null`.execute(db);
  return rows[0]?.wait ?? null;
}

/** As if they requested the draft now. Names are shown only to those with a verified address. */
async function personToTell(_me: Server, trx: Trx, id: string): Promise<Person | undefined> {
  const row = await trx
    .selectFrom("user")
    .select(["id", "name", "email"])
    .where("id", "=", id)
    .where("emailVerified", "=", true)
    .where(sql<boolean>`not exists (select 1 from suspensions where suspensions.user_id = "user".id)`)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { rows: memberships } = await sql<Membership>`select organization.id as "organizationId", organization.slug,
      organization.name, member.role, 'free' as plan, ${policiesOf} as policies
    from member join organization on organization.id = member."organizationId" join "user" person on person.id = member."userId"
    where member."userId" = ${id} and not ${lacksTwoFactor}`.execute(trx);
  const { name, email } = row;
  return {
    kind: "person",
    userId: id,
    name,
    email,
    isVerified: true,
    plan: "free",
    ownPlan: "free",
    organizationId: null,
    memberships,
  };
}

async function seenDraft(person: Person, trx: Trx, draftId: string) {
  return trx
    .selectFrom("drafts")
    .select(["name", "project_id", "organization_id", "owner_id"])
    .where("id", "=", draftId)
    .where(seenDrafts(person))
    .executeTakeFirst();
}
