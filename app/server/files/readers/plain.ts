/* Plain text, Markdown and delimited tables. The text is kept as it is; only its blocks are detected. */
import type { TextBlock, FileText } from "#core/sources/file-text.ts";
import { csvRows } from "#core/text/csv.ts";
import { withoutInvisible } from "#core/text/invisible.ts";
import { splitParagraphs } from "#core/text/sentences.ts";
import { DocumentBuilder } from "../document-builder.ts";
import { Unreadable } from "../unreadable.ts";

const mostCharacters = 5_000_000;

export function readPlain(bytes: Buffer): FileText {
  return withBlocks(bytes, (text) => (isHeading(text) ? 2 : undefined));
}

export function readMarkdown(bytes: Buffer): FileText {
  return withBlocks(bytes, (text) => {
    const marks = /^(#{1,6})\s+\S[^\n]*$/.exec(text)?.[1];
    return marks?.length ?? (/^[^\n]+\n=+$/.test(text) ? 1 : /^[^\n]+\n-+$/.test(text) ? 2 : undefined);
  });
}

function withBlocks(bytes: Buffer, levelOf: (block: string) => number | undefined): FileText {
  const text = normal(decodedText(bytes));
  const blocks: TextBlock[] = [];
  for (const { start, end, text: block } of splitParagraphs(text)) {
    const level = levelOf(block);
    blocks.push(level === undefined ? { start, end } : { start, end, level });
  }
  return { text, blocks };
}

/** "1. Definitions", "§ 4 Kündigung", "TERM AND TERMINATION" on a separate line. */
function isHeading(paragraph: string): boolean {
  if (paragraph.length > 90 || paragraph.includes("\n") || /[.!?;,:]$/.test(paragraph)) return false;
  return (
    /^(?:\d+(?:\.\d+)*\.?|§\s?\d+\s?\w?|(?:section|article|clause|artikel|kapitel|chapter|part)\s+\w+\.?)\s+\p{L}/iu.test(
      paragraph,
    ) || /^[\p{Lu}\d][\p{Lu}\d\s,&/()'-]{4,}$/u.test(paragraph)
  );
}

/** CSV: one block per row; the delimiter is the one its first lines share. */
export function readTable(bytes: Buffer): FileText {
  const text = normal(decodedText(bytes));
  const builder = new DocumentBuilder();
  for (const row of csvRows(text)) builder.row(row);
  return builder.finish();
}

export function decodedText(bytes: Uint8Array, charset?: string): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder(charset ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: older Windows text, where any byte is valid.
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function normal(text: string): string {
  if (text.length > mostCharacters)
    throw new Unreadable("This file has too much text: Stet reads about 2,000 pages. Split it and attach the parts.");
  return (
    withoutInvisible(text)
      .replace(/\r\n?/g, "\n")
      // oxlint-disable-next-line no-control-regex -- no database and no screen can hold these
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, "")
      .toWellFormed()
  );
}
