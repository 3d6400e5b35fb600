/*
 * A one-page report on a draft's authorship: a bar, a table of shares, what was asked of which
 * model, what was quoted from where, and the history of the text. What doesn't fit is counted but
 * not listed.
 */
import type { Content, TableCell } from "pdfmake/interfaces.js";
import type { OriginKind } from "#core/authorship/authorship.ts";
import { kindOrder, shareOf, unknownSentence, type AuthorshipPage, type ReportPart } from "#core/authorship/authorship-report.ts";
import { dayAndTime } from "#core/text/day-and-time.ts";
import { kindWords } from "#core/authorship/origin-words.ts";
import { truncate } from "#core/sources/source.ts";
import { versionWords } from "#core/document/version-words.ts";

const barWidth = 451;
const shades: Record<OriginKind, string> = {
  typed: "#cfc9ba",
  pasted: "#d9a441",
  imported: "#8a8578",
  proposed: "#1f4e8c",
  quoted: "#1f6b45",
  unknown: "#ffffff",
};

/** `timeZone` is the reader's and is stated on the page. */
export function authorshipContent(page: AuthorshipPage, timeZone: string): Content[] {
  const { report } = page;
  const when = (moment: string) => dayAndTime(moment, timeZone);
  const words = `${report.words.toLocaleString("en")} ${report.words === 1 ? "word" : "words"}`;
  return [
    { text: `Authorship of ${truncate(page.name, 80)}`, style: "title" },
    {
      text: `${truncate(page.projectName, 60)} · version ${page.version} · ${words} · ${when(page.madeAt)} (${timeZone})`,
      style: "lead",
    },
    bar(report.parts, report.words),
    ruled(["How", "Whose", "Words", "Share"], ["auto", "*", "auto", "auto"], partRows(report.parts, report.words)),
    ...note(unknownSentence(report)),
    ...section("Asked of a model", promptTable(page, when)),
    ...section("Quoted", sourceTable(page)),
    ...section("How it was written", [{ text: entriesSentence(page, when), style: "source" }]),
  ];
}

function bar(parts: readonly ReportPart[], words: number): Content {
  let x = 0;
  const canvas = kindOrder
    .map((kind) => ({ kind, own: parts.filter((part) => part.kind === kind).reduce((sum, part) => sum + part.words, 0) }))
    .filter(({ own }) => own > 0)
    .map(({ kind, own }) => {
      const w = (barWidth * own) / Math.max(1, words);
      const rect = { type: "rect" as const, x, y: 0, w, h: 12, color: shades[kind], lineColor: "#8a8578", lineWidth: 0.4 };
      x += w;
      return rect;
    });
  return { canvas, margin: [0, 2, 0, 8] };
}

function partRows(parts: readonly ReportPart[], words: number): TableCell[][] {
  return shortened(parts, partsShown).map((part) => [
    cell(kindWords[part.kind]),
    cell(truncate(part.whose, 60)),
    right(part.words.toLocaleString("en")),
    right(shareOf(part.words, words)),
  ]);
}

/** At most this many rows; the rest are combined into one, so that the total stays the same. */
function shortened(parts: readonly ReportPart[], most: number): readonly ReportPart[] {
  if (parts.length <= most) return parts;
  const [shown, rest] = [parts.slice(0, most - 1), parts.slice(most - 1)];
  const sum = (key: "words" | "characters") => rest.reduce((total, part) => total + part[key], 0);
  return [...shown, { kind: rest[0]!.kind, whose: `and ${rest.length} more`, words: sum("words"), characters: sum("characters") }];
}

/** As many as fit on a Letter page if every row takes two lines. */
const partsShown = 9;
const promptsShown = 6;
const sourcesShown = 4;

function promptTable({ report: { prompts } }: AuthorshipPage, when: (moment: string) => string): Content[] {
  if (prompts.length === 0) return [];
  const largest = [...prompts].sort((a, b) => b.words - a.words).slice(0, promptsShown);
  const rows = largest
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .map((one) => [line(when(one.at)), line(truncate(one.model, 24)), cell(truncate(one.prompt, 64)), right(String(one.words))]);
  const table = ruled(["When", "Model", "Asked", "Words"], ["auto", "auto", "*", "auto"], rows);
  return [table, ...note(restSentence(prompts.length - rows.length, "question"))];
}

function sourceTable({ report: { sources } }: AuthorshipPage): Content[] {
  if (sources.length === 0) return [];
  const rows = sources
    .slice(0, sourcesShown)
    .map((one) => [cell(truncate(one.source, 70)), cell(truncate(one.place, 40)), right(String(one.words))]);
  const table = ruled(["Source", "Place", "Words"], ["*", "auto", "auto"], rows);
  return [table, ...note(restSentence(sources.length - rows.length, "source"))];
}

function restSentence(rest: number, noun: string): string {
  return rest > 0 ? `And ${rest} more ${rest === 1 ? noun : `${noun}s`}.` : "";
}

function entriesSentence({ entries, people, firstAt, lastAt }: AuthorshipPage, when: (moment: string) => string): string {
  const kinds = entries.map(({ kind, count }) => `${versionWords[kind].toLowerCase()} ${count}`).join(", ");
  const names = people.slice(0, 6).map(({ name }) => name ?? "a former member");
  return `Timeline entries: ${kinds}. Made by ${names.join(", ")}, from ${when(firstAt)} to ${when(lastAt)}. Only the current words are counted, not those that were deleted.`;
}

function section(title: string, content: Content[]): Content[] {
  return content.length === 0 ? [] : [{ text: title, style: "heading4" }, ...content];
}

function note(text: string): Content[] {
  return text === "" ? [] : [{ text, style: "note" }];
}

function ruled(heads: string[], widths: string[], rows: TableCell[][]): Content {
  const head = heads.map((text, i): TableCell => ({
    text,
    style: "label",
    alignment: i > 0 && i >= heads.length - 1 ? "right" : "left",
  }));
  return { table: { headerRows: 1, widths, body: [head, ...rows] }, layout: "ruled", margin: [0, 0, 0, 4] };
}

const cell = (text: string): TableCell => ({ text: text || " ", font: "Sans", fontSize: 8.5 });
const line = (text: string): TableCell => cell(text.replaceAll(" ", "\u00a0"));
const right = (text: string): TableCell => ({ text, font: "Sans", fontSize: 8.5, alignment: "right" });
