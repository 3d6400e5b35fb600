/* The rows of an account as entries of its archive: what another installation makes the same things from. */
import { aboutRows, archiveForm, rowEntryName } from "#core/archive/things.ts";
import type { Person } from "#core/workspace/policy.ts";
import { eachArchivedRows } from "../data/archive/archived-rows.ts";
import type { Db } from "../db/database.ts";
import type { ZipEntry } from "./zip.ts";

/** What holds the content of files, and of the Word files that drafts were made from, by their ids. */
export type ContentEntries = { files: ReadonlyMap<string, string>; packages: ReadonlyMap<string, string> };

export async function* archivedRowEntries(me: Person, db: Db, content: ContentEntries, at: Date): AsyncGenerator<ZipEntry> {
  yield { name: aboutRows, content: `${JSON.stringify({ form: archiveForm })}\n`, at };
  let number = 0;
  for await (const { name, rows } of eachArchivedRows(me, db)) {
    const held = name === "files" ? content.files : name === "draft-packages" ? content.packages : null;
    const lines = rows.map(({ of, row }) => lineOf(of, held?.get(of), row));
    yield { name: rowEntryName(number++, name), content: lines.join(""), at };
  }
}

/** The row is JSON as the database wrote it, so no number is rounded. */
function lineOf(of: string, entry: string | undefined, row: string): string {
  const begun = JSON.stringify(entry === undefined ? { of } : { of, entry });
  return `${begun.slice(0, -1)},"row":${row}}\n`;
}
