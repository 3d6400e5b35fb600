/* Clauses out of strangers' spreadsheets, and our own table read back. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { markdownToDocument } from "../document/markdown-to-document.ts";
import { proseLanguages } from "../text/sentences.ts";
import { readClause, writeClause, type LibraryClause } from "./clause-file.ts";
import { clauseHeadings, clauseLines, mostTableClauses, readClauseTable } from "./clause-table.ts";
import { plainToMarkdown } from "./plain-to-markdown.ts";
import { jurisdictions } from "./template.ts";

function read(source: string): LibraryClause {
  const found = readClause(source);
  if ("refusal" in found) throw new Error(found.refusal);
  return found.clause;
}

test.each([
  ["Name,Text\nNotices,In writing.\n", { name: "Notices", language: "en", jurisdiction: "any" }],
  [
    '\ufeffNamn;Lydelse;Jurisdiktion;Språk;Anteckningar\r\nHävning;"Part får häva; genast.";SE;svenska;x\r\n',
    {
      name: "Hävning",
      language: "sv",
      jurisdiction: "SE",
      guidance: "x",
      variants: [{ name: "Standard", text: "Part får häva; genast." }],
    },
  ],
  [
    'sep=;\nKlausel;Titel;Variante;Hinweise\n"Dieser Vertrag;\nunterliegt nicht dem Recht der See.";Recht;Kurz;Nur Kaufleute\n',
    {
      name: "Recht",
      language: "de",
      guidance: "Nur Kaufleute",
      variants: [{ name: "Kurz", text: "Dieser Vertrag;\n\nunterliegt nicht dem Recht der See." }],
    },
  ],
  [
    "Naam\tBepaling\tRechtsstelsel\tTaal\tSamenvatting\nOvermacht\tNiet aansprakelijk.\tNederland\tnl\tKort\n",
    { name: "Overmacht", language: "nl", jurisdiction: "NL", summary: "Kort" },
  ],
])("a table %#", (text, clause) => {
  const { clauses, refused } = readClauseTable(text);
  expect(refused).toEqual([]);
  expect(clauses).toHaveLength(1);
  expect(clauses[0]).toMatchObject(clause);
});

test("rows of one name, jurisdiction and language are variants of one clause", () => {
  const { clauses } = readClauseTable(
    "Clause,Text,Variant,Jurisdiction,Language,Summary\n" +
      "Notices,a,,,en,\nNotices,b,,any,English,How\nNotices,c,Variant 4,,en,\nNotices,d,,,en,Other\nNotices,e,,GB,en,\n",
  );
  expect(clauses).toMatchObject([
    {
      summary: "How",
      variants: [
        { name: "Standard", text: "a" },
        { name: "Variant 2", text: "b" },
        { name: "Variant 4", text: "c" },
        { name: "Variant 5", text: "d" },
      ],
    },
    { jurisdiction: "GB", variants: [{ name: "Standard", text: "e" }] },
  ]);
});

test("what cannot be used is named by its line, and the others come in", () => {
  const long = "x".repeat(121);
  const { clauses, refused } = readClauseTable(
    `Name,Text,Jurisdiction,Language\n,Words,,\nA,,,\n\nB,"two\nlines",,\nC,c,Utopia,\nD,d,,Latin\n${long},e,,\n`,
  );
  expect(clauses.map(({ name, variants }) => [name, variants[0]!.text])).toEqual([["B", "two\n\nlines"]]);
  expect(refused).toEqual([
    { line: 2, sentence: "Line 2 has no name." },
    { line: 3, sentence: "Line 3 has no text." },
    { line: 6, sentence: "Line 6: “Utopia” is not a known jurisdiction. It is one of: any, EU, SE, GB, NL, DE." },
    { line: 7, sentence: "Line 7: “Latin” is not a known language. It is one of: en, sv, de, nl." },
    { line: 8, sentence: "Line 8: a name can have at most 120 characters." },
  ]);
  const many = Array.from({ length: 21 }, (_, at) => `A,words ${at}\n`).join("");
  expect(readClauseTable(`Name,Text\n${many}B,b\n`)).toMatchObject({
    clauses: [{ name: "B" }],
    refused: [{ line: 2, sentence: "Line 2, “A”: A clause can have at most 20 variants." }],
  });
});

test("a table without the columns, without clauses or with too many is refused as a whole", () => {
  for (const text of ["", "a,b\n1,2\n", "Name,Summary\nx,y\n", "Name,Text\n\n"])
    expect(readClauseTable(text)).toMatchObject({ clauses: [], refused: [{ line: 1 }] });
  const rows = Array.from({ length: mostTableClauses + 1 }, (_, at) => `Clause ${at},Words\n`);
  expect(readClauseTable(`Name,Text\n${rows.slice(1).join("")}`).clauses).toHaveLength(mostTableClauses);
  expect(readClauseTable(`Name,Text\n${rows.join("")}`)).toEqual({
    clauses: [],
    refused: [{ line: 1, sentence: "The table has 501 clauses. It can have at most 500: divide it." }],
  });
});

const wordsOf = (markdown: string) => {
  const document = markdownToDocument(markdown);
  const lines: string[] = [];
  document.descendants((node) => {
    if (node.isTextblock) lines.push(node.textContent);
    return !node.isTextblock;
  });
  return lines;
};

const sign = fc.constantFrom(..."*_`~<>#+-=|\\[](){}:!&;^.$\"'/1a B5\n");
test("plain words read the same as Markdown, one paragraph a line", () => {
  const line = fc
    .array(sign, { maxLength: 24 })
    .map((all) => all.join("").replaceAll(/ +/g, " "))
    .filter((text) => text.split("\n").every((one) => !/^\s*(?:[-*]|\d+[.)])(?:\s|$)/.test(one)));
  fc.assert(
    fc.property(line, (text) => {
      const lines = text.split("\n").flatMap((one) => (one.trim() === "" ? [] : [one.trim()]));
      expect(wordsOf(plainToMarkdown(text) || "x")).toEqual(lines.length === 0 ? ["x"] : lines);
    }),
    { numRuns: 1_000 },
  );
  expect(plainToMarkdown("Signed: ____ on ____ by [name]\n- one\n- two")).toBe("Signed: ____ on ____ by [name]\n\n- one\n- two");
});

const piece = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    "## ",
    "\n## ",
    "\n",
    "\n\n",
    ";",
    ",",
    '"',
    "'",
    "=",
    "'=",
    "+",
    "-",
    "@",
    "\\## ",
    "---",
    "\n---\n",
    "#",
    ": ",
    "\u2028## ",
    "**b**",
    "å",
  ),
);
const textOf = (least: number) =>
  fc
    .array(piece, { minLength: least, maxLength: 8 })
    .map((parts) => parts.join("").replaceAll(/\r/g, "").trim())
    .filter((text) => least === 0 || text !== "");
const lineOf = (least: number) => textOf(least).map((text) => text.replaceAll(/\s+/g, " "));
const anyClause: fc.Arbitrary<LibraryClause> = fc.record({
  name: lineOf(1),
  jurisdiction: fc.constantFrom(...jurisdictions),
  language: fc.constantFrom(...proseLanguages),
  summary: lineOf(0),
  guidance: textOf(0),
  variants: fc.array(fc.record({ name: lineOf(1), text: textOf(1) }), { minLength: 1, maxLength: 4 }),
});

test("a clause's file, read again, is the same clause; a line “## ” of its text is escaped", () => {
  fc.assert(
    fc.property(anyClause, (clause) => {
      const escaped = (text: string) => text.replaceAll(/^## /gmu, "\\## ");
      const once = read(writeClause(clause));
      expect(once).toEqual({
        ...clause,
        guidance: escaped(clause.guidance),
        variants: clause.variants.map(({ name, text }) => ({ name, text: escaped(text) })),
      });
      expect(read(writeClause(once))).toEqual(once);
    }),
    { numRuns: 200 },
  );
  expect(
    wordsOf(read(writeClause({ ...read(writeClause(sample)), variants: [{ name: "A", text: "## 5" }] })).variants[0]!.text),
  ).toEqual(["## 5"]);
});

const sample: LibraryClause = {
  name: "Notices",
  jurisdiction: "any",
  language: "en",
  summary: "",
  guidance: "",
  variants: [{ name: "Short", text: "In writing." }],
};

test("what is exported and imported again is the same clauses", () => {
  const list = fc.uniqueArray(anyClause, {
    selector: ({ name, jurisdiction, language }) => JSON.stringify([name, jurisdiction, language]),
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(list, (generated) => {
      const clauses = generated.map((clause) => read(writeClause(clause)));
      const table = `\ufeff${clauseHeadings()}${clauses.map(clauseLines).join("")}`;
      expect(readClauseTable(table)).toEqual({ clauses, refused: [] });
    }),
    { numRuns: 200 },
  );
});
