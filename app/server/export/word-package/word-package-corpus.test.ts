/* Word files of other programs sent back: untouched the same bytes; with one word changed, one deletion and one insertion. */
import { afterAll, describe, expect, test } from "vitest";
import { documentText } from "#core/document/document-text.ts";
import { countDocument } from "#core/losses/counts.ts";
import { lossesBetween } from "#core/losses/loss-sentence.ts";
import { missing, wordFiles } from "#test/word-files.ts";
import {
  applied,
  becomesOther,
  differing,
  ordinaryWords,
  patchOf,
  received,
  restructured,
  sent,
  stampsOf,
  withCopiedRow,
  type Received,
} from "#test/word-packages.ts";
import { countWordFile } from "../../files/counters/word-counter.ts";
import { noLimits, openArchive } from "../../files/zip.ts";
import type { WrittenPackage } from "./write-package.ts";

const counts = new Map<string, number>();
const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
afterAll(() => {
  process.stdout.write(`Word files sent back: ${JSON.stringify(Object.fromEntries(counts))}\n`);
});

/** What a file has that Stet doesn't write into. */
const unwritable =
  /^(?:paragraphs that were joined|other cells of a table|no relationships|a note in a (?:content control|text box))$/;

async function read(made: WrittenPackage, what: string, given: Received): Promise<Received | null> {
  if ("unwritable" in made) {
    count(`${what}: ${made.unwritable}`);
    expect(made.unwritable).toMatch(unwritable);
    return null;
  }
  count(what);
  const changed = differing(given.bytes, made.bytes).filter((name) => !/Content_Types|styles|footnotes|_rels|\bvba/.test(name));
  expect(changed.length).toBeLessThanOrEqual(1);
  return received("sent.docx", Buffer.from(made.bytes));
}

/** What is not in the file of what the draft has, formatting included. */
async function missingIn(bytes: Buffer, document: Received["document"]) {
  const held = await countWordFile(await openArchive(bytes, noLimits), { isWritten: true });
  return lossesBetween({ ...countDocument(document), settled: null }, { ...held, settled: null });
}

const files = wordFiles("for tests");

describe("Word files of other programs", () => {
  test.skipIf(!files).each(files ?? [missing])("$name", async ({ name, bytes }) => {
    const given = await received(name, bytes);
    if (given === null) return void count("not read");
    const untouched = await sent(given, {});
    if (await read(untouched, "untouched", given))
      expect("bytes" in untouched && differing(bytes, untouched.bytes).filter((one) => !becomesOther(name, one))).toEqual([]);
    const [word] = ordinaryWords(given, 1);
    if (word === undefined) return;
    const patch = patchOf(word);
    const proposed = await read(await sent(given, { proposed: [patch] }), "one word proposed", given);
    if (proposed) {
      expect(documentText(proposed.document).text).toBe(documentText(given.document).text);
      expect(stampsOf(proposed.changes)).toEqual(stampsOf([...given.changes, patch]));
      expect(proposed.changes).toContainEqual(expect.objectContaining({ original: word.word, replacement: patch.replacement }));
    }
    const other = restructured(given.document);
    const structured = await read(await sent(given, { current: other }), "a heading, a footnote, a row and a table", given);
    if (structured) expect(documentText(structured.document).text).toBe(documentText(other).text);
    const longer = withCopiedRow(given.document);
    const tracked = await read(await sent(given, { current: longer, since: given.document }), "a tracked row", given);
    if (tracked && longer !== given.document) {
      expect(documentText(tracked.document).text).toBe(documentText(given.document).text);
      expect(stampsOf(tracked.changes)).toEqual(stampsOf([...given.changes, patch]));
    }
    const current = applied(given.document, [patch]);
    const typed = await read(await sent(given, { current }), "one word typed", given);
    if (typed) {
      expect(documentText(typed.document).text).toBe(documentText(current).text);
      expect(stampsOf(typed.changes)).toEqual(stampsOf(given.changes));
      expect(await missingIn(typed.bytes, current)).toEqual([]);
    }
  });
});
