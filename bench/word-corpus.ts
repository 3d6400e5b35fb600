/*
 * What becomes of Word files of other programs, from reading to sending back: read, or refused with which reason; every
 * word kept; every tracked change read by author and date; untouched, the same parts; with one word proposed, exactly one
 * insertion and one deletion more; and opened by LibreOffice with the same words. For the files that the tests use, and
 * for those held out (test/word-files.ts). `--details` names the files that miss a bar.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, existsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { documentText } from "../app/core/document/document-text.ts";
import { readImport } from "../app/server/files/read-import.ts";
import { WordParts } from "../app/server/files/readers/word-parts.ts";
import { openArchive } from "../app/server/files/zip.ts";
import {
  applied,
  becomesOther,
  differing,
  ordinaryWords,
  patchOf,
  received,
  sent,
  me,
  type Received,
} from "../test/word-packages.ts";
import { keptWords, wordFiles, wordsInPart, type WordFile } from "../test/word-files.ts";

const details = process.argv.includes("--details");
const hasOffice = spawnSync("soffice", ["--version"]).status === 0;
const tracked =
  /<w:(ins|del|moveFrom|moveTo|rPrChange|pPrChange|sectPrChange|tblPrChange|trPrChange|tcPrChange|cellIns|cellDel|cellMerge)\s[^>]*>/g;

class Column {
  readonly counts = new Map<string, [right: number, of: number]>();
  readonly reasons = new Map<string, number>();
  readonly kind: string;

  constructor(kind: string) {
    this.kind = kind;
  }

  check(what: string, isRight: boolean, name: string): void {
    const [right, all] = this.counts.get(what) ?? [0, 0];
    this.counts.set(what, [right + (isRight ? 1 : 0), all + 1]);
    if (!isRight && details) process.stderr.write(`${this.kind}: not ${what}: ${name}\n`);
  }

  because(reason: string): void {
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
  }

  print(): void {
    for (const [what, [value, of]] of this.counts)
      process.stdout.write(`${JSON.stringify({ bench: "word-corpus", what: `${this.kind}: ${what}`, value, of })}\n`);
    for (const [reason, value] of this.reasons)
      process.stdout.write(`${JSON.stringify({ bench: "word-corpus", what: `${this.kind}: ${reason}`, value })}\n`);
  }
}

async function partOf(bytes: Buffer, kind: "main" | "footnotes" | "endnotes"): Promise<string> {
  const archive = await openArchive(bytes);
  const parts = await WordParts.of(archive);
  let xml = "";
  for await (const piece of archive.part(kind === "main" ? parts.main : parts.nameOf(kind)) ?? []) xml += piece;
  return xml;
}

/** Of every tracked change in the file: its kind, author and date. */
async function trackedIn(bytes: Buffer): Promise<string[]> {
  const found: string[] = [];
  for (const kind of ["main", "footnotes", "endnotes"] as const)
    for (const [tag, name] of (await partOf(bytes, kind)).matchAll(tracked)) found.push(`${name} ${stampIn(tag)}`);
  return found;
}

function stampIn(tag: string): string {
  const value = (name: string) => new RegExp(`w:${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
  return `${value("author").replaceAll("&amp;", "&")} ${value("date").replace(/Z$/, "")}`;
}

const without = (all: readonly string[], some: readonly string[]) => {
  const rest = [...all];
  for (const one of some) {
    const at = rest.indexOf(one);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
};

/** With another word typed in place of one; null if it has no ordinary word, or can't be written into. */
async function measure(column: Column, file: Received): Promise<{ bytes: Buffer; word: string } | null> {
  const { name, bytes } = file;
  const words = wordsInPart(await partOf(bytes, "main"));
  column.check("every word kept", keptWords(words, documentText(file.document).text) === words.length, name);
  const before = await trackedIn(bytes);
  if (before.length > 0) {
    const read = new Set(file.changes.map(({ author = "", date = "" }) => `${author} ${date.replace(/Z$/, "")}`));
    const authors = new Set(before.filter((one) => /^(?:ins|del|move)/.test(one)).map((one) => one.slice(one.indexOf(" ") + 1)));
    column.check(
      "authors and dates of all insertions and deletions read",
      [...authors].every((one) => read.has(one)),
      name,
    );
  }
  const untouched = await sent(file, {});
  if ("unwritable" in untouched) column.because(`made in Stet's own styles: ${untouched.unwritable}`);
  else {
    const parts = differing(bytes, untouched.bytes).filter((part) => !becomesOther(name, part));
    column.check("untouched, every part identical (but a template's type, and macros)", parts.length === 0, name);
  }
  const [word] = ordinaryWords(file, 1);
  if (word === undefined || "unwritable" in untouched) return null;
  const patch = patchOf(word);
  const proposed = await sent(file, { proposed: [patch] });
  if ("unwritable" in proposed) {
    column.because(`one word, refused: ${proposed.unwritable}`);
    return null;
  }
  const after = await trackedIn(Buffer.from(proposed.bytes));
  const own = without(after, before).toSorted();
  const stamp = `${me.author} ${me.date.replace(/Z$/, "")}`;
  column.check("one word proposed, one insertion and one deletion", own.join() === `del ${stamp},ins ${stamp}`, name);
  column.check("one word proposed, all tracked changes as they came", without(before, after).length === 0, name);
  const typed = await sent(file, { current: applied(file.document, [patch]) });
  return "unwritable" in typed ? null : { bytes: Buffer.from(typed.bytes), word: word.word };
}

type Pair = { name: string; given: Buffer; made: Buffer; word: string };

/** The words of both as LibreOffice reads them, with the typed word taken back. */
function compare(column: Column, pairs: readonly Pair[]): void {
  const folder = mkdtempSync(join(tmpdir(), "stet-word-corpus-"));
  try {
    for (const place of ["in", "out"]) for (const side of ["0", "1"]) mkdirSync(join(folder, place, side), { recursive: true });
    // Both under one name, which a field may show.
    const files = pairs.flatMap(({ given, made }, i) =>
      [given, made].map((bytes, j) => {
        const path = join(folder, "in", String(j), `${i}.docx`);
        writeFileSync(path, bytes);
        return path;
      }),
    );
    const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
    const options = [profile, "--headless", "--convert-to", "txt:Text (encoded):UTF8", "--outdir"];
    // A file that it can't open must not take the others with it.
    for (const side of [0, 1]) {
      const its = files.filter((_, i) => i % 2 === side);
      for (let at = 0; at < its.length; at += 40)
        try {
          const out = join(folder, "out", String(side));
          execFileSync("soffice", [...options, out, ...its.slice(at, at + 40)], { stdio: "ignore", timeout: 300_000 });
        } catch {
          process.stderr.write("LibreOffice ended early.\n");
        }
    }
    const textOf = (i: number, j: number) => {
      const path = join(folder, "out", String(j), `${i}.txt`);
      // Behind a control at the end of a paragraph, it depends on whether it is bound to data which line end is written.
      return existsSync(path) ? readFileSync(path, "utf8").replaceAll("\r\n", "\n") : null;
    };
    for (const [i, { name, word }] of pairs.entries()) {
      const [given, made] = [textOf(i, 0), textOf(i, 1)];
      if (given === null) continue;
      column.check("opened by LibreOffice, as it opened what came", made !== null, name);
      if (made !== null) column.check("with the same words there", made.replaceAll("Zzyzx", word) === given, name);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(kind: string, files: readonly WordFile[]): Promise<void> {
  const column = new Column(kind);
  const pairs: Pair[] = [];
  for (const { name, bytes } of files) {
    const file = await received(name, bytes);
    column.check("read", file !== null, name);
    if (file === null) {
      const refused: unknown = await readImport(bytes, name).catch((error: unknown) => error);
      column.because(`not read: ${refused instanceof Error ? refused.message : "without words"}`);
      continue;
    }
    const typed = await measure(column, file);
    if (typed) pairs.push({ name, given: bytes, made: typed.bytes, word: typed.word });
  }
  if (hasOffice) compare(column, pairs);
  else process.stderr.write("soffice is not installed: whether LibreOffice opens the files is not measured.\n");
  column.print();
}

await run("of the tests", wordFiles("for tests") ?? []);
await run("held out", wordFiles("for measuring") ?? []);
