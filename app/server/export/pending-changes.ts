/* A Word file with a draft's proposed changes as tracked changes. */
import type { Node } from "prosemirror-model";
import { assistant, changesSince, type AuthoredPatch, type ChangesGiven } from "#core/changes/changes-since.ts";
import type { DocxOptions } from "./docx.ts";

export async function renderWithPending(current: Node, options: Omit<DocxOptions, "tracked">): Promise<Uint8Array> {
  const { renderDocx } = await import("./docx.ts");
  const { changes = [] } = options;
  if (!changes.some(needsBothSides)) return renderDocx(current, options);
  return renderDocx(current, { ...options, tracked: changesSince(pendingOnly(current, changes)) });
}

/** Nothing is tracked but what is proposed. */
export function pendingOnly(current: Node, pending: readonly AuthoredPatch[]): ChangesGiven {
  const first = pending.find(needsBothSides) ?? pending[0];
  const person = { author: first?.author ?? assistant, date: first?.date ?? new Date().toISOString() };
  return { before: current, current, runs: null, pending, accepted: [], person };
}

/** A formatting change has no words to delete and a new paragraph or row none to attach to, so the file needs both versions. */
export function needsBothSides({ look, rows, original, replacement }: AuthoredPatch): boolean {
  return look !== undefined || rows !== undefined || `${original}${replacement}`.includes("\n\n");
}
