/*
 * Imports: an uploaded export is scanned, then imported once its owner confirms. Each is a job (server/jobs) that may
 * begin again after a crash or a pause: items already written are recognized by key, so nothing is duplicated.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { importSources } from "#core/import/import-sources.ts";
import { addParts, type ChatHead, type PartsLeftOut } from "#core/import/imported-chat.ts";
import type { DocumentHead } from "#core/import/imported-document.ts";
import {
  addLeftOut,
  countOf,
  emptyFound,
  emptyResult,
  type FoundInExport,
  type ImportState,
  type LeftOutList,
} from "#core/import/import-state.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { findPersonAt } from "../accounts/actor.ts";
import { uuidTime, uuidv7 } from "#core/text/uuid.ts";
import { knownChats } from "../data/chats/imported-chats.ts";
import { knownDrafts, removeImportedDrafts, removeImportedProjects } from "../data/drafts/imported-drafts.ts";
import {
  changeImport,
  createImport,
  deleteImport,
  deleteImportedChats,
  endStoppedImports,
  getImport,
  listImports,
  sweepImports,
  noteImport,
  type ImportAtWork,
} from "../data/chats/imports.ts";
import type { Db } from "../db/database.ts";
import { Unreadable } from "../files/unreadable.ts";
import { JobRefused } from "../jobs/job-outcomes.ts";
import { linkDurably, listNames, makeFolder } from "../storage/durable-file.ts";
import { ExportReader } from "./export-reader.ts";
import { createArchiveImports } from "./archive-imports.ts";
import { writeBatch } from "./write-batch.ts";
import { share, type Importing, type ImportServices, type ImportWork } from "./import-work.ts";
import { planDocuments, writeDocuments, type DocumentPlan } from "./write-documents.ts";

const hourMs = 3_600_000;

/** The tus endpoint for exports. */
export const importPath = "/api/imports/uploads";

export type Imports = ReturnType<typeof createImports>;

export function createImports(services: ImportServices) {
  const { db, log, updates, jobs, folder, newPlan } = services;

  const pathOf = (id: string) => join(folder, id);
  const dropFile = (id: string) => rm(pathOf(id), { force: true });

  /** Records progress; throws if the import was ended, or its job was stopped. */
  async function note({ me, id, work }: Importing, said: Parameters<typeof noteImport>[3]): Promise<void> {
    work.signal.throwIfAborted();
    if (!(await noteImport(me, db, id, said))) throw new JobRefused("This import has already ended.");
  }

  const archives = createArchiveImports(services, { note, pathOf });

  async function look(importing: Importing): Promise<void> {
    const { me, id, work } = importing;
    const { size } = await getImport(me, db, id);
    const found = emptyFound();
    const seen = new Set<string>();
    const reader = await ExportReader.open({ path: pathOf(id), size }, "heads");
    try {
      if (reader.kind === "own") return await archives.look(importing, reader);
      for (let batch = await reader.nextHeads(); batch !== null; batch = await reader.nextHeads()) {
        addLeftOut(found.leftOut, batch.leftOut);
        await count(me, found, onceOnly(batch.chats, seen, found.leftOut));
        await countDocuments(me, found, onceOnly(batch.documents, seen, found.leftOut));
        await note(importing, { progress: share(batch) });
        await work.progress(batch.read, batch.whole);
      }
    } finally {
      reader.close();
    }
    await note(importing, { status: "ready", progress: 1, found });
  }

  async function count(me: Person, found: FoundInExport, heads: readonly ChatHead[]): Promise<void> {
    for (const head of heads) {
      found.chats[head.source] = (found.chats[head.source] ?? 0) + 1;
      found.messages += head.messages;
      found.branches += head.branches;
      addHead(found, head);
    }
    for (const source of importSources) {
      const keys = heads.filter((head) => head.source === source).map(({ key }) => key);
      found.known += (await knownChats(me, db, source, keys)).size;
    }
  }

  async function countDocuments(me: Person, found: FoundInExport, heads: readonly DocumentHead[]): Promise<void> {
    for (const head of heads) {
      found.documents[head.source] = (found.documents[head.source] ?? 0) + 1;
      found.pictures += head.pictures;
      addHead(found, head);
    }
    found.known += (
      await knownDrafts(
        me,
        db,
        heads.map(({ key }) => key),
      )
    ).size;
  }

  /** They link to each other, so where each goes is known before the first is written. */
  async function planOf({ me, id }: Importing, { size, fileName, found }: ImportAtWork): Promise<DocumentPlan> {
    // An import from before documents could be imported has none.
    if (found === null || countOf({ chats: {}, documents: found.documents ?? {}, things: {} }) === 0) return new Map();
    const reader = await ExportReader.open({ path: pathOf(id), size }, "heads");
    const heads: DocumentHead[] = [];
    try {
      for (let batch = await reader.nextHeads(); batch !== null; batch = await reader.nextHeads()) heads.push(...batch.documents);
    } finally {
      reader.close();
    }
    const once = onceOnly(heads, new Set(), emptyResult().leftOut);
    return planDocuments(services, me, { importId: id, archive: fileName, heads: once });
  }

  async function bring(importing: Importing): Promise<void> {
    const { me, id, work } = importing;
    const row = await getImport(me, db, id);
    const { size, createdAt, fileName } = row;
    if (Object.keys(row.found?.things ?? {}).length > 0) {
      await archives.bring(importing, row);
      return dropFile(id);
    }
    const result = emptyResult();
    const [seen, projects] = [new Set<string>(), new Set<string>()];
    const plan = await planOf(importing, row);
    const reader = await ExportReader.open({ path: pathOf(id), size }, "items");
    try {
      for (let batch = await reader.nextItems(); batch !== null; batch = await reader.nextItems()) {
        addLeftOut(result.leftOut, batch.leftOut);
        const chats = onceOnly(batch.chats, seen, result.leftOut);
        await writeBatch(services, me, { importId: id, since: createdAt, reader, chats, result });
        const documents = onceOnly(batch.documents, seen, result.leftOut);
        await writeDocuments(services, me, { importId: id, archive: fileName, reader, plan, documents, result, projects });
        await note(importing, { progress: share(batch), result });
        await work.progress(batch.read, batch.whole);
      }
    } finally {
      reader.close();
    }
    // Of a folder whose documents couldn’t be read, no project stays.
    await removeImportedProjects(me, db, id);
    await note(importing, { status: "done", progress: 1, result });
    for (const projectId of projects) updates.publish(me.userId, { kind: "project", projectId });
    if (result.files > 0) jobs.wake("index-files");
    await dropFile(id);
  }

  async function removeDrafts(me: Person, id: string): Promise<number> {
    let deleted = 0;
    const projects = new Set<string>();
    for (let drafts = await removeImportedDrafts(me, db, id); drafts.length > 0; drafts = await removeImportedDrafts(me, db, id)) {
      deleted += drafts.length;
      for (const { projectId } of drafts) projects.add(projectId);
    }
    for (const projectId of [...projects, ...(await removeImportedProjects(me, db, id))])
      updates.publish(me.userId, { kind: "project", projectId });
    return deleted;
  }

  /** One attempt at a job. */
  async function attempt(work: ImportWork, status: "reading" | "importing", what: (importing: Importing) => Promise<void>) {
    const id = work.data.importId;
    const me = await findPersonAt(db, newPlan, { userId: work.ownerId!, organizationId: work.organizationId });
    if (me === null) throw new JobRefused("You no longer have access to this workspace.");
    // After a failure, its owner may have asked for another try.
    if (!(await changeImport(me, db, id, { to: status, from: [status, "failed"] })))
      throw new JobRefused("This import has already ended.");
    try {
      await what({ me, id, work });
    } catch (error) {
      work.signal.throwIfAborted();
      throw await failure({ me, id, work }, error);
    }
  }

  /** What the job is to fail with. */
  async function failure({ me, id, work }: Importing, error: unknown): Promise<unknown> {
    if (error instanceof JobRefused) return error;
    const isSentence = error instanceof Unreadable;
    const isRefusal = isSentence || error instanceof Response;
    if (isSentence && error.cause !== undefined) log.warn({ err: error, importId: id }, "an export could not be imported");
    if (!isRefusal && !work.isLast) return error;
    const sentence = isSentence ? error.message : await refusalOf(error);
    await noteImport(me, db, id, { status: "failed", problem: sentence });
    return isRefusal ? new JobRefused(sentence) : error;
  }

  const queue =
    (me: Person, kind: "read-export" | "import-chats", { id, fileName }: { id: string; fileName: string }) =>
    (trx: Db) =>
      jobs.queue(trx, kind, { key: id, owner: me, data: { importId: id, fileName } });

  return {
    /** A completely uploaded export at `path`. Returns the import's id. */
    async begin(me: Person, { path, name, size }: { path: string; name: string; size: number }): Promise<string> {
      const id = uuidv7();
      await makeFolder(folder);
      await linkDurably(path, pathOf(id));
      await createImport(me, db, { id, fileName: name, size }, queue(me, "read-export", { id, fileName: name }));
      jobs.look();
      return id;
    },
    async list(me: Person): Promise<ImportState[]> {
      await endStoppedImports(me, db);
      return listImports(me, db);
    },
    async start(me: Person, id: string): Promise<void> {
      const queueIt = queue(me, "import-chats", await getImport(me, db, id));
      if (!(await changeImport(me, db, id, { to: "importing", from: ["ready"] }, queueIt)))
        throw problem("bad-request", "This import has already been started.");
      jobs.look();
    },
    /** Returns how many chats and drafts were deleted. */
    async undo(me: Person, id: string): Promise<number> {
      await getImport(me, db, id);
      if (!(await changeImport(me, db, id, { to: "undone", from: ["done", "failed", "undone", "importing"] })))
        throw problem("nothing-to-undo");
      await jobs.drop(id);
      await dropFile(id);
      let deleted = 0;
      for (let ids = await deleteImportedChats(me, db, id); ids.length > 0; ids = await deleteImportedChats(me, db, id)) {
        deleted += ids.length;
        for (const chatId of ids) updates.publish(me.userId, { kind: "chat-removed", chatId }, { isPrivate: true });
      }
      return deleted + (await removeDrafts(me, id)) + (await archives.takeBack(me, id));
    },
    /** Cancels one that is still being read, too: its next `note` fails. */
    async discard(me: Person, id: string): Promise<void> {
      await getImport(me, db, id);
      await removeImportedProjects(me, db, id);
      if (!(await deleteImport(me, db, id))) throw problem("bad-request", "This import has added something. Undo it first.");
      await jobs.drop(id);
      await dropFile(id);
    },
    /** Deletes export files that are no longer needed. */
    async sweep(): Promise<void> {
      // Listed first, because a new import's file exists before its row.
      const names = await listNames(folder);
      const old = names.filter((name) => uuidTime(name) < Date.now() - hourMs);
      const kept = await sweepImports(theServer, db);
      for (const id of old) if (!kept.has(id)) await dropFile(id);
    },
    /** Resolves when nothing is in progress, for tests. */
    "read-export": (work: ImportWork) => attempt(work, "reading", look),
    "import-chats": (work: ImportWork) => attempt(work, "importing", bring),
  };
}

/** Removes chats and documents that already occurred in the same file. */
function onceOnly<T extends Pick<ChatHead | DocumentHead, "source" | "key" | "title">>(
  items: readonly T[],
  seen: Set<string>,
  leftOut: LeftOutList,
): T[] {
  return items.filter(({ source, key, title }) => {
    const mark = `${source} ${key}`;
    if (seen.has(mark)) addLeftOut(leftOut, [{ what: title, why: "It is in this file twice." }]);
    return !seen.has(mark) && seen.add(mark);
  });
}

type Head = { files: number; leftOut: PartsLeftOut; createdAt: number | null; updatedAt: number | null };

function addHead(found: FoundInExport, { files, leftOut, createdAt, updatedAt }: Head): void {
  found.files += files;
  addParts(found.parts, leftOut);
  const [first, last] = [dayOf(createdAt ?? updatedAt), dayOf(updatedAt ?? createdAt)];
  if (first !== null && (found.from === null || first < found.from)) found.from = first;
  if (last !== null && (found.to === null || last > found.to)) found.to = last;
}

function dayOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString().slice(0, 10);
}

const unexpected =
  "Something went wrong during the import. What was imported so far was kept; choose the file again to import the rest.";

async function refusalOf(error: unknown): Promise<string> {
  if (!(error instanceof Response)) return unexpected;
  const { title, detail } = (await error.clone().json()) as { title: string; detail?: string };
  return detail ?? title;
}
