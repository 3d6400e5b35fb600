/*
 * Svensk författningssamling as the government's database and the parliament
 * give it: one text, in which sections begin with "1 §" and chapters with
 * "1 kap.". Some acts number their sections through all chapters, others begin
 * anew in each; which it is shows only when the whole act has been read.
 */
import { ShapeChanged, type LawAct, type LawSection } from "../law-act.ts";
import { find, parseMarkup, textIn } from "../markup.ts";

type Given = { sfs: string; title: string; text: string; inForce: string | null; version: string | null };

export function readSwedishLaw(content: string): LawAct[] {
  const begin = content.trimStart();
  const given = begin.startsWith("<") ? parliament(begin) : database(begin);
  return given.map(actOf);
}

type DatabaseRow = {
  beteckning?: string;
  rubrik?: string;
  ikraftDateTime?: string | null;
  upphavdDateTime?: string | null;
  fulltext?: { forfattningstext?: string | null; uppdateradDateTime?: string | null };
  hits?: { hits?: { _source: DatabaseRow }[] };
  dokumentstatus?: { dokument?: ParliamentRow };
};
type ParliamentRow = {
  beteckning?: string;
  titel?: string;
  text?: string;
  html?: string;
  datum?: string;
  publicerad?: string;
  doktyp?: string;
};

function database(json: string): Given[] {
  const value = JSON.parse(json) as DatabaseRow | DatabaseRow[];
  const rows = Array.isArray(value) ? value : (value.hits?.hits?.map((hit) => hit._source) ?? [value]);
  return rows.flatMap((row) => {
    if (row.dokumentstatus?.dokument) return [ofParliament(row.dokumentstatus.dokument)];
    const { beteckning: sfs, rubrik: title, fulltext } = row;
    if (!sfs || !title || fulltext === undefined) throw new ShapeChanged("beteckning, rubrik or fulltext is missing");
    if (row.upphavdDateTime && Date.parse(row.upphavdDateTime) < Date.now()) return [];
    const text = fulltext.forfattningstext ?? "";
    return [{ sfs, title, text, inForce: day(row.ikraftDateTime), version: day(fulltext.uppdateradDateTime) }];
  });
}

function parliament(xml: string): Given[] {
  const document = find(parseMarkup(xml), "dokumentstatus", "dokument");
  if (!document) throw new ShapeChanged("dokumentstatus/dokument is missing");
  const field = (name: string) => {
    const element = find(document, name);
    return element?.children.map((one) => (typeof one === "string" ? one : textIn(one))).join("") ?? "";
  };
  return [
    ofParliament({
      beteckning: field("beteckning"),
      titel: field("titel"),
      text: field("text"),
      html: field("html"),
      datum: field("datum"),
      publicerad: field("publicerad"),
      doktyp: field("doktyp"),
    }),
  ];
}

function ofParliament({ beteckning = "", titel = "", text = "", html = "", datum, publicerad, doktyp }: ParliamentRow): Given {
  if (doktyp !== undefined && doktyp !== "" && doktyp !== "sfs") throw new ShapeChanged(`doktyp is ${doktyp}, and not sfs`);
  const plain = text !== "" ? text : textOfHtml(html);
  if (!/^\d{4}:/.test(beteckning) || plain === "") throw new ShapeChanged("beteckning or text is missing");
  return { sfs: beteckning, title: titel, text: plain, inForce: day(datum), version: day(publicerad) };
}

function textOfHtml(html: string): string {
  return html
    .replace(/<br\s*\/?>|<\/(?:p|h\d|pre|div)>/gi, "\n\n")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&amp;", "&")
    .replaceAll("&nbsp;", " ");
}

function day(value: string | null | undefined): string | null {
  return value ? value.slice(0, 10) : null;
}

/** "11 a §" begins a section only with its text behind it; "enligt 11 a §" is a reference. */
const sectionStart = /^(\d+)\s?([a-z])?\s?§\s+(?=\S)/;
const chapterStart = /^(?:(\d+)\s?([a-z])?\s+kap\.|Avdelning\s+[IVX]+\.?)\s*(.*)$/;

function actOf({ sfs, title, text, inForce, version }: Given): LawAct {
  const blocks = text
    .replace(/\r\n?/g, "\n")
    .split(/\n\s*\n/)
    .map((block) =>
      block
        .replace(/[ \t]+/g, " ")
        .replace(/ ?\n ?/g, " ")
        .trim(),
    )
    .filter((block) => block !== "");
  type Open = {
    chapter: string;
    number: string;
    label: string;
    heading: string;
    path: string[];
    paragraphs: string[];
    inForce: string | null;
  };
  const found: Open[] = [];
  let chapter = { number: "", title: "" };
  // A heading is of the section it stands over; those after it are under it.
  let heading = "";
  let covering = "";
  let isOver = false;
  for (const [at, given] of blocks.entries()) {
    const dates = [...given.matchAll(/\/(?:Träder i kraft|Ny beteckning|Rubriken träder i kraft) I:(\d{4}-\d{2}-\d{2})\//g)];
    if (/\/Upphör att gälla U:(\d{4}-\d{2}-\d{2})\//.test(given) && dates.length === 0) continue;
    const block = given.replace(/\/[^/]{0,60}[IU]:[^/]{0,40}\//g, "").trim();
    if (/^(?:Övergångsbestämmelser|Ikraftträdande- och övergångsbestämmelser)$/.test(block)) isOver = true;
    if (isOver || block === "") continue;
    const start = sectionStart.exec(block);
    const isChapter = start === null && block.length < 200 ? chapterStart.exec(block) : null;
    if (isChapter) {
      chapter = { number: isChapter[1] === undefined ? chapter.number : `${isChapter[1]}${isChapter[2] ?? ""}`, title: block };
      heading = "";
      covering = "";
    } else if (start) {
      const number = `${start[1]}${start[2] ?? ""}`;
      found.push({
        chapter: chapter.number,
        number,
        label: `${start[1]}${start[2] === undefined ? "" : ` ${start[2]}`} §`,
        heading,
        path: [chapter.title, covering].filter((part) => part !== ""),
        paragraphs: [block.slice(start[0].length)],
        inForce: dates[0]?.[1] ?? null,
      });
      heading = "";
    } else if (isHeading(block) && announcesSection(blocks.slice(at + 1, at + 4))) heading = covering = block;
    else found.at(-1)?.paragraphs.push(block);
  }
  const first = new Map<string, string>();
  for (const { chapter, number } of found) if (!first.has(chapter)) first.set(chapter, number);
  // Numbers that begin anew in a later chapter can only be told apart by it.
  const restarts = [...first.values()].filter((number) => number === "1").length > 1;
  const home = `https://www.riksdagen.se/sv/dokument-och-lagar/dokument/svensk-forfattningssamling/_sfs-${sfs.replace(":", "-")}/`;
  const sections = found.map(({ chapter, number, label, heading, path, paragraphs, inForce }): LawSection => {
    const name = restarts && chapter !== "" ? `${chapter}:${number}` : number;
    const anchor = restarts && chapter !== "" ? `#K${chapter}P${number}` : `#P${number}`;
    return {
      ref: `SFS ${sfs}:${name}`,
      number: name,
      label: restarts && chapter !== "" ? `${chapter} kap. ${label}` : label,
      heading,
      path,
      text: paragraphs.join("\n\n"),
      url: home + anchor,
      inForce,
    };
  });
  return [...new Map(sections.map((section) => [section.ref, section])).values()].length === 0
    ? missing(sfs)
    : {
        id: `SFS ${sfs}`,
        source: "swedish-law",
        jurisdiction: "SE",
        title,
        shortNames: [sfs],
        version,
        inForce,
        url: home,
        licence: "Sveriges riksdag; fritt enligt 9 § upphovsrättslagen",
        sections: [...new Map(sections.map((section) => [section.ref, section])).values()],
      };
}

function isHeading(block: string): boolean {
  return block.length < 120 && !/[.:;,]$|[.] \p{Lu}/u.test(block) && !/^[-–\d]/.test(block);
}

/** A heading is followed by a section, a chapter, or a narrower heading of one; a line of a paragraph is not. */
function announcesSection([next, ...rest]: readonly string[]): boolean {
  if (next === undefined) return false;
  const block = next.replace(/\/[^/]{0,60}[IU]:[^/]{0,40}\//g, "").trim();
  return sectionStart.test(block) || chapterStart.test(block) || (isHeading(block) && announcesSection(rest));
}

function missing(sfs: string): never {
  throw new ShapeChanged(`no section was found in ${sfs}`);
}
