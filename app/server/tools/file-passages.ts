/*
 * File passages for getInformation: verbatim paragraphs, each with its relevant sentence, page,
 * heading and position in the file. Uploaded files are searched through the index; a file sent
 * inside its message isn't indexed and is read in full.
 */
import { pageAt, passagesOf, type FileText } from "#core/sources/file-text.ts";
import { splitParagraphs } from "#core/text/sentences.ts";
import type { Source } from "#core/sources/source.ts";
import type { ReadFile } from "../files/chat-files.ts";
import { relevantSentences, wholePassageOf, type RelevantSentence } from "../knowledge/relevant-sentences.ts";
import type { FoundPassage } from "../knowledge/search-files.ts";
import { detectLanguage } from "../prose/language.ts";
import { fileSource } from "./file-source.ts";
import type { FileFilter, ToolContext } from "./tool.ts";
import { wholePassage, type Place } from "./whole-passage.ts";

/** Below this share of the question's weight, a passage doesn't answer it. */
export const minimumCoverage = 0.34;

/** Passages examined sentence by sentence. */
const mostPassages = 24;

type Asked = { query: string; limit: number; filter: FileFilter };

export async function filePassages(
  { query, limit, filter }: Asked,
  attached: readonly ReadFile[],
  context: Pick<ToolContext, "fileSearch" | "addSources">,
) {
  const { passages: stored, unread } = await context.fileSearch.search({ question: query, limit: mostPassages, ...filter });
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  const carried = isNarrowed ? [] : attached.filter(({ documentId }) => documentId === undefined).flatMap(everyPassage);
  const ranked = relevantSentences([...stored, ...carried], query, limit);
  const bearing = distinct(ranked.filter(({ coverage }) => coverage >= minimumCoverage));
  // What has few of the question's words may say it in others: the rest of the room is for the closest.
  const close = nearest(stored, ranked, bearing, limit - bearing.length);
  const sources = addSources(
    [...bearing, ...close].map(({ sentence }) => sentence),
    context,
  );
  const paragraphs = paragraphCounter();
  const shown = ({ sentence, place }: Placed) => passageResult(sentence, place, sources.get(sentence.found.file)!, paragraphs);
  return {
    unread,
    passages: bearing.map(shown),
    nearest: close.map(shown),
    elsewhere: bearing.length === 0 ? [] : elsewhere(stored, [...bearing, ...close]),
  };
}

/** The passages that the search ranks highest among those not given, each whole, with its best sentence. */
function nearest(
  stored: readonly FoundPassage[],
  ranked: readonly RelevantSentence[],
  given: readonly Placed[],
  most: number,
): Placed[] {
  const isGiven = ({ file, passage }: FoundPassage) =>
    given.some(({ sentence, place }) => sentence.found.file === file && place.start < passage.end && passage.start < place.end);
  const weak = ranked.filter(({ coverage }) => coverage > 0).map(({ found }) => found);
  const all = [...new Set([...stored, ...weak])].filter((found) => !isGiven(found));
  return all.slice(0, Math.max(0, most)).map((found) => {
    const sentence = ranked.find((one) => one.found === found) ?? wholePassageOf(found);
    return { sentence, place: { start: found.passage.start, end: found.passage.end } };
  });
}

type Placed = { sentence: RelevantSentence; place: Place };

/** Two sentences from one paragraph make one passage. */
function distinct(sentences: readonly RelevantSentence[]): Placed[] {
  const given: Placed[] = [];
  for (const sentence of sentences) {
    const { found, start } = sentence;
    const holds = (one: Placed) => one.sentence.found.file === found.file && one.place.start <= start && start < one.place.end;
    if (given.some(holds)) continue;
    given.push({ sentence, place: wholePassage(found.file.document, sentence, found.language) });
  }
  return given;
}

const mostElsewhere = 6;

/** Headings of matches not among the passages, so that a reader knows what to ask for next. */
function elsewhere(stored: readonly FoundPassage[], given: readonly Placed[]): string[] {
  const shown = new Set(given.map(({ sentence }) => sentence.found));
  const names = stored.flatMap((found) => {
    const heading = found.passage.headings.at(-1);
    return shown.has(found) || heading === undefined ? [] : [`${found.file.name}: ${heading}`];
  });
  const inPassages = new Set(given.map(({ sentence: { found, heading } }) => `${found.file.name}: ${heading ?? ""}`));
  return [...new Set(names)].filter((name) => !inPassages.has(name)).slice(0, mostElsewhere);
}

function everyPassage(file: ReadFile): FoundPassage[] {
  const language = detectLanguage(file.document.text.slice(0, 8_000)) ?? "en";
  return passagesOf(file.document).map((passage) => ({ file, passage, language, score: 1 }));
}

/** One source per file with a matching sentence. */
function addSources(sentences: readonly RelevantSentence[], context: Pick<ToolContext, "addSources">): Map<ReadFile, Source> {
  const used = [...new Set(sentences.map(({ found }) => found.file))];
  if (used.length === 0) return new Map();
  const best = Math.max(...sentences.map(({ score }) => score));
  const added = context.addSources(
    used.map((file) => {
      const own = sentences.filter(({ found }) => found.file === file);
      const { text } = file.document;
      return fileSource(file, {
        content: file.documentId === undefined ? text : shownText(text, own),
        similarity: Math.round((Math.max(...own.map(({ score }) => score)) / best) * 100) / 100,
      });
    }),
  );
  return new Map(used.map((file, at) => [file, added[at]!]));
}

/** A message carries enough for an excerpt, not a whole book: the document itself can be opened. */
const mostCarried = 60_000;
const around = 2_000;

function shownText(text: string, passages: readonly RelevantSentence[]): string {
  if (text.length <= mostCarried) return text;
  const places = passages.map(({ start, end }) => [Math.max(0, start - around), Math.min(text.length, end + around)] as const);
  const joined: [number, number][] = [];
  for (const [start, end] of places.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined.map(([start, end]) => text.slice(start, end)).join("\n\n…\n\n");
}

/** The number of the paragraph at an offset in its file, counted from 1. */
function paragraphCounter(): (document: FileText, at: number) => number {
  const ends = new Map<FileText, number[]>();
  return (document, at) => {
    let own = ends.get(document);
    if (!own) ends.set(document, (own = splitParagraphs(document.text).map(({ end }) => end)));
    return own.findIndex((end) => end > at) + 1;
  };
}

function passageResult(
  sentence: RelevantSentence,
  { start, end }: Place,
  source: Source,
  paragraphOf: ReturnType<typeof paragraphCounter>,
) {
  const { found, heading, coverage } = sentence;
  const { name, document } = found.file;
  const page = pageAt(document.blocks, sentence.start);
  return {
    cite: source.number ?? null,
    sourceId: source.id,
    document: name,
    text: document.text.slice(start, end),
    sentence: sentence.text,
    start,
    end,
    heading,
    paragraph: paragraphOf(document, sentence.start),
    ...(page !== undefined && { page }),
    coverage: Math.round(coverage * 100) / 100,
  };
}
