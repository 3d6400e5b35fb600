/*
 * Reads the versions of a passage out of a model's answer. They are asked for between tags, which
 * leave no doubt about what a preamble is; other forms that models choose are read as well.
 */
import { isSameText } from "../text/same-text.ts";

export const mostVariants = 3;

/** Versions that differ from the passage and from each other, as the model wrote them. */
export function readVariants(said: string, original: string): string[] {
  const read = forms.reduce<string[] | null>((found, form) => found ?? form(said.trim()), null) ?? [];
  const variants: string[] = [];
  for (const one of read) {
    const text = bare(one, original);
    if (text === "" || isSameText(text, original) || variants.some((other) => isSameText(text, other))) continue;
    variants.push(text);
  }
  return variants.slice(0, mostVariants);
}

type Form = (said: string) => string[] | null;

const tagged: Form = (said) => {
  const tag = /<(version|variant|option)(?:\s[^>]*)?>/giu;
  const starts = [...said.matchAll(tag)];
  if (starts.length === 0) return null;
  return starts.map((start, at) => {
    const inside = said.slice(start.index + start[0].length, starts[at + 1]?.index);
    // The last one may be cut short, or its closing tag forgotten.
    return inside.split(/<\/(?:version|variant|option)s?>/iu)[0]!;
  });
};

const json: Form = (said) => {
  const start = said.search(/[[{]/u);
  const end = Math.max(said.lastIndexOf("]"), said.lastIndexOf("}"));
  if (start < 0 || end < start || !/^(?:\W*json)?\W*$/iu.test(said.slice(0, start).split("\n").at(-1)!)) return null;
  try {
    return textsIn(JSON.parse(said.slice(start, end + 1)));
  } catch {
    return null;
  }
};

/** The strings of a list or an object; of an object with several, the longest is the text. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value))
    return value.flatMap((one) =>
      textsIn(one)
        .toSorted((a, b) => b.length - a.length)
        .slice(0, 1),
    );
  if (typeof value !== "object" || value === null) return [];
  const lists = Object.values(value).filter(Array.isArray);
  return lists.length === 1 ? textsIn(lists[0]) : Object.values(value).flatMap(textsIn);
}

const name =
  /^(?:versions?|variants?|variante|options?|alternatives?|alternativ|alternatief|fassung|versie) ?#?(?:[1-3]|[a-c]|one|two|three)(?![\p{L}\p{N}])/iu;

/** What a line says behind a label such as "**Version 2 (warmer):**"; null without one. */
function behindLabel(line: string): string | null {
  if (/^={2,} ?[1-9] ?={2,}$/u.test(line.trim())) return "";
  const lead = without(line, " \t>#*_=-–—[(");
  const found = name.exec(lead);
  if (found === null) return null;
  const rest = without(afterManner(lead.slice(found[0].length).trimStart()), "*_=# \t");
  return rest === "" || ":.)]".includes(rest[0]!) ? without(rest, " \t*_=#:.)]") : null;
}

/** "(warmer)", or "– direct" before a colon. */
function afterManner(text: string): string {
  const end = text.startsWith("(") ? text.indexOf(")") + 1 : "–—-".includes(text[0] ?? " ") ? text.indexOf(":") : 0;
  return text.slice(Math.max(0, end));
}

/** Without these characters at its start. */
function without(text: string, characters: string): string {
  let at = 0;
  while (at < text.length && characters.includes(text[at]!)) at++;
  return text.slice(at);
}

const isRule = (line: string) => /^(?:-{3,}|\*{3,}|_{3,}|={3,})$/u.test(line.trim());

/** A line that counts, by its number. */
function behindNumber(line: string, number: number): string | null {
  const lead = without(line, " \t*_");
  if (!lead.startsWith(`${number}.`) && !lead.startsWith(`${number})`)) return null;
  const rest = without(lead.slice(2), "*_");
  return /^[ \t]/u.test(rest) ? rest : null;
}

/** What stands before the first of the lines that begin a part is a preamble. */
function partsAt(said: string, behind: (line: string, number: number) => string | null): string[] {
  const parts: string[][] = [];
  for (const line of said.split("\n")) {
    const rest = behind(line, parts.length + 1);
    if (rest !== null) parts.push([rest]);
    else parts.at(-1)?.push(line);
  }
  return parts.map((lines) => lines.join("\n"));
}

const labelled: Form = (said) => severalOf(partsAt(said, behindLabel));

const ruled: Form = (said) => severalOf(partsAt(`---\n${said}`, (line) => (isRule(line) ? "" : null)));

/** A longer list is one version that is a list. */
const counted: Form = (said) => {
  const parts = severalOf(partsAt(said, behindNumber));
  return parts === null || parts.length > mostVariants ? null : parts;
};

function severalOf(parts: readonly string[]): string[] | null {
  const several = parts.filter((part) => part.trim() !== "");
  return several.length < 2 ? null : several;
}

const whole: Form = (said) => (said === "" ? null : [said]);

const forms: readonly Form[] = [tagged, json, labelled, ruled, counted, whole];

const pairs: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ["“", "”"],
  ["„", "“"],
  ["”", "”"],
  ["«", "»"],
];

/** Without a label, a fence, a rule or quotation marks that the passage does not have. */
function bare(said: string, original: string): string {
  const lines = said.trim().split("\n");
  if (lines.length > 2 && lines[0]!.startsWith("```") && lines.at(-1)!.trim() === "```") lines.shift();
  while (lines.length > 1 && (isRule(lines.at(-1)!) || lines.at(-1)!.trim() === "```" || lines.at(-1)!.trim() === "")) lines.pop();
  let text = [behindLabel(lines[0]!) ?? lines[0]!, ...lines.slice(1)].join("\n").trim();
  for (const [open, close] of pairs) {
    const inside = text.slice(1, -1);
    if (text.length < 2 || !text.startsWith(open) || !text.endsWith(close) || original.trim().startsWith(open)) continue;
    if (!inside.includes(open) && !inside.includes(close)) text = inside.trim();
  }
  return text;
}
