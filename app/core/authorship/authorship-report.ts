/*
 * Authorship on a page: word counts by origin, what was asked of which model
 * and when, and what was quoted from where. A word of mixed origin counts for
 * the largest contributor, and for the writer in a tie, so that the parts add
 * up to the document's word count.
 */
import type { Node } from "prosemirror-model";
import { keyOf, type Origin, type OriginKind, type Runs } from "./authorship.ts";
import type { VersionKind } from "../document/draft.ts";
import { documentText } from "../document/document-text.ts";
import { tokenise } from "../text/words.ts";

export type ReportPart = {
  kind: OriginKind;
  /** The model, draft or file, within the kind. */
  whose: string;
  words: number;
  characters: number;
};
export type ReportPrompt = { at: string; model: string; prompt: string; via: string; words: number };
export type ReportSource = { source: string; place: string; words: number };
export type AuthorshipReport = { words: number; parts: ReportPart[]; prompts: ReportPrompt[]; sources: ReportSource[] };

export const kindOrder: readonly OriginKind[] = ["typed", "pasted", "imported", "proposed", "quoted", "unknown"];

type Count = { origin: Origin; words: number; characters: number };

export function authorshipReport(document: Node, runs: Runs): AuthorshipReport {
  const counts = [...countsOf(document, runs).values()].filter(({ words, characters }) => words + characters > 0);
  const parts = new Map<string, ReportPart>();
  const prompts = new Map<string, ReportPrompt>();
  const sources = new Map<string, ReportSource>();
  for (const { origin, words, characters } of counts) {
    const whose = whoseOf(origin);
    const part = entry(parts, `${origin.kind} ${whose}`, () => ({ kind: origin.kind, whose, words: 0, characters: 0 }));
    part.words += words;
    part.characters += characters;
    const asked = promptOf(origin);
    if (asked) entry(prompts, `${asked.at} ${asked.model} ${asked.prompt} ${asked.via}`, () => asked).words += words;
    if (origin.kind !== "quoted") continue;
    const { source, place = "" } = origin;
    entry(sources, `${source}\n${place}`, () => ({ source, place, words: 0 })).words += words;
  }
  return {
    words: counts.reduce((sum, { words }) => sum + words, 0),
    parts: [...parts.values()].sort(byKindAndSize),
    prompts: [...prompts.values()].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
    sources: [...sources.values()].sort((a, b) => b.words - a.words),
  };
}

function entry<T>(map: Map<string, T>, key: string, make: () => T): T {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

function byKindAndSize(a: ReportPart, b: ReportPart): number {
  return kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind) || b.words - a.words;
}

/** By origin, in words and characters. */
function countsOf(document: Node, runs: Runs): Map<string, Count> {
  const { text, positions } = documentText(document);
  const owners = new Uint32Array(text.length);
  const counts: Count[] = [];
  const places = new Map<string, number>();
  let [end, at, place] = [0, -1, 0];
  for (let i = 0; i < text.length; i++) {
    while (positions[i]! >= end && at + 1 < runs.length) {
      const run = runs[++at]!;
      end += run.length;
      if (positions[i]! >= end) continue;
      const key = keyOf(run.origin);
      place = places.get(key) ?? counts.push({ origin: run.origin, words: 0, characters: 0 }) - 1;
      places.set(key, place);
    }
    owners[i] = place;
  }
  let start = 0;
  for (const token of tokenise(text)) {
    const tokenEnd = start + token.text.length;
    if (token.kind !== "space") for (let i = start; i < tokenEnd; i++) counts[owners[i]!]!.characters++;
    if (token.kind === "word") counts[ownerOf(owners, start, tokenEnd, counts)]!.words++;
    start = tokenEnd;
  }
  return new Map(counts.map((count) => [keyOf(count.origin), count]));
}

function ownerOf(owners: Uint32Array, start: number, end: number, counts: readonly Count[]): number {
  const first = owners[start]!;
  if (first === owners[end - 1]! && !owners.subarray(start, end).some((one) => one !== first)) return first;
  const shares = new Map<number, number>();
  for (let i = start; i < end; i++) shares.set(owners[i]!, (shares.get(owners[i]!) ?? 0) + 1);
  return [...shares].sort(
    ([a, most], [b, other]) =>
      other - most || kindOrder.indexOf(counts[a]!.origin.kind) - kindOrder.indexOf(counts[b]!.origin.kind) || a - b,
  )[0]![0];
}

function whoseOf(origin: Origin): string {
  switch (origin.kind) {
    case "proposed":
      return origin.model;
    case "pasted":
      return origin.from?.name ?? "";
    case "imported":
      return origin.author ?? origin.file ?? "";
    case "quoted":
      return origin.source;
    default:
      return "";
  }
}

function promptOf(origin: Origin): ReportPrompt | null {
  if (origin.kind === "proposed") {
    const { at, model, prompt, via } = origin;
    return { at, model, prompt, via, words: 0 };
  }
  if (origin.kind !== "quoted" || origin.model === undefined) return null;
  return { at: origin.at, model: origin.model, prompt: origin.prompt ?? "", via: "quoted", words: 0 };
}

/** The report with its surrounding page: GET /api/drafts/{id}/authorship. */
export type AuthorshipPage = {
  name: string;
  projectName: string;
  version: number;
  madeAt: string;
  report: AuthorshipReport;
  /** Who saved it, most entries first; null is a former member. */
  people: { name: string | null; entries: number }[];
  /** Timeline entries by kind, and the dates of the first and last. */
  entries: { kind: VersionKind; count: number }[];
  firstAt: string;
  lastAt: string;
};

export function shareOf(count: number, words: number): string {
  const percent = words === 0 ? 0 : (100 * count) / words;
  // Never rounds something down to 0 % or up to 100 %.
  if (percent > 0 && percent < 1) return "<1 %";
  return percent > 99 && percent < 100 ? ">99 %" : `${Math.round(percent)} %`;
}

/** What the report can't determine, as a sentence; empty if nothing is unknown. */
export function unknownSentence({ words, parts }: AuthorshipReport): string {
  const count = parts.filter(({ kind }) => kind === "unknown").reduce((sum, part) => sum + part.words, 0);
  if (count === 0) return "";
  const these = count === words ? "these words" : count === 1 ? "one word" : `${count.toLocaleString("en")} words`;
  return `The origin of ${these} is unknown: they were written before origins were recorded, or came from a program that didn’t provide it.`;
}
