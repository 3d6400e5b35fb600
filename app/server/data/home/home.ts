/* The lists of a workspace's home, one query each, paged by time and id. All of it is visible to `me` anyway. */
import { sql, type RawBuilder } from "kysely";
import { mentionedIn } from "#core/comments/comment-mentions.ts";
import { truncate } from "#core/sources/source.ts";
import {
  homeItemsPerPage,
  writeCursor,
  type HomeCursor,
  type HomePage,
  type HomeProject,
  type WaitingCells,
  type WaitingChanges,
  type WaitingComment,
} from "#core/workspace/home.ts";
import type { Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { contains } from "../../db/word-pattern.ts";
import { isOwnAnswer } from "../drafts/proposed-changes.ts";
import { isHere, seenDrafts, seenProjects, writtenDrafts, writtenReviews } from "../visible.ts";

const excerptLength = 200;

/** A cursor has milliseconds, the database microseconds. */
const moment = (column: RawBuilder<unknown>) => sql`date_trunc('milliseconds', ${column})`;
const after = (cursor: HomeCursor | null, at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  cursor === null ? sql`true` : sql`(${moment(at)}, ${id}) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`;

function pageOf<Row, T>(rows: readonly Row[], itemOf: (row: Row) => T, cursorOf: (row: Row) => HomeCursor): HomePage<T> {
  const shown = rows.slice(0, homeItemsPerPage);
  const isMore = rows.length > shown.length;
  return { items: shown.map(itemOf), next: isMore ? writeCursor(cursorOf(shown.at(-1)!)) : null };
}

type CommentRow = {
  id: string;
  draftId: string;
  projectId: string;
  draft: string;
  author: string | null;
  text: string;
  at: Date;
  isMine: boolean;
};

/** In drafts of one's own, in threads one has written in, and where one is mentioned; not once one has answered. */
export async function listWaitingComments(me: Person, db: Db, cursor: HomeCursor | null): Promise<HomePage<WaitingComment>> {
  db = actAs(me, db);
  const said = sql.ref("said.created_at");
  const { rows } = await sql<CommentRow>`select said.id, drafts.id as "draftId", drafts.project_id as "projectId",
      drafts.name as draft, coalesce(writer.name, said.author_name) as author, said.text, said.created_at as at, part.mine as "isMine"
    from comments said
      join drafts on drafts.id = said.draft_id
      join comments first on first.id = coalesce(said.thread_id, said.id)
      left join "user" writer on writer.id = said.author_id
      cross join lateral (select drafts.owner_id = ${me.userId} or exists (select 1 from comments own
        where (own.id = first.id or own.thread_id = first.id) and own.author_id = ${me.userId} and own.deleted_at is null) as mine) part
    where said.author_id is not null and said.author_id <> ${me.userId} and said.deleted_at is null and first.resolved_at is null
      and ${isHere(me, "drafts.organization_id")} and ${seenDrafts(me)}
      and not exists (select 1 from comments later where (later.id = first.id or later.thread_id = first.id)
        and later.deleted_at is null and (later.created_at, later.id) > (said.created_at, said.id))
      and (part.mine or ${contains(sql`said.text`, `@${me.name}`)} or ${contains(sql`said.text`, `@${me.email}`)})
      and ${after(cursor, said, sql.ref("said.id"))}
    order by ${moment(said)} desc, said.id desc limit ${homeItemsPerPage + 1}`.execute(db);
  const page = pageOf(rows, itemOf, ({ at, id }) => ({ at: at.toISOString(), id }));
  // "@Ada" is found in "@Adam" too.
  return { next: page.next, items: page.items.filter((one) => one !== null) };

  function itemOf({ isMine, ...row }: CommentRow): WaitingComment | null {
    const isMention = mentionedIn(row.text, [{ ...me, id: me.userId }]).length > 0;
    if (!isMine && !isMention) return null;
    const text = truncate(row.text.replaceAll(/\s+/g, " "), excerptLength);
    return { ...row, author: row.author ?? "Former member", text, at: row.at.toISOString(), isMention };
  }
}

type ChangesRow = Omit<WaitingChanges, "at"> & { at: Date };

/** Drafts that one writes in, with open changes: of people, and of one's own answers, as the draft's page shows them. */
export async function listWaitingChanges(me: Person, db: Db, cursor: HomeCursor | null): Promise<HomePage<WaitingChanges>> {
  db = actAs(me, db);
  const newest = sql`max(proposed_changes.created_at)`;
  const { rows } = await sql<ChangesRow>`select drafts.id as "draftId", drafts.project_id as "projectId", drafts.name as draft,
      count(*)::int as count, (count(*) filter (where proposed_changes.message_id is null))::int as "byPeople", ${newest} as at
    from proposed_changes join drafts on drafts.id = proposed_changes.draft_id
    where proposed_changes.state = 'proposed' and proposed_changes.patch is not null
      and (proposed_changes.message_id is null or ${isOwnAnswer(me)})
      and ${isHere(me, "drafts.organization_id")} and ${writtenDrafts(me)}
    group by drafts.id having ${after(cursor, newest, sql.ref("drafts.id"))}
    order by ${moment(newest)} desc, drafts.id desc limit ${homeItemsPerPage + 1}`.execute(db);
  return pageOf(
    rows,
    (row) => ({ ...row, at: row.at.toISOString() }),
    ({ at, draftId }) => ({ at: at.toISOString(), id: draftId }),
  );
}

/** By review, those that are due first at the top. */
export async function listWaitingCells(me: Person, db: Db): Promise<WaitingCells[]> {
  db = actAs(me, db);
  const due = sql`min(review_cells.due_on)`;
  const { rows } = await sql<WaitingCells>`select reviews.id as "reviewId", reviews.name as review, count(*)::int as count,
      to_char(${due}, 'YYYY-MM-DD') as due, coalesce(${due} < current_date, false) as "isOverdue"
    from review_cells join reviews on reviews.id = review_cells.review_id and reviews.removed_at is null
      join projects on projects.id = reviews.project_id
      join review_documents on review_documents.id = document_id and review_documents.removed_at is null
      join review_columns on review_columns.id = column_id and review_columns.removed_at is null
    where review_cells.assigned_to = ${me.userId} and held is null
      and ${isHere(me, "projects.organization_id")} and ${writtenReviews(me)}
    group by reviews.id order by ${due} nulls last, reviews.id limit ${homeItemsPerPage}`.execute(db);
  return rows;
}

type ProjectRow = Omit<HomeProject, "updatedAt"> & { at: Date };

/** Last changed first, archived ones left out; `words`: part of their names. */
export async function listHomeProjects(me: Person, db: Db, { limit, words = "" }: { limit: number; words?: string }) {
  db = actAs(me, db);
  const { rows } = await sql<ProjectRow>`select projects.id, projects.name,
      (select name from "user" where "user".id = projects.owner_id) as "ownerName", projects.owner_id = ${me.userId} as "isOwner",
      projects.is_sample as "isSample", projects.updated_at as at
    from projects where ${seenProjects(me)} and ${isHere(me, "projects.organization_id")} and projects.archived_at is null
      and ${contains(sql`projects.name`, words)}
    order by projects.updated_at desc, projects.id limit ${limit}`.execute(db);
  return rows.map(projectOf);
}

function projectOf({ at, ...project }: ProjectRow): HomeProject {
  return { ...project, updatedAt: at.toISOString() };
}
