/* The words of a message around a place in it as its reader sees them: without Markdown and without lines of markers. */
import type { Range } from "../law/quotation.ts";
import { markdownWords } from "./markdown-words.ts";
import { readMarker } from "../chat/reply-markers.ts";

/** Enough for an excerpt; a message may be as long as a book. */
const around = 600;

/** `isCut`: there is more before these words. */
export function shownWords(message: string, { start, end }: Range): { text: string; isCut: boolean } {
  const from = lineStart(message, start);
  const to = lineEnd(message, end);
  const lines = message.slice(from, to).split("\n");
  const text = lines.filter((line) => !isMarkerLine(line)).join("\n");
  return { text: markdownWords(text).text, isCut: from > 0 };
}

function isMarkerLine(line: string): boolean {
  const marker = readMarker(line);
  return typeof marker === "object" && marker.isWhole;
}

/** The start of a line, or of as much of a long one. */
function lineStart(text: string, at: number): number {
  const earliest = Math.max(0, at - around);
  const newline = text.lastIndexOf("\n", earliest);
  return newline >= 0 && earliest - newline < around ? newline + 1 : earliest;
}

function lineEnd(text: string, at: number): number {
  const latest = Math.min(text.length, at + around);
  const newline = text.indexOf("\n", latest);
  return newline >= 0 && newline - latest < around ? newline : latest;
}
