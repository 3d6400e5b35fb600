/*
 * LibreOffice opens what Stet exports and saves it in its own way, and Stet reads that: structure
 * and tracked changes must survive both. Skipped without LibreOffice (Debian:
 * libreoffice-writer-nogui).
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anchorAt } from "#core/comments/comment-anchor.ts";
import { changesSince } from "#core/changes/changes-since.ts";
import { documentOf } from "#core/document/document-schema.ts";
import { documentToMarkdown } from "#core/document/document-to-markdown.ts";
import { documentText } from "#core/document/document-text.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { applyPatches } from "#core/changes/patch.ts";
import { readImport } from "../files/read-import.ts";
import { readWordDocument } from "../files/readers/word-document.ts";
import { openArchive } from "../files/zip.ts";
import { renderDocx } from "./docx.ts";

const isThere = spawnSync("soffice", ["--version"]).status === 0;
if (!isThere) console.warn("LibreOffice is not installed: what it makes of our Word files is not tried.");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "stet-office-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Opened and resaved by LibreOffice, as a Word file or in another format. */
function resaved(bytes: Uint8Array, form = "docx:MS Word 2007 XML"): Buffer {
  const given = join(folder, "given.docx");
  writeFileSync(given, bytes);
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  const out = join(folder, "out");
  execFileSync("soffice", ["--headless", profile, "--convert-to", form, "--outdir", out, given], {
    stdio: "ignore",
  });
  return readFileSync(join(out, `given.${form.split(":")[0]!}`));
}

/** Through a format other than Word and back. */
async function throughForm(form: "odt" | "rtf" | "html", ...given: Parameters<typeof renderDocx>) {
  const read = await readImport(resaved(await renderDocx(...given), form), `given.${form}`);
  return { ...read, document: documentOf(read.document)! };
}

const markdown = `# Lease

Between the **landlord** and the *tenant*, see [the law](https://example.org/law).

1) Term
   1) It begins on 1 January 2027.
   2) It runs for three years.[^1]
      1) <a id="at-least"></a>at least
2) Rent, under clause [1.2(a)](#at-least), is 1,450 euros.

## Schedule

- a bullet
- two
  - nested

> Quoted words.

| Item | Amount |
|---|---|
| Rent | 1,450 |

Å ä ö ß ł “curly”.

[^1]: From the first day, see [1.2(a)](#at-least).`;

test.skipIf(!isThere)(
  "structure and tracked changes survive LibreOffice",
  async () => {
    const changes = [
      { original: "1,450 euros", replacement: "1,500 euros", summary: "", author: "Grace", date: "2026-11-03T09:00:00Z" },
      { original: "three years", replacement: "five years", summary: "", author: "Grace", date: "2026-11-03T09:00:00Z" },
    ];
    const given = markdownToDocument(markdown);
    const saved = resaved(await renderDocx(given, { title: "Lease", changes }));
    const read = await readWordDocument(await openArchive(saved));
    const document = documentOf(read.document)!;
    expect(documentToMarkdown(document)).toBe(documentToMarkdown(given));
    const { text } = documentText(document);
    expect(read.changes.map(({ author }) => author)).toEqual(["Grace", "Grace"]);
    expect(applyPatches(text, read.changes).text).toBe(applyPatches(text, changes).text);
  },
  120_000,
);

test.skipIf(!isThere).each(["odt", "rtf"] as const)(
  "a document and its tracked changes come in from LibreOffice's %s",
  async (form) => {
    const given = markdownToDocument(markdown);
    const { document, notices } = await throughForm(form, given, { title: "Lease" });
    // LibreOffice doesn't write table header rows to RTF.
    const expected = form === "odt" ? given : documentOf(JSON.parse(JSON.stringify(given).replaceAll("tableHeader", "tableCell")))!;
    expect(documentToMarkdown(document)).toBe(documentToMarkdown(expected));
    expect(notices).toEqual([]);

    const before = markdownToDocument(
      "# Lease\n\nThe rent is due.\n\nThis goes entirely.\n\nAnd so on.\n\n- one\n- two\n\nSigned.",
    );
    const current = markdownToDocument(
      "# Lease\n\nThis came afterwards.\n\nThe fee is due in May.\n\nAnd so on.\n\n- one\n- new\n- two\n\nSigned.",
    );
    const person = { author: "Ada", date: "2026-11-20T12:00:00Z" };
    const tracked = changesSince({ before, current, runs: null, pending: [], accepted: [], person });
    const read = await throughForm(form, current, { title: "Lease", tracked });
    const { text } = documentText(read.document);
    expect(text).toBe(documentText(before).text);
    expect(new Set(read.changes.map(({ author, date }) => `${author} ${date}`))).toEqual(new Set([`Ada ${person.date}`]));
    const taken = applyPatches(text, read.changes);
    expect(taken.ok).toBe(true);
    // Plain text has no blocks: a deleted paragraph leaves its breaks.
    expect(taken.text.replaceAll(/\n{2,}/g, "\n\n")).toBe(documentText(current).text);
  },
  120_000,
);

test.skipIf(!isThere)(
  "of LibreOffice's HTML all comes in but what HTML does not say: clauses are lists, references and quotations words",
  async () => {
    const { document } = await throughForm("html", markdownToDocument(markdown), { title: "Lease" });
    const expected = markdown
      .replaceAll(/^( *)(\d)\)/gm, "$1$2.")
      .replaceAll(/<a id="[^"]*"><\/a>|(?<=\[1\.2\(a\)\])\(#at-least\)/g, "")
      .replaceAll("[1.2(a)]", "1.2(a)")
      .replace("> Quoted words.", "*Quoted words.*");
    expect(documentToMarkdown(document)).toBe(documentToMarkdown(markdownToDocument(expected)));
  },
  120_000,
);

test.skipIf(!isThere)(
  "comments with their replies, and changes since a version with whole paragraphs and rows, survive LibreOffice",
  async () => {
    const table = "| Item | Amount |\n|---|---|\n| Rent | 1,450 |";
    const before = markdownToDocument(`# Lease\n\nThe rent is due.\n\nThis goes entirely.\n\nAnd so on.\n\n${table}\n\nSigned.`);
    const current = markdownToDocument(
      `# Lease\n\nThis came afterwards, quite new.\n\nThe rent is due in May.\n\nAnd so on.\n\n${table}\n| Deposit | 2,900 |\n\nSigned.`,
    );
    const { text } = documentText(current);
    const person = { author: "Ada", date: "2026-11-20T12:00:00Z" };
    const tracked = changesSince({ before, current, runs: null, pending: [], accepted: [], person });
    const start = text.indexOf("Signed");
    const comment = (id: string, author: string, words: string) => ({
      id,
      author,
      text: words,
      createdAt: "2026-11-03T09:00:00Z",
      editedAt: null,
      isMine: false,
      isDeleted: false,
      mayDelete: false,
    });
    const comments = [comment("1", "Grace", "By whom?"), comment("2", "Ada", "By both.")];
    const thread = { id: "t", anchor: anchorAt(text, { start, end: start + 6 }), isResolved: true, mayResolve: true, comments };
    const saved = resaved(await renderDocx(current, { title: "Lease", tracked, comments: [thread] }));
    const archive = await openArchive(saved);
    let xml = "";
    for await (const piece of archive.part("word/document.xml")!) xml += piece;
    expect(xml).toMatch(/<w:trPr>(?:(?!<\/w:trPr>).)*<w:ins /);
    // It drops the mark of a deleted paragraph before a table, as the two can't be joined.
    expect(xml).toMatch(/<w:rPr><w:del [^>]*w:author="Ada"/);
    expect(xml).toMatch(/<w:rPr><w:ins [^>]*w:author="Ada"/);
    const read = await readWordDocument(archive);
    expect(new Set(read.changes.map(({ author }) => author))).toEqual(new Set(["Ada"]));
    // Only newer versions keep reply structure; all keep text, author, date and resolved state.
    const said = read.comments.flatMap((one) => one.comments.map(({ author, date, text: words }) => [author, date, words]));
    expect(said).toEqual([
      ["Grace", "2026-11-03T09:00:00.000Z", "By whom?"],
      ["Ada", "2026-11-03T09:00:00.000Z", "By both."],
    ]);
    expect(new Set(read.comments.map(({ anchor, isResolved }) => `${anchor.about} ${isResolved}`))).toEqual(
      new Set(["Signed true"]),
    );
  },
  120_000,
);
