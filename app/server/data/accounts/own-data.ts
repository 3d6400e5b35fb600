/*
 * Everything a person owns, row by row, for their data export. What they made in an organization is included while they
 * are a member.
 */
import { sql, type RawBuilder } from "kysely";
import type { Attachment, MessagePart } from "#core/chat/message.ts";
import type { PseudonymList } from "#core/pseudonyms/entry.ts";
import type { Matter } from "#core/workspace/project.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import type { Source } from "#core/sources/source.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import type { DraftPackage } from "../drafts/draft-packages.ts";
import { seenDrafts, seenReviews } from "../visible.ts";

const rowsAtOnce = 200;

export type OwnMessage = {
  id: string;
  parentId: string | null;
  role: string;
  content: string;
  parts: MessagePart[];
  attachments: Attachment[] | null;
  sources: Source[] | null;
  createdAt: string;
  /** Whether the message is shown; otherwise it is an earlier version or was removed. */
  isShown: boolean;
  model: string | null;
};
export type OwnChat = {
  id: string;
  organizationId: string | null;
  projectId: string | null;
  title: string;
  createdAt: string;
  updatedAt: string;
  /** Proposed for the chat's own texts, and those texts if they were changed. */
  changes: OwnChange[];
  texts: { name: string; text: string }[];
};
/** `patch` is what was proposed, `change` what was done. */
export type OwnChange = {
  messageId: string | null;
  state: string;
  reason: string | null;
  patch: unknown;
  change: unknown;
  createdAt: string;
  updatedAt: string;
};
export type OwnProject = {
  id: string;
  organizationId: string | null;
  name: string;
  instructions: string;
  matter: Partial<Matter>;
  createdAt: string;
  archivedAt: string | null;
  sharedWith: string[];
  /** What is replaced on the way to a model; null if nothing ever was. */
  pseudonyms: (PseudonymList & { isOn: boolean }) | null;
};
export type OwnDraft = {
  id: string;
  organizationId: string | null;
  projectId: string;
  name: string;
  content: string;
  language: string | null;
  document: unknown;
  createdAt: string;
  updatedAt: string;
  /** By any author; deleted comments are left out. */
  comments: { threadId: string; about: string; isResolved: boolean; author: string | null; text: string; createdAt: string }[];
  changes: OwnChange[];
  versions: { version: number; kind: string; name: string | null; summary: string; document: unknown; createdAt: string }[];
  /** What it was held against, and what was found. */
  playbookChecks: unknown[];
  /** The Word file it was made from. */
  package: DraftPackage | null;
};

function changesOf(column: "chat_id" | "draft_id", table: "chats" | "drafts") {
  return sql`coalesce((select json_agg(json_build_object('messageId', message_id, 'state', state, 'reason', reason, 'rejectReason', reject_reason, 'patch', patch,
      'change', change, 'createdAt', created_at, 'updatedAt', updated_at) order by proposed_changes.id)
    from proposed_changes where ${sql.ref(`proposed_changes.${column}`)} = ${sql.ref(`${table}.id`)}), '[]')`;
}

function checksOf() {
  return sql`coalesce((select json_agg(json_build_object('name', playbook_checks.name, 'model', model, 'by', "user".name, 'createdAt', playbook_checks.created_at,
      'rules', (select json_agg(json_build_object('title', title, 'rule', rule, 'finding', finding, 'proposed', proposed) order by place)
        from playbook_findings where check_id = playbook_checks.id)) order by playbook_checks.id)
    from playbook_checks left join "user" on "user".id = made_by where draft_id = drafts.id), '[]')`;
}

/** Data about the account itself, without any credentials. */
export async function getOwnAccount(me: Person, db: Db): Promise<Record<string, unknown>> {
  db = actAs(me, db);
  const { rows } = await sql<
    Record<string, unknown>
  >`select person.id, person.name, person.email, person."emailVerified" as "isVerified",
    person."createdAt", person.plan, person.notifications, person.writes, person."twoFactorEnabled" as "hasSecondStep",
    coalesce((select json_agg(json_build_object('name', organization.name, 'slug', organization.slug, 'role', member.role, 'since', member."createdAt") order by organization.slug)
      from member join organization on organization.id = member."organizationId" where member."userId" = person.id), '[]') as organizations,
    coalesce((select json_agg(json_build_object('provider', "providerId", 'since', "createdAt")) from account where "userId" = person.id and "providerId" != 'credential'), '[]') as connections,
    coalesce((select json_agg(json_build_object('name', name, 'since', created_at, 'usedAt', used_at)) from passkeys where user_id = person.id), '[]') as passkeys,
    coalesce((select json_agg(json_build_object('userAgent', "userAgent", 'address', "ipAddress", 'since', "createdAt")) from session where "userId" = person.id), '[]') as sessions,
    coalesce((select json_agg(json_build_object('organization', organization.slug, 'month', month, 'tokens', tokens) order by month, organization.slug)
      from (select organization_id, to_char(day, 'YYYY-MM') as month, sum(tokens)::float8 as tokens
        from (select organization_id, day, tokens from plan_tokens where user_id = ${me.userId}
          union all select organization_id, month, tokens from plan_tokens_months where user_id = ${me.userId}) used group by 1, 2) sums
        left join organization on organization.id = sums.organization_id), '[]') as "tokensByMonth",
    coalesce((select json_agg(json_build_object('at', at, 'kind', kind, 'subject', subject, 'address', address, 'result', result) order by at)
      from security_events where user_id = person.id), '[]') as "securityLog"
    from "user" person where person.id = ${me.userId}`.execute(db);
  return rows[0] ?? {};
}

export async function* eachOwnChat(me: Person, db: Db): AsyncGenerator<OwnChat> {
  db = actAs(me, db);
  for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
    const { rows } = await sql<OwnChat>`select id, organization_id as "organizationId", project_id as "projectId", title,
        ${iso("created_at")} as "createdAt", ${iso("updated_at")} as "updatedAt", ${changesOf("chat_id", "chats")} as changes,
        coalesce((select json_agg(json_build_object('name', name, 'text', text) order by name)
          from chat_texts where chat_id = chats.id and text is not null), '[]') as texts
      from chats where owner_id = ${me.userId} and id > ${after}::uuid and ${mine(me)}
      order by id limit ${rowsAtOnce}`.execute(db);
    yield* rows;
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)!.id;
  }
}

/** All messages, earlier versions included, oldest first. */
export async function* eachOwnMessage(me: Person, db: Db, chatId: string): AsyncGenerator<OwnMessage> {
  db = actAs(me, db);
  for (let after = -1; ;) {
    const { rows } = await sql<
      OwnMessage & { seq: number }
    >`select messages.id, parent_id as "parentId", role, content, parts, attachments, sources, messages.seq,
        ${iso("messages.created_at")} as "createdAt", removed_by is null as "isShown", runs.model
      from messages join chats on chats.id = messages.chat_id left join runs on runs.message_id = messages.id
      where messages.chat_id = ${chatId}::uuid and chats.owner_id = ${me.userId} and messages.seq > ${after}
      order by messages.seq limit ${rowsAtOnce}`.execute(db);
    for (const { seq: _, ...message } of rows) yield message;
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)!.seq;
  }
}

export async function listOwnProjects(me: Person, db: Db): Promise<OwnProject[]> {
  db = actAs(me, db);
  const { rows } =
    await sql<OwnProject>`select id, organization_id as "organizationId", name, instructions, matter, ${iso("created_at")} as "createdAt",
      ${iso("archived_at")} as "archivedAt",
      coalesce((select json_agg(email order by email) from project_shares where project_id = projects.id), '[]') as "sharedWith",
      (select json_build_object('isOn', is_on, 'entries', entries, 'codes', codes) from pseudonym_lists
        where pseudonym_lists.project_id = projects.id) as pseudonyms
    from projects where owner_id = ${me.userId} and removed_at is null and ${mine(me)} order by id`.execute(db);
  return rows;
}

type OwnImport = {
  organizationId: string | null;
  fileName: string;
  size: number;
  status: string;
  result: unknown;
  createdAt: string;
};

/** Exports of other products that were imported or are queued. */
export async function listOwnImports(me: Person, db: Db): Promise<OwnImport[]> {
  db = actAs(me, db);
  const { rows } = await sql<OwnImport>`
    select organization_id as "organizationId", file_name as "fileName", size, status, result, ${iso("created_at")} as "createdAt"
    from imports where owner_id = ${me.userId} and ${mine(me)} order by created_at`.execute(db);
  return rows;
}

type OwnSpelling = { organizationId: string | null; draftId: string | null; entry: string; createdAt: string };

/** Dictionary words, and spelling issues ignored in a draft. */
export async function listOwnSpelling(me: Person, db: Db): Promise<OwnSpelling[]> {
  db = actAs(me, db);
  const { rows } = await sql<OwnSpelling>`
    select organization_id as "organizationId", draft_id as "draftId", entry, ${iso("created_at")} as "createdAt"
    from spelling_memory where owner_id = ${me.userId} and ${mine(me)} order by created_at, entry`.execute(db);
  return rows;
}

/** Their measured writing style; the organization's is not theirs to export. */
export async function getOwnStyle(me: Person, db: Db): Promise<Record<string, unknown>> {
  db = actAs(me, db);
  const { rows } = await sql<Record<string, unknown>>`
    select samples, description, house, ${iso("updated_at")} as "updatedAt" from writing_styles where user_id = ${me.userId}`.execute(
    db,
  );
  return rows[0] ?? {};
}

type OwnComment = {
  draftId: string;
  /** Null, like the anchored text, if the draft is no longer visible to them. */
  draft: string | null;
  about: string | null;
  threadId: string;
  text: string;
  createdAt: string;
  editedAt: string | null;
};

/** On all drafts, including other people's. */
export async function listOwnComments(me: Person, db: Db): Promise<OwnComment[]> {
  // Includes drafts they can no longer see: their own words remain theirs to export.
  db = actAs(theServer, db);
  const { rows } = await sql<OwnComment>`
    select comments.draft_id as "draftId", seen.name as draft, case when seen.id is null then null else first.anchor ->> 'about' end as about,
      first.id as "threadId", comments.text, ${iso("comments.created_at")} as "createdAt", ${iso("comments.edited_at")} as "editedAt"
    from comments join comments first on first.id = coalesce(comments.thread_id, comments.id)
      left join (select drafts.id, drafts.name from drafts where ${seenDrafts(me)}) seen on seen.id = comments.draft_id
    where comments.author_id = ${me.userId} and comments.deleted_at is null order by comments.created_at, comments.id`.execute(db);
  return rows;
}

type OwnAnswer = {
  reviewId: string;
  /** Null, like the document and the question, if the review is no longer visible to them. */
  review: string | null;
  document: string | null;
  column: string | null;
  /** What they verified or entered; null if they opened the cell again. */
  answer: string | null;
  at: string;
  undoneAt: string | null;
};

/** What a person verified or corrected in reviews of others' projects. */
export async function listOwnAnswers(me: Person, db: Db): Promise<OwnAnswer[]> {
  // Includes reviews they can no longer see: their own words remain theirs to export.
  db = actAs(theServer, db);
  const { rows } = await sql<OwnAnswer>`select change.review_id as "reviewId", seen.name as review,
      case when seen.id is not null then files.original_name end as document,
      case when seen.id is not null then review_columns.label end as column,
      after ->> 'answer' as answer, ${iso("made_at")} as at, ${iso("undone_at")} as "undoneAt"
    from review_changes change
      join review_columns on review_columns.id = column_id
      join review_documents on review_documents.id = document_id join files on files.id = file_id
      left join (select reviews.id, reviews.name from reviews where removed_at is null and ${seenReviews(me)}) seen
        on seen.id = change.review_id
    where change.made_by = ${me.userId} and not exists (select 1 from reviews join projects on projects.id = project_id
      where reviews.id = change.review_id and projects.owner_id = ${me.userId})
    order by change.id`.execute(db);
  return rows;
}

export async function* eachOwnDraft(me: Person, db: Db): AsyncGenerator<OwnDraft> {
  db = actAs(me, db);
  const { rows: ids } = await sql<{ id: string }>`select id from drafts
    where owner_id = ${me.userId} and removed_at is null and ${mine(me)} order by id`.execute(db);
  for (const { id } of ids) {
    const draft = await wholeDraft(db, id, sql`owner_id = ${me.userId}`);
    if (draft !== null) yield draft;
  }
}

/** A draft that this person sees, with everything that archives hold of it; null if it is gone. */
export async function getWholeDraft(me: Person, db: Db, id: string): Promise<OwnDraft | null> {
  db = actAs(me, db);
  return wholeDraft(db, id, seenDrafts(me));
}

async function wholeDraft(db: BoundDb, id: string, isTheirs: RawBuilder<unknown>): Promise<OwnDraft | null> {
  const { rows } =
    await sql<OwnDraft>`select id, organization_id as "organizationId", project_id as "projectId", name, content, language, document,
    ${iso("created_at")} as "createdAt", ${iso("updated_at")} as "updatedAt",
    (select json_agg(json_build_object('version', version, 'kind', kind, 'name', name, 'summary', summary, 'document', document, 'createdAt', created_at) order by version)
      from draft_versions where draft_id = drafts.id) as versions,
    ${changesOf("draft_id", "drafts")} as changes,
    ${checksOf()} as "playbookChecks",
    (select json_build_object('key', key, 'name', name, 'size', size, 'sha256', sha256)
      from draft_packages where draft_id = drafts.id) as package,
    coalesce((select json_agg(json_build_object('threadId', first.id, 'about', first.anchor ->> 'about',
        'isResolved', first.resolved_at is not null, 'author', coalesce(writer.name, comments.author_name),
        'text', comments.text, 'createdAt', comments.created_at) order by first.created_at, first.id, comments.created_at, comments.id)
      from comments join comments first on first.id = coalesce(comments.thread_id, comments.id)
        left join "user" writer on writer.id = comments.author_id
      where comments.draft_id = drafts.id and comments.deleted_at is null), '[]') as comments
    from drafts where id = ${id}::uuid and ${isTheirs}`.execute(db);
  return rows[0] ?? null;
}

/** In the personal workspace, or in an organization the person belongs to. */
function mine(me: Person) {
  const organizations = JSON.stringify(me.memberships.map((membership) => membership.organizationId));
  return sql<boolean>`(organization_id is null or organization_id in (select json_array_elements_text(${organizations}::json)))`;
}

function iso(column: string) {
  return sql<string>`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

export type OwnFile = {
  id: string;
  organizationId: string | null;
  projectId: string | null;
  name: string;
  contentType: string;
  size: number;
  sha256: string;
  createdAt: string;
  key: string;
};

/** Uploaded files that are not withheld; the content is in the store under `key`. */
export async function listOwnFiles(me: Person, db: Db): Promise<OwnFile[]> {
  db = actAs(me, db);
  const { rows } =
    await sql<OwnFile>`select id, organization_id as "organizationId", project_id as "projectId", original_name as name,
      content_type as "contentType", size, sha256, ${iso("created_at")} as "createdAt", key
    from files where owner_id = ${me.userId} and removed_at is null and status = 'ready' and ${mine(me)} order by id`.execute(db);
  return rows;
}
