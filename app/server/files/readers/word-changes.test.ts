/*
 * A tracked change is located where the file has it: accepting all yields the text after, and
 * export writes as many as were imported, each with its author and date.
 */
import { describe, expect, test } from "vitest";
import { documentOf, jsonOf } from "#core/document/document-schema.ts";
import { documentText } from "#core/document/document-text.ts";
import { applyPatches, locatePatches } from "#core/changes/patch.ts";
import { renderWithPending } from "#server/export/pending-changes.ts";
import { zipOf } from "#test/documents.ts";
import { missing, wordFiles } from "#test/word-files.ts";
import { openArchive } from "../zip.ts";
import { Unreadable } from "../unreadable.ts";
import { readWordDocument } from "./word-document.ts";

const who = (name: string, day = 2) => `w:author="${name}" w:date="2026-01-0${day}T00:00:00Z"`;
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const ins = (text: string, name = "Eve", day = 2) => `<w:ins ${who(name, day)}>${run(text)}</w:ins>`;
const del = (text: string, name = "Eve", day = 2) =>
  `<w:del ${who(name, day)}><w:r><w:delText xml:space="preserve">${text}</w:delText></w:r></w:del>`;
const p = (inner: string, mark = "") => `<w:p>${mark && `<w:pPr><w:rPr><w:${mark} ${who("Eve")}/></w:rPr></w:pPr>`}${inner}</w:p>`;
const cell = (inner: string) => `<w:tc>${p(inner)}</w:tc>`;

const word = (body: string) =>
  openArchive(
    zipOf([
      { name: "word/document.xml", data: `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>` },
    ]),
  );

/**
 * A break between paragraphs is exported as words deleted from one and inserted into the other:
 * the same text, two changes.
 */
const asOther = new Set(["a paragraph that is parted", "two paragraphs that are joined"]);

type Changes = Awaited<ReturnType<typeof readWordDocument>>["changes"];

/** The number of changes per author and date. Undated ones get the export date. */
function tally(changes: Changes, given: Changes): string[] {
  const isDated = given.every(({ date }) => date !== undefined);
  return changes.map(({ author, date }) => `${author} ${isDated ? date : ""}`).toSorted();
}

/** Pictures aren't imported here; their descriptions replace them. */
const words = (text: string) => text.replaceAll(/\[Picture: [^\]]*\]/g, "").split(/\s+/u);

const textOf = (read: Awaited<ReturnType<typeof readWordDocument>>) => documentText(documentOf(read.document)!).text;

async function thereAndBack(read: Awaited<ReturnType<typeof readWordDocument>>) {
  const document = documentOf(read.document)!;
  const bytes = await renderWithPending(document, { title: "Test", changes: read.changes });
  return readWordDocument(await openArchive(Buffer.from(bytes)));
}

describe("a change is where the file has it", () => {
  test.each<[what: string, body: string, before: string, after: string, count: number]>([
    ["a digit", p(run("EUR 1") + del("0") + ins("5") + run("0,000 is due.")), "EUR 100,000 is due.", "EUR 150,000 is due.", 1],
    [
      "a suffix",
      p(run("The Sell") + del("er") + ins("ing party") + run(" pays.")),
      "The Seller pays.",
      "The Selling party pays.",
      1,
    ],
    [
      "a plural",
      p(run("Each part") + del("y") + ins("ies") + run(" sign") + ins("s") + run(".")),
      "Each party sign.",
      "Each parties signs.",
      2,
    ],
    ["one letter", p(run("They ma") + del("k") + ins("d") + run("e it.")), "They make it.", "They made it.", 1],
    [
      "a comma among several",
      p(run("One, two") + ins(",") + run(" and three, or four.")),
      "One, two and three, or four.",
      "One, two, and three, or four.",
      1,
    ],
    [
      "a word between words",
      p(run("A ") + ins("new ") + run("clause and a clause.")),
      "A clause and a clause.",
      "A new clause and a clause.",
      1,
    ],
    [
      "the same word twice",
      p(run("the rent and the ") + del("rent") + ins("fee")),
      "the rent and the rent",
      "the rent and the fee",
      1,
    ],
    [
      "by two people in one word",
      p(run("EUR 1") + del("0", "Eve") + ins("5", "Bob") + run("0,000.")),
      "EUR 100,000.",
      "EUR 150,000.",
      2,
    ],
    [
      "of two days in one word",
      p(run("part") + del("y", "Eve", 2) + ins("ies", "Eve", 3) + run(" of it")),
      "party of it",
      "parties of it",
      2,
    ],
    ["a whole text by two people", p(del("100", "Eve") + ins("200", "Bob")) + p(run("End.")), "100\n\nEnd.", "200\n\nEnd.", 1],
    [
      "by three people at the end",
      p(run("The rent ") + del("is due", "Eve") + ins("falls", "Bob") + del(" now.", "Dan")) + p(run("End.")),
      "The rent is due now.\n\nEnd.",
      "The rent falls\n\nEnd.",
      2,
    ],
    ["a first paragraph", p(ins("New first."), "ins") + p(run("Old first.")), "Old first.", "New first.\n\nOld first.", 1],
    ["two first paragraphs", p(ins("One."), "ins") + p(ins("Two."), "ins") + p(run("Old.")), "Old.", "One.\n\nTwo.\n\nOld.", 1],
    [
      "a paragraph between",
      p(run("First.")) + p(ins("Second."), "ins") + p(run("Third.")),
      "First.\n\nThird.",
      "First.\n\nSecond.\n\nThird.",
      1,
    ],
    [
      "a paragraph begun with Enter",
      p(run("First."), "ins") + p(ins("Second.")) + p(run("Third.")),
      "First.\n\nThird.",
      "First.\n\nSecond.\n\nThird.",
      1,
    ],
    ["a paragraph at the end", p(run("First.")) + p(ins("Last."), "ins"), "First.", "First.\n\nLast.", 1],
    [
      "a paragraph that is parted",
      p(run("One half."), "ins") + p(run("Other half.")),
      "One half.Other half.",
      "One half.\n\nOther half.",
      1,
    ],
    [
      "two paragraphs that are joined",
      p(run("One half, "), "del") + p(run("other half.")),
      "One half, \n\nother half.",
      "One half, other half.",
      1,
    ],
    [
      "words moved",
      p(
        run("Start ") +
          `<w:moveFrom ${who("Eve")}>${run("here ")}</w:moveFrom>` +
          run("and end ") +
          `<w:moveTo ${who("Eve")}>${run("here")}</w:moveTo>` +
          run("."),
      ),
      "Start here and end .",
      "Start and end here.",
      2,
    ],
    [
      "words that another struck again",
      p(
        run("Kept ") +
          `<w:ins ${who("Eve")}><w:del ${who("Bob")}><w:r><w:delText>never </w:delText></w:r></w:del></w:ins>` +
          run("text ") +
          ins("more"),
      ),
      "Kept text ",
      "Kept text more",
      1,
    ],
  ])("%s", async (what, body, before, after, count) => {
    const read = await readWordDocument(await word(body));
    const { text } = documentText(documentOf(read.document)!);
    expect(text).toBe(before);
    expect(read.changes).toHaveLength(count);
    for (const [i, outcome] of locatePatches(text, read.changes).entries())
      expect(outcome).toMatchObject({ kind: "located", edit: read.changes[i]!.place! });
    for (const { original } of read.changes) expect(original.trim()).not.toBe("");
    expect(applyPatches(text, read.changes)).toMatchObject({ ok: true, text: after });
    const back = await thereAndBack(read);
    expect(back.document).toEqual(jsonOf(documentOf(read.document)!));
    const again = applyPatches(text, back.changes);
    expect({ ok: again.ok, text: again.text.trim() }).toEqual({ ok: true, text: after });
    if (asOther.has(what)) return;
    expect(back.changes.map(({ author, date }) => `${author} ${date}`)).toEqual(
      read.changes.map(({ author, date }) => `${author} ${date}`),
    );
  });

  test.each([
    [
      "a cell that was empty",
      p(run("Before")) + `<w:tbl><w:tr>${cell(run("a"))}${cell(ins("new"))}</w:tr></w:tbl>`,
      "Before\n\na\n\nnew",
      1,
    ],
    ["a whole text", p(ins("All of"), "ins") + p(ins("it.")), "All of\n\nit.", 2],
  ])("what cannot be shown beside anything is in the text, and said: %s", async (_what, body, text, count) => {
    const read = await readWordDocument(await word(body));
    expect(documentText(documentOf(read.document)!).text).toBe(text);
    expect(read.changes).toEqual([]);
    expect(read.notices.join(" ")).toContain(`${count} tracked insertion`);
    expect(read.notices.join(" ")).toContain("Eve");
  });
});

test("of a change by several people each part goes back under its own name", async () => {
  const read = await readWordDocument(await word(p(run("It costs ")) + p(del("100", "Eve") + ins("200", "Bob", 3))));
  expect(read.changes).toHaveLength(1);
  expect(read.changes[0]).toMatchObject({ author: "Eve, Bob", summary: "Eve, 2026-01-02; Bob, 2026-01-03" });
  const bytes = await renderWithPending(documentOf(read.document)!, { title: "Test", changes: read.changes });
  const part = (await (await openArchive(Buffer.from(bytes))).head("word/document.xml", 1_000_000))!.toString();
  expect([...part.matchAll(/<w:(ins|del) [^>]*w:author="(\w+)" w:date="(\S{10})/g)].map(([, ...said]) => said.join(" "))).toEqual([
    "del Eve 2026-01-02",
    "ins Bob 2026-01-03",
  ]);
});

test.each([
  ["a break before a table", p(run("Prices"), "del") + `<w:tbl><w:tr>${cell(run("a"))}</w:tr></w:tbl>`],
  ["an empty line", p(run("One.")) + p("", "ins") + p(run("Two."))],
  ["words put back as they were", p(run("a ") + del("word") + ins("word"))],
])("what changes nothing that a draft has is said, and stays in the file: %s", async (_what, body) => {
  const read = await readWordDocument(await word(body));
  expect(read.changes).toEqual([]);
  expect(read.notices.join(" ")).toContain("1 tracked change that a draft can’t show");
});

const files = wordFiles("for tests");

describe("as many changes go out as came in", () => {
  test.skipIf(!files).each(files ?? [missing])("$name", async ({ bytes }) => {
    const read = await openArchive(bytes)
      .then(readWordDocument)
      .catch((error: unknown) => (error instanceof Unreadable ? null : Promise.reject(error as Error)));
    if (read === null || read.changes.length === 0) return;
    const { text } = documentText(documentOf(read.document)!);
    for (const outcome of locatePatches(text, read.changes)) expect(outcome.kind).toBe("located");
    const back = await thereAndBack(read);
    const isWithin = read.changes.every(({ original, replacement }) => !`${original}${replacement}`.includes("\n\n"));
    if (isWithin) expect(tally(back.changes, read.changes)).toEqual(tally(read.changes, read.changes));
    const [taken, again] = [applyPatches(text, read.changes), applyPatches(textOf(back), back.changes)];
    expect({ ok: again.ok, text: words(again.text) }).toEqual({ ok: true, text: words(taken.text) });
  });
});
