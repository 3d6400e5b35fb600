/*
 * Everything changed in a draft since one of its versions, with author and
 * date: typed text is the person's, accepted proposals are Stet's and the
 * model's or the counterpart's. Pending proposals are included, attributed to
 * their author.
 */
import type { Node } from "prosemirror-model";
import { Mapping, Transform } from "prosemirror-transform";
import type { Origin, Runs } from "../authorship/authorship.ts";
import { applyEdit, locateInDocument } from "./document-patch.ts";
import { documentRange, documentText } from "../document/document-text.ts";
import type { Patch } from "./patch.ts";
import { trackedDocument, type Attribution, type TrackedDocument, type Who } from "./tracked-document.ts";

export type AuthoredPatch = Patch & { author?: string; date?: string };

/** Usually one. */
export function peopleOf({ author, date, pieces }: AuthoredPatch): { author: string; date: string }[] {
  const by = pieces?.filter(({ kind }) => kind !== "same") ?? [{ author, date }];
  return by.map((one) => ({ author: one.author ?? "", date: one.date ?? "" }));
}

export type ChangesGiven = {
  before: Node;
  current: Node;
  /** The authorship of `current`. */
  runs: Runs | null;
  pending: readonly AuthoredPatch[];
  /** The counterpart's accepted changes. */
  accepted: readonly AuthoredPatch[];
  /** The draft's author, and when it was last changed. */
  person: Who;
};

export const assistant = "Stet";

/** `positionOf` takes positions in `current`. */
export function changesSince(given: ChangesGiven): TrackedDocument {
  const { tr, written, looked } = withPending(given);
  const attribution = new Authors(given, tr, { written, looked });
  const tracked = trackedDocument(given.before, tr.doc, attribution);
  return { ...tracked, positionOf: (pos) => tracked.positionOf(tr.mapping.map(pos)) };
}

type Written = Who & { from: number; to: number };

/** Applies the pending changes from the end backward, as far as their positions are known. */
function withPending({ current, pending, person }: ChangesGiven): { tr: Transform; written: Written[]; looked: Written[] } {
  const looked: Written[] = [];
  const tr = new Transform(current);
  let written: Written[] = [];
  // Changes with a position refer to the current text, so later ones are applied first and don't shift them. Formatting
  // comes before all: it may be of words that another one takes away.
  const ordered = pending.toSorted(
    (a, b) => Number(b.look !== undefined) - Number(a.look !== undefined) || (b.place?.start ?? -1) - (a.place?.start ?? -1),
  );
  for (const patch of ordered) {
    const outcome = locateInDocument(tr.doc, patch);
    if (outcome.kind !== "located") continue;
    const steps = tr.mapping.maps.length;
    const who = { author: patch.author ?? assistant, date: patch.date ?? person.date };
    const { start, end, look } = outcome.edit;
    if (look) looked.push({ ...who, ...documentRange(documentText(tr.doc), start, end) });
    applyEdit(tr, outcome.edit);
    const added = new Mapping(tr.mapping.maps.slice(steps));
    // Formatting changes don't move text.
    if (look) continue;
    for (const one of looked) [one.from, one.to] = [added.map(one.from, -1), added.map(one.to, 1)];
    written = written.map((one) => ({ ...one, from: added.map(one.from, -1), to: added.map(one.to, 1) }));
    for (const [i, map] of added.maps.entries()) {
      const rest = new Mapping(added.maps.slice(i + 1));
      map.forEach((_from, _to, newFrom, newTo) => written.push({ ...who, from: rest.map(newFrom, -1), to: rest.map(newTo, 1) }));
    }
  }
  return { tr, written, looked };
}

class Authors implements Attribution {
  #given: ChangesGiven;
  #back: Mapping;
  #written: readonly Written[];
  #looked: readonly Written[];
  /** The end of each run. */
  #ends: number[] = [];

  constructor(
    given: ChangesGiven,
    tr: Transform,
    { written, looked }: { written: readonly Written[]; looked: readonly Written[] },
  ) {
    this.#looked = looked;
    this.#given = given;
    this.#back = tr.mapping.invert();
    // The newest change takes precedence over those it overwrote.
    this.#written = written.toReversed();
    let end = 0;
    for (const run of given.runs ?? []) this.#ends.push((end += run.length));
  }

  wrote(from: number, to: number): (Who & { to: number })[] {
    const pieces: (Who & { to: number })[] = [];
    for (let at = from; at < to;) {
      const { to: end, ...who } = this.#pieceAt(at, to);
      const last = pieces.at(-1);
      if (last?.author === who.author && last.date === who.date) last.to = end;
      else pieces.push({ ...who, to: end });
      at = end;
    }
    return pieces.length > 0 ? pieces : [{ ...this.#given.person, to }];
  }

  #pieceAt(at: number, to: number): Who & { to: number } {
    const pending = this.#written.find((one) => one.from <= at && at < one.to);
    if (pending !== undefined) return { author: pending.author, date: pending.date, to: Math.min(to, pending.to) };
    const next = Math.min(to, ...this.#written.map(({ from }) => from).filter((from) => from > at));
    const pos = this.#back.map(at);
    const index = this.#ends.findIndex((end) => end > pos);
    const run = this.#given.runs?.[index];
    if (run === undefined) return { ...this.#given.person, to: next };
    const left = this.#ends[index]! - pos;
    return { ...this.#whoOf(run.origin), to: Math.min(next, at + Math.max(1, left)) };
  }

  #whoOf(origin: Origin): Who {
    const { person, accepted } = this.#given;
    switch (origin.kind) {
      case "proposed":
        return { author: byModel(origin.model), date: origin.at };
      case "quoted":
        return origin.model === undefined ? { ...person, date: origin.at } : { author: byModel(origin.model), date: origin.at };
      case "pasted":
        return { ...person, date: origin.at };
      case "imported": {
        if (origin.author === undefined) return person;
        const date = accepted.find((patch) => patch.author === origin.author)?.date ?? origin.at;
        return { author: origin.author, date };
      }
      default:
        return person;
    }
  }

  looked(from: number, to: number): Who {
    const { author, date } = this.#looked.find((one) => one.from <= from && to <= one.to) ?? this.#given.person;
    return { author, date };
  }

  struck(words: string, beside: Who | null): Who {
    if (beside !== null) return beside;
    const gone = words.trim();
    const { accepted, pending, person } = this.#given;
    const takes = ({ original, replacement }: Patch) => gone !== "" && countOf(original, gone) > countOf(replacement, gone);
    const by = pending.find(takes) ?? accepted.find(takes);
    if (by === undefined) return person;
    return { author: by.author ?? assistant, date: by.date ?? person.date };
  }
}

function byModel(model: string): string {
  return model === "" ? assistant : `${assistant} (${model})`;
}

function countOf(text: string, words: string): number {
  return text.split(words).length - 1;
}
