/*
 * Splits a document into sections that a model can read one at a time: by
 * headings and clauses, small ones merged, long ones split. Ids are sequential,
 * so the same document always has the same sections.
 */
import type { Node } from "prosemirror-model";
import { clauseNumbers } from "../clauses/clause-numbers.ts";
import { documentText, type DocumentText } from "../document/document-text.ts";
import { countWords } from "../text/words.ts";

export type Section = {
  id: string;
  title: string;
  words: number;
  /** Its offset in the document's text. */
  start: number;
  end: number;
};

type Unit = { start: number; end: number; words: number; title: string; isHeading: boolean; isHead: boolean };

const mostWords = 1_000;
/** In a contract each heading is a section; in a book they are merged, to keep the outline readable. */
const leastWords = (all: number) => Math.min(200, Math.max(15, Math.round(all / 200)));
const titleLength = 70;

const known = new WeakMap<Node, readonly Section[]>();

export function sectionsOf(document: Node): readonly Section[] {
  const before = known.get(document);
  if (before) return before;
  const sections: Section[] = [];
  let units: Unit[] = [];
  let words = 0;
  const close = () => {
    if (units.length > 0) sections.push(sectionFrom(units, sections.length + 1));
    units = [];
    words = 0;
  };
  const all = unitsOf(document);
  const least = leastWords(all.reduce((sum, unit) => sum + unit.words, 0));
  for (const unit of all) {
    // A heading with no content yet belongs to what follows.
    const isOpenHeading = units.length > 0 && units.every(({ isHeading }) => isHeading);
    const wouldBeLong = words + unit.words > mostWords;
    if (!isOpenHeading && ((unit.isHead && words >= least) || wouldBeLong)) close();
    units.push(unit);
    words += unit.words;
  }
  close();
  known.set(document, sections);
  return sections;
}

function sectionFrom(units: readonly Unit[], number: number): Section {
  const first = units.find(({ isHead }) => isHead) ?? units.find(({ title }) => title !== "") ?? units[0]!;
  const title = first === units[0] || units[0]!.title === "" ? first.title : units[0]!.title;
  return {
    id: `s${number}`,
    title,
    words: units.reduce((sum, unit) => sum + unit.words, 0),
    start: units[0]!.start,
    end: units.at(-1)!.end,
  };
}

/** The text blocks in order, each with its position and whether a section may start there. */
function unitsOf(document: Node): Unit[] {
  const shown = documentText(document);
  const { text } = shown;
  const numbers = new Map(clauseNumbers(document).map((clause) => [clause.pos, clause]));
  const units: Unit[] = [];
  document.descendants((node, pos, parent) => {
    if (!node.isTextblock) return true;
    const start = placeIn(shown, pos + 1);
    const end = placeIn(shown, pos + 1 + node.content.size);
    // A clause's first block starts right after the clause itself.
    const clause = parent?.type.name === "clause" && parent.firstChild === node ? numbers.get(pos - 1) : undefined;
    const isHeading = node.type.name === "heading";
    const words = text.slice(start, end);
    units.push({
      start,
      end,
      words: countWords(words),
      title: titleOf(clause?.label ?? "", words),
      isHeading: isHeading || (clause !== undefined && words.trim() === ""),
      isHead: isHeading || clause?.level === 1,
    });
    return false;
  });
  return units;
}

/** The text offset of a position outside footnotes. */
function placeIn({ positions, notesAt }: DocumentText, pos: number): number {
  let [low, high] = [0, notesAt];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positions[middle]! < pos) low = middle + 1;
    else high = middle;
  }
  return low;
}

function titleOf(sign: string, words: string): string {
  const line = words.replaceAll(/\s+/g, " ").trim();
  const cut = line.length > titleLength ? `${line.slice(0, line.lastIndexOf(" ", titleLength))}…` : line;
  return `${sign} ${cut}`.trim();
}

/** For a model: one line per section. The ends of a very long list are cut, with a note saying so. */
export function outlineLines(sections: readonly Section[], mostLines = 600): string {
  const lines = sections
    .slice(0, mostLines)
    .map(({ id, title, words }) => `${id} | ${words} words | ${title === "" ? "(no title)" : title}`);
  if (sections.length > mostLines) lines.push(`… and on to ${sections.at(-1)!.id}`);
  return lines.join("\n");
}

/** A section as a model reads it, including signs that are on the page but not in the text: clause numbers, # of headings. */
export function sectionText(document: Node, { start, end }: Pick<Section, "start" | "end">): string {
  const shown = documentText(document);
  const { text } = shown;
  const numbers = new Map(clauseNumbers(document).map((clause) => [clause.pos, clause.label]));
  let written = "";
  let wasRow = false;
  const add = (line: string, isRow: boolean) => {
    written += `${written === "" ? "" : wasRow && isRow ? "\n" : "\n\n"}${line}`;
    wasRow = isRow;
  };
  const wordsOf = (node: Node, pos: number): string | null => {
    const from = placeIn(shown, pos + 1);
    if (from < start || from >= Math.max(end, start + 1)) return null;
    return text.slice(from, placeIn(shown, pos + 1 + node.content.size));
  };
  document.descendants((node, pos, parent) => {
    if (node.type.name === "tableRow") {
      const cells = cellsOf(node, pos, wordsOf);
      if (cells !== null) add(cells.join(" | "), true);
      return false;
    }
    if (!node.isTextblock) return true;
    const words = wordsOf(node, pos);
    if (words !== null) add(signBefore(node, pos, parent, numbers) + words, false);
    return false;
  });
  return written;
}

/** Null if none of it is shown. A row whose cells span two sections appears in both, each with its own cells. */
function cellsOf(row: Node, pos: number, wordsOf: (block: Node, pos: number) => string | null): string[] | null {
  let isShown = false;
  const cells: string[] = [];
  row.forEach((cell, offset) => {
    const blocks: string[] = [];
    cell.descendants((node, within) => {
      if (!node.isTextblock) return true;
      const words = wordsOf(node, pos + 1 + offset + 1 + within);
      isShown ||= words !== null;
      if (words !== null) blocks.push(words.replaceAll(/\s+/g, " ").trim());
      return false;
    });
    cells.push(blocks.join(" "));
  });
  return isShown ? cells : null;
}

function signBefore(node: Node, pos: number, parent: Node | null, numbers: ReadonlyMap<number, string>): string {
  if (parent !== null && parent.firstChild === node) {
    if (parent.type.name === "clause") return `${numbers.get(pos - 1) ?? ""} `;
    if (parent.type.name === "listItem") return "- ";
  }
  return node.type.name === "heading" ? `${"#".repeat(Number(node.attrs["level"]))} ` : "";
}

/** "1. Term", or "1. Term to 4. Rent". */
export function whereOf(sections: readonly Section[]): string {
  const [first, last] = [sections[0], sections.at(-1)];
  if (first === undefined || last === undefined) return "";
  const name = ({ title, id }: Section) => (title === "" ? id : shortened(title));
  return first.id === last.id ? name(first) : `${name(first)} – ${name(last)}`;
}

function shortened(title: string): string {
  return title.length > 40 ? `${title.slice(0, Math.max(20, title.lastIndexOf(" ", 39)))}…` : title;
}
