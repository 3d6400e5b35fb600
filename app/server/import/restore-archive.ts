/*
 * Brings a person's own archive into their account here. A first pass decides which of its things are new and under
 * which ids; a second writes them, an entry at a time.
 */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { limitSentence } from "#core/account/plans.ts";
import { damagedRow, type ReadRow } from "#core/archive/archived-row.ts";
import { RestoringPlan } from "#core/archive/restoring-plan.ts";
import type { Thing } from "#core/archive/things.ts";
import { addLeftOut, emptyFound, type FoundInExport, type ImportResult } from "#core/import/import-state.ts";
import { isUuid } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { isThing, tableNamed, type ArchiveTable } from "../data/archive/archive-tables.ts";
import { decideThings, findUnfiledProject, thingsLeft } from "../data/archive/decide-things.ts";
import { createRestoredFile, isFileWanted } from "../data/archive/restored-files.ts";
import { noteEntry, writeEntry } from "../data/archive/restored-rows.ts";
import { archivedColumns, tableShape } from "../data/archive/table-shapes.ts";
import type { Db } from "../db/database.ts";
import type { Extraction } from "../files/extraction.ts";
import type { FileStore } from "../files/file-store.ts";
import { findThreat } from "../files/quarantine.ts";
import { Unreadable } from "../files/unreadable.ts";
import { longWork } from "../long-work/long-work.ts";
import type { ExportReader, ReadRowBatch } from "./export-reader.ts";

type Services = { db: Db; store: FileStore; extraction: Extraction; largestFile: number };
type Progress = (batch: Pick<ReadRowBatch, "read" | "whole">) => Promise<void>;
type Heads = ReadRowBatch["heads"];

/** What an archive holds, and what becomes of it. */
export type Planned = { plan: RestoringPlan; found: FoundInExport };

export async function planArchive(
  { db }: Pick<Services, "db">,
  me: Person,
  { importId, reader, progress }: { importId: string; reader: Pick<ExportReader, "nextRows">; progress: Progress },
): Promise<Planned> {
  const planned: Planned = { plan: new RestoringPlan(), found: emptyFound() };
  const left = await thingsLeft(me, db);
  let unfiled = await findUnfiledProject(me, db);
  for (let batch = await reader.nextRows(); batch !== null; batch = await reader.nextRows()) {
    const one = tableNamed(batch.name);
    if (one !== undefined && isThing(one)) {
      const heads = batch.heads.filter(({ of }) => (one.key === undefined ? isId(of) : of.length <= 64));
      addLeftOut(planned.found.leftOut, missing(one.name, batch.heads.length - heads.length));
      unfiled = await planThings(me, db, planned, { importId, name: one.name, heads, left, unfiled });
    } else planParts(planned.plan, importId, batch.heads);
    await progress(batch);
  }
  return planned;
}

const isId = (text: string) => isUuid(text) && text === text.toLowerCase();
const missing = (what: Thing, count: number) => Array.from({ length: count }, () => ({ what, why: damagedRow }));

type ToPlan = {
  importId: string;
  name: Thing;
  heads: Heads;
  left: Awaited<ReturnType<typeof thingsLeft>>;
  unfiled: string | null;
};

/** Returns the project of drafts without a project, if there is one now. */
async function planThings(me: Person, db: Db, { plan, found }: Planned, given: ToPlan): Promise<string | null> {
  const { importId, name, heads, left } = given;
  let { unfiled } = given;
  const ids = heads.map(({ of }) => of);
  const decisions = await decideThings(me, db, { importId, name, ids, idFor: (source) => movedId(importId, source) });
  for (const { of, title, isUnfiled } of heads) {
    let decision = decisions.get(of) ?? { id: of, isNew: false };
    if (name === "projects" && isUnfiled) {
      if (unfiled !== null && unfiled !== decision.id) decision = { id: unfiled, isNew: false };
      unfiled = decision.id;
    }
    found.things[name] = (found.things[name] ?? 0) + 1;
    if (!decision.isNew) found.known++;
    else if (left[name] !== undefined && left[name]-- <= 0) {
      addLeftOut(found.leftOut, [{ what: title, why: limitSentence(me.plan, name as "projects" | "drafts") }]);
      continue;
    }
    plan.decide(name, of, decision);
  }
  return unfiled;
}

/** The parts of what has moved move with it. */
function planParts(plan: RestoringPlan, importId: string, heads: Heads): void {
  for (const { of, id } of heads) if (id !== null && isId(id) && plan.isMoved(of)) plan.movePart(id, movedId(importId, id));
}

/** A version 8 id (RFC 9562) with the time of the id that is taken here. */
function movedId(importId: string, source: string): string {
  const hash = createHash("sha256").update(`${importId} ${source}`).digest("hex");
  return `${source.slice(0, 13)}-8${hash.slice(0, 3)}-a${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

type ToRestore = {
  importId: string;
  reader: Pick<ExportReader, "nextRows" | "file">;
  plan: RestoringPlan;
  /** Entries that an interrupted attempt has written. */
  entriesDone: number;
  result: ImportResult;
  progress: Progress;
};

/** False if the import was ended meanwhile. */
export async function restoreArchive(services: Services, me: Person, given: ToRestore): Promise<boolean> {
  const { reader, entriesDone, progress } = given;
  let number = 0;
  for (let batch = await reader.nextRows(); batch !== null; batch = await reader.nextRows(), number++) {
    if (number < entriesDone) continue;
    const one = tableNamed(batch.name);
    if (!(await restoreEntry(services, me, given, { one, lines: batch.lines, number }))) return false;
    await progress(batch);
  }
  return true;
}

type Entry = { one: ArchiveTable | undefined; lines: readonly string[]; number: number };

async function restoreEntry(services: Services, me: Person, given: ToRestore, { one, lines, number }: Entry): Promise<boolean> {
  const { db } = services;
  const { importId, plan, result } = given;
  if (one === undefined) {
    // A table that only a newer version has.
    addLeftOut(result.leftOut, lines.length > 0 ? [{ what: "rows", why: damagedRow }] : []);
    return noteEntry(me, db, { importId, number, result });
  }
  const shape = await tableShape(me, db, one.table);
  const kept = archivedColumns(shape, one).map(({ name }) => name);
  const moved = lines.map((line) => plan.moved(line));
  const read = await longWork(me, "archivedRows", { table: one.table, lines: moved, kept });
  if (one.name !== "files") {
    const rows = one.table === "draft_packages" ? await withPackages(services, me, given, read.rows) : read.rows;
    return writeEntry(me, db, { importId, number, one, plan, rows, leftOut: read.leftOut, result });
  }
  addLeftOut(
    result.leftOut,
    read.leftOut.map((why) => ({ what: "files", why })),
  );
  for (const row of read.rows) await restoreFile(services, me, given, row);
  return noteEntry(me, db, { importId, number, result });
}

async function restoreFile(services: Services, me: Person, given: ToRestore, row: ReadRow): Promise<void> {
  const { db, store, extraction } = services;
  const { importId, plan, result } = given;
  if (!(await isFileWanted(me, db, { importId, plan, row }))) return;
  const name = String(row.row["original_name"] ?? "");
  const leaveOut = (why: string) => {
    plan.drop("files", row.of);
    addLeftOut(result.leftOut, [{ what: name, why: why.slice(0, 300) }]);
  };
  const bytes = await bytesOf(services, given, row);
  if (typeof bytes === "string") return leaveOut(bytes);
  if (findThreat(bytes) !== null) return leaveOut("It was recognized as harmful.");
  const read = await extraction.extract({ name, bytes, person: me.userId });
  if (!read.ok) return leaveOut(read.sentence);
  const stored = await storedBytes(store, bytes);
  const { kind, contentType, notice = null, ...document } = read.document;
  try {
    const content = { ...stored, kind, contentType, problem: notice, document };
    if (await createRestoredFile(me, db, { importId, plan, row }, content)) return;
    leaveOut("Something else has its place here.");
  } catch (error) {
    await store.remove(stored.key);
    if (!(error instanceof Response) || error.status >= 500) throw error;
    const { title, detail } = (await error.clone().json()) as { title: string; detail?: string };
    return leaveOut(detail ?? title);
  }
  await store.remove(stored.key);
}

/** Why not, if there are none. */
async function bytesOf({ largestFile }: Services, { reader }: ToRestore, { entry }: ReadRow): Promise<Buffer | string> {
  if (entry === undefined) return "Its content isn’t in the archive.";
  try {
    const bytes = await reader.file(entry, largestFile);
    if (bytes === null) return "It is larger than this installation accepts.";
    return bytes.length === 0 ? "Its content isn’t in the archive." : bytes;
  } catch (error) {
    if (error instanceof Unreadable) return "Its content in the archive is damaged.";
    throw error;
  }
}

async function storedBytes(store: FileStore, bytes: Buffer): Promise<{ key: string; size: number; sha256: string }> {
  const key = store.newKey();
  const { stream, keep, drop } = await store.begin(key);
  try {
    await pipeline(Readable.from([bytes]), stream);
    await keep();
  } finally {
    await drop();
  }
  return { key, size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** The Word files that drafts were made from. Without a readable one, the draft is exported like any other. */
async function withPackages(services: Services, me: Person, given: ToRestore, rows: readonly ReadRow[]): Promise<ReadRow[]> {
  const ready: ReadRow[] = [];
  for (const row of rows) {
    if (!given.plan.isNew("drafts", row.of)) continue;
    const bytes = await bytesOf(services, given, row);
    const why = typeof bytes === "string" ? bytes : await whyUnreadable(services, me, bytes);
    if (typeof bytes === "string" || why !== null) {
      addLeftOut(given.result.leftOut, [{ what: String(row.row["name"] ?? ""), why: (why ?? "").slice(0, 300) }]);
      continue;
    }
    ready.push({ ...row, row: { ...row.row, ...(await storedBytes(services.store, bytes)) } });
  }
  return ready;
}

async function whyUnreadable({ extraction }: Services, me: Person, bytes: Buffer): Promise<string | null> {
  const read = await extraction.extract({ name: "draft.docx", bytes, person: me.userId });
  return read.ok ? null : read.sentence;
}
