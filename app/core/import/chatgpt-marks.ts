/*
 * ChatGPT's UI markup in answers: citation and entity marks between private-use
 * characters, 【12†source】, and links into a discarded sandbox. They become
 * links and plain text.
 */
import { fieldsOf, listOf, textOf, type Fields } from "./foreign-chat.ts";

const mark = /\ue200[^\ue200\ue201]*\ue201|【[^【】\n]{1,300}】/gu;
const strayMark = /[\ue200-\ue206]/gu;
const deadLink = /\[([^[\]\n]{0,300})\]\(sandbox:[^()\s]{0,1000}\)/gu;

export function withoutMarks(text: string, metadata: Fields): string {
  const links = linksOf(text, metadata);
  return text
    .replaceAll(mark, (found) => links.get(found) ?? plain(found))
    .replaceAll(strayMark, "")
    .replaceAll(deadLink, "$1");
}

function linksOf(text: string, metadata: Fields): Map<string, string> {
  const links = new Map<string, string>();
  for (const reference of listOf(metadata.content_references).map(fieldsOf)) {
    const matched = textOf(reference.matched_text);
    if (matched !== "" && !links.has(matched)) links.set(matched, linkOf(reference));
  }
  for (const citation of listOf(metadata.citations).map(fieldsOf)) {
    const { start_ix: start, end_ix: end } = citation;
    if (typeof start !== "number" || typeof end !== "number") continue;
    const matched = text.slice(start, end);
    if (!links.has(matched)) links.set(matched, linkTo(fieldsOf(citation.metadata)));
  }
  return links;
}

function linkOf(reference: Fields): string {
  const alt = textOf(reference.alt);
  if (alt !== "") return alt.replaceAll(strayMark, "");
  const items = listOf(reference.items).map(fieldsOf);
  return (items.length > 0 ? items : [reference])
    .map(linkTo)
    .filter((link) => link !== "")
    .join(" ");
}

function linkTo({ title, url }: Fields): string {
  const address = textOf(url);
  if (!/^https?:\/\/[^\s<>]+$/i.test(address)) return "";
  const name = textOf(title)
    .replaceAll(/[[\]\\\s]+/g, " ")
    .trim();
  return `([${name === "" ? hostOf(address) : name}](<${address}>))`;
}

function hostOf(address: string): string {
  return /^https?:\/\/([^/?#]+)/i.exec(address)?.[1] ?? address;
}

/** Anything else is kept: elsewhere such brackets are quotation marks. */
function plain(found: string): string {
  if (found.startsWith("【")) return found.includes("†") ? "" : found;
  const [kind, said = ""] = found.slice(1, -1).split("\ue202");
  if (kind !== "entity") return "";
  return /^\["[^"]*","([^"]*)"/.exec(said)?.[1] ?? "";
}
