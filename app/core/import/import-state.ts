/* The state of an import shown to the person: the file's contents, progress and result. */
import type { DocumentSource, ImportSource } from "./import-sources.ts";
import type { ThingCounts } from "../archive/things.ts";
import type { LeftOut, PartsLeftOut } from "./imported-chat.ts";

export type ImportStatus = "reading" | "ready" | "importing" | "done" | "undone" | "failed";

/** `listed` are the first of them. */
export type LeftOutList = { count: number; listed: LeftOut[] };

export type FoundInExport = {
  chats: Partial<Record<ImportSource, number>>;
  documents: Partial<Record<DocumentSource, number>>;
  /** Of an archive of Stet; in all others there are none. */
  things: ThingCounts;
  messages: number;
  /** Leaves of conversations besides the visible ones. */
  branches: number;
  files: number;
  pictures: number;
  /** Chats or documents that were already imported. */
  known: number;
  /** ISO dates of the earliest and latest. */
  from: string | null;
  to: string | null;
  parts: PartsLeftOut;
  leftOut: LeftOutList;
};

export type ImportResult = {
  chats: number;
  messages: number;
  documents: number;
  things: ThingCounts;
  /** That the documents were put into. */
  projects: number;
  files: number;
  pictures: number;
  known: number;
  parts: PartsLeftOut;
  leftOut: LeftOutList;
};

export type ImportState = {
  id: string;
  fileName: string;
  size: number;
  status: ImportStatus;
  /** While it is read or imported: its work was paused under "At work". */
  isPaused: boolean;
  /** 0 to 1. */
  progress: number;
  found: FoundInExport | null;
  result: ImportResult | null;
  problem: string | null;
  createdAt: string;
  /** What an undo would delete, and what was changed since, which would stay. */
  undo: { chats: number; drafts: number; things: number; kept: number };
};

export const mostListed = 200;

export function addLeftOut(list: LeftOutList, more: readonly LeftOut[]): void {
  list.count += more.length;
  list.listed.push(...more.slice(0, Math.max(0, mostListed - list.listed.length)));
}

export function emptyFound(): FoundInExport {
  return {
    chats: {},
    documents: {},
    things: {},
    messages: 0,
    branches: 0,
    files: 0,
    pictures: 0,
    known: 0,
    from: null,
    to: null,
    parts: {},
    leftOut: { count: 0, listed: [] },
  };
}

export function emptyResult(): ImportResult {
  const nothing = { chats: 0, messages: 0, documents: 0, projects: 0, files: 0, pictures: 0, known: 0 };
  return { ...nothing, things: {}, parts: {}, leftOut: { count: 0, listed: [] } };
}

/** An archive holds one kind of them. */
export function countOf({ chats, documents, things }: Pick<FoundInExport, "chats" | "documents" | "things">): number {
  const counts = [chats, documents, things].flatMap((kind) => Object.values(kind));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** How many an import would add. */
export function countNew(found: FoundInExport): number {
  return countOf(found) - found.known;
}

export type ImportAction = "start" | "undo" | "cancel" | "discard" | "remove";

/** What can be done with an import now. One that has brought nothing can be dropped; any other is undone. */
export function importActions({ status, found, undo }: Pick<ImportState, "status" | "found" | "undo">): ImportAction[] {
  if (status === "reading") return ["cancel"];
  if (status === "ready") return found !== null && countNew(found) > 0 ? ["start", "discard"] : ["discard"];
  if (undo.chats + undo.drafts + undo.things > 0) return ["undo"];
  return undo.kept > 0 || status === "importing" ? [] : ["remove"];
}
