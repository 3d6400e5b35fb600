/*
 * An SEC filing: one HTML document whose items ("Item 1A. Risk Factors") are recognizable only by
 * their lines. The table of contents repeats these, so the longer of two items with the same
 * number is used. A very long item is split at paragraphs.
 */
import { readHtml } from "../../files/readers/html.ts";
import { ShapeChanged, type LawAct, type LawSection } from "../law-act.ts";

export type FilingFacts = {
  cik: string;
  accession: string;
  file: string;
  company: string;
  form: string;
  /** ISO dates. */
  filed: string;
  period: string | null;
  url: string;
};

const partLine = /^part\s+([ivx]+)\.?$/i;
const itemLine = /^item\s+(\d{1,2}(?:\.\d{2})?[a-c]?)\s*[.:|–—-]*\s*(.*)$/i;
const longestPart = 6_000;

type Item = { number: string; title: string; part: string; paragraphs: string[] };

export function readFiling(bytes: Buffer, facts: FilingFacts): LawAct {
  const { text, blocks } = readHtml(bytes);
  const lines = blocks.map(({ start, end }) =>
    text
      .slice(start, end)
      .replace(/\u00a0/g, " ")
      .trim(),
  );
  const items = itemsOf(lines);
  const id = `${facts.accession}:${facts.file}`;
  const found = items.length > 0 ? items : [{ number: "", title: "", part: "", paragraphs: lines }];
  const sections = found.flatMap((item) => sectionsOf(item, id, facts));
  if (sections.length === 0) throw new ShapeChanged(`${facts.file} has no text`);
  const { company, form, filed, period } = facts;
  return {
    id,
    source: "edgar",
    jurisdiction: "US",
    title: `${company}, ${form} filed ${filed}${period === null ? "" : ` for the period to ${period}`}`,
    shortNames: [facts.accession],
    version: filed,
    inForce: null,
    url: facts.url,
    licence: "Filed with the US Securities and Exchange Commission; sec.gov",
    sections,
  };
}

function itemsOf(lines: readonly string[]): Item[] {
  const items: Item[] = [];
  let part = "";
  for (const line of lines) {
    const heading = partLine.exec(line);
    const item = line.length < 200 ? itemLine.exec(line) : null;
    if (heading) part = `Part ${heading[1]!.toUpperCase()}`;
    else if (item) items.push({ number: item[1]!.toUpperCase(), title: tidy(item[2] ?? ""), part, paragraphs: [] });
    else items.at(-1)?.paragraphs.push(line);
  }
  const longest = new Map<string, Item>();
  for (const item of items) {
    const key = `${item.part} ${item.number}`;
    const other = longest.get(key);
    if (other === undefined || lengthOf(other) <= lengthOf(item)) longest.set(key, item);
  }
  return items.filter((item) => longest.get(`${item.part} ${item.number}`) === item && item.paragraphs.length > 0);
}

/** In a table of contents, a title is followed by its page number. */
function tidy(title: string): string {
  return title
    .replace(/(?<!\s)\s*\|\s*(?:\d+\s*)?$/, "")
    .replace(/^\|\s*/, "")
    .trim();
}

function lengthOf({ paragraphs }: Item): number {
  return paragraphs.reduce((sum, one) => sum + one.length, 0);
}

function sectionsOf({ number, title, part, paragraphs }: Item, id: string, { url }: FilingFacts): LawSection[] {
  const parts: string[][] = [[]];
  let length = 0;
  for (const paragraph of paragraphs) {
    if (paragraph === "") continue;
    if (length > 0 && length + paragraph.length > longestPart) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)!.push(paragraph);
    length += paragraph.length;
  }
  const place = [part.replace(" ", "-"), number].filter((one) => one !== "").join(".");
  return parts.flatMap((one, at): LawSection[] => {
    if (one.length === 0) return [];
    const name = [place, at === 0 && place !== "" ? "" : String(at + 1)].filter((piece) => piece !== "").join("~");
    return [
      {
        ref: `${id}:${name}`,
        number: name.toLowerCase(),
        label: number === "" ? `part ${at + 1}` : `Item ${number}`,
        heading: title,
        path: part === "" ? [] : [part],
        text: one.join("\n\n"),
        url,
        inForce: null,
      },
    ];
  });
}
