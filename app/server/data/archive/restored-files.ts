/* Files of an archive, each in a transaction of its own: what its bytes are was found by reading them. */
import { sql } from "kysely";
import type { ReadRow } from "#core/archive/archived-row.ts";
import type { RestoringPlan } from "#core/archive/restoring-plan.ts";
import { packBlocks } from "#core/sources/file-text.ts";
import { fileName } from "#core/sources/stored-file.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { enforceLimit } from "../accounts/plan-usage.ts";
import { scannedColumn, type NewFile } from "../files/files.ts";
import { thingTable } from "./archive-tables.ts";
import { fitRows } from "./fit-rows.ts";
import { recordThings } from "./restored-rows.ts";
import { archivedColumns, tableShape } from "./table-shapes.ts";

export type FileToRestore = { importId: string; plan: RestoringPlan; row: ReadRow };
type Content = Pick<NewFile, "key" | "size" | "sha256" | "kind" | "contentType" | "problem" | "document">;

/** Whether it still has to be written; what an interrupted attempt has written is not written again. */
export async function isFileWanted(me: Person, db: Db, { importId, plan, row }: FileToRestore): Promise<boolean> {
  db = actAs(theServer, db);
  if (!plan.isNew("files", row.of)) return false;
  const { rows } = await sql`select 1 from restored_rows where owner_id = ${me.userId} and name = 'files' and id = ${row.of}
    and import_id = ${importId}`.execute(db);
  return rows.length === 0;
}

/** Returns whether it was written. */
export async function createRestoredFile(
  me: Person,
  db: Db,
  { importId, plan, row }: FileToRestore,
  content: Content,
): Promise<boolean> {
  db = actAs(theServer, db);
  const one = thingTable("files");
  return db.transaction().execute(async (trx) => {
    const { columns } = await tableShape(theServer, trx, one.table);
    const fitted = await fitRows(me, trx, { one, columns: archivedColumns({ columns, key: [] }, one), plan, rows: [row] });
    const given = fitted.rows[0]?.row;
    if (given === undefined) return false;
    const { key, size, sha256, kind, contentType: content_type, problem, document } = content;
    const read = { key, size, sha256, kind, content_type, problem, status: "ready", page_count: document?.pageCount ?? null };
    const scanned = scannedColumn(document ?? {});
    const whole = { ...given, ...read, original_name: fileName(String(given["original_name"])) };
    const names = sql.join(Object.keys(whole).map((name) => sql.ref(name)));
    const { rows: made } = await sql`insert into files (${names}) select ${names}
      from jsonb_populate_record(null::files, ${JSON.stringify(whole)}::jsonb) on conflict do nothing returning 1`.execute(trx);
    if (made.length === 0) return false;
    await trx.updateTable("files").set({ scanned_pages: scanned }).where("id", "=", row.of).execute();
    if (document !== null && document.text !== "")
      await trx
        .insertInto("file_texts")
        .values({ file_id: row.of, text: document.text, blocks: JSON.stringify(packBlocks(document.blocks)) })
        .execute();
    await enforceLimit(me, trx, "storageBytes");
    await recordThings(me, trx, { importId, one, plan }, [row.of]);
    return true;
  });
}
