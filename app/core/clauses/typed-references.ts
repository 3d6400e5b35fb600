/*
 * Typed references ("clause 7.2", "Ziffer 7.2", "punkt 7.2", "artikel 7.2")
 * that match exactly one clause or numbered heading of this document, so they
 * can be linked. Ambiguous ones are left alone.
 */
import type { Node } from "prosemirror-model";
import { typedClauseReferences } from "./clause-references.ts";
import { documentRange, documentText, isOneStretch } from "../document/document-text.ts";
import { referenceTargets, type ReferenceTarget } from "./references.ts";

export type TypedReference = {
  /** The document range of the number alone; the noun before it stays as typed. */
  from: number;
  to: number;
  target: ReferenceTarget;
  /** As typed, with some of the line on either side. */
  words: string;
  before: string;
  after: string;
};

const besideLength = 40;

export function typedReferences(document: Node): TypedReference[] {
  const shown = documentText(document);
  const places = uniquePlaces(document);
  if (places.size === 0) return [];
  const { text } = shown;
  return typedClauseReferences(text).flatMap(({ numberAt, end, target: number, path }) => {
    const target = places.get(number + path) ?? (path !== "" && hasBelow(places, number) ? undefined : places.get(number));
    if (!target) return [];
    const to = places.has(number + path) ? end + path.length : end;
    const isLive = shown.references.some((one) => one.start < to && numberAt < one.end);
    if (isLive || !isOneStretch(shown, numberAt, to)) return [];
    const range = documentRange(shown, numberAt, to);
    if (isInCode(document, range.from) || isAt(document, target, range.from)) return [];
    const start = /(?<!\S)\S+\s*$/u.exec(text.slice(Math.max(0, numberAt - besideLength), numberAt))?.index ?? 0;
    const wordsAt = Math.max(0, numberAt - besideLength) + start;
    return [
      {
        ...range,
        target,
        words: text.slice(wordsAt, to),
        before: lineBefore(text, wordsAt),
        after: lineAfter(text, to),
      },
    ];
  });
}

/** The clause referred to just before `pos`, with the range of its number; null if that is uncertain. */
export function typedReferenceBefore(document: Node, pos: number): Pick<TypedReference, "from" | "to" | "target"> | null {
  const place = document.resolve(pos);
  if (!place.parent.isTextblock || place.parent.type.spec.code) return null;
  const line = place.parent.textBetween(Math.max(0, place.parentOffset - besideLength), place.parentOffset, "\n", "\ufffc");
  const named = /(?<![\p{L}\d.])\d{1,3}(?:\.\d{1,3})*(?:\([a-z0-9]{1,4}\))*$/u.exec(line)?.[0];
  if (named === undefined) return null;
  const isNamed = typedClauseReferences(line).some((one) => one.end + one.path.length === line.length);
  const target = isNamed ? uniquePlaces(document).get(named) : undefined;
  const from = pos - named.length;
  return target && !isAt(document, target, from) ? { from, to: pos, target } : null;
}

/** Targets by label; null for a label that two share. */
function uniquePlaces(document: Node): ReadonlyMap<string, ReferenceTarget | null> {
  const places = new Map<string, ReferenceTarget | null>();
  for (const target of referenceTargets(document)) {
    if (target.kind === "footnote" || !/^\d/.test(target.label)) continue;
    places.set(target.label, places.has(target.label) ? null : target);
  }
  return places;
}

function hasBelow(places: ReadonlyMap<string, unknown>, number: string): boolean {
  return [...places.keys()].some((label) => label.startsWith(`${number}(`));
}

function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - besideLength), at);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return line.length < besideLength ? line : line.replace(/^\S*\s+/u, "… ");
}

/** Whole words. */
function lineAfter(text: string, at: number): string {
  const after = text.slice(at, at + besideLength);
  const line = after.split("\n", 1)[0]!;
  return line.length < besideLength ? line : line.replace(/\s+\S*$/u, " …");
}

function isInCode(document: Node, pos: number): boolean {
  const place = document.resolve(pos);
  return place.parent.type.spec.code === true || place.nodeAfter?.marks.some(({ type }) => type.name === "code") === true;
}

/** A heading's own number isn't a reference to it. */
function isAt(document: Node, { kind, pos }: ReferenceTarget, at: number): boolean {
  return kind === "heading" && at > pos && at < pos + document.nodeAt(pos)!.nodeSize;
}
