/*
 * Imports: an uploaded export is scanned, then imported once its owner confirms. Both continue in
 * this process after the request; if the process ends, they resume when the owner next opens the
 * page (`resume`). Items already written are recognized by key, so nothing is duplicated.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { addParts, importSources, type ChatHead } from "#core/import/imported-chat.ts";
import {
  addLeftOut,
  emptyFound,
  emptyResult,
  type FoundInExport,
  type ImportState,
  type LeftOutList,
} from "#core/import/import-state.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { uuidTime, uuidv7 } from "#core/text/uuid.ts";
import type { Updates } from "../chat/updates.ts";
import { knownChats } from "../data/chats/imported-chats.ts";
import {
  changeImport,
  createImport,
  deleteImport,
  deleteImportedChats,
  getImport,
  listImports,
  sweepImports,
  noteImport,
  takeOverImports,
} from "../data/chats/imports.ts";
import type { Db } from "../db/database.ts";
import type { Living } from "../db/living.ts";
import type { Extraction } from "../files/extraction.ts";
import type { FileStore } from "../files/file-store.ts";
import { Unreadable } from "../files/unreadable.ts";
import type { Log } from "../log.ts";
import { PersonTurns } from "../process/person-turns.ts";
import { linkDurably, listNames, makeFolder } from "../storage/durable-file.ts";
import { ExportReader } from "./export-reader.ts";
import { writeBatch } from "./write-batch.ts";

export type ImportServices = {
  db: Db;
  living: Living;
  log: Log;
  store: FileStore;
  extraction: Extraction;
  updates: Updates;
  processId: string;
  /** The folder where exports are kept until imported or discarded. */
  folder: string;
  largestFile: number;
};

const hourMs = 3_600_000;

/** The tus endpoint for exports. */
export const importPath = "/api/imports/uploads";

export type Imports = ReturnType<typeof createImports>;

export function createImports(services: ImportServices) {
  const { db, log, updates, processId, folder } = services;
  const turns = new PersonTurns(2);
  const working = new Map<string, Promise<void>>();
  let isClosed = false;

  const pathOf = (id: string) => join(folder, id);
  const dropFile = (id: string) => rm(pathOf(id), { force: true });

  /** Records progress; throws if the import was cancelled or another process has taken it over. */
  async function note(me: Person, id: string, said: Parameters<typeof noteImport>[4]): Promise<void> {
    if (isClosed || !(await noteImport(me, db, id, processId, said))) throw new Error("no longer this process's import");
  }

  async function look(me: Person, id: string): Promise<void> {
    const { size } = await getImport(me, db, id);
    const found = emptyFound();
    const seen = new Set<string>();
    const reader = await ExportReader.open({ path: pathOf(id), size }, "heads");
    try {
      for (let batch = await reader.nextHeads(); batch !== null; batch = await reader.nextHeads()) {
        addLeftOut(found.leftOut, batch.leftOut);
        await count(me, found, onceOnly(batch.items, seen, found.leftOut));
        await note(me, id, { progress: share(batch) });
      }
    } finally {
      reader.close();
    }
    await note(me, id, { status: "ready", progress: 1, found });
  }

  async function count(me: Person, found: FoundInExport, heads: readonly ChatHead[]): Promise<void> {
    for (const { source, messages, branches, files, leftOut, createdAt, updatedAt } of heads) {
      found.chats[source] = (found.chats[source] ?? 0) + 1;
      found.messages += messages;
      found.branches += branches;
      found.files += files;
      addParts(found.parts, leftOut);
      const [first, last] = [dayOf(createdAt ?? updatedAt), dayOf(updatedAt ?? createdAt)];
      if (first !== null && (found.from === null || first < found.from)) found.from = first;
      if (last !== null && (found.to === null || last > found.to)) found.to = last;
    }
    for (const source of importSources) {
      const keys = heads.filter((head) => head.source === source).map(({ key }) => key);
      found.known += (await knownChats(me, db, source, keys)).size;
    }
  }

  async function bring(me: Person, id: string): Promise<void> {
    const { size, createdAt } = await getImport(me, db, id);
    const result = emptyResult();
    const seen = new Set<string>();
    const reader = await ExportReader.open({ path: pathOf(id), size }, "chats");
    try {
      for (let batch = await reader.nextChats(); batch !== null; batch = await reader.nextChats()) {
        addLeftOut(result.leftOut, batch.leftOut);
        const chats = onceOnly(batch.items, seen, result.leftOut);
        await writeBatch(services, me, { importId: id, since: createdAt, reader, chats, result });
        await note(me, id, { progress: share(batch), result });
      }
    } finally {
      reader.close();
    }
    await note(me, id, { status: "done", progress: 1, result });
    await dropFile(id);
  }

  /** Runs after the request; people take turns, so that a large export doesn't delay others. */
  function work(me: Person, id: string, what: (me: Person, id: string) => Promise<void>): void {
    const done = (async () => {
      const turn = await turns.take(me.userId);
      if (turn === null) return;
      try {
        await what(me, id);
      } catch (error) {
        if (!isClosed) await fail(me, id, error);
      } finally {
        turn.end(false);
      }
    })()
      .catch((error: unknown) => log.error({ err: error, importId: id }, "an import could not be noted"))
      .finally(() => working.delete(id));
    working.set(id, done);
  }

  async function fail(me: Person, id: string, error: unknown): Promise<void> {
    const isSentence = error instanceof Unreadable;
    const sentence = isSentence ? error.message : await refusalOf(error);
    // One that was cancelled or taken over has not failed.
    if (!(await noteImport(me, db, id, processId, { status: "failed", problem: sentence }))) return;
    if (!isSentence || error.cause !== undefined) log.warn({ err: error, importId: id }, "an export could not be imported");
  }

  return {
    /** A completely uploaded export at `path`. Returns the import's id. */
    async begin(me: Person, { path, name, size }: { path: string; name: string; size: number }): Promise<string> {
      const id = uuidv7();
      await makeFolder(folder);
      await linkDurably(path, pathOf(id));
      await createImport(me, db, { id, fileName: name, size, processId });
      work(me, id, look);
      return id;
    },
    async list(me: Person): Promise<ImportState[]> {
      const living = await services.living.list();
      for (const { id, status } of await takeOverImports(me, db, { processId, living }))
        work(me, id, status === "reading" ? look : bring);
      return listImports(me, db);
    },
    async start(me: Person, id: string): Promise<void> {
      await getImport(me, db, id);
      if (!(await changeImport(me, db, id, { to: "importing", from: ["ready"], processId })))
        throw problem("bad-request", "This import has already been started.");
      work(me, id, bring);
    },
    /** Returns how many chats were deleted. */
    async undo(me: Person, id: string): Promise<number> {
      await getImport(me, db, id);
      if (!(await changeImport(me, db, id, { to: "undone", from: ["done", "failed", "undone", "importing"] })))
        throw problem("nothing-to-undo");
      await working.get(id);
      await dropFile(id);
      let deleted = 0;
      for (let ids = await deleteImportedChats(me, db, id); ids.length > 0; ids = await deleteImportedChats(me, db, id)) {
        deleted += ids.length;
        for (const chatId of ids) updates.publish(me.userId, { kind: "chat-removed", chatId }, { isPrivate: true });
      }
      return deleted;
    },
    /** Cancels one that is still being read, too: its next `note` fails. */
    async discard(me: Person, id: string): Promise<void> {
      await getImport(me, db, id);
      if (!(await deleteImport(me, db, id))) throw problem("bad-request", "This import has added chats. Undo it first.");
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
    async settled(): Promise<void> {
      while (working.size > 0) await Promise.all(working.values());
    },
    async close(): Promise<void> {
      isClosed = true;
      turns.close();
      await Promise.all(working.values());
    },
  };
}

/** Removes chats that already occurred in the same file. */
function onceOnly<T extends Pick<ChatHead, "source" | "key" | "title">>(
  chats: readonly T[],
  seen: Set<string>,
  leftOut: LeftOutList,
): T[] {
  return chats.filter(({ source, key, title }) => {
    const mark = `${source} ${key}`;
    if (seen.has(mark)) addLeftOut(leftOut, [{ what: title, why: "It is in this file twice." }]);
    return !seen.has(mark) && seen.add(mark);
  });
}

function share({ read, whole }: { read: number; whole: number }): number {
  return whole === 0 ? 0 : Math.min(1, read / whole);
}

function dayOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString().slice(0, 10);
}

const unexpected =
  "Something went wrong during the import. The chats imported so far were kept; choose the file again to import the rest.";

async function refusalOf(error: unknown): Promise<string> {
  if (!(error instanceof Response)) return unexpected;
  const { title, detail } = (await error.clone().json()) as { title: string; detail?: string };
  return detail ?? title;
}
