/*
 * A cross-reference displays several characters but is atomic. So a change that
 * ends inside its number is widened to the whole number, and no diff segment
 * ends inside one.
 */
import type { DocumentText, ShownReference } from "../document/document-text.ts";
import type { Edit } from "../changes/patch.ts";
import { wordDiff, type DiffSegment } from "../changes/word-diff.ts";

/** The same change, widened to any number it touches. */
export function overWholeReferences({ text, references }: DocumentText, edit: Edit): Edit {
  let { start, end, text: written } = edit;
  for (const reference of references) {
    if (isWithin(reference, start)) {
      written = text.slice(reference.start, start) + written;
      start = reference.start;
    }
    if (isWithin(reference, end)) {
      written += text.slice(end, reference.end);
      end = reference.end;
    }
  }
  return { start, end, text: written };
}

function isWithin({ start, end }: ShownReference, at: number): boolean {
  return at > start && at < end;
}

type Segment = DiffSegment;

/** The word diff that turns [start, end) into `replacement`. */
export function segmentsOver(
  { text, references }: DocumentText,
  { start, end }: { start: number; end: number },
  replacement: string,
): Segment[] {
  const before = text.slice(start, end);
  const { segments, isRewrite } = wordDiff(before, replacement);
  const inside = references.filter((one) => one.start < end && one.end > start);
  if (isRewrite) return rewritten(text, start, end, replacement, inside);
  return inside.length === 0 ? [...segments] : joinedOver(segments, start, inside);
}

/** Entirely different words, except that a number still among them remains the same reference. */
function rewritten(
  text: string,
  start: number,
  end: number,
  replacement: string,
  references: readonly ShownReference[],
): Segment[] {
  const found: Segment[] = [];
  const push = (kind: Segment["kind"], words: string) => words !== "" && found.push({ kind, text: words });
  let [at, written] = [start, 0];
  for (const reference of references) {
    const label = text.slice(reference.start, reference.end);
    const again = placeOf(label, replacement, written);
    if (again < 0) continue;
    push("removed", text.slice(at, reference.start));
    push("added", replacement.slice(written, again));
    push("equal", label);
    [at, written] = [reference.end, again + label.length];
  }
  push("removed", text.slice(at, end));
  push("added", replacement.slice(written));
  return found;
}

/** Not as part of another number. */
function placeOf(label: string, text: string, from: number): number {
  for (let at = text.indexOf(label, from); at >= 0; at = text.indexOf(label, at + 1)) {
    const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(at + label.length, at + label.length + 2)];
    if (!/[\p{L}\d]$|\d\.$/u.test(before) && !/^(?:[\p{L}\d(]|\.\d)/u.test(after)) return at;
  }
  return -1;
}

/** Merges segments that meet inside a reference, after cutting those around it at its edges. */
function joinedOver(segments: readonly Segment[], start: number, references: readonly ShownReference[]): Segment[] {
  const edges = references.flatMap((one) => [one.start, one.end]);
  const found: Segment[] = [];
  let group: Segment[] = [];
  let at = start;
  const close = () => {
    found.push(...asOne(group));
    group = [];
  };
  for (const piece of cutAt(segments, start, edges)) {
    if (!references.some((one) => isWithin(one, at))) close();
    group.push(piece);
    if (piece.kind !== "added") at += piece.text.length;
  }
  close();
  return found;
}

function cutAt(segments: readonly Segment[], start: number, edges: readonly number[]): Segment[] {
  let at = start;
  return segments.flatMap((segment) => {
    if (segment.kind === "added") return [segment];
    const end = at + segment.text.length;
    const points = [at, ...edges.filter((edge) => edge > at && edge < end).toSorted((a, b) => a - b), end];
    const from = at;
    at = end;
    return points.slice(1).map((point, i) => ({ kind: segment.kind, text: segment.text.slice(points[i]! - from, point - from) }));
  });
}

function asOne(group: readonly Segment[]): readonly Segment[] {
  if (group.length <= 1 || group.every(({ kind }) => kind === "equal")) return group;
  const textOf = (skipped: Segment["kind"]) => group.map(({ kind, text }) => (kind === skipped ? "" : text)).join("");
  const [removed, added] = [textOf("added"), textOf("removed")];
  const pieces: Segment[] = [];
  if (removed !== "") pieces.push({ kind: "removed", text: removed });
  if (added !== "") pieces.push({ kind: "added", text: added });
  return pieces;
}
