/*
 * The syntax of an answer's markers: BEGIN and END of a draft, patch or editor
 * text, and reasoning tags. No other module parses them.
 */
type Container = "draft" | "patch" | "write";
export type Marker = {
  verb: "BEGIN" | "END";
  kind: Container;
  /** The offset in the line after the marker. */
  next: number;
  /** Followed only by punctuation. */
  isWhole: boolean;
  isUpper: boolean;
};

/** No marker is longer, so no more than this is ever held back. */
export const markerLineMax = 80;
const verbs = ["BEGIN", "END"] as const;
const containers = { DRAFT: "draft", PATCH: "patch", WRITE: "write" } as const satisfies Record<string, Container>;
const containerNames = Object.keys(containers) as (keyof typeof containers)[];
const opening = ["<think>", "<thinking>"] as const;
export const closing = ["</think>", "</thinking>"] as const;
export const thinkTags = [...opening, ...closing];

/**
 * The marker at the start of a line, "half" if it may still become one, or
 * undefined. Models put dashes, asterisks and the like around markers, and some
 * use lower case.
 */
export function readMarker(line: string): Marker | "half" | undefined {
  const start = skipDecoration(line, 0);
  const verb = wordAt(line, start, verbs, true);
  if (!verb || verb === "half") return verb;
  const afterVerb = start + verb.length;
  const gap = skipDecoration(line, afterVerb);
  if (gap === line.length) return "half";
  const name = gap === afterVerb ? undefined : wordAt(line, gap, containerNames, true);
  if (!name || name === "half") return name;
  const end = gap + name.length;
  if (/[\p{L}\p{N}]/u.test(line[end] ?? "")) return undefined;
  const said = line.slice(start, end);
  const rest = skipDecoration(line, end);
  const signs = end + /^[\s>*\]`_=~:.,;!-]*/.exec(line.slice(end))![0].length;
  // A trailing full stop is part of the marker.
  const isWhole = signs === line.length || /^[\s.,;]*$/.test(line.slice(rest));
  const next = isWhole ? line.length : signs;
  const opensList = !isWhole && line[rest - 1] === "[" ? line.lastIndexOf("[", rest - 1) : next;
  return { verb, kind: containers[name], next: Math.min(next, opensList), isWhole, isUpper: said === said.toUpperCase() };
}

/** Where a marker, with its leading punctuation, may start within a line. */
export const markerWithin = /(?<![\p{L}\p{N}])[*<[`_=~#]{0,8}(?:BEGIN|END|(?:BEGI|BEG|BE|B|EN|E)?$)(?![\p{L}\p{N}])/gu;

/** Whether the last line of an answer was cut off inside a marker or tag, as opposed to a poem that ends in END. */
export function isCutOff(line: string, marker: Marker | "half" | undefined, tag: string | undefined): boolean {
  if (tag === "half") return line.trim().length >= 3;
  if (marker !== "half" || /[a-z]/.test(line)) return false;
  const letters = line.replace(/[^A-Z]/g, "");
  return letters.length > (letters.startsWith("B") ? "BEGIN" : "END").length;
}

/** The word at an offset, ignoring case in tags and on request; "half" if the text ends within it. */
export function wordAt<W extends string>(
  text: string,
  at: number,
  words: readonly W[],
  ignoresCase = false,
): W | "half" | undefined {
  let half = false;
  for (const word of words) {
    let there = text.slice(at, at + word.length);
    if (word.startsWith("<")) there = there.toLowerCase();
    else if (ignoresCase) there = there.toUpperCase();
    if (there === word) return word;
    half ||= word.startsWith(there);
  }
  return half ? "half" : undefined;
}

function skipDecoration(line: string, at: number): number {
  while (at < line.length && (" \t\u00a0-\u2013\u2014=<>[]*#`_~:+!/".includes(line[at]!) || line[at] === "\ufeff")) at++;
  return at;
}

/** Both characters of CRLF count as line ends; the empty line in between is harmless. */
export function lineEnd(text: string, at: number): number {
  while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at++;
  return at;
}
