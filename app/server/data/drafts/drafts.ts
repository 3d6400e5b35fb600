/*
 * Drafts and saving them; the timeline is in draft-versions.ts. A save names the version it is based on and is refused
 * if that is outdated, so no window overwrites what it has not seen. Every save is a timeline entry, except that
 * continued typing extends its entry for a while: an entry for every pause would be noise.
 */
import { sql } from "kysely";
import { Node } from "prosemirror-model";
import { packRuns, runsOf, type Authorship, type Origin } from "#core/authorship/authorship.ts";
import type { ImportedThread } from "#core/comments/comment.ts";
import { jsonOf, type DocumentJson } from "#core/document/document-schema.ts";
import type { DraftContent } from "#core/document/draft-content.ts";
import type { Draft, VersionKind, DraftAsText } from "#core/document/draft.ts";
import type { Paper } from "#core/document/paper.ts";
import type { Patch } from "#core/changes/patch.ts";
import type { AgentAction } from "#core/agent/agent.ts";
import { theServer, type Actor, type Person } from "#core/workspace/policy.ts";
import { JsonText } from "#core/text/json-text.ts";
import { problem } from "#core/workspace/problem.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db, Trx } from "../../db/database.ts";
import { checkedContent, type AskedDocument, type SavedDraft, type SavedDraftGiven } from "../../long-work/draft-tasks.ts";
import { longWork } from "../../long-work/long-work.ts";
import { anchoredComments, keepImportedComments, writeCommentAnchors } from "./comments.ts";
import { saveAgentEntry } from "./agent-entries.ts";
import { keepDraftPackage, type NewDraftPackage } from "./draft-packages.ts";
import { keepImportedChanges } from "./imported-changes.ts";
import { placedChanges, writeChangePlaces } from "./moved-changes.ts";
import { enforceLimit } from "../accounts/plan-usage.ts";
import { proposableDrafts, removableDrafts, seenDrafts, seenProjects, writtenDrafts, writtenProjects } from "../visible.ts";

export type NewDraft = {
  /** Of work that may be done again after a stop, which makes no second draft. */
  id?: string;
  projectId: string;
  name: string;
  document: Node | DraftContent;
  /** The file it was imported from, with the counterpart's changes in it. */
  imported?: {
    fileName: string;
    changes: readonly Patch[];
    comments: readonly ImportedThread[];
    /** A Word file: written into when the draft is exported. */
    package?: NewDraftPackage | null;
  };
  /** The authorship of its words if known: compressed JSON. */
  authorship?: string | null;
  /** When it was written elsewhere; otherwise now. */
  times?: { created_at: Date; updated_at: Date };
};

/** `alongside`: in the same transaction. */
export async function createDraft(me: Person, db: Db, given: NewDraft, alongside?: (trx: Trx) => Promise<void>): Promise<string> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const project = await trx
      .selectFrom("projects")
      .select(["id", "owner_id", "organization_id"])
      .where("id", "=", given.projectId)
      .where(writtenProjects(me))
      .executeTakeFirst();
    if (project === undefined) throw await refusalIn(me, trx, given.projectId);
    const id = given.id ?? uuidv7();
    const made = given.document instanceof Node ? checkedContent(given.document) : given.document;
    const content = contentColumns(made, given.authorship ?? importedAuthorship(given, made.size));
    await trx
      .insertInto("drafts")
      .values({
        id,
        project_id: project.id,
        owner_id: project.owner_id,
        organization_id: project.organization_id,
        made_by: me.userId,
        name: given.name,
        ...content,
        ...given.times,
      })
      .execute();
    const { words, authorship } = content;
    await trx
      .insertInto("draft_versions")
      .values({
        id: uuidv7(),
        draft_id: id,
        version: 1,
        // Already stored: a long draft is not sent twice.
        document: sql<string>`(select document from drafts where id = ${id})`,
        words,
        authorship,
        made_by: me.userId,
        ...(given.imported === undefined ? { kind: "created" } : { kind: "import", summary: given.imported.fileName }),
      })
      .execute();
    await keepImportedChanges(theServer, trx, id, given.imported?.changes ?? []);
    await keepImportedComments(theServer, trx, id, given.imported?.comments ?? []);
    if (given.imported?.package) {
      await keepDraftPackage(theServer, trx, id, given.imported.package);
      await enforceLimit(me, trx, "storageBytes", project.organization_id);
    }
    await enforceLimit(me, trx, "drafts", project.organization_id);
    await alongside?.(trx);
    return id;
  });
}

/** Those who see the project learn that they cannot write in it; for others it does not exist. */
async function refusalIn(me: Actor, db: BoundDb, projectId: string): Promise<Response> {
  const seen = await db.selectFrom("projects").select("id").where("id", "=", projectId).where(seenProjects(me)).executeTakeFirst();
  return problem(seen === undefined ? "not-found" : "not-allowed", seen && "You can read this project, but not write in it.");
}

function contentColumns({ document, content, words }: DraftContent, authorship: string | null) {
  return { document, content, words, authorship };
}

function importedAuthorship({ imported }: NewDraft, size: number): string | null {
  if (imported === undefined) return null;
  const origin: Origin = { kind: "imported", at: new Date().toISOString(), file: imported.fileName.slice(0, 400) };
  return JSON.stringify(packRuns(runsOf(size, origin)));
}

/** `besideChat`: as the context of this chat, so only while both are in one project. */
export async function getDraft(me: Person, db: Db, draftId: string, besideChat?: string): Promise<Draft> {
  db = actAs(me, db);
  const draft = await getDraftAsText(me, db, draftId, besideChat);
  return { ...draft, document: JSON.parse(draft.document) as DocumentJson };
}

export async function getDraftAsText(me: Person, db: Db, draftId: string, besideChat?: string): Promise<DraftAsText> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("drafts")
    .innerJoin("projects", "projects.id", "drafts.project_id")
    .select([
      "drafts.id",
      "drafts.project_id",
      "drafts.organization_id",
      "drafts.name",
      "drafts.version",
      "drafts.language",
      "drafts.paper",
      "drafts.authorship",
      "drafts.updated_at",
      "drafts.precedent_since",
      sql<string>`drafts.document::text`.as("document"),
    ])
    .select(["projects.name as project_name", "projects.is_unfiled", sql<boolean>`(${writtenDrafts(me)})`.as("can_change")])
    .select(sql<boolean>`(${proposableDrafts(me)})`.as("may_propose"))
    .select(sql<boolean>`drafts.made_by is not distinct from ${me.userId}`.as("is_mine"))
    .select(sql<boolean>`projects.owner_id = ${me.userId}`.as("is_owner"))
    .select((query) =>
      query
        .selectFrom("chats")
        .select("chats.id")
        .whereRef("chats.draft_id", "=", "drafts.id")
        .whereRef("chats.project_id", "=", "drafts.project_id")
        .where("chats.owner_id", "=", me.userId)
        .orderBy("chats.updated_at", "desc")
        .limit(1)
        .as("chat_id"),
    )
    .where("drafts.id", "=", draftId)
    .where(seenDrafts(me))
    .$if(besideChat !== undefined, (query) =>
      // What is replaced on the way to the model is decided by the chat's project.
      query.where(sql<boolean>`not exists (select 1 from chats where chats.id = ${besideChat}
        and chats.project_id is distinct from drafts.project_id)`),
    )
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return {
    id: row.id,
    projectId: row.project_id,
    projectName: row.project_name,
    isUnfiled: row.is_unfiled,
    organizationId: row.organization_id,
    name: row.name,
    document: row.document,
    version: row.version,
    language: row.language,
    paper: row.paper,
    authorship: row.authorship as Authorship | null,
    updatedAt: row.updated_at.toISOString(),
    canChange: row.can_change,
    mayPropose: row.may_propose,
    isMine: row.is_mine,
    isOwner: row.is_owner,
    isPrecedent: row.precedent_since !== null,
    chatId: row.chat_id,
  };
}

export async function requireWrittenDraft(me: Person, db: Db, draftId: string): Promise<void> {
  db = actAs(me, db);
  const row = await db.selectFrom("drafts").select("id").where("id", "=", draftId).where(writtenDrafts(me)).executeTakeFirst();
  if (row === undefined) throw await refusalOf(me, db, draftId);
}

/** Only the current version number. */
export async function getDraftVersion(me: Person, db: Db, draftId: string): Promise<number> {
  db = actAs(me, db);
  const row = await db.selectFrom("drafts").select("version").where("id", "=", draftId).where(seenDrafts(me)).executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return row.version;
}

export type DraftSave = {
  draftId: string;
  version: number;
  document: Node | JsonText | { markdown: string };
  kind: VersionKind;
  summary: string;
  /** The authorship, from an editor that tracked it. */
  authorship?: JsonText | undefined;
  agent?: AgentAction | undefined;
};

/** How often a save is recomputed because a comment came in between. */
const mostTries = 5;

/** Computed before the transaction, so that a long draft does not hold the database. */
export async function saveDraft(me: Person, db: Db, asked: DraftSave): Promise<{ version: number; versionId: string }> {
  db = actAs(me, db);
  for (let tries = 0; tries < mostTries; tries++) {
    const basis = await basisOf(me, db, asked);
    const made = await longWork(me, "savedDraft", {
      ...basis,
      asked: askedDocument(asked.document),
      authorship: asked.authorship?.text ?? null,
    });
    const saved = await db.transaction().execute(async (trx) => {
      const draft = await heldDraft(me, trx, asked);
      const now = await anchoredIn(trx, draft.id);
      if (!isCovered(now, basis)) return null;
      return writeSave(me, trx, draft, { asked, made });
    });
    if (saved !== null) return saved;
  }
  throw problem("too-busy");
}

type Basis = Pick<SavedDraftGiven, "stored" | "comments" | "changes">;

/** The version the save is based on, with everything anchored in its text. */
async function basisOf(me: Person, db: BoundDb, { draftId, version }: DraftSave): Promise<Basis> {
  const draft = await db
    .selectFrom("drafts")
    .select(["version", sql<string>`document::text`.as("document"), sql<string | null>`authorship::text`.as("authorship")])
    .where("id", "=", draftId)
    .where(writtenDrafts(me))
    .executeTakeFirst();
  if (draft === undefined) throw await refusalOf(me, db, draftId);
  if (draft.version !== version) throw problem("draft-changed");
  const { document, authorship } = draft;
  return { stored: { document, authorship }, ...(await anchoredIn(db, draftId)) };
}

async function anchoredIn(db: BoundDb, draftId: string): Promise<Pick<SavedDraftGiven, "comments" | "changes">> {
  return { comments: await anchoredComments(theServer, db, draftId), changes: await placedChanges(theServer, db, draftId) };
}

/** Whether the computed anchors cover the current ones: all but changes decided in between. */
function isCovered(now: Omit<Basis, "stored">, basis: Basis): boolean {
  const known = new Set(basis.changes.map((change) => JSON.stringify(change)));
  const isSame = JSON.stringify(now.comments) === JSON.stringify(basis.comments);
  return isSame && now.changes.every((change) => known.has(JSON.stringify(change)));
}

function askedDocument(document: DraftSave["document"]): AskedDocument {
  if (document instanceof Node) return { kind: "json", text: JSON.stringify(jsonOf(document)) };
  if (document instanceof JsonText) return { kind: "json", text: document.text };
  return { kind: "markdown", text: document.markdown };
}

async function heldDraft(me: Person, trx: Trx, asked: DraftSave): Promise<{ id: string; version: number }> {
  const draft = await lockDraft(me, trx, asked.draftId);
  if (draft.version !== asked.version) throw problem("draft-changed");
  return draft;
}

type SaveToWrite = { asked: DraftSave; made: SavedDraft };

async function writeSave(me: Person, trx: Trx, draft: { id: string; version: number }, { asked, made }: SaveToWrite) {
  const version = draft.version + 1;
  const content = contentColumns(made.content, made.authorship);
  await writeCommentAnchors(theServer, trx, made.comments);
  await writeChangePlaces(theServer, trx, made.changes);
  await trx
    .updateTable("drafts")
    .set({ ...content, version, updated_at: sql`now()` })
    .where("id", "=", draft.id)
    .execute();
  const { document, words, authorship } = content;
  if (asked.kind === "typed") {
    const versionId = await goOnTyping(me, trx, draft, { version, document, words, authorship });
    if (versionId !== null) return { version, versionId };
  }
  const { kind, summary, agent } = asked;
  if (kind === "agent") {
    if (agent === undefined) throw problem("bad-request", "agent: whose work it is.");
    const entry = { draftId: draft.id, summary, agent, content: { version, document, words, authorship } };
    return { version, versionId: await saveAgentEntry(me, trx, entry) };
  }
  const row = { id: uuidv7(), draft_id: draft.id, version, kind, summary, document, words, authorship, made_by: me.userId };
  await trx.insertInto("draft_versions").values(row).execute();
  return { version, versionId: row.id };
}

/** Typing extends one entry for this long, unless it was named or another entry came between. */
const typingLasts = "10 minutes";

/** The entry this person is typing in; null if a new one begins. */
async function goOnTyping(
  me: Person,
  trx: Trx,
  draft: { id: string; version: number },
  content: { version: number; document: string; words: number; authorship: string | null },
): Promise<string | null> {
  const row = await trx
    .updateTable("draft_versions")
    .set({ ...content, updated_at: sql`now()` })
    .where("draft_id", "=", draft.id)
    .where("version", "=", newestBesideAgents(draft))
    .where("kind", "=", "typed")
    .where("name", "is", null)
    .where("made_by", "=", me.userId)
    .where("created_at", ">", sql<Date>`now() - ${typingLasts}::interval`)
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** An agent at work keeps moving its entry to the top: text typed meanwhile still forms one entry. */
function newestBesideAgents(draft: { id: string; version: number }) {
  return sql<number>`(select coalesce(max(version) filter (where kind <> 'agent' or updated_at < now() - interval '1 minute'), 0)
    from draft_versions where draft_id = ${draft.id})`;
}

async function lockDraft(me: Person, trx: Trx, draftId: string): Promise<{ id: string; version: number }> {
  const row = await trx
    .selectFrom("drafts")
    .select(["id", "version"])
    .where("id", "=", draftId)
    .where(writtenDrafts(me))
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw await refusalOf(me, trx, draftId);
  return row;
}

/** A draft that is read-only for the person is refused as such; any other does not exist for them. */
export async function refusalOf(me: Person, db: Db | Trx, draftId: string): Promise<Response> {
  db = actAs(me, db);
  const seen = await db.selectFrom("drafts").select("id").where("id", "=", draftId).where(seenDrafts(me)).executeTakeFirst();
  return problem(seen === undefined ? "not-found" : "not-allowed", seen && "You can read this draft, but not change it.");
}

export type DraftFacts = { name: string } | { language: string | null } | { paper: Paper } | { isPrecedent: boolean };

export async function describeDraft(me: Person, db: Db, draftId: string, change: DraftFacts): Promise<void> {
  db = actAs(me, db);
  const { numUpdatedRows } = await db
    .updateTable("drafts")
    .set("isPrecedent" in change ? precedent(change.isPrecedent) : change)
    .where("id", "=", draftId)
    .where(writtenDrafts(me))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw await refusalOf(me, db, draftId);
}

/** Marked again, it keeps its place in the list. */
function precedent(isPrecedent: boolean) {
  return { precedent_since: isPrecedent ? sql<Date>`coalesce(precedent_since, now())` : null };
}

/** Removes a draft from view, or restores it. */
export async function setDraftRemoved(me: Person, db: Db, draftId: string, isRemoved: boolean): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable("drafts")
      .set({ removed_at: isRemoved ? sql<Date>`now()` : null })
      .where("id", "=", draftId)
      .where(removableDrafts(me))
      .returning("organization_id")
      .executeTakeFirst();
    if (changed === undefined) throw await refusalOf(me, trx, draftId);
    if (!isRemoved) await enforceLimit(me, trx, "drafts", changed.organization_id);
  });
}
