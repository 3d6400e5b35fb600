/* What a hit of the library shows: its name, and its summary or the line of its text with the words, both with marks. */
import { placedWords } from "#core/discovery/words.ts";
import { excerptAround, excerptContext, excerptText } from "#core/sources/excerpt.ts";
import { readFrontMatter } from "#core/templates/front-matter.ts";
import type { LibraryHit } from "#core/templates/library-search.ts";
import { markdownWords } from "#core/text/markdown-words.ts";
import { proseLanguages, type ProseLanguage } from "#core/text/sentences.ts";
import { askedIn, markedLine, type AskedWord } from "../data/library/library-words.ts";

type Written = { name: string; summary: string; source: string; language: string };

export function linesOf(
  { name, summary, source, language }: Written,
  asked: readonly AskedWord[],
): Pick<LibraryHit, "name" | "line"> {
  const spoken = proseLanguages.find((one) => one === language) ?? "en";
  const inHead = new Set(Array.from(placedWords(`${name}\n${summary}`), ({ word }) => askedIn(word, asked, spoken)));
  const missing = asked.filter((one) => !inHead.has(one));
  const line = (missing.length > 0 && excerptOf(bodyOf(source), missing, spoken)) || summary;
  return { name: markedLine(name, asked, spoken), line: markedLine(line, asked, spoken) };
}

/** Enough for an excerpt. */
const around = 400;

/** The words around the first that is asked for; "" if there are none. */
function excerptOf(body: string, asked: readonly AskedWord[], language: ProseLanguage): string {
  for (const { start, end, word } of placedWords(body)) {
    if (!askedIn(word, asked, language)) continue;
    const from = Math.max(0, body.lastIndexOf("\n", Math.max(0, start - around)) + 1);
    const lines = body.slice(Math.max(from, start - 2 * around), end + around).split("\n");
    // A heading without the words would only stand before what it heads.
    const near = readable(lines.map((line) => (line.startsWith("#") ? headed(line, asked, language) : line)).join("\n"));
    const shown = Array.from(placedWords(near)).find((one) => askedIn(one.word, asked, language));
    if (shown === undefined) continue;
    // What follows the word says more than what stands before it, and a narrow screen shows the beginning.
    const until = Math.min(near.length, shown.end + excerptContext.near);
    const excerpt = excerptAround(near, { start: shown.start, end: until }, excerptContext.close);
    return excerptText({ ...excerpt, moreBefore: excerpt.moreBefore || from > 0 });
  }
  return "";
}

function headed(line: string, asked: readonly AskedWord[], language: ProseLanguage): string {
  const isAsked = Array.from(placedWords(line)).some(({ word }) => askedIn(word, asked, language) !== undefined);
  return isAsked ? `${line.trimEnd()}:` : "";
}

/** Without Markdown; a field is in brackets, as in a draft. */
function readable(markdown: string): string {
  const filled = markdown.replaceAll(/\{\{[#/][^{}]*\}\}/g, "").replaceAll(/\{\{([^{}]*)\}\}/g, "[$1]");
  return markdownWords(filled).text.replaceAll(/\s+/g, " ");
}

/** A precedent has no head. */
function bodyOf(source: string): string {
  if (!source.startsWith("---")) return source;
  try {
    return readFrontMatter(source).body;
  } catch {
    return source;
  }
}
