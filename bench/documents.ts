/*
 * Strangers' files, through the process that reads uploads: how many words of a PDF that a second reader finds
 * (pdftotext, where it is installed) are in the text, and how many messages and old Office files are read. Files whose
 * name has an odd digest, which nothing was built for.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createExtraction } from "#server/files/extraction.ts";
import { rounded, sayer } from "./search/legal-data.ts";
import { sharedData } from "../test/shared-data.ts";

const say = sayer("documents");
const extraction = createExtraction({ seconds: 60 });

const isMeasured = (name: string) => createHash("sha256").update(name).digest()[3]! % 2 === 1;
const wordsOf = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Each with its path; none, after a warning, where they are missing. */
function filesIn(kind: string): { name: string; path: string }[] {
  const { path, isThere } = sharedData(`files/${kind}`);
  if (!isThere) process.stderr.write(`SKIPPED: no files of other programs, because ${path} is missing.\n`);
  const names = isThere ? readdirSync(path).filter(isMeasured) : [];
  return names.map((name) => ({ name, path: join(path, name) }));
}

async function textOf({ name, path }: { name: string; path: string }): Promise<string | null> {
  const read = await extraction.extract({ name, bytes: readFileSync(path) });
  return read.ok ? read.document.text : null;
}

/** The share of the words of one text that are in another, each as often. */
function shareOf(words: readonly string[], within: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of within) left.set(word, (left.get(word) ?? 0) + 1);
  const found = words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  return words.length === 0 ? 1 : found.length / words.length;
}

function secondReader(path: string): string[] | undefined {
  const { status, stdout, error } = spawnSync("pdftotext", ["-layout", path, "-"], { encoding: "utf8" });
  if (error !== undefined) return undefined;
  return status === 0 ? wordsOf(stdout) : [];
}

const shares: number[] = [];
for (const file of filesIn("pdf")) {
  const words = secondReader(file.path);
  if (words === undefined) {
    process.stderr.write("SKIPPED: PDFs are compared with pdftotext, which is not installed.\n");
    break;
  }
  shares.push(shareOf(words, wordsOf((await textOf(file)) ?? "")));
}
if (shares.length > 0) {
  const mean = rounded(shares.reduce((sum, share) => sum + share, 0) / shares.length);
  say(`${shares.length} PDFs, the share of pdftotext's words in the text, mean`, mean, "of 1", 0.93, mean >= 0.93);
  say("with at least .95 of them", shares.filter((share) => share >= 0.95).length, "PDFs");
}

const old = filesIn("office").filter(({ name }) => /\.(?:msg|doc|xls|ppt)$/.test(name));
const texts = await Promise.all(old.map(textOf));
const read = texts.filter((text) => text !== null && text !== "").length;
if (old.length > 0) say(`of ${old.length} messages and old Office files, read`, read, "files", old.length, read === old.length);
await extraction.close();
