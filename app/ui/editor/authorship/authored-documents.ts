/* Authorship keyed by document object: the editor's document and the saved one
   are two objects with the same words. */
import type { Node } from "prosemirror-model";
import { packRuns, runsOf, unknown, unpackRuns, type Authorship, type Runs } from "#core/authorship/authorship.ts";
import { mergedRuns } from "#core/authorship/authorship-carried.ts";

const known = new WeakMap<object, Runs>();

export function setRuns<D extends object>(document: D, runs: Runs): D {
  known.set(document, runs);
  return document;
}

export function runsIn(document: { content: { size: number } }): Runs {
  return known.get(document) ?? runsOf(document.content.size, unknown);
}

export function authorshipOf(document: Node): Authorship {
  return packRuns(runsIn(document));
}

/** The server's authorship of its document; ignored if it does not match this one. */
export function withAuthorship(document: Node, authorship: Authorship | null | undefined): Node {
  const runs = unpackRuns(authorship ?? null, document.content.size);
  return runs === null ? document : setRuns(document, runs);
}

/** Merged words keep the authorship they had on either side. */
export function withMerged(mine: Node, theirs: Node, merged: Node): Node {
  if (merged.eq(mine)) return setRuns(merged, runsIn(mine));
  return setRuns(merged, mergedRuns({ document: mine, runs: runsIn(mine) }, { document: theirs, runs: runsIn(theirs) }, merged));
}
