/* RTF as written by Word and other programs. */
import { expect, test } from "vitest";
import { documentToHtml } from "#core/document/document-html.ts";
import { documentOf } from "#core/document/document-schema.ts";
import { documentToMarkdown } from "#core/document/document-to-markdown.ts";
import { readImport } from "../read-import.ts";

const head = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Times;}{\f1 Courier New;}{\f2\fcharset238 Arial CE;}}{\stylesheet{\s0 Normal;}{\s1\b\fs32 heading 1;}{\s2\sbasedon0\i\li567 Quote;}}{\*\listtable{\list{\listlevel\levelnfc0\levelstartat1{\leveltext\'02\'00.;}{\levelnumbers\'01;}}{\listlevel\levelnfc0\levelstartat1{\leveltext\'03\'00.\'01;}{\levelnumbers\'01\'03;}}\listid7}{\list{\listlevel\levelnfc23{\leveltext\'01\u8226 ?;}{\levelnumbers;}}\listid8}}{\*\listoverridetable{\listoverride\listid7\ls1}{\listoverride\listid8\ls2}}{\*\revtbl{Unknown;}{Eve;}}{\header Each page}`;

async function read(text: string) {
  const result = await readImport(Buffer.from(`${head}${text}}`, "latin1"), "a.rtf");
  return { ...result, document: documentOf(result.document)!, markdown: documentToMarkdown(documentOf(result.document)!) };
}

test("headings, looks, letters of several code pages, links, quotations", async () => {
  const { markdown, notices } = await read(
    String.raw`\pard\plain\s1\b\fs32 Lease\par\pard\plain Plain {\b bold {\i both}} {\ul under} {\strike gone} {\f1 code} \u322\'b3, {\f2 \'b3} and caf\'e9, {\field{\*\fldinst HYPERLINK "https://law.example/"}{\fldrslt{\ul the law}}}\line next\par\pard\plain\s2\i\li567 Said.\par`,
  );
  expect(markdown).toBe(
    "# Lease\n\nPlain **bold** ***both*** <u>under</u> ~~gone~~ `code` ł, ł and café, [the law](https://law.example/)\\\nnext\n\n> Said.",
  );
  expect(notices).toEqual(["Not kept: headers and footers."]);
});

test("clauses, bullets, and notes", async () => {
  const { markdown } = await read(
    String.raw`\pard\ls1\ilvl0{\listtext 1.\tab}Term{\super\chftn{\footnote\pard\plain \chftn  See {\i it}.}}\par\pard\ls1\ilvl1{\listtext 1.1\tab}It begins\par\pard\ls2{\pntext x}a bullet\par\pard End.\par`,
  );
  expect(markdown).toBe("1) Term[^1]\n   1) It begins\n\n- a bullet\n\nEnd.\n\n[^1]: See *it*.");
});

test("tables: cells over several columns and rows, and a head", async () => {
  const row = (definition: string, ...cells: string[]) =>
    `\\trowd${definition}\\pard\\intbl ${cells.map((one) => `${one}\\cell `).join("")}\\row `;
  const { document } = await read(
    `${row("\\trhdr\\cellx200\\cellx300", "A", "B")}${row("\\clvmgf\\cellx100\\cellx200\\cellx300", "c", "d", "e")}${row("\\clvmrg\\cellx100\\cellx200\\cellx300", "", "f", "g")}\\pard After.\\par`,
  );
  expect(documentToHtml(document)).toBe(
    '<table><tbody><tr><th colspan="2"><p>A</p></th><th><p>B</p></th></tr><tr><td rowspan="2"><p>c</p></td><td><p>d</p></td><td><p>e</p></td></tr><tr><td><p>f</p></td><td><p>g</p></td></tr></tbody></table><p>After.</p>',
  );
});

test("tracked changes and comments", async () => {
  const { markdown, changes, comments } = await read(
    String.raw`\pard The {\deleted\revauthdel1\revdttmdel-1477729536 old}{\revised\revauth1\revdttm-1477729536 new} law, {\*\atrfstart 1}as said{\*\atrfend 1}{\*\atnid E}{\*\atnauthor Eve}\chatn{\*\annotation{\*\atnref 1}{\*\atndate 1206590016}Which?\par Really.}.\par`,
  );
  expect(markdown).toBe("The old law, as said.");
  expect(changes).toMatchObject([{ original: "old", replacement: "new", author: "Eve", date: "2026-11-20T12:00:00Z" }]);
  expect(comments).toMatchObject([
    { anchor: { about: "as said" }, comments: [{ author: "Eve", date: "2026-11-03T09:00:00.000Z", text: "Which?\nReally." }] },
  ]);
});

test("a file that is nested without end is refused with a sentence", async () => {
  await expect(read("{".repeat(2_000))).rejects.toThrow(/nested too deeply/);
});
