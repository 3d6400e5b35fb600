/*
 * Another office program opens what Stet exports, saves it in its own way, and
 * Stet reads that: structure and tracked changes have to survive both. Needs
 * LibreOffice (Debian: libreoffice-writer-nogui); without it this is skipped.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { documentOf } from "#core/document-schema.ts";
import { documentToMarkdown } from "#core/document-to-markdown.ts";
import { documentText } from "#core/document-text.ts";
import { markdownToDocument } from "#core/markdown-to-document.ts";
import { applyPatches } from "#core/patch.ts";
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

/** Opened and saved again by LibreOffice. */
function resaved(bytes: Uint8Array): Buffer {
  const given = join(folder, "given.docx");
  writeFileSync(given, bytes);
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  const out = join(folder, "out");
  execFileSync("soffice", ["--headless", profile, "--convert-to", "docx:MS Word 2007 XML", "--outdir", out, given], {
    stdio: "ignore",
  });
  return readFileSync(join(out, "given.docx"));
}

const markdown = `# Lease

Between the **landlord** and the *tenant*, see [the law](https://example.org/law).

1) Term
   1) It begins on 1 January 2027.
   2) It runs for three years.
      1) at least
2) Rent is 1,450 euros.

## Schedule

- a bullet
- two
  - nested

> Quoted words.

| Item | Amount |
|---|---|
| Rent | 1,450 |

Å ä ö ß ł “curly”.`;

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
