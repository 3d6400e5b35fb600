/* Uploaded files: visibility, metadata and text. Their content is in the file store. */
import { z } from "zod";
import { sql, type RawBuilder } from "kysely";
import type { Frozen } from "#core/review/frozen.ts";
import { packBlocks, unpackBlocks, type FileText } from "#core/sources/file-text.ts";
import { mayMake, type Actor, type Person, type Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { documentUrl, type StoredFile } from "#core/sources/stored-file.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db, Trx } from "../../db/database.ts";
import type { FilesTable } from "../../db/tables/sources.ts";
import { enforceLimit } from "../accounts/plan-usage.ts";
import { isHere, listedFiles, ownFiles, seenFiles, seenProjects, writtenProjects } from "../visible.ts";

export type FileRow = {
  id: string;
  key: string;
  name: string;
  kind: string;
  contentType: string;
  size: number;
  sha256: string;
  status: FilesTable["status"];
  problem: string | null;
  pageCount: number | null;
  projectId: string | null;
};

export type NewFile = {
  key: string;
  originalName: string;
  kind: string;
  contentType: string;
  size: number;
  sha256: string;
  status: FilesTable["status"];
  problem: string | null;
  modifiedAt: Date | null;
  projectId: string | null;
  document: FileText | null;
  /** Of a file that is to be a row of a review: it is kept as removed until it is one. */
  frozen?: Frozen | undefined;
};

/** Refuses before any upload: guests cannot upload, and files are added to a project by those who may write in it. */
export async function refuseUpload(me: Person, db: Db, projectId: string | null): Promise<void> {
  db = actAs(me, db);
  if (!mayMake(me)) throw problem("not-allowed");
  if (projectId === null) return;
  if (!z.uuid().safeParse(projectId).success) throw problem("not-found");
  const here = db.selectFrom("projects").select("id").where("id", "=", projectId).where(isHere(me, "projects.organization_id"));
  if ((await here.where(writtenProjects(me)).executeTakeFirst()) !== undefined) return;
  throw problem((await here.where(seenProjects(me)).executeTakeFirst()) === undefined ? "not-found" : "not-allowed");
}

/** Uploading the same file to the same location again returns the existing one, freezing the same again the frozen one. */
export async function createFile(me: Person, db: Db, file: NewFile): Promise<{ file: StoredFile; isKnown: boolean }> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const ownerId = await fileOwner(me, trx, file.projectId);
    // The same upload may complete twice concurrently, in two processes.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`file ${ownerId} ${file.sha256}`}, 0))`.execute(trx);
    const known = await trx
      .selectFrom("files")
      .select(["id", "removed_at"])
      .where("owner_id", "=", ownerId)
      .where(isHere(me, "files.organization_id"))
      .where("sha256", "=", file.sha256)
      .where("original_name", "=", file.originalName)
      .where(sql<boolean>`project_id is not distinct from ${file.projectId}`)
      .where(isSameAs(file))
      .where("chat_id", "is", null)
      .orderBy(sql`removed_at is not null`)
      .executeTakeFirst();
    const id = known?.id ?? uuidv7();
    // It would be purged otherwise, perhaps before it is a row again.
    if (known !== undefined && known.removed_at !== null)
      await trx
        .updateTable("files")
        .set({ removed_at: sql<Date>`now()` })
        .where("id", "=", id)
        .execute();
    if (known === undefined) {
      await trx
        .insertInto("files")
        .values({
          id,
          owner_id: ownerId,
          organization_id: me.organizationId,
          made_by: me.userId,
          project_id: file.projectId,
          key: file.key,
          original_name: file.originalName,
          kind: file.kind,
          content_type: file.contentType,
          size: file.size,
          sha256: file.sha256,
          status: file.status,
          problem: file.problem,
          page_count: file.document?.pageCount ?? null,
          scanned_pages: scannedColumn(file.document ?? {}),
          modified_at: file.modifiedAt,
          ...(file.frozen !== undefined && { frozen: JSON.stringify(file.frozen), removed_at: sql<Date>`now()` }),
        })
        .execute();
      if (file.document !== null && file.document.text !== "")
        await trx
          .insertInto("file_texts")
          .values({ file_id: id, text: file.document.text, blocks: JSON.stringify(packBlocks(file.document.blocks)) })
          .execute();
      await enforceLimit(me, trx, "storageBytes");
    }
    const row = await trx.selectFrom("files").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    return { file: storedFile(me, row), isKnown: known !== undefined };
  });
}

/** An upload is no frozen file, which goes with its rows. What is to be frozen may be among the files of the project. */
function isSameAs({ frozen }: NewFile): RawBuilder<boolean> {
  const plain = sql`(frozen is null and removed_at is null)`;
  return frozen === undefined ? sql<boolean>`${plain}` : sql<boolean>`(${plain} or frozen->>'from' = ${frozen.from})`;
}

/** A file in a project belongs to the project's owner. */
export async function fileOwner(me: Person, trx: Trx, projectId: string | null): Promise<string> {
  trx = actAs(me, trx);
  if (projectId === null) return me.userId;
  const project = await trx
    .selectFrom("projects")
    .select("owner_id")
    .where("id", "=", projectId)
    .where(writtenProjects(me))
    .executeTakeFirst();
  if (project === undefined) throw problem("not-allowed");
  return project.owner_id;
}

/** The person's own files in this workspace, or those of a project they can see; newest first. `withFrozen`: also rows of reviews. */
export async function listFiles(
  me: Actor,
  db: Db,
  { projectId, limit, withFrozen = false }: { projectId?: string; limit: number; withFrozen?: boolean },
): Promise<StoredFile[]> {
  db = actAs(me, db);
  let query = db
    .selectFrom("files")
    .selectAll()
    .where(seenFiles(me))
    .where(isHere(me, "files.organization_id"))
    .where("status", "=", "ready")
    .where("chat_id", "is", null);
  if (!withFrozen) query = query.where(listedFiles);
  if (projectId !== undefined) query = query.where("project_id", "=", projectId);
  return (await query.orderBy("created_at", "desc").limit(limit).execute()).map((row) => storedFile(me, row));
}

const mostInProject = 200;

/** The newest files of the chat's project; none if it is in no project. */
export async function listFilesAroundChat(me: Actor, db: Db, chatId: string): Promise<StoredFile[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("files")
    .selectAll()
    .where("project_id", "=", (query) => query.selectFrom("chats").select("chats.project_id").where("chats.id", "=", chatId))
    .where("status", "=", "ready")
    .where(listedFiles)
    .where(seenFiles(me))
    .orderBy("created_at", "desc")
    .limit(mostInProject)
    .execute();
  return rows.map((row) => storedFile(me, row));
}

export async function findFile(me: Actor, db: Db, id: string): Promise<FileRow> {
  db = actAs(me, db);
  const row = await db.selectFrom("files").selectAll().where("id", "=", id).where(seenFiles(me)).executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return fileRow(row);
}

/** How many of these files are visible and ready. */
export async function visibleFiles(me: Actor, db: Db, ids: readonly string[]): Promise<number> {
  db = actAs(me, db);
  if (ids.length === 0) return 0;
  const rows = await db
    .selectFrom("files")
    .select("id")
    .where("id", "in", [...ids])
    .where("status", "=", "ready")
    .where(seenFiles(me))
    .execute();
  return rows.length;
}

/** The visible ones of these files, with their text if they have any. */
export async function readFiles(me: Actor, db: Db, ids: readonly string[]): Promise<(FileRow & { document: FileText | null })[]> {
  db = actAs(me, db);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("files")
    .leftJoin("file_texts", "file_texts.file_id", "files.id")
    .selectAll("files")
    .select(["file_texts.text", "file_texts.blocks"])
    .where("files.id", "in", [...new Set(ids)])
    .where("files.status", "=", "ready")
    .where(seenFiles(me))
    .execute();
  return rows.map((row) => Object.assign(fileRow(row), { document: fileText(row) }));
}

/** Files attached to a message join its chat: they move into its project, or are deleted with it if it is temporary. */
export async function attachFiles(me: Person, db: Db, chatId: string, ids: readonly string[]): Promise<void> {
  db = actAs(me, db);
  if (ids.length === 0) return;
  await db
    .updateTable("files")
    .from("chats")
    .set({
      project_id: sql`coalesce(files.project_id, chats.project_id)`,
      owner_id: sql`coalesce((select projects.owner_id from projects where projects.id = coalesce(files.project_id, chats.project_id)),
        files.owner_id)`,
      chat_id: sql`case when chats.temporary then chats.id else files.chat_id end`,
    })
    .where("chats.id", "=", chatId)
    .where("files.id", "in", [...ids])
    .where(ownFiles(me))
    .where(sql<boolean>`chats.owner_id = ${me.userId} and chats.organization_id is not distinct from files.organization_id`)
    .execute();
}

export async function removeFile(me: Actor, db: Db, id: string): Promise<void> {
  db = actAs(me, db);
  await changeRemoval(me, db, id, new Date());
}

export async function restoreFile(me: Person, db: Db, id: string): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await changeRemoval(me, trx, id, null);
    const row = await trx.selectFrom("files").select("organization_id").where("id", "=", id).executeTakeFirst();
    if (row !== undefined) await enforceLimit(me, trx, "storageBytes", row.organization_id);
  });
}

async function changeRemoval(me: Actor, db: BoundDb, id: string, removedAt: Date | null): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("files")
    .set({ removed_at: removedAt })
    .where("id", "=", id)
    .where(ownFiles(me))
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  // Those who see it through a shared project may know that it exists.
  await findFile(me, db, id);
  throw problem("not-allowed");
}

/** Purges files removed that long ago; returns the keys whose content can be deleted. */
export async function sweepRemovedFiles(me: Server, db: Db, days: number): Promise<string[]> {
  db = actAs(me, db);
  const rows = await db
    .deleteFrom("files")
    .where("removed_at", "<", sql<Date>`now() - make_interval(days => ${days})`)
    .returning("key")
    .execute();
  return rows.map(({ key }) => key);
}

/** Those of these keys that no file and no draft uses. */
export async function unknownKeys(me: Server, db: Db, keys: readonly string[]): Promise<string[]> {
  db = actAs(me, db);
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom("files")
    .select("key")
    .where("key", "in", [...keys])
    .union(
      db
        .selectFrom("draft_packages")
        .select("key")
        .where("key", "in", [...keys]),
    )
    .execute();
  const known = new Set(rows.map(({ key }) => key));
  return keys.filter((key) => !known.has(key));
}

function fileText(row: {
  text: string | null;
  blocks: unknown;
  page_count: number | null;
  problem: string | null;
}): FileText | null {
  if (row.text === null) return null;
  const blocks = unpackBlocks(row.blocks);
  const { page_count: pageCount, problem: notice } = row;
  return { text: row.text, blocks, ...(pageCount !== null && { pageCount }), ...(notice !== null && { notice }) };
}

/** As it is stored. */
export function scannedColumn({ scanned = [] }: Pick<FileText, "scanned">): string | null {
  return scanned.length === 0 ? null : JSON.stringify(scanned);
}

type Row = {
  id: string;
  owner_id: string;
  made_by: string | null;
  key: string;
  original_name: string;
  kind: string;
  content_type: string;
  size: number;
  sha256: string;
  status: FilesTable["status"];
  problem: string | null;
  page_count: number | null;
  scanned_pages: unknown;
  recognised_pages: number;
  project_id: string | null;
  modified_at: Date | null;
  created_at: Date;
};

function fileRow(row: Row): FileRow {
  const {
    id,
    key,
    original_name: name,
    kind,
    content_type: contentType,
    size,
    sha256,
    status,
    problem,
    page_count: pageCount,
    project_id: projectId,
  } = row;
  return { id, key, name, kind, contentType, size, sha256, status, problem, pageCount, projectId };
}

function storedFile(me: Actor, row: Row): StoredFile {
  return {
    id: row.id,
    name: row.id,
    originalName: row.original_name,
    contentType: row.content_type,
    lastModified: (row.modified_at ?? row.created_at).toISOString(),
    url: documentUrl(row.id),
    size: row.size,
    pageCount: row.page_count,
    projectId: row.project_id,
    isOwn: me.kind === "person" && (row.owner_id === me.userId || row.made_by === me.userId),
    notice: row.problem,
    scannedPages: ((row.scanned_pages ?? []) as number[]).length,
    recognisedPages: row.recognised_pages,
  };
}
