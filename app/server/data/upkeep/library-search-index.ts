/* Reads the words of items of the library that were stored before they were searched by their text. */
import { sql } from "kysely";
import { readLibraryFile } from "#core/templates/library-file.ts";
import type { Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { vectorsOf } from "../library/library-words.ts";

/** Reads some items, newest first; returns how many. Those that are saved meanwhile have their own words already. */
export async function indexLibrary(me: Server, db: Db, most: number): Promise<number> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("library_templates")
    .select(["id", "source", "version"])
    .where("words", "is", null)
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  for (const { id, source, version } of rows) {
    const read = readLibraryFile(source);
    const { words, head } = "item" in read ? vectorsOf(read.item, source) : { words: "", head: "" };
    await sql`update library_templates set words = ${words}::tsvector, head_words = ${head}::tsvector
      where id = ${id} and version = ${version} and words is null`.execute(db);
  }
  return rows.length;
}
