/*
 * Drafts and their timeline. A save says which version it came from; from
 * another one it is refused, so no window overwrites what it has not seen.
 * Every save is an entry of the timeline, except that typing goes on in the
 * entry it began for a while: nobody wants one entry for every pause.
 */
import { sql } from "kysely";
import type { Node } from "prosemirror-model";
import { jsonOf, type DocumentJson } from "#core/document-schema.ts";
import { plainTextOf } from "#core/document-text.ts";
import { documentToMarkdown } from "#core/document-to-markdown.ts";
import type { Draft, DraftSummary, DraftVersion, VersionKind } from "#core/draft.ts";
import type { Patch } from "#core/patch.ts";
import { theServer, type Actor, type Person } from "#core/policy.ts";
import { problem } from "#core/problem.ts";
import { truncate } from "#core/source.ts";
import { uuidv7 } from "#core/uuid.ts";
import { countWords } from "#core/words.ts";
import type { Db, Trx } from "../db/database.ts";
import { keepImportedChanges } from "./imported-changes.ts";
import { holdToPlan } from "./plan-usage.ts";
import { ownDrafts, ownProjects, seenDrafts, seenProjects } from "./visible.ts";

const excerptLength = 200;

/** Of one project, the one changed last first. */
export async function listDrafts(me: Actor, db: Db, projectId: string): Promise<DraftSummary[]> {
  const rows = await db
    .selectFrom("drafts")
    .select(["id", "project_id", "name", "words", "created_at", "updated_at", sql<string>`left(content, 600)`.as("beginning")])
    .where("project_id", "=", projectId)
    .where(seenDrafts(me))
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    words: row.words,
    excerpt: excerptOf(row.beginning),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
}

/** Of Markdown the words, roughly: this is a line in a list. */
function excerptOf(markdown: string): string {
  const words = markdown.replaceAll(/&nbsp;|<[^>]*>|\\(?=\W)|[*_`#|]|^\s*(?:[-+>]|\d+[.)])\s/gm, "");
  return truncate(words.replaceAll(/\s+/g, " ").trim(), excerptLength);
}

export type NewDraft = {
  projectId: string;
  name: string;
  document: Node;
  /** The file that it was read from, with what a counterpart has changed in it. */
  imported?: { fileName: string; changes: readonly Patch[] };
};

export async function createDraft(me: Person, db: Db, given: NewDraft): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const project = await trx
      .selectFrom("projects")
      .select(["id", "owner_id", "organization_id"])
      .where("id", "=", given.projectId)
      .where(ownProjects(me))
      .executeTakeFirst();
    if (project === undefined) throw await refusalIn(me, trx, given.projectId);
    const id = uuidv7();
    const content = contentColumns(given.document);
    await trx
      .insertInto("drafts")
      .values({
        id,
        project_id: project.id,
        owner_id: project.owner_id,
        organization_id: project.organization_id,
        name: given.name,
        ...content,
      })
      .execute();
    const { document, words } = content;
    await trx
      .insertInto("draft_versions")
      .values({
        id: uuidv7(),
        draft_id: id,
        version: 1,
        document,
        words,
        made_by: me.userId,
        ...(given.imported === undefined ? { kind: "created" } : { kind: "import", summary: given.imported.fileName }),
      })
      .execute();
    await keepImportedChanges(theServer, trx, id, given.imported?.changes ?? []);
    await holdToPlan(me, trx, "drafts", project.organization_id);
    return id;
  });
}

/** Whoever sees the project learns that it is not theirs to write in; for anybody else it does not exist. */
async function refusalIn(me: Actor, db: Db | Trx, projectId: string): Promise<Response> {
  const seen = await db.selectFrom("projects").select("id").where("id", "=", projectId).where(seenProjects(me)).executeTakeFirst();
  return problem(seen === undefined ? "not-found" : "not-allowed", seen && "Only the owner of this project can write in it.");
}

function contentColumns(document: Node) {
  return {
    document: JSON.stringify(jsonOf(document)),
    content: documentToMarkdown(document),
    words: countWords(plainTextOf(document)),
  };
}

export async function getDraft(me: Person, db: Db, draftId: string): Promise<Draft> {
  const row = await db
    .selectFrom("drafts")
    .innerJoin("projects", "projects.id", "drafts.project_id")
    .selectAll("drafts")
    .select(["projects.name as project_name", sql<boolean>`(${ownDrafts(me)})`.as("can_change")])
    .select((query) =>
      query
        .selectFrom("chats")
        .select("chats.id")
        .whereRef("chats.draft_id", "=", "drafts.id")
        .where("chats.owner_id", "=", me.userId)
        .orderBy("chats.updated_at", "desc")
        .limit(1)
        .as("chat_id"),
    )
    .where("drafts.id", "=", draftId)
    .where(seenDrafts(me))
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return {
    id: row.id,
    projectId: row.project_id,
    projectName: row.project_name,
    organizationId: row.organization_id,
    name: row.name,
    document: row.document as DocumentJson,
    version: row.version,
    language: row.language,
    updatedAt: row.updated_at.toISOString(),
    canChange: row.can_change,
    chatId: row.chat_id,
  };
}

export type DraftSave = { draftId: string; version: number; document: Node; kind: VersionKind; summary: string };

/** Typing is one entry for this long, unless it has been named or something else came between. */
const typingLasts = "10 minutes";

export async function saveDraft(me: Person, db: Db, save: DraftSave): Promise<{ version: number; versionId: string }> {
  return db.transaction().execute(async (trx) => {
    const draft = await lockDraft(me, trx, save.draftId);
    if (draft.version !== save.version) throw problem("draft-changed");
    const version = draft.version + 1;
    const content = contentColumns(save.document);
    await trx
      .updateTable("drafts")
      .set({ ...content, version, updated_at: sql`now()` })
      .where("id", "=", draft.id)
      .execute();
    const { document, words } = content;
    if (save.kind === "typed") {
      const versionId = await goOnTyping(me, trx, draft, { version, document, words });
      if (versionId !== null) return { version, versionId };
    }
    const { kind, summary } = save;
    const row = { id: uuidv7(), draft_id: draft.id, version, kind, summary, document, words, made_by: me.userId };
    await trx.insertInto("draft_versions").values(row).execute();
    return { version, versionId: row.id };
  });
}

/** The entry in which this person is typing; null when a new one begins. */
async function goOnTyping(
  me: Person,
  trx: Trx,
  draft: { id: string; version: number },
  content: { version: number; document: string; words: number },
): Promise<string | null> {
  const row = await trx
    .updateTable("draft_versions")
    .set({ ...content, updated_at: sql`now()` })
    .where("draft_id", "=", draft.id)
    .where("version", "=", draft.version)
    .where("kind", "=", "typed")
    .where("name", "is", null)
    .where("made_by", "=", me.userId)
    .where("created_at", ">", sql<Date>`now() - ${typingLasts}::interval`)
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

async function lockDraft(me: Person, trx: Trx, draftId: string): Promise<{ id: string; version: number }> {
  const row = await trx
    .selectFrom("drafts")
    .select(["id", "version"])
    .where("id", "=", draftId)
    .where(ownDrafts(me))
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw await refusalOf(me, trx, draftId);
  return row;
}

/** A draft that one may read and not change is refused by name; any other is not there. */
async function refusalOf(me: Person, db: Db | Trx, draftId: string): Promise<Response> {
  const seen = await db.selectFrom("drafts").select("id").where("id", "=", draftId).where(seenDrafts(me)).executeTakeFirst();
  return problem(seen === undefined ? "not-found" : "not-allowed", seen && "Only the owner of this draft can change it.");
}

export async function describeDraft(
  me: Person,
  db: Db,
  draftId: string,
  change: { name: string } | { language: string | null },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("drafts")
    .set(change)
    .where("id", "=", draftId)
    .where(ownDrafts(me))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw await refusalOf(me, db, draftId);
}

/** Out of sight, and back again. */
export async function setDraftRemoved(me: Person, db: Db, draftId: string, isRemoved: boolean): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable("drafts")
      .set({ removed_at: isRemoved ? sql<Date>`now()` : null })
      .where("id", "=", draftId)
      .where(ownDrafts(me, { removed: true }))
      .returning("organization_id")
      .executeTakeFirst();
    if (changed === undefined) throw await refusalOf(me, trx, draftId);
    if (!isRemoved) await holdToPlan(me, trx, "drafts", changed.organization_id);
  });
}

const versionsShown = 500;

/** Newest first. */
export async function listDraftVersions(me: Person, db: Db, draftId: string): Promise<DraftVersion[]> {
  await getDraft(me, db, draftId);
  const rows = await db
    .selectFrom("draft_versions")
    .leftJoin("user", "user.id", "draft_versions.made_by")
    .select(["draft_versions.id", "version", "kind", "summary", "draft_versions.name", "words", "created_at", "updated_at"])
    .select("user.name as made_by")
    .where("draft_id", "=", draftId)
    .orderBy("version", "desc")
    .limit(versionsShown)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    kind: row.kind,
    summary: row.summary,
    name: row.name,
    words: row.words,
    madeBy: row.made_by,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
}

export async function getVersionDocument(me: Person, db: Db, at: { draftId: string; versionId: string }): Promise<DocumentJson> {
  const row = await db
    .selectFrom("draft_versions")
    .innerJoin("drafts", "drafts.id", "draft_versions.draft_id")
    .select("draft_versions.document")
    .where("draft_versions.id", "=", at.versionId)
    .where("drafts.id", "=", at.draftId)
    .where(seenDrafts(me))
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return row.document as DocumentJson;
}

export async function nameDraftVersion(
  me: Person,
  db: Db,
  at: { draftId: string; versionId: string; name: string | null },
): Promise<void> {
  const own = (query: Db) => query.selectFrom("drafts").select("id").where("id", "=", at.draftId).where(ownDrafts(me));
  const { numUpdatedRows } = await db
    .updateTable("draft_versions")
    .set({ name: at.name })
    .where("id", "=", at.versionId)
    .where("draft_id", "in", own(db))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw await refusalOf(me, db, at.draftId);
}
