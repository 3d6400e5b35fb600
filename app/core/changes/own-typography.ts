/*
 * A model repeats a passage in its own typography: straight quotation marks for
 * curly ones, a spaced dash for a closed one, a space for a no-break space. What a
 * change only repeats keeps the text's own characters, so that nothing but its real
 * differences is applied. A change of nothing but typography is meant.
 */
import { normaliseQuotation } from "../law/quotation.ts";
import { wordDiff, type DiffSegment } from "./word-diff.ts";

/** `there` is what `written` replaces, and `original` how the model quoted it. */
export function withOwnTypography(there: string, original: string, written: string): string {
  if (there === "" || written === "" || there === written) return written;
  const [text, repeated] = [formOf(there), formOf(written)];
  if (text.isPlain && repeated.isPlain) return written;
  const quoted = formOf(original.trim());
  const isQuoted = text.plain.trim() === quoted.plain;
  const lead = text.plain.length - text.plain.trimStart().length;
  const isMeant = text.plain.trim() === repeated.plain.trim();
  let [at, in_] = [0, 0];
  let made = "";
  for (const { kind, text: words } of withinWords(wordDiff(text.plain, repeated.plain).segments)) {
    const length = words.length;
    if (kind === "equal") {
      const part = repeatedPart(at, in_, length);
      if (part === null) return written;
      made += part;
    } else if (kind === "added") {
      if (!repeated.isEdge(in_) || !repeated.isEdge(in_ + length)) return written;
      made += repeated.chunk(in_, in_ + length);
    }
    if (kind !== "added") at += length;
    if (kind !== "removed") in_ += length;
  }
  return made;

  /** Null where a sign that stands for several, such as an ellipsis, is only partly repeated. */
  function repeatedPart(start: number, startIn: number, length: number): string | null {
    let part = "";
    for (let from = 0, to = 1; to <= length; to++) {
      if (!text.isEdge(start + to) || !repeated.isEdge(startIn + to)) continue;
      if (!text.isEdge(start + from) || !repeated.isEdge(startIn + from)) return null;
      const [own, given] = [text.chunk(start + from, start + to), repeated.chunk(startIn + from, startIn + to)];
      const said = isQuoted ? quoted.chunk(start + from - lead, start + to - lead) : null;
      const isSpacing = own.trim() === "" && (said === own || breaksIn(own) !== breaksIn(given));
      const isChanged = said !== given && (isMeant || isSpacing);
      part += isChanged ? given : withSpaceAtEdges(own, given, start + from, start + to);
      from = to;
      if (to === length) return part;
    }
    return length === 0 ? "" : null;
  }

  /** A dash at an edge of the text has no space there; with words written beside it, it has. */
  function withSpaceAtEdges(own: string, given: string, from: number, to: number): string {
    const lead = from === 0 && /^\S/.test(own) ? /^\s*/.exec(given)![0] : "";
    const trail = to === text.plain.length && /\S$/.test(own) ? given.slice(given.trimEnd().length) : "";
    return lead + own + trail;
  }
}

/** The spaces among as many changed words are repeated, and what a changed word begins and ends with, such as its apostrophe. */
function withinWords(segments: readonly DiffSegment[]): DiffSegment[] {
  const parts: DiffSegment[] = [];
  const push = (kind: DiffSegment["kind"], text: string) => text !== "" && parts.push({ kind, text });
  for (const [i, { kind, text }] of segments.entries()) {
    const next = segments[i + 1];
    if (kind === "added" && segments[i - 1]?.kind === "removed") continue;
    if (kind !== "removed" || next?.kind !== "added") {
      push(kind, text);
      continue;
    }
    const [gone, added] = [text.split(" "), next.text.split(" ")];
    const pairs = gone.length === added.length ? gone.map((word, k) => [word, added[k]!] as const) : [[text, next.text] as const];
    for (const [k, [before, after]] of pairs.entries()) {
      if (k > 0) push("equal", " ");
      const most = Math.min(before.length, after.length);
      let lead = 0;
      while (lead < most && before[lead] === after[lead]) lead++;
      let trail = 0;
      while (trail < most - lead && before.at(-1 - trail) === after.at(-1 - trail)) trail++;
      push("equal", before.slice(0, lead));
      push("removed", before.slice(lead, before.length - trail));
      push("added", after.slice(lead, after.length - trail));
      push("equal", before.slice(before.length - trail));
    }
  }
  return parts;
}

type Form = {
  plain: string;
  /** Written without any typography. */
  isPlain: boolean;
  /** Whether a place in the plain text is the start or the end of a character of the text. */
  isEdge(at: number): boolean;
  /** The characters of the text for a stretch of the plain text. */
  chunk(from: number, to: number): string;
};

function formOf(given: string): Form {
  const { text: plain, pieces } = normaliseQuotation(given, { joinsDashes: true });
  const places = new Int32Array(plain.length + 1).fill(-1);
  for (let i = 0; i < pieces.length; i += 3) {
    const [start, place, end] = [pieces[i]!, pieces[i + 1]!, pieces[i + 2]!];
    places[start] = place;
    const next = i + 3 < pieces.length ? pieces[i + 3]! : plain.length;
    if (end < 0) for (let at = start + 1; at < next; at++) places[at] = place + at - start;
  }
  places[0] = 0;
  places[plain.length] = given.length;
  return {
    plain,
    isPlain: plain === given,
    isEdge: (at) => places[at]! >= 0,
    chunk: (from, to) => given.slice(places[Math.max(0, from)], places[Math.min(to, plain.length)]),
  };
}

function breaksIn(space: string): number {
  return Math.min(2, space.split("\n").length - 1);
}
