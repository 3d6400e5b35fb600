/* The pages of a file that are pictures: which are still to be read, and what those that were are read as. */
import { sql } from "kysely";
import { packBlocks, type FileText } from "#core/sources/file-text.ts";
import type { RecognisedPage } from "#core/sources/recognised-page.ts";
import type { Actor, Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { ownFiles, seenFiles } from "../visible.ts";
import { findFile, scannedColumn } from "./files.ts";

export type ScannedFile = {
  id: string;
  key: string;
  name: string;
  projectId: string | null;
  scanned: number[];
  read: RecognisedPage[];
};

/** Undefined if it is gone, or not this person's to see. */
export async function findScannedFile(me: Person, db: Db, id: string): Promise<ScannedFile | undefined> {
  db = actAs(me, db);
  const row = await db
    .selectFrom("files")
    .select(["id", "key", "original_name", "project_id", "scanned_pages"])
    .where("id", "=", id)
    .where("status", "=", "ready")
    .where(seenFiles(me))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { key, original_name: name, project_id: projectId } = row;
  return { id, key, name, projectId, scanned: (row.scanned_pages ?? []) as number[], read: await recognisedPages(me, db, id) };
}

export async function recognisedPages(me: Actor, db: Db, id: string): Promise<RecognisedPage[]> {
  db = actAs(me, db);
  const rows = await db.selectFrom("file_pages").select("content").where("file_id", "=", id).orderBy("page").execute();
  return rows.map(({ content }) => content as RecognisedPage);
}

/** Undefined if the page is not a picture that was read. */
export async function recognisedPage(me: Actor, db: Db, id: string, page: number): Promise<RecognisedPage | undefined> {
  db = actAs(me, db);
  const query = db.selectFrom("file_pages").select("content").where("file_id", "=", id).where("page", "=", page);
  return (await query.executeTakeFirst())?.content as RecognisedPage | undefined;
}

export async function saveRecognisedPage(me: Person, db: Db, id: string, page: RecognisedPage): Promise<void> {
  db = actAs(me, db);
  const content = JSON.stringify(page);
  await db
    .insertInto("file_pages")
    .values({ file_id: id, page: page.page, content })
    .onConflict((conflict) => conflict.columns(["file_id", "page"]).doUpdateSet({ content }))
    .execute();
}

/** The text with those pages replaces the one before, and is to be indexed. */
export async function saveRecognisedText(me: Person, db: Db, id: string, document: FileText): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("files")
      .set({
        problem: document.notice ?? null,
        scanned_pages: scannedColumn(document),
        recognised_pages: sql`(select count(*) from file_pages where file_id = ${id})`,
      })
      .where("id", "=", id)
      .execute();
    const text = { text: document.text, blocks: JSON.stringify(packBlocks(document.blocks)) };
    await trx.deleteFrom("file_indexes").where("file_id", "=", id).execute();
    if (document.text === "") await trx.deleteFrom("file_texts").where("file_id", "=", id).execute();
    else
      await trx
        .insertInto("file_texts")
        .values({ file_id: id, ...text })
        .onConflict((conflict) => conflict.column("file_id").doUpdateSet(text))
        .execute();
  });
}

/** Its pages are to be read as if they never had been; the text stays until they are. Refuses those who may not change the file. */
export async function forgetRecognisedPages(me: Person, db: Db, id: string): Promise<void> {
  db = actAs(me, db);
  await db.transaction().execute(async (trx) => {
    await refuseReading(me, trx, id);
    await sql`update files set scanned_pages = (select jsonb_agg(page order by page) from
        (select jsonb_array_elements(coalesce(scanned_pages, '[]'))::int as page
          union select page from file_pages where file_id = ${id}) as pages)
      where id = ${id}`.execute(trx);
    await trx.deleteFrom("file_pages").where("file_id", "=", id).execute();
  });
}

/** Reading a file's pages changes its text: for those who may remove it. */
export async function refuseReading(me: Person, db: Db, id: string): Promise<void> {
  db = actAs(me, db);
  const own = db.selectFrom("files").select("id").where("id", "=", id).where("removed_at", "is", null).where(ownFiles(me));
  if ((await own.executeTakeFirst()) !== undefined) return;
  await findFile(me, db, id);
  throw problem("not-allowed");
}
