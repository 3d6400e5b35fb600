/*
 * The index of people's files. Every read includes the file visibility rule in the same query, so that other people's
 * files are never read, counted or waited for, whatever a question or a model asks.
 */
import { sql } from "kysely";
import { unpackBlocks, type TextBlock } from "#core/sources/file-text.ts";
import type { Actor, Server } from "#core/workspace/policy.ts";
import type { ProseLanguage } from "#core/text/sentences.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db } from "../../db/database.ts";
import { says } from "../../db/word-pattern.ts";
import { fileIndexForm, type FileIndex, type ReadIndex } from "../../knowledge/file-index.ts";
import type { Place } from "../pseudonyms/pseudonym-lists.ts";
import { isHere, listedFiles, seenFiles, seenProjects } from "../visible.ts";

export type FileScope = {
  ids: readonly string[];
  /** And everything the person can see in this workspace. */
  everywhere?: boolean | undefined;
  /** And those of the project this chat is in. */
  aroundChat?: string | undefined;
  /** And those of this project. */
  project?: string | undefined;
  /** ISO dates, both inclusive. */
  uploadedFrom?: string | undefined;
  uploadedTo?: string | undefined;
};

/** Far more than a project has; the newest are used. */
const mostFiles = 20_000;

function inScope(me: Actor, db: BoundDb, { ids, everywhere, aroundChat, project, uploadedFrom, uploadedTo }: FileScope) {
  let query = db
    .selectFrom("files")
    .where("files.status", "=", "ready")
    .where(seenFiles(me))
    .where((where) =>
      where.or([
        ...(everywhere === true ? [where.and([isHere(me, "files.organization_id"), listedFiles])] : []),
        ...(ids.length > 0 ? [where("files.id", "in", [...ids])] : []),
        ...(aroundChat !== undefined
          ? [
              where.and([
                where("files.chat_id", "is", null),
                listedFiles,
                where("files.project_id", "=", (chats) =>
                  chats.selectFrom("chats").select("chats.project_id").where("chats.id", "=", aroundChat),
                ),
              ]),
            ]
          : []),
        ...(project !== undefined
          ? [where.and([where("files.chat_id", "is", null), listedFiles, where("files.project_id", "=", project)])]
          : []),
      ]),
    );
  if (uploadedFrom !== undefined) query = query.where(sql<boolean>`files.created_at >= ${uploadedFrom}::date`);
  if (uploadedTo !== undefined) query = query.where(sql<boolean>`files.created_at < ${uploadedTo}::date + 1`);
  return query;
}

/** The languages of the files in scope, each with its number of files. */
export async function languagesOfFiles(me: Actor, db: Db, scope: FileScope): Promise<Map<ProseLanguage, number>> {
  db = actAs(me, db);
  const rows = await inScope(me, db, scope)
    .innerJoin("file_indexes", "file_indexes.file_id", "files.id")
    .where("file_indexes.form", "=", fileIndexForm)
    .select(({ fn }) => ["file_indexes.language", fn.countAll<string>().as("files")])
    .groupBy("file_indexes.language")
    .execute();
  return new Map(rows.map(({ language, files }) => [language as ProseLanguage, Number(files)]));
}

/** The index rows of the files in scope, limited to these buckets. */
export async function readFileIndexes(
  me: Actor,
  db: Db,
  scope: FileScope,
  buckets: ReadonlyMap<ProseLanguage, readonly number[]>,
): Promise<ReadIndex[]> {
  db = actAs(me, db);
  const wanted = [...buckets].flatMap(([language, numbers]) => numbers.map((bucket) => ({ language, bucket })));
  const rows = await inScope(me, db, scope)
    .innerJoin("file_indexes", "file_indexes.file_id", "files.id")
    .where("file_indexes.form", "=", fileIndexForm)
    .select(["files.id", "file_indexes.language", "file_indexes.length", "file_indexes.lengths"])
    .select(
      sql<Uint8Array[] | null>`(select array_agg(file_postings.data) from file_postings where file_postings.file_id = files.id
        and file_postings.bucket in (select (one->>'bucket')::smallint from jsonb_array_elements(${JSON.stringify(wanted)}::jsonb) one
          where one->>'language' = file_indexes.language))`.as("pieces"),
    )
    .orderBy("files.created_at", "desc")
    .limit(mostFiles)
    .execute();
  return rows.map(({ id, language, length, lengths, pieces }) => ({
    fileId: id,
    language: language as ProseLanguage,
    length,
    lengths,
    pieces: pieces ?? [],
  }));
}

/** Files in scope that have text but are not indexed yet. */
export async function unindexedFiles(me: Actor, db: Db, scope: FileScope, limit: number): Promise<string[]> {
  db = actAs(me, db);
  const rows = await inScope(me, db, scope)
    .innerJoin("file_texts", "file_texts.file_id", "files.id")
    .leftJoin("file_indexes", (join) =>
      join.onRef("file_indexes.file_id", "=", "files.id").on("file_indexes.form", "=", fileIndexForm),
    )
    .where("file_indexes.file_id", "is", null)
    .select("files.id")
    .orderBy("files.created_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Files in scope without text, newest first. */
export async function filesWithoutText(
  me: Actor,
  db: Db,
  scope: FileScope,
  limit: number,
): Promise<{ name: string; problem: string | null }[]> {
  db = actAs(me, db);
  return inScope(me, db, scope)
    .leftJoin("file_texts", "file_texts.file_id", "files.id")
    .where("file_texts.file_id", "is", null)
    .select(["files.original_name as name", "files.problem"])
    .orderBy("files.created_at", "desc")
    .limit(limit)
    .execute();
}

/** The visible project with this id or name. */
export async function findProjectCalled(me: Actor, db: Db, called: string): Promise<string | null> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("projects")
    .select("id")
    .where(seenProjects(me))
    .where(isHere(me, "projects.organization_id"))
    .where(sql<boolean>`(id::text = ${called.toLowerCase()} or ${says(sql`name`, called)})`)
    .orderBy("updated_at", "desc")
    .executeTakeFirst();
  return row?.id ?? null;
}

export type FileToIndex = { id: string; text: string; blocks: TextBlock[] };

/** The next files to index, newest first, from `ids` if set: at least one, then as many as fit in the given bytes. */
export async function filesToIndex(
  me: Server,
  db: Db,
  most: { files: number; bytes: number },
  ids?: readonly string[],
): Promise<FileToIndex[]> {
  db = actAs(me, db);
  if (ids !== undefined && ids.length === 0) return [];
  let next = db
    .selectFrom("files")
    .innerJoin("file_texts", "file_texts.file_id", "files.id")
    .leftJoin("file_indexes", (join) =>
      join.onRef("file_indexes.file_id", "=", "files.id").on("file_indexes.form", "=", fileIndexForm),
    )
    .where("file_indexes.file_id", "is", null)
    .where("files.status", "=", "ready")
    .where("files.removed_at", "is", null)
    // Read in their table, and found nowhere else.
    .where(listedFiles)
    .select(["files.id", "files.created_at", sql<number>`pg_column_size(file_texts.text)`.as("bytes")])
    .orderBy("files.created_at", "desc")
    .orderBy("files.id")
    .limit(most.files);
  if (ids !== undefined) next = next.where("files.id", "in", [...ids]);
  const measured = db
    .selectFrom(next.as("next"))
    .select(["id", "created_at", "bytes"])
    .select(sql<string>`sum(bytes) over (order by created_at desc, id)`.as("together"));
  const rows = await db
    .selectFrom(measured.as("measured"))
    .innerJoin("file_texts", "file_texts.file_id", "measured.id")
    .where(sql<boolean>`together <= ${most.bytes} or together = bytes`)
    .select(["measured.id", "file_texts.text", "file_texts.blocks"])
    .orderBy("created_at", "desc")
    .orderBy("measured.id")
    .execute();
  return rows.map(({ id, text, blocks }) => ({ id, text, blocks: unpackBlocks(blocks) }));
}

export async function saveFileIndexes(
  me: Server,
  db: Db,
  indexes: readonly (readonly [fileId: string, index: FileIndex])[],
): Promise<void> {
  db = actAs(me, db);
  const ids = indexes.map(([id]) => id);
  await db.transaction().execute(async (trx) => {
    // Locked against deletion, and against another process that indexes the same; for those already gone nothing is stored.
    const files = await trx.selectFrom("files").select("id").where("id", "in", ids).orderBy("id").forNoKeyUpdate().execute();
    const here = indexes.filter(([id]) => files.some((file) => file.id === id));
    if (here.length === 0) return;
    await trx.deleteFrom("file_indexes").where("file_id", "in", ids).execute();
    await trx
      .insertInto("file_indexes")
      .values(
        here.map(([id, { language, lengths, length }]) => ({
          file_id: id,
          form: fileIndexForm,
          language,
          passages: lengths.length,
          length,
          lengths: Buffer.from(lengths),
        })),
      )
      .execute();
    const pieces = here.flatMap(([id, { buckets }]) => buckets.map(([bucket, data]) => ({ id, bucket, data })));
    if (pieces.length > 0) await writePieces(trx, pieces);
  });
}

/** All pieces as one value, from which each row takes its part. */
async function writePieces(db: BoundDb, pieces: readonly { id: string; bucket: number; data: Uint8Array }[]): Promise<void> {
  let end = 1;
  const starts = pieces.map(({ data }) => (end += data.length) - data.length);
  await sql`insert into file_postings (file_id, bucket, data)
    select id, bucket, substring(${Buffer.concat(pieces.map(({ data }) => data))}::bytea from start for size)
    from unnest(${pieces.map(({ id }) => id)}::uuid[], ${pieces.map(({ bucket }) => bucket)}::smallint[],
      ${starts}::integer[], ${pieces.map(({ data }) => data.length)}::integer[]) as row(id, bucket, start, size)`.execute(db);
}

/** Everything is reindexed from here on. */
export async function forgetFileIndexes(me: Server, db: Db): Promise<void> {
  db = actAs(me, db);
  await db.deleteFrom("file_indexes").execute();
}

type ToEmbed = { model: string; limit: number; except: ReadonlySet<string> };

/** The next indexed files without vectors of this model, newest first. */
export async function filesToEmbed(
  me: Server,
  db: Db,
  { model, limit, except }: ToEmbed,
): Promise<(FileToIndex & { place: Place })[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("files")
    .innerJoin("file_texts", "file_texts.file_id", "files.id")
    .innerJoin("file_indexes", "file_indexes.file_id", "files.id")
    .leftJoin("file_vectors", (join) => join.onRef("file_vectors.file_id", "=", "files.id").on("file_vectors.model", "=", model))
    .where("file_vectors.file_id", "is", null)
    .where(sql<boolean>`not (files.id = any (${[...except]}::uuid[]))`)
    .where("files.status", "=", "ready")
    .where("files.removed_at", "is", null)
    .select(["files.id", "file_texts.text", "file_texts.blocks", "files.owner_id", "files.organization_id", "files.project_id"])
    .orderBy("files.created_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id, text, blocks, ...file }) => ({
    id,
    text,
    blocks: unpackBlocks(blocks),
    place: { organizationId: file.organization_id, projectId: file.project_id, userId: file.owner_id },
  }));
}

type Vectors = { model: string; dimensions: number; data: Int8Array };

export async function saveFileVectors(me: Server, db: Db, fileId: string, { model, dimensions, data }: Vectors): Promise<void> {
  db = actAs(me, db);
  const row = { model, dimensions, data: Buffer.from(data.buffer, data.byteOffset, data.byteLength) };
  await db.transaction().execute(async (trx) => {
    // The file may have been deleted by now, and its index with it.
    const index = await trx
      .selectFrom("file_indexes")
      .select("file_id")
      .where("file_id", "=", fileId)
      .forKeyShare()
      .executeTakeFirst();
    if (index === undefined) return;
    await trx
      .insertInto("file_vectors")
      .values({ file_id: fileId, ...row })
      .onConflict((conflict) => conflict.column("file_id").doUpdateSet(row))
      .execute();
  });
}

/** Scanning this much takes milliseconds; beyond it, only the newest files are compared with a question. */
const mostVectorBytes = 32_000_000;

export async function readFileVectors(
  me: Actor,
  db: Db,
  scope: FileScope,
  model: string,
): Promise<{ fileId: string; dimensions: number; data: Int8Array }[]> {
  db = actAs(me, db);
  const measured = inScope(me, db, scope)
    .innerJoin("file_vectors", "file_vectors.file_id", "files.id")
    .where("file_vectors.model", "=", model)
    .select(["files.id", "file_vectors.dimensions", "file_vectors.data"])
    .select(sql<string>`sum(length(file_vectors.data)) over (order by files.created_at desc, files.id)`.as("bytes"));
  const rows = await db
    .selectFrom(measured.as("measured"))
    .select(["id", "dimensions", "data"])
    .where("bytes", "<=", String(mostVectorBytes))
    .execute();
  return rows.map(({ id, dimensions, data }) => ({
    fileId: id,
    dimensions,
    data: new Int8Array(data.buffer, data.byteOffset, data.byteLength),
  }));
}
