/*
 * What becomes of Word files of other programs that are sent back: how many stay identical, in how many one changed word
 * is one insertion and one deletion, and how many can't be written into. `--unseen`: the third that nothing was built with.
 */
import { createHash } from "node:crypto";
import { documentText } from "#core/document/document-text.ts";
import { wordFiles } from "../test/word-files.ts";
import {
  applied,
  becomesOther,
  differing,
  ordinaryWords,
  patchOf,
  received,
  sent,
  stampsOf,
  withoutBlock,
  withParagraph,
} from "../test/word-packages.ts";
import type { WrittenPackage } from "#server/export/word-package/write-package.ts";
import type { Received } from "../test/word-packages.ts";

const isUnseen = (name: string) => createHash("sha256").update(name).digest()[0]! % 3 === 0;
const wanted = process.argv.includes("--unseen");
const details = process.argv.includes("--details");
const files = [...(wordFiles("for tests") ?? []), ...(wordFiles("for measuring") ?? [])].filter(
  ({ name }) => isUnseen(name) === wanted,
);
const table = new Map<string, Map<string, number>>();
function count(row: string, column: string, name = ""): void {
  const counts = table.get(row) ?? new Map<string, number>();
  table.set(row, counts.set(column, (counts.get(column) ?? 0) + 1));
  if (details && column !== "right") process.stdout.write(`${row}: ${column}: ${name}\n`);
}

async function textIn(bytes: Uint8Array): Promise<{ text: string; stamps: string[]; xml: string } | null> {
  const read = await received("a.docx", Buffer.from(bytes));
  return read && { text: documentText(read.document).text, stamps: stampsOf(read.changes), xml: "" };
}

async function check(
  row: string,
  name: string,
  made: WrittenPackage,
  isRight: (bytes: Uint8Array) => Promise<string>,
): Promise<void> {
  if ("unwritable" in made) return count(row, `unwritable: ${made.unwritable}`, name);
  count(row, await isRight(made.bytes), name);
}

async function measure(name: string, file: Received): Promise<void> {
  const { text } = documentText(file.document);
  const stamps = stampsOf(file.changes);
  const own = (part: string) => !becomesOther(name, part);
  await check("untouched", name, await sent(file, {}), async (bytes) =>
    differing(file.bytes, bytes).filter(own).length === 0 ? "right" : "parts differ",
  );
  const words = ordinaryWords(file, 5);
  const after = async (bytes: Uint8Array, wantedText: string, wantedStamps: string[]) => {
    if (differing(file.bytes, bytes).filter(own).length > 1) return "other parts differ";
    const read = await textIn(bytes);
    if (read === null) return "unreadable";
    if (read.text !== wantedText) {
      if (details) {
        const i = [...read.text].findIndex((c, k) => c !== [...wantedText][k]);
        process.stdout.write(
          `   ${JSON.stringify(read.text.slice(Math.max(0, i - 40), i + 40))}\n   ${JSON.stringify(wantedText.slice(Math.max(0, i - 40), i + 40))}\n`,
        );
      }
      return "other text";
    }
    return read.stamps.join() === wantedStamps.join() ? "right" : "other changes";
  };
  for (const word of words) {
    const patch = patchOf(word);
    const edited = applied(file.document, [patch]);
    const editedText = documentText(edited).text;
    await check("word proposed", name, await sent(file, { proposed: [patch] }), (bytes) =>
      after(bytes, text, stampsOf([...file.changes, patch])),
    );
    await check("word edited", name, await sent(file, { current: edited }), (bytes) => after(bytes, editedText, stamps));
    await check("word edited, tracked", name, await sent(file, { current: edited, since: file.document }), (bytes) =>
      after(bytes, text, stampsOf([...file.changes, patch])),
    );
    const longer = withParagraph(file.document, word.start, "A new paragraph.");
    await check("paragraph added", name, await sent(file, { current: longer }), (bytes) =>
      after(bytes, documentText(longer).text, stamps),
    );
    const shorter = withoutBlock(file.document, word.start);
    const isBare = documentText(shorter).text === "" || file.changes.length > 0;
    if (!isBare)
      await check("block removed", name, await sent(file, { current: shorter }), (bytes) =>
        after(bytes, documentText(shorter).text, stamps),
      );
  }
  if (file.changes.length === 0) return;
  const accepted = applied(file.document, file.changes);
  await check("all accepted", name, await sent(file, { current: accepted, decision: "accepted" }), (bytes) =>
    after(bytes, documentText(accepted).text, []),
  );
  await check(
    "all accepted, tracked",
    name,
    await sent(file, { current: accepted, since: file.document, decision: "accepted" }),
    (bytes) => after(bytes, text, stamps),
  );
  await check("all rejected", name, await sent(file, { decision: "rejected" }), (bytes) => after(bytes, text, []));
}

for (const { name, bytes } of files) {
  const file = await received(name, bytes);
  if (file === null) count("read", "no", name);
  else {
    count("read", "right");
    try {
      await measure(name, file);
    } catch (error) {
      count("failed", String(error), name);
      if (details) process.stdout.write(`${(error as Error).stack}\n`);
    }
  }
}
for (const [row, counts] of table)
  process.stdout.write(`${JSON.stringify({ bench: "word-packages", row, ...Object.fromEntries(counts) })}\n`);
