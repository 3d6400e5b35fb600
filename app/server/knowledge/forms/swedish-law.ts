/*
 * Svensk författningssamling as published by the government and the parliament: one text in which
 * sections start with "1 §" and chapters with "1 kap.". Some acts number sections continuously,
 * others restart in each chapter; which applies is only known after reading the whole act.
 */
import { swedishNames } from "#core/law/law-names.ts";
import { ShapeChanged, type LawAct, type LawSection } from "../law-act.ts";
import { find, findAll, parseMarkup, textIn } from "../markup.ts";

type Given = {
  sfs: string;
  title: string;
  text: string;
  inForce: string | null;
  version: string | null;
  /** "t.o.m. SFS 2025:1299". */ upTo: string;
  /** Reprinted in full since then: it no longer shows which section was amended when. */
  isReprinted?: boolean;
};

/** `today` is an ISO date: reads the wording in force on that day. */
export function readSwedishLaw(content: string, _fileName = "", today = new Date().toISOString().slice(0, 10)): LawAct[] {
  const begin = content.trimStart();
  const given = begin.startsWith("<") ? parliament(begin) : database(begin);
  return given.map((one) => actOf(one, today));
}

type DatabaseRow = {
  beteckning?: string;
  rubrik?: string;
  ikraftDateTime?: string | null;
  upphavdDateTime?: string | null;
  fulltext?: {
    forfattningstext?: string | null;
    uppdateradDateTime?: string | null;
    andringInford?: string | null;
    omtryck?: string | null;
  };
  hits?: { hits?: { _source: DatabaseRow }[] };
  dokumentstatus?: { dokument?: ParliamentRow; dokuppgift?: { uppgift?: Detail | Detail[] } };
};
type Detail = { kod?: string; text?: string };
type ParliamentRow = {
  beteckning?: string;
  titel?: string;
  subtitel?: string;
  text?: string;
  html?: string;
  systemdatum?: string;
  publicerad?: string;
  doktyp?: string;
};

function database(json: string): Given[] {
  const value = JSON.parse(json) as DatabaseRow | DatabaseRow[];
  const rows = Array.isArray(value) ? value : (value.hits?.hits?.map((hit) => hit._source) ?? [value]);
  return rows.flatMap((row) => {
    if (row.dokumentstatus?.dokument) {
      const details = [row.dokumentstatus.dokuppgift?.uppgift ?? []].flat();
      return ofParliament(row.dokumentstatus.dokument, details);
    }
    const { beteckning: sfs, rubrik: title, fulltext } = row;
    if (!sfs || !title || fulltext === undefined) throw new ShapeChanged("beteckning, rubrik or fulltext is missing");
    if (row.upphavdDateTime && Date.parse(row.upphavdDateTime) < Date.now()) return [];
    const text = fulltext.forfattningstext ?? "";
    const version = day(fulltext.uppdateradDateTime);
    return [
      {
        sfs,
        title,
        text,
        inForce: day(row.ikraftDateTime),
        version,
        upTo: fulltext.andringInford ?? "",
        isReprinted: Boolean(fulltext.omtryck),
      },
    ];
  });
}

function parliament(xml: string): Given[] {
  const status = find(parseMarkup(xml), "dokumentstatus");
  const document = status && find(status, "dokument");
  if (!document) throw new ShapeChanged("dokumentstatus/dokument is missing");
  const field = (name: string) => {
    const element = find(document, name);
    return element?.children.map((one) => (typeof one === "string" ? one : textIn(one))).join("") ?? "";
  };
  const details = findAll(status, ["uppgift"]).map((one) => ({ kod: textIn(find(one, "kod")), text: textIn(find(one, "text")) }));
  return ofParliament(
    {
      beteckning: field("beteckning"),
      titel: field("titel"),
      subtitel: field("subtitel"),
      text: field("text"),
      html: field("html"),
      systemdatum: field("systemdatum"),
      publicerad: field("publicerad"),
      doktyp: field("doktyp"),
    },
    details,
  );
}

/** `datum` is the date of issue, not of entry into force; the latter is in the details, if given at all. */
function ofParliament(
  { beteckning = "", titel = "", subtitel = "", text = "", html = "", systemdatum, publicerad, doktyp }: ParliamentRow,
  details: readonly Detail[],
): Given[] {
  if (doktyp !== undefined && doktyp !== "" && doktyp !== "sfs") throw new ShapeChanged(`doktyp is ${doktyp}, and not sfs`);
  const plain = text !== "" ? text : textOfHtml(html);
  if (!/^\d{4}:/.test(beteckning) || plain === "") throw new ShapeChanged("beteckning or text is missing");
  const repealed = said(details, "upphavd");
  if (repealed !== null && Date.parse(repealed) < Date.now()) return [];
  const inForce = said(details, "ikraft");
  return [
    {
      sfs: beteckning,
      title: titel,
      text: plain,
      inForce,
      version: day(systemdatum || publicerad),
      upTo: subtitel,
      isReprinted: /omtryck/i.test(subtitel),
    },
  ];
}

function said(details: readonly Detail[], code: string): string | null {
  const text = details.find(({ kod }) => kod === code)?.text ?? "";
  return /\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? null;
}

function textOfHtml(html: string): string {
  return html
    .replace(/<(?:br|\/?(?:p|h\d|pre|div))(?:\s[^>]*)?\/?>/gi, "\n\n")
    .replace(/<[^<>]+>/g, "")
    .replace(/&#(\d{2,6});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replaceAll("&nbsp;", " ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

function day(value: string | null | undefined): string | null {
  return value ? value.slice(0, 10) : null;
}

const transitional = /^(?:Övergångsbestämmelser|Ikraftträdande- och övergångsbestämmelser)$/;

/** "11 a §" starts a section only if text follows; "enligt 11 a §" is a reference. */
const sectionStart = /^(\d+)\s?([a-z])?\s?§\s+(?=\S)/;
const chapterStart = /^(?:(\d+)\s?([a-z])?\s+kap\.|Avdelning\s+[IVX]+\.?)\s*(.*)$/;

function actOf({ sfs, title, text, inForce, version, upTo, isReprinted = false }: Given, today: string): LawAct {
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
    ends: string | null;
  };
  const found: Open[] = [];
  /** Wordings that have expired or are still to come. */
  const others: Open[] = [];
  let open: Open | undefined;
  let chapter = { number: "", title: "" };
  // A heading belongs to the section below it; those that follow are under it.
  let heading = "";
  let covering = "";
  let isOver = false;
  let chapterDays: Days = { since: null, ends: null };
  for (const [at, given] of blocks.entries()) {
    const { block, days, isUndecided } = wordingOf(given);
    const applies = !isUndecided && isOn(days, today);
    if (transitional.test(block)) isOver = true;
    if (isOver || block === "") continue;
    const start = sectionStart.exec(block);
    const isChapter = start === null && block.length < 200 ? chapterStart.exec(block) : null;
    if (isChapter) {
      chapterDays = isUndecided ? { since: never, ends: null } : days;
      chapter = { number: isChapter[1] === undefined ? chapter.number : `${isChapter[1]}${isChapter[2] ?? ""}`, title: block };
      heading = "";
      covering = "";
    } else if (start) {
      const number = `${start[1]}${start[2] ?? ""}`;
      open = {
        chapter: chapter.number,
        number,
        label: `${start[1]}${start[2] === undefined ? "" : ` ${start[2]}`} §`,
        heading,
        path: [chapter.title, covering].filter((part) => part !== ""),
        paragraphs: [block.slice(start[0].length)],
        inForce: days.since ?? chapterDays.since,
        ends: days.ends ?? chapterDays.ends,
      };
      if (!isUndecided && isOn(chapterDays, today) && applies) {
        found.push(open);
        heading = "";
      } else if (!isUndecided && open.inForce !== never) others.push(open);
    } else if (isHeading(block) && announcesSection(blocks.slice(at + 1, at + 4))) {
      if (applies) heading = covering = block;
    } else if (applies) open?.paragraphs.push(block);
  }
  const first = new Map<string, string>();
  for (const { chapter, number } of found) if (!first.has(chapter)) first.set(chapter, number);
  // If numbers restart in a later chapter, only the chapter tells them apart.
  const restarts = [...first.values()].filter((number) => number === "1").length > 1;
  const home = `https://www.riksdagen.se/sv/dokument-och-lagar/dokument/svensk-forfattningssamling/_sfs-${sfs.replace(":", "-")}/`;
  const forceDays = forceDaysIn(blocks, inForce);
  const sectionOf = ({ chapter, number, label, heading, path, paragraphs, inForce, ends }: Open): LawSection => {
    const name = restarts && chapter !== "" ? `${chapter}:${number}` : number;
    const anchor = restarts && chapter !== "" ? `#K${chapter}P${number}` : `#P${number}`;
    const text = paragraphs.join("\n\n");
    return {
      ref: `SFS ${sfs}:${name}`,
      number: name,
      label: restarts && chapter !== "" ? `${chapter} kap. ${label}` : label,
      heading,
      path,
      text,
      url: home + anchor,
      inForce: inForce ?? (isReprinted ? null : forceDays(text)),
      ends,
    };
  };
  const sections = found.map(sectionOf);
  return [...new Map(sections.map((section) => [section.ref, section])).values()].length === 0
    ? missing(sfs)
    : {
        id: `SFS ${sfs}`,
        source: "swedish-law",
        jurisdiction: "SE",
        title,
        shortNames: [sfs, ...(swedishNames[sfs] ?? [])],
        version,
        inForce,
        url: home,
        licence: "Sveriges riksdag; fritt enligt 9 § upphovsrättslagen",
        note: ["Consolidated text", /SFS \d{4}:\d+/.test(upTo) ? `with amendments up to ${/SFS \d{4}:\d+/.exec(upTo)![0]}` : ""]
          .filter(Boolean)
          .join(", "),
        changesOn: nextChange(text, today),
        sections: [...new Map(sections.map((section) => [section.ref, section])).values()],
        otherWordings: others.map(sectionOf),
      };
}

const marks = /\/[^/]{0,60}\b[IU]:[^/]{0,60}\//g;

/** ISO dates: from the first, until the day before the second. */
type Days = { since: string | null; ends: string | null };
/** For a date the Government has yet to set. */
const never = "9999-12-31";

/**
 * For a provision about to change, the current and future wordings follow each other, each marked
 * with the date it ends or begins. A date to be set by the Government doesn't count yet.
 */
function wordingOf(given: string): { block: string; days: Days; isUndecided: boolean } {
  const said = [...given.matchAll(marks)].map(([mark]) => {
    const day = /\d{4}-\d{2}-\d{2}/.exec(mark)?.[0] ?? null;
    return { isEnd: /\bU:/.test(mark), day };
  });
  const begins = said.filter(({ isEnd }) => !isEnd);
  return {
    block: given.replace(marks, "").trim(),
    days: { since: begins[0]?.day ?? null, ends: said.find(({ isEnd, day }) => isEnd && day !== null)?.day ?? null },
    isUndecided: begins.some(({ day }) => day === null),
  };
}

function isOn({ since, ends }: Days, day: string): boolean {
  return (since === null || since <= day) && (ends === null || day < ends);
}

const monthNames = [
  "januari",
  "februari",
  "mars",
  "april",
  "maj",
  "juni",
  "juli",
  "augusti",
  "september",
  "oktober",
  "november",
  "december",
];

/**
 * When each section got its wording: it ends with the act that last amended it, "Lag (2022:835).",
 * and the transitional provisions give each such act's entry into force. A section never amended
 * dates from the law itself. If an act entered into force on several dates, nothing is assumed.
 */
function forceDaysIn(blocks: readonly string[], inForce: string | null): (text: string) => string | null {
  const days = new Map<string, Set<string>>();
  const from = blocks.findIndex((block) => transitional.test(block));
  let act = "";
  for (const block of from < 0 ? [] : blocks.slice(from)) {
    act = /^(?:\D{0,30}\s)?(\d{4}:\d+)$/.exec(block)?.[1] ?? act;
    for (const [, day = "", month = "", year = ""] of block.matchAll(/träder i kraft den (\d{1,2}) (\p{L}+) (\d{4})/gu)) {
      const at = monthNames.indexOf(month);
      if (act === "" || at < 0) continue;
      const own = days.get(act) ?? new Set();
      days.set(act, own.add(`${year}-${String(at + 1).padStart(2, "0")}-${day.padStart(2, "0")}`));
    }
  }
  return (text) => {
    const last = /(?:Lag|Förordning|Balk) \((\d{4}:\d+)\)\.?$/.exec(text.trimEnd())?.[1];
    if (last === undefined) return inForce;
    const own = days.get(last);
    return own?.size === 1 ? [...own][0]! : null;
  };
}

/** The next date on which a different wording applies. */
function nextChange(text: string, today: string): string | null {
  const days = [...text.matchAll(marks)].flatMap(([mark]) => /\d{4}-\d{2}-\d{2}/.exec(mark)?.[0] ?? []);
  return days.filter((day) => day > today).toSorted()[0] ?? null;
}

function isHeading(block: string): boolean {
  return block.length < 120 && !/[.:;,]$|[.] \p{Lu}/u.test(block) && !/^[-–\d]/.test(block);
}

/** A heading is followed by a section, a chapter, or a subheading; a line of a paragraph isn't. */
function announcesSection([next, ...rest]: readonly string[]): boolean {
  if (next === undefined) return false;
  const block = next.replace(/\/[^/]{0,60}[IU]:[^/]{0,40}\//g, "").trim();
  return sectionStart.test(block) || chapterStart.test(block) || (isHeading(block) && announcesSection(rest));
}

function missing(sfs: string): never {
  throw new ShapeChanged(`no section was found in ${sfs}`);
}
