/* The formatting of a run as XML, changed mark by mark; what Stet doesn't know stays. */
import type { Mark } from "prosemirror-model";
import { escaped, scanXml } from "../../files/readers/xml-scan.ts";

type Property = { name: string; xml: string };

/** The order that the format requires, as far as our marks are concerned. */
const order =
  "rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang eastAsianLayout specVanish oMath rPrChange".split(
    " ",
  );

type Look = { names: string[]; on: string; off: string };
const value = (name: string, to: string) => `<w:${name} w:val="${to}"/>`;
const toggle = (name: string, ...also: string[]): Look => ({ names: [name, ...also], on: `<w:${name}/>`, off: value(name, "0") });

const looks: Record<string, Look> = {
  bold: toggle("b", "bCs"),
  italic: toggle("i", "iCs"),
  caps: toggle("caps"),
  smallCaps: toggle("smallCaps"),
  strike: toggle("strike", "dstrike"),
  underline: { names: ["u"], on: value("u", "single"), off: value("u", "none") },
  superscript: { names: ["vertAlign"], on: value("vertAlign", "superscript"), off: value("vertAlign", "baseline") },
  subscript: { names: ["vertAlign"], on: value("vertAlign", "subscript"), off: value("vertAlign", "baseline") },
  highlight: { names: ["highlight"], on: value("highlight", "yellow"), off: value("highlight", "none") },
  code: { names: ["rFonts"], on: '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/>', off: "" },
};

export function propertiesIn(xml: string): Property[] {
  const found: Property[] = [];
  let [depth, from] = [0, 0];
  for (const token of scanXml(xml)) {
    if (token.kind === "text") continue;
    if (token.kind !== "close" && depth === 1) from = token.from;
    if (token.kind === "open") depth++;
    if (token.kind === "close") depth--;
    if (depth === 1 && token.kind !== "open") found.push({ name: token.name, xml: xml.slice(from, token.to) });
  }
  return found;
}

function written(properties: readonly Property[]): string {
  if (properties.length === 0) return "";
  return `<w:rPr>${properties.map(({ xml }) => xml).join("")}</w:rPr>`;
}

/** Without tracked changes of the formatting or of a paragraph's break. */
const tracked = new Set(["rPrChange", "ins", "del", "moveFrom", "moveTo"]);
export function untracked(xml: string): string {
  const properties = propertiesIn(xml);
  return properties.some(({ name }) => tracked.has(name)) ? written(properties.filter(({ name }) => !tracked.has(name))) : xml;
}

/** Without what a draft would show as marks. */
export function withoutLooks(xml: string): string {
  return written(propertiesIn(xml).filter(({ name }) => !tracked.has(name) && (name === "rFonts" || !shownNames.has(name))));
}

/** The formatting before a tracked change of it; null if there is none. */
export function formattingBefore(xml: string): string | null {
  const change = propertiesIn(xml).find(({ name }) => name === "rPrChange");
  if (change === undefined) return null;
  const inner = propertiesIn(change.xml).find(({ name }) => name === "rPr");
  return inner === undefined ? "" : written(propertiesIn(inner.xml));
}

/** Whether both look the same as far as a draft shows it. */
export function looksAlike(a: string, b: string): boolean {
  const shown = (xml: string) => {
    const properties = propertiesIn(xml).filter(({ name }) => shownNames.has(name));
    return properties
      .map((one) => one.xml)
      .toSorted()
      .join("");
  };
  return shown(a) === shown(b);
}
const shownNames = new Set(Object.values(looks).flatMap(({ names }) => names));

const keyOf = ({ type, attrs }: Mark) => (type.name === "highlight" ? `highlight ${String(attrs["color"])}` : type.name);
const keysOf = (marks: readonly Mark[]) => new Set(marks.filter(({ type }) => Object.hasOwn(looks, type.name)).map(keyOf));

export function hasSameLook(a: readonly Mark[], b: readonly Mark[]): boolean {
  const [keys, others] = [keysOf(a), keysOf(b)];
  return keys.size === others.size && [...keys].every((key) => others.has(key));
}

/** The formatting of text with marks `before`, for text with marks `after`. */
export function withMarks(xml: string, before: readonly Mark[], after: readonly Mark[]): string {
  if (hasSameLook(before, after)) return xml;
  const [had, has] = [keysOf(before), keysOf(after)];
  let properties = propertiesIn(xml);
  const put = (names: readonly string[], made: string) => {
    properties = properties.filter(({ name }) => !names.includes(name));
    if (made === "") return;
    const rank = order.indexOf(names[0]!);
    const at = properties.findIndex(({ name }) => order.indexOf(name) > rank);
    properties.splice(at < 0 ? properties.length : at, 0, { name: names[0]!, xml: made });
  };
  for (const key of had) if (!has.has(key)) put(looks[key.split(" ")[0]!]!.names, looks[key.split(" ")[0]!]!.off);
  for (const key of has) {
    const [name, color] = key.split(" ") as [string, string?];
    if (!had.has(key)) put(looks[name]!.names, color === undefined ? looks[name]!.on : value("highlight", color));
  }
  return written(properties);
}

export type Stamp = { id: number; author: string; date: string };

export const stampOf = ({ id, author, date }: Stamp) => `w:id="${id}" w:author="${escaped(author)}" w:date="${escaped(date)}"`;

/** The change from `before` to `after` as a tracked one. */
export function withFormattingChange(after: string, before: string, stamp: Stamp): string {
  const old = written(propertiesIn(before)) || "<w:rPr/>";
  const change = { name: "rPrChange", xml: `<w:rPrChange ${stampOf(stamp)}>${old}</w:rPrChange>` };
  return written([...propertiesIn(after).filter(({ name }) => name !== "rPrChange"), change]);
}

/** The formatting of the paragraph's break, for text in a paragraph without any. */
export function breakProperties(paragraphProperties: string): string {
  const found = propertiesIn(paragraphProperties).find(({ name }) => name === "rPr");
  return found === undefined ? "" : untracked(found.xml);
}

/** A paragraph's properties for another one: without its section, its tracked changes, and what its own break was. */
export function propertiesForNew(paragraphProperties: string, breakMark: string): string {
  const left = new Set(["sectPr", "pPrChange", "rPr"]);
  const kept = propertiesIn(paragraphProperties).filter(({ name }) => !left.has(name));
  const own = propertiesIn(breakProperties(paragraphProperties) || "<w:rPr></w:rPr>").map(({ xml }) => xml);
  const marked = breakMark === "" && own.length === 0 ? "" : `<w:rPr>${breakMark}${own.join("")}</w:rPr>`;
  const all = kept.map(({ xml }) => xml).join("") + marked;
  return all === "" ? "" : `<w:pPr>${all}</w:pPr>`;
}

const breakMarks = new Set(["ins", "del", "moveFrom", "moveTo"]);

/** The properties of a paragraph whose break is no longer a tracked change. */
export function withoutRevisedBreak(paragraphProperties: string): string {
  if (paragraphProperties === "") return "";
  const all = propertiesIn(paragraphProperties).map(({ name, xml }) =>
    name === "rPr" ? written(propertiesIn(xml).filter((one) => !breakMarks.has(one.name))) : xml,
  );
  return all.join("") === "" ? "" : `<w:pPr>${all.join("")}</w:pPr>`;
}

/** The properties of a paragraph whose break is deleted or inserted. */
export function withRevisedBreak(paragraphProperties: string, mark: string): string {
  const all = propertiesIn(paragraphProperties || "<w:pPr></w:pPr>");
  const rest = all.filter(({ name }) => name !== "rPr");
  const own = all.find(({ name }) => name === "rPr")?.xml ?? "<w:rPr></w:rPr>";
  const inner = propertiesIn(own).map(({ xml }) => xml);
  const made = `<w:rPr>${mark}${inner.join("")}</w:rPr>`;
  const behind = rest.findIndex(({ name }) => name === "sectPr" || name === "pPrChange");
  const parts = rest.map(({ xml }) => xml);
  parts.splice(behind < 0 ? parts.length : behind, 0, made);
  return `<w:pPr>${parts.join("")}</w:pPr>`;
}
