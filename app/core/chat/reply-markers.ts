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
  /** What follows on its line is a sentence of its own: "end draft. Done." */
  isEnded: boolean;
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
 * undefined. Models put dashes, asterisks, brackets and the like around markers,
 * make them items of a list, and some use lower case.
 */
export function readMarker(line: string): Marker | "half" | undefined {
  const item = /^[ \t]*\d{1,2}(?:[.)][ \t\u00a0]+)?/.exec(line)?.[0] ?? "";
  if (item !== "" && /^[.)]?$/.test(line.slice(item.length))) return "half";
  if (/\d$/.test(item)) return undefined;
  const start = skipDecoration(line, item.length);
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
  const behind = line.slice(end);
  const kind = containers[name];
  // Models close a tag by its own name.
  const isClosed = verb === "END" || closingTag.test(line.slice(0, start));
  // A trailing full stop is part of the marker; a bracket may open the patch.
  const isWhole = onlySigns.test(behind) && !(kind === "patch" && !isClosed && /[[{]/.test(behind));
  // Words in quotation marks are a quotation if more follows.
  if (!isWhole && /["“”„]/.test(line.slice(0, start))) return undefined;
  const next = isWhole ? line.length : end + closingSigns.exec(behind)![0].length;
  const isEnded = /^[*_`>\])}]*[.:!…]/.test(behind);
  return { verb: isClosed ? "END" : "BEGIN", kind, next, isWhole, isUpper: said === said.toUpperCase(), isEnded };
}

const decoration = ' \t\u00a0\u202f\u200b\ufeff-–—=<>[](){}|*#`_~:+!/•·"“”„';
const closingTag = /[<[{]\/[*_`]*$/;
const onlySigns = /^[\s\u200b\-–—=<>[\](){}|*#`_~:+!/•·"“”„.,;…]*$/;
/** Between a marker and the words on its line. */
const closingSigns = /^["”]?[\s\u200b>*\])}|`_=~:.,;!…–—-]*/;

/** Where a marker, with its leading punctuation, may start within a line. */
export const markerWithin = /(?<![\p{L}\p{N}])[*<[({`_=~#/]{0,8}(?:BEGIN|END|(?:BEGI|BEG|BE|B|EN|E)?$)(?![\p{L}\p{N}])/gu;

/** A patch may begin and end within a line. */
export function opensJson(marker: Marker | "half", text: string, start: number): boolean {
  return marker !== "half" && marker.verb === "BEGIN" && marker.kind === "patch" && /[[{]/.test(text[start + marker.next] ?? "");
}

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
  while (at < line.length && decoration.includes(line[at]!)) at++;
  return at;
}

/** Both characters of CRLF count as line ends; the empty line in between is harmless. */
export function lineEnd(text: string, at: number): number {
  while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at++;
  return at;
}

/** The length of leading blank lines. */
export function leadingBlankLines(text: string): number {
  let cut = 0;
  for (let at = 0; at < text.length && text[at]!.trim() === ""; at++) if (text[at] === "\n" || text[at] === "\r") cut = at + 1;
  return cut;
}
