/*
 * Word files of other programs, for testing readers and writers (shared-data.ts).
 * Every fifth is left out of the tests, so that measurements use files that nothing was built for.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sharedData } from "./shared-data.ts";

export type WordFile = { name: string; bytes: Buffer };

/** Where they are missing a test is skipped: `test.skipIf(!files).each(files ?? [missing])`. */
export const missing: WordFile = { name: "files of other programs", bytes: Buffer.alloc(0) };

/** Undefined, after a warning, if they are missing. */
export function wordFiles(which: "for tests" | "for measuring"): WordFile[] | undefined {
  return filesIn("docx")?.filter((_, i) => (i % 5 === 4) === (which === "for measuring"));
}

/** Messages, spreadsheets, slides, and the formats before DOCX. */
export function officeFiles(): WordFile[] | undefined {
  return filesIn("office");
}

function filesIn(kind: string): WordFile[] | undefined {
  const { path: folder, isThere } = sharedData(`files/${kind}`);
  if (!isThere) {
    process.stderr.write(`SKIPPED: no files of other programs, because ${folder} is missing.\n`);
    return undefined;
  }
  const names = readdirSync(folder).toSorted();
  return names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
}

type Reading = { skipped: number; text: string; takesText: boolean };

/** Elements whose words are not in the text before the changes, or occur in it twice. */
const left = new Set(["w:ins", "w:moveTo", "mc:Fallback", "w:pPrChange", "w:rPrChange"]);

/** The words of a part in its XML before the changes, read by other means than the product's. */
export function wordsInPart(xml: string): string[] {
  const reading: Reading = { skipped: 0, text: "", takesText: false };
  for (const [, close, name = "", selfClosed, text] of xml.matchAll(/<(\/?)([\w:]+)(?:"[^"]*"|'[^']*'|[^>"'])*?(\/?)>|([^<]+)/g)) {
    if (text !== undefined) {
      if (reading.takesText && reading.skipped === 0) reading.text += unescaped(text);
    } else if (left.has(name)) {
      if (selfClosed === "") reading.skipped += close === "" ? 1 : -1;
    } else if (name === "w:t" || name === "w:delText") reading.takesText = close === "" && selfClosed === "";
    else if (/^w:(?:p|br|cr|tab)$/.test(name)) reading.text += " ";
  }
  return wordsOf(reading.text);
}

export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function unescaped(text: string): string {
  return text
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}

/** How many of the words, counting each occurrence, the text has as well. */
export function keptWords(words: readonly string[], text: string): number {
  const there = new Map<string, number>();
  for (const word of wordsOf(text)) there.set(word, (there.get(word) ?? 0) + 1);
  let kept = 0;
  for (const word of words) {
    const count = there.get(word) ?? 0;
    if (count > 0) kept++;
    there.set(word, count - 1);
  }
  return kept;
}
