/*
 * Proposed changes as tracked edits: which characters are deleted, and what is
 * inserted where. Each edit is as small as its words allow.
 */
import type { Node } from "prosemirror-model";
import { documentRange, documentText, isOneStretch, type DocumentText } from "../document/document-text.ts";
import { locatePatches, type Edit, type Patch } from "./patch.ts";
import type { ChangePiece } from "./patch-json.ts";
import { overWholeReferences, segmentsOver } from "../clauses/whole-references.ts";

/** `from` equals `to` for a pure insertion; `text` is empty for a pure deletion. */
export type TrackedEdit = { from: number; to: number; text: string; patch: Patch };

export type TrackedEdits = {
  edits: TrackedEdit[];
  /** Patches with no unambiguous match in this document, and so left out. */
  unplaced: Patch[];
};

/** What a file can't have as tracked changes. */
export type Untracked = {
  /** About words that another one changes, by index: a file has room for one, so these are said in comments. */
  alternatives: { index: number; start: number; end: number }[];
  /** How many have no certain place at all. */
  unplaced: number;
};

export function untrackedIn(document: Node, patches: readonly Patch[]): Untracked {
  const shown = documentText(document);
  const untracked: Untracked = { alternatives: [], unplaced: 0 };
  for (const [index, outcome] of locatePatches(shown.text, patches).entries()) {
    const edit = outcome.kind === "located" || outcome.kind === "overlaps" ? outcome.edit : null;
    if (edit === null || !isOneStretch(shown, edit.start, edit.end)) untracked.unplaced++;
    else if (outcome.kind === "located") continue;
    // Notes have no comments.
    else if (edit.end <= shown.notesAt) untracked.alternatives.push({ index, start: edit.start, end: edit.end });
    else untracked.unplaced++;
  }
  return untracked;
}

export function trackedEdits(document: Node, patches: readonly Patch[]): TrackedEdits {
  const shown = documentText(document);
  const outcomes = locatePatches(shown.text, patches);
  const edits: TrackedEdit[] = [];
  const unplaced: Patch[] = [];
  for (const [i, outcome] of outcomes.entries()) {
    const patch = patches[i]!;
    if (outcome.kind === "already-applied") continue;
    if (outcome.kind !== "located" || !isOneStretch(shown, outcome.edit.start, outcome.edit.end)) {
      unplaced.push(patch);
      continue;
    }
    const edit = overWholeReferences(shown, outcome.edit);
    let at = edit.start;
    for (const segment of segmentsOf(shown, edit, patch)) {
      const by = { ...patch, ...segment.by };
      if (segment.kind === "added") edits.push({ ...pointAt(shown, at), text: segment.text, patch: by });
      else if (segment.kind === "removed") {
        // A break between blocks has no characters to delete.
        for (const { from, to } of blockRanges(shown.text, at, at + segment.text.length))
          edits.push({ ...documentRange(shown, from, to), text: "", patch: by });
      }
      if (segment.kind !== "added") at += segment.text.length;
    }
  }
  return { edits: edits.sort((a, b) => a.from - b.from || a.to - b.to), unplaced };
}

type Segment = { kind: "equal" | "same" | "removed" | "added"; text: string; by?: { author: string; date?: string } };

function segmentsOf(shown: DocumentText, edit: Edit, { place, pieces }: Patch): readonly Segment[] {
  if (!place) return segmentsOver(shown, edit, edit.text);
  const before = shown.text.slice(edit.start, edit.end);
  const said = (left: ChangePiece["kind"]) => pieces?.map(({ kind, text }) => (kind === left ? "" : text)).join("");
  if (!pieces || said("added") !== before || said("removed") !== edit.text) return asItCame(before, edit.text);
  return pieces.map(({ kind, text, author = "", date }) => ({ kind, text, by: { author, ...(date !== undefined && { date }) } }));
}

/** For a change with a stored position: everything between the common prefix and suffix, in one piece. */
function asItCame(before: string, after: string): Segment[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const pieces: Segment[] = [
    { kind: "same", text: before.slice(0, start) },
    { kind: "removed", text: before.slice(start, before.length - end) },
    { kind: "added", text: after.slice(start, after.length - end) },
  ];
  return pieces.filter(({ text }) => text !== "");
}

/** After the preceding character, so that inserted text lands in the block it continues. */
function pointAt({ text, positions }: ReturnType<typeof documentText>, at: number): { from: number; to: number } {
  const isBlockStart = at === 0 || text.slice(at - 2, at) === "\n\n";
  const pos = isBlockStart ? positions[at]! : positions[at - 1]! + 1;
  return { from: pos, to: pos };
}

function blockRanges(text: string, start: number, end: number): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  let at = start;
  for (const part of text.slice(start, end).split("\n\n")) {
    if (part !== "") ranges.push({ from: at, to: at + part.length });
    at += part.length + 2;
  }
  return ranges;
}
