/* A Word file with a draft's proposed changes as tracked changes. */
import type { Node } from "prosemirror-model";
import { assistant, changesSince, type AuthoredPatch } from "#core/changes/changes-since.ts";
import { renderDocx, type DocxOptions } from "./docx.ts";

export async function renderWithPending(current: Node, options: Omit<DocxOptions, "tracked">): Promise<Uint8Array> {
  const { changes = [] } = options;
  const first = changes.find(needsBothSides);
  if (first === undefined) return renderDocx(current, options);
  const person = { author: first.author ?? assistant, date: first.date ?? new Date().toISOString() };
  const tracked = changesSince({ before: current, current, runs: null, pending: changes, accepted: [], person });
  return renderDocx(current, { ...options, tracked });
}

/** A formatting change has no words to delete and a new paragraph none to attach to, so the file needs both versions. */
function needsBothSides({ look, original, replacement }: AuthoredPatch): boolean {
  return look !== undefined || `${original}${replacement}`.includes("\n\n");
}
