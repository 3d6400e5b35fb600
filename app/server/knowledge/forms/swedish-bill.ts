/*
 * Government bills (propositioner) from the parliament's open data: JSON or XML, the text as HTML.
 * Its sections are the bill's own, by their numbers ("avsnitt 7.2"); a bill without such headings,
 * as older scanned ones are, comes in pieces.
 */
import { z } from "zod";
import { ShapeChanged, type LawAct, type LawSection } from "../law-act.ts";
import { find, parseMarkup, textIn } from "../markup.ts";
import { blocksIn } from "./decision-text.ts";

const billSchema = z.object({
  dok_id: z.string().regex(/^[A-Z0-9]{4,12}$/i),
  rm: z.string().regex(/^\d{4}(?:\/\d{2,4})?$/),
  beteckning: z.string().regex(/^\d{1,4}$/),
  doktyp: z.literal("prop"),
  titel: z.string(),
  datum: z.string(),
  html: z.string().nullish(),
  text: z.string().nullish(),
});
const statusSchema = z.object({ dokumentstatus: z.object({ dokument: billSchema }) });

const headed = /^(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+(\p{Lu}[^.;:]{2,110})$/u;
const longestPiece = 3_000;

export function readSwedishBill(given: string): LawAct[] {
  const read = statusSchema.safeParse(given.trimStart().startsWith("<") ? ofXml(given) : ofJson(given));
  if (!read.success) throw new ShapeChanged(`the bill: ${read.error.issues[0]?.path.join(".") || "JSON"} is missing`);
  const { dok_id: id, rm, beteckning, titel, datum, html, text } = read.data.dokumentstatus.dokument;
  const name = `Prop. ${rm}:${beteckning}`;
  const url = `https://www.riksdagen.se/sv/dokument-och-lagar/dokument/_${id.toLowerCase()}/`;
  const sections = sectionsOf(html || text || "", name, url);
  if (sections.length === 0) throw new ShapeChanged("the bill has no text");
  return [
    {
      id: name,
      source: "swedish-bills",
      jurisdiction: "SE",
      title: `${name} ${titel}`,
      shortNames: [name],
      version: /^\d{4}-\d{2}-\d{2}/.exec(datum)?.[0] ?? null,
      inForce: null,
      url,
      licence: "Sveriges riksdag; fritt enligt 9 § upphovsrättslagen",
      note: "A bill, not law in force.",
      sections,
    },
  ];
}

function ofJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ShapeChanged("the bill is not JSON");
  }
}

function ofXml(text: string): unknown {
  const dokument = find(parseMarkup(text), "dokumentstatus", "dokument");
  const field = (name: string) => textIn(dokument && find(dokument, name));
  const html = dokument && find(dokument, "html");
  const given = {
    dok_id: field("dok_id"),
    rm: field("rm"),
    beteckning: field("beteckning"),
    doktyp: field("doktyp"),
    titel: field("titel"),
    datum: field("datum"),
    html: html?.children.filter((one) => typeof one === "string").join(""),
  };
  return { dokumentstatus: { dokument: given } };
}

/** A heading's number must follow the one before it, so that no sentence of a list is taken for one. */
function follows(number: string, last: string): boolean {
  const [own, before] = [number.split(".").map(Number), last.split(".").map(Number)];
  if (last === "") return number === "1";
  const at = own.findIndex((one, level) => one !== before[level]);
  if (at < 0) return false;
  return at === own.length - 1 && own[at] === (before[at] ?? 0) + 1;
}

function sectionsOf(text: string, name: string, url: string): LawSection[] {
  const sections: LawSection[] = [];
  let last = "";
  let pieces = 0;
  const begin = (number: string, label: string, heading: string, own: string) =>
    sections.push({ ref: `${name}:${number}`, number, label, heading, path: [], text: own, url, inForce: null });
  for (const { text: line } of blocksIn(text)) {
    const heading = headed.exec(line);
    const current = sections.at(-1);
    // The table of contents has the same headings, with their pages behind them.
    if (heading !== null && !/\d$/.test(line) && follows(heading[1]!, last)) {
      last = heading[1]!;
      pieces = 0;
      begin(last, `avsnitt ${last}`, heading[2]!, "");
    } else if (current === undefined || current.text.length + line.length > longestPiece) {
      const number = last === "" ? `del ${sections.length + 1}` : `${last}-${++pieces + 1}`;
      begin(number, last === "" ? number : `avsnitt ${last}`, current?.heading ?? "", line);
    } else current.text += current.text === "" ? line : `\n\n${line}`;
  }
  return sections.filter((section) => section.text !== "");
}
