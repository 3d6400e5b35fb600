/*
 * gesetze-im-internet.de: a table of all acts, and each act as a zipped XML. An act's abbreviation
 * is usually its path ("BGB" is /bgb/), sometimes with a year ("AO" is /ao_1977/); the table
 * decides. Requests are sequential, because the site states no limit.
 */
import { openArchive } from "../../files/zip.ts";
import { Unreadable } from "../../files/unreadable.ts";
import { ShapeChanged } from "../law-act.ts";
import { readAct } from "../read-act.ts";
import { find, findAll, parseMarkup, textIn } from "../markup.ts";
import { SourceProblem, type Connector, type Known, type Opened, type Reference } from "./connector.ts";
import { mustAnswer, provenanceOf, type Answered, type PoliteFetch } from "./polite-fetch.ts";
import { searchWords } from "./search-words.ts";

/** Acts whose path differs from their abbreviation. */
const addresses: Record<string, string> = {
  WEG: "woeigg",
  EGBGB: "bgbeg",
  KWG: "kredwg",
  EnWG: "enwg_2005",
  BauGB: "bbaug",
  // Not German law, though cited with "Art.".
  DSGVO: "",
  GDPR: "",
  AVG: "",
  EUV: "",
  AEUV: "",
  EMRK: "",
};

const cited = new RegExp(
  "(?:§§?|Art(?:ikel|\\.)?)\\s*\\d+(?!\\d)\\s?[a-z]?" +
    "(?:\\s*(?:,|und|bis|oder|Abs(?:atz|\\.)|S(?:atz|\\.)|Nr\\.|Nummer|Buchst(?:abe|\\.)|lit\\.|Alt\\.|Hs\\.|ff?\\.|\\d+(?!\\d)|[a-z](?!\\p{L})))*" +
    "\\s*(?:de[sr]\\s+)?(SGB\\s+[IVX]+|[A-ZÄÖÜ]\\p{L}{0,14}[A-ZÄÖÜ])(?!\\p{L})",
  "gu",
);
const roman: Record<string, number> = {
  I: 1,
  II: 2,
  III: 3,
  IV: 4,
  V: 5,
  VI: 6,
  VII: 7,
  VIII: 8,
  IX: 9,
  X: 10,
  XI: 11,
  XII: 12,
  XIV: 14,
};

type Entry = { slug: string; title: string };
const tableHours = 24;

export function createGesetzeImInternet(base: string, ask: PoliteFetch): Connector {
  let table: { entries: Entry[]; readAt: number } | null = null;

  async function entries(signal: AbortSignal): Promise<Entry[]> {
    if (table !== null && Date.now() - table.readAt < tableHours * 3_600_000) return table.entries;
    const answer = await mustAnswer(ask({ url: `${base}/gii-toc.xml`, accept: "application/xml", signal }));
    const items = findAll(parseMarkup(answer.body.toString("utf8")), ["item"]);
    const read = items.flatMap((item): Entry[] => {
      const slug = /\/([\w.-]+)\/xml\.zip$/.exec(textIn(find(item, "link")))?.[1];
      return slug === undefined ? [] : [{ slug, title: textIn(find(item, "title")) }];
    });
    if (read.length === 0) throw new ShapeChanged("the table of acts: items/item/link is missing");
    table = { entries: read, readAt: Date.now() };
    return read;
  }

  async function fetchAct(slug: string, since: Known | undefined, signal: AbortSignal): Promise<Opened | null> {
    const url = `${base}/${encodeURIComponent(slug)}/xml.zip`;
    const answer = await ask({ url, accept: "application/zip, application/octet-stream", signal, ...(since && { since }) });
    return answer === null || answer.sha256 === since?.sha256 ? null : openedOf(slug, answer);
  }

  return {
    describe: () => ({
      id: "gesetze-im-internet",
      name: "gesetze-im-internet.de",
      jurisdiction: "DE",
      home: "https://www.gesetze-im-internet.de",
      licence: "Amtliches Werk, § 5 UrhG; gesetze-im-internet.de",
      needs: null,
    }),
    named: (text) =>
      [...text.matchAll(cited)].flatMap(([, called = ""]) => {
        const name = called.replace(/\s+/g, " ");
        return addresses[name] === "" ? [] : [referenceOf(addresses[name] ?? slugOf(name), name)];
      }),
    async search(question, signal) {
      const words = searchWords(question, "de", 5).map((word) => word.slice(0, Math.max(5, word.length - 3)));
      const all = await entries(signal);
      const scored = all.map((entry) => {
        const title = entry.title.toLowerCase();
        return { entry, hits: words.filter((word) => title.includes(word)).length, length: title.length };
      });
      const best = scored.filter(({ hits }) => hits > 0).toSorted((a, b) => b.hits - a.hits || a.length - b.length);
      return best.slice(0, 2).map(({ entry }) => referenceOf(entry.slug, entry.title));
    },
    async open({ key, label }, signal) {
      const all = await entries(signal);
      // With several years, the newest is in force.
      const slugs = all.map(({ slug }) => slug).filter((slug) => slug === key || new RegExp(`^${key}_\\d{4}$`).test(slug));
      const slug = slugs.includes(key) ? key : slugs.toSorted().at(-1);
      if (slug === undefined) throw new SourceProblem("not-there", `has no act called ${label}`);
      const opened = await fetchAct(slug, undefined, signal);
      if (opened === null) throw new SourceProblem("changed", "answered 304 to a question without a condition");
      return opened;
    },
    refresh: (known, signal) => fetchAct(known.key, known, signal),
  };
}

function slugOf(name: string): string {
  const book = /^SGB ([IVX]+)$/.exec(name);
  if (book) return `sgb_${roman[book[1]!] ?? 0}`;
  return name.toLowerCase().replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue").replaceAll("ß", "ss");
}

function referenceOf(slug: string, name: string): Reference {
  return { source: "gesetze-im-internet", key: slug, label: name, names: [name] };
}

async function openedOf(slug: string, answer: Answered): Promise<Opened> {
  return {
    key: slug,
    acts: await readAct("gesetze-im-internet", await xmlIn(answer.body), `${slug}/xml.zip`),
    provenance: provenanceOf(answer),
  };
}

/** The archive is checked and limited like any untrusted one. */
async function xmlIn(zip: Buffer): Promise<string> {
  try {
    const archive = await openArchive(zip);
    const name = archive.names.find((one) => one.toLowerCase().endsWith(".xml"));
    if (name === undefined) throw new ShapeChanged("the zip holds no XML");
    let text = "";
    for await (const piece of archive.part(name)!) text += piece;
    return text;
  } catch (error) {
    if (error instanceof Unreadable) throw new ShapeChanged("the answer is not a zip that can be opened");
    throw error;
  }
}
