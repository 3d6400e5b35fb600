/*
 * XML with the offset of everything in it, so that a part can be changed without touching the rest. The part was read
 * by a real parser when the file was imported; what it can't follow, it refuses.
 */

export type Tag = {
  kind: "open" | "close" | "empty";
  prefix: string;
  name: string;
  /** Of the whole tag. */
  from: number;
  to: number;
};
export type XmlText = { kind: "text"; from: number; to: number; isRaw: boolean };

export class Unwritable extends Error {}

export function* scanXml(xml: string, from = 0, until = xml.length): Generator<Tag | XmlText, undefined> {
  for (let at = from; at < until;) {
    const next = xml.indexOf("<", at);
    const start = next < 0 || next > until ? until : next;
    if (start > at) yield { kind: "text", from: at, to: start, isRaw: false };
    if (start >= until) return;
    if (xml.startsWith("<!--", start)) at = past(xml, "-->", start);
    else if (xml.startsWith("<![CDATA[", start)) {
      at = past(xml, "]]>", start);
      yield { kind: "text", from: start + 9, to: at - 3, isRaw: true };
    } else if (xml.startsWith("<?", start)) at = past(xml, "?>", start);
    else if (xml.startsWith("<!", start)) throw new Unwritable("a document type");
    else {
      const tag = tagAt(xml, start);
      yield tag;
      at = tag.to;
    }
  }
}

function past(xml: string, end: string, from: number): number {
  const at = xml.indexOf(end, from);
  if (at < 0) throw new Unwritable("an unfinished part");
  return at + end.length;
}

function tagAt(xml: string, from: number): Tag {
  let quote = "";
  let to = from + 1;
  for (; to < xml.length; to++) {
    const sign = xml[to]!;
    if (quote !== "") {
      if (sign === quote) quote = "";
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === ">") break;
  }
  if (to >= xml.length) throw new Unwritable("an unfinished tag");
  const isClose = xml[from + 1] === "/";
  const isEmpty = xml[to - 1] === "/";
  const start = isClose ? from + 2 : from + 1;
  let end = start;
  while (end < to && !" \t\r\n/".includes(xml[end]!)) end++;
  const whole = xml.slice(start, end);
  const colon = whole.indexOf(":");
  const kind = isClose ? "close" : isEmpty ? "empty" : "open";
  return { kind, prefix: colon < 0 ? "" : whole.slice(0, colon), name: whole.slice(colon + 1), from, to: to + 1 };
}

/** "val" also matches "w:val". */
export function attributeIn(xml: string, tag: Tag, wanted: string): string | undefined {
  const place = attributeAt(xml, tag, wanted);
  if (place === undefined) return undefined;
  return textIn(xml, { ...place, isRaw: false });
}

/** Where its value is, between the quotation marks, and where the whole of it begins, at the white space before it. */
export function attributeAt(xml: string, tag: Tag, wanted: string): { space: number; from: number; to: number } | undefined {
  let at = tag.from + 1;
  const skip = (signs: string) => {
    while (at < tag.to && signs.includes(xml[at]!)) at++;
  };
  while (at < tag.to && !" \t\r\n".includes(xml[at]!)) at++;
  for (;;) {
    const space = at;
    skip(" \t\r\n");
    const equals = xml.indexOf("=", at);
    if (equals < 0 || equals >= tag.to) return undefined;
    const name = xml.slice(at, equals).trim();
    at = equals + 1;
    skip(" \t\r\n");
    const end = xml.indexOf(xml[at]!, at + 1);
    if (end < 0 || end >= tag.to) return undefined;
    if (name === wanted || name.endsWith(`:${wanted}`)) return { space, from: at + 1, to: end };
    at = end + 1;
  }
}

export type Character = { text: string; from: number; to: number };

/** A text as a parser gives it. */
export function textIn(xml: string, { from, to, isRaw }: Omit<XmlText, "kind">): string {
  return charactersIn(xml, from, to, isRaw)
    .map(({ text }) => text)
    .join("");
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The characters of a text as a parser gives them, by code point, each with its place. */
export function charactersIn(xml: string, from: number, to: number, isRaw: boolean): Character[] {
  const found: Character[] = [];
  for (let at = from; at < to;) {
    let [text, end] = [String.fromCodePoint(xml.codePointAt(at)!), at];
    end += text.length;
    if (text === "\r") [text, end] = ["\n", xml[at + 1] === "\n" ? at + 2 : at + 1];
    else if (text === "&" && !isRaw) {
      end = xml.indexOf(";", at) + 1;
      if (end === 0 || end > to) throw new Unwritable("an unknown entity");
      text = entityOf(xml.slice(at + 1, end - 1));
    }
    found.push({ text, from: at, to: end });
    at = end;
  }
  return found;
}

function entityOf(name: string): string {
  if (Object.hasOwn(entities, name)) return entities[name]!;
  const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : name.startsWith("#") ? Number(name.slice(1)) : NaN;
  if (!(code > 0 && code <= 0x10_ff_ff)) throw new Unwritable("an unknown entity");
  return String.fromCodePoint(code);
}

export function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** Behind the end of the element that begins here. */
export function endOfElement(xml: string, from: number, until = xml.length): number {
  let depth = 0;
  for (const token of scanXml(xml, from, until)) {
    if (token.kind === "open") depth++;
    else if (token.kind === "close") depth--;
    if (depth === 0 && token.kind !== "text") return token.to;
  }
  throw new Unwritable("an unfinished part");
}

export type Edit = { from: number; to: number; text: string };

/** Edits of separate stretches; several at one place are made in the given order. */
export function edited(xml: string, edits: readonly Edit[]): string {
  const ordered = edits.toSorted((a, b) => a.from - b.from || a.to - b.to);
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, text } of ordered) {
    if (from < at) throw new Unwritable("two changes of one stretch");
    parts.push(xml.slice(at, from), text);
    at = to;
  }
  parts.push(xml.slice(at));
  return parts.join("");
}
