/* The state of an import shown to the person: the file's contents, progress and result. */
import type { ImportSource, LeftOut, PartsLeftOut } from "./imported-chat.ts";

export type ImportStatus = "reading" | "ready" | "importing" | "done" | "undone" | "failed";

/** `listed` are the first of them. */
export type LeftOutList = { count: number; listed: LeftOut[] };

export type FoundInExport = {
  chats: Partial<Record<ImportSource, number>>;
  messages: number;
  /** Leaves of conversations besides the visible ones. */
  branches: number;
  files: number;
  /** Chats that were already imported. */
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
  files: number;
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
  /** The chats an undo would delete, and those edited since, which would stay. */
  undo: { chats: number; kept: number };
};

export const mostListed = 200;

export function addLeftOut(list: LeftOutList, more: readonly LeftOut[]): void {
  list.count += more.length;
  list.listed.push(...more.slice(0, Math.max(0, mostListed - list.listed.length)));
}

export function emptyFound(): FoundInExport {
  return {
    chats: {},
    messages: 0,
    branches: 0,
    files: 0,
    known: 0,
    from: null,
    to: null,
    parts: {},
    leftOut: { count: 0, listed: [] },
  };
}

export function emptyResult(): ImportResult {
  return { chats: 0, messages: 0, files: 0, known: 0, parts: {}, leftOut: { count: 0, listed: [] } };
}

export function countOf({ chats }: FoundInExport): number {
  return Object.values(chats).reduce((sum, count) => sum + count, 0);
}

/** How many an import would add. */
export function freshChats(found: FoundInExport): number {
  return countOf(found) - found.known;
}

export type ImportAction = "start" | "undo" | "cancel" | "discard" | "remove";

/** What can be done with an import now. Only an import without chats can be dropped; one with chats is undone. */
export function importActions({ status, found, undo }: Pick<ImportState, "status" | "found" | "undo">): ImportAction[] {
  if (status === "reading") return ["cancel"];
  if (status === "ready") return found !== null && freshChats(found) > 0 ? ["start", "discard"] : ["discard"];
  if (undo.chats > 0) return ["undo"];
  return undo.kept > 0 || status === "importing" ? [] : ["remove"];
}
