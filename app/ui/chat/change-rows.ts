/* The rows of one answer block for its card: keyed by index, in a form that can be compared. */
import type { AppliedPatch, Patch } from "#core/changes/patch.ts";
import type { LocatedAgain } from "#core/requests/changes.ts";
import type { ChangePlace } from "#core/changes/proposed-change.ts";
import type { ChangeSummary, DraftOfChange, RefusalReason } from "#core/changes/proposed-change.ts";

/** With nothing but `patch`, the change is open. */
export type BlockNote = {
  applied?: AppliedPatch;
  rejected?: true;
  /** The reason, in one line. */
  rejectReason?: string;
  gone?: true;
  reason?: RefusalReason;
  /** Set where a chat is known to be about a draft. */
  draft?: DraftOfChange;
  /** As located by the server. */
  patch?: Patch;
  /** The name of the text it was located in (chat-texts.ts). */
  textName?: string;
};
export type BlockNotes = Record<string, BlockNote>;

export function keyOfChange({ messageId, block, place }: ChangePlace): string {
  return `${messageId} ${block} ${place}`;
}

/** A block's name combines its message id and its key. */
export function placeOfName(name: string): { messageId: string; block: string } {
  const at = name.indexOf(".");
  return { messageId: name.slice(0, at), block: name.slice(at + 1) };
}

export function readBlock(rows: Iterable<ChangeSummary>, name: string): string {
  const { messageId, block } = placeOfName(name);
  const notes: BlockNotes = {};
  for (const row of rows) if (row.messageId === messageId && row.block === block) notes[row.place] = noteOf(row);
  return JSON.stringify(notes);
}

function noteOf({ state, applied, patch, reason, rejectReason, draft, textName }: ChangeSummary): BlockNote {
  const proposed = { ...(patch && { patch }), ...(draft && { draft }), ...(textName && { textName }) };
  if (state === "rejected") return { ...proposed, rejected: true, ...(rejectReason && { rejectReason }) };
  if (state === "applied" && applied) return { ...proposed, applied };
  if (state === "gone") return { ...proposed, gone: true };
  return { ...proposed, ...(state === "refused" && reason && { reason }) };
}

/** Open again: its old position belongs to a different text. */
export function reopened(patch: Patch | null, located?: LocatedAgain): Patch | null {
  if (patch === null) return null;
  const { place: _place, ...rest } = patch;
  return { ...rest, ...located };
}

export function parseBlock(json: string): BlockNotes {
  return JSON.parse(json) as BlockNotes;
}
