/* Proposed changes in the text they are for: what each strikes stays, and what it inserts is beside it. */
import type { Node } from "prosemirror-model";
import { Transform } from "prosemirror-transform";
import { assistant, type AuthoredPatch } from "#core/changes/changes-since.ts";
import { trackedEdits } from "#core/changes/tracked-edits.ts";
import type { RevisedRange, TrackedDocument } from "#core/changes/tracked-document.ts";
import { withBreaks } from "#core/document/document-schema.ts";

export function trackedWords(current: Node, pending: readonly AuthoredPatch[], date: string): TrackedDocument {
  const tr = new Transform(current);
  const ranges: RevisedRange[] = [];
  let shift = 0;
  for (const { from, to, text, patch } of trackedEdits(current, pending).edits) {
    const who = { author: (patch as AuthoredPatch).author ?? assistant, date: (patch as AuthoredPatch).date ?? date };
    const at = from + shift;
    if (text === "") {
      ranges.push({ kind: "del", from: at, to: to + shift, ...who });
      continue;
    }
    const marks = tr.doc.resolve(at).marks();
    const content = withBreaks(text, marks, tr.doc.type.schema);
    tr.insert(at, content);
    const size = content.reduce((sum, node) => sum + node.nodeSize, 0);
    ranges.push({ kind: "ins", from: at, to: at + size, ...who });
    shift += size;
  }
  const none = { blocks: new Map(), looks: [], levels: new Map(), aligns: new Map() };
  return { ...none, document: tr.doc, ranges, positionOf: (pos) => tr.mapping.map(pos) };
}
