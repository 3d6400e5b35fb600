/* Yields the rows of an archive of Stet, an entry at a time. Runs in a sandbox. */
import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { aboutRows, archiveForm, rowEntry } from "#core/archive/things.ts";
import { Unreadable } from "../files/unreadable.ts";
import type { Export } from "./open-export.ts";

/** An entry has about 1 MB, unless a single row is longer. */
const mostEntryBytes = 120_000_000;
/** All rows unpacked; anything larger is a decompression bomb. */
const mostBytes = 8_000_000_000;

export type RowHead = { of: string; id: string | null; title: string; isUnfiled: boolean };
/** `lines` are missing if only heads are wanted. */
export type RowBatch = { name: string; lines: string[]; heads: RowHead[]; read: number; whole: number };

const older =
  "This archive was made by an earlier version of Stet, whose archives can’t be imported. Export your data again, and import that.";
const newer = "This archive was made by a newer version of Stet. Update this installation, and import it then.";

/** As server/export/own-archive.ts writes it. */
export function isOwnArchive(names: readonly string[]): boolean {
  return ["README.md", "account.json", "left-out.json"].every((name) => names.includes(name));
}

export async function* readOwnArchive(file: Export, wants: "heads" | "items"): AsyncGenerator<RowBatch> {
  await refuseOtherForms(file);
  const names = file.names.filter((name) => rowEntry.test(name)).sort();
  const whole = names.reduce((sum, name) => sum + file.sizeOf(name), 0);
  if (whole > mostBytes) throw new Unreadable("This archive unpacks to far more than an export should. It was not read.");
  let read = 0;
  for (const name of names) {
    read += file.sizeOf(name);
    const lines = (await textOf(file, name)).split("\n").filter((line) => line !== "");
    const heads = wants === "heads" ? lines.flatMap(headOf) : [];
    yield { name: rowEntry.exec(name)?.[1] ?? "", lines: wants === "heads" ? [] : lines, heads, read, whole };
  }
}

async function refuseOtherForms(file: Export): Promise<void> {
  if (!file.names.includes(aboutRows)) throw new Unreadable(older);
  let form: unknown;
  try {
    form = (JSON.parse(await textOf(file, aboutRows)) as { form?: unknown }).form;
  } catch {
    throw new Unreadable(damaged);
  }
  if (form !== archiveForm) throw new Unreadable(typeof form === "number" && form > archiveForm ? newer : damaged);
}

const damaged = "This archive is damaged: part of it can’t be read. Export your data again and retry.";

async function textOf(file: Export, name: string): Promise<string> {
  if (file.sizeOf(name) > mostEntryBytes) throw new Unreadable(damaged);
  try {
    return (await buffer(Readable.from(await file.stream(name)))).toString("utf8");
  } catch {
    throw new Unreadable(damaged);
  }
}

function headOf(line: string): RowHead[] {
  try {
    const { of, row } = JSON.parse(line) as { of?: unknown; row?: Record<string, unknown> };
    if (typeof of !== "string") return [];
    const { id = null, name, title, original_name: fileName, question, is_unfiled: isUnfiled } = row ?? {};
    const said = [name, title, fileName, question].find((one) => typeof one === "string") ?? "";
    return [{ of, id: typeof id === "string" ? id : null, title: String(said).slice(0, 300), isUnfiled: isUnfiled === true }];
  } catch {
    return [];
  }
}
