/* What an imported file has and the draft has not is said in one sentence, whatever the file's form. */
import { describe, expect, test } from "vitest";
import { documentOf } from "#core/document/document-schema.ts";
import { documentText } from "#core/document/document-text.ts";
import { documentToMarkdown } from "#core/document/document-to-markdown.ts";
import { countDocument, type Counts } from "#core/losses/counts.ts";
import { lossesBetween, lossSentence } from "#core/losses/loss-sentence.ts";
import { docxParts, emlOf, htmlOf, odtOf, pptxOf, rtfOf, xlsxOf, zipOf } from "#test/documents.ts";
import { missing, wordFiles } from "#test/word-files.ts";
import { readImport } from "./read-import.ts";
import { Unreadable } from "./unreadable.ts";

const none: Counts = {
  letters: 0,
  digits: 0,
  settled: 0,
  notes: 0,
  links: 0,
  pictures: 0,
  comments: 0,
  formatted: 0,
  formattedDigits: 0,
};

describe("a difference is a sentence", () => {
  const said = (found: Partial<Counts>, kept: Partial<Counts>) =>
    lossSentence("Not kept", lossesBetween({ ...none, ...found }, { ...none, ...kept }));

  test.each([
    [{ pictures: 2, comments: 1 }, {}, "Not kept: 1 comment and 2 pictures."],
    [{ notes: 1, links: 3 }, { links: 1 }, "Not kept: 1 footnote and 2 links."],
    [{ letters: 100, settled: 100 }, { letters: 97, settled: 97 }, "Not kept: about 1 word."],
    [{ letters: 1000, digits: 40, settled: 1040 }, { letters: 800, settled: 800 }, "Not kept: about 48 words."],
    [{ letters: 9, settled: 12 }, { letters: 9, settled: 9 }, "Not kept: some tracked changes."],
    [{ letters: 9, settled: 4 }, { letters: 9, settled: 9 }, "Not kept: some tracked changes."],
    [{ letters: 30, formatted: 30, settled: 30 }, { letters: 30, settled: 30 }, "Not kept: the formatting of about 6 words."],
    // What can't be compared, and what is there besides, is no loss.
    [{ letters: 9, settled: null }, { letters: 9, settled: 4 }, null],
    [{ letters: 9, settled: 9 }, { letters: 12, settled: 13, links: 1 }, null],
  ])("%j, of which there are %j", (found, kept, sentence) => expect(said(found, kept)).toBe(sentence));
});

const word = (body: string, more: { name: string; data: string }[] = []) => {
  const space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="r"';
  const document = { name: "word/document.xml", data: `<w:document ${space}><w:body>${body}</w:body></w:document>` };
  return zipOf([...docxParts([]).filter(({ name }) => name !== document.name), document, ...more]);
};
const relations = (...targets: string[]) => ({
  name: "word/_rels/document.xml.rels",
  data: `<Relationships>${targets.map((target, i) => `<Relationship Id="r${i}" Type="x/y" Target="${target}"/>`).join("")}</Relationships>`,
});
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;

describe("what a draft can't hold of a file is named", () => {
  test("Word: a link and a footnote that a change inserts", async () => {
    const link = `<w:ins w:id="1" w:author="Eve"><w:hyperlink r:id="r0">${run("law")}</w:hyperlink><w:r><w:footnoteReference w:id="2"/></w:r></w:ins>`;
    const file = word(`<w:p>${run("The ")}${link}${run(" says so.")}</w:p>`, [relations("https://law.example/")]);
    const { notices } = await readImport(file, "a.docx");
    expect(notices).toEqual(["Kept as they are in the Word file: 1 footnote and 1 link."]);
  });

  test("Word: elements with another prefix are read", async () => {
    const parts = docxParts(["# Lease", "The rent is due."]).map(({ name, data }) => ({
      name,
      data:
        name === "word/document.xml"
          ? String(data)
              .replaceAll(/(<\/?|xmlns:| )w:/g, "$1ns0:")
              .replace("xmlns:w=", "xmlns:ns0=")
          : data,
    }));
    const { document, notices } = await readImport(zipOf(parts), "a.docx");
    expect(notices).toEqual([]);
    expect(documentToMarkdown(documentOf(document)!)).toBe("# Lease\n\nThe rent is due.");
  });

  test("RTF: the words of text boxes are kept", async () => {
    const box = String.raw`{\shp{\*\shpinst\shpleft0{\sp{\sn shapeType}{\sv 202}}{\shptxt \pard\plain In the box.\par}}{\shprslt{\*\do\dptxbxtext In the box.}}}`;
    const file = Buffer.from(String.raw`{\rtf1\ansi\pard Before ${box}and after.\par}`, "latin1");
    const { document, notices } = await readImport(file, "a.rtf");
    expect(notices).toEqual([]);
    expect(documentText(documentOf(document)!).text).toBe("In the box.\n\nBefore and after.");
  });

  test("Markdown and HTML: a picture in a heading, and one that the file only names", async () => {
    const said = async (name: string, text: string) => (await readImport(Buffer.from(text), name)).notices;
    expect(
      await said("a.md", "# Plan ![of it](https://a.example/a.png)\n\nText[^1] and [law](https://law.example).\n\n[^1]: See 4."),
    ).toEqual(["Not kept: 1 picture."]);
    expect(await said("a.html", '<p>A <b>plan</b>: <img src="plan.png"></p>')).toEqual(["Not kept: 1 picture."]);
  });
});

test("files of every form that a draft holds whole are not complained about", async () => {
  const lines = ["# Lease", "The rent of EUR 1,000 is due on the 1st.", "東京 قانون ελ"];
  const files = {
    "a.docx": zipOf(docxParts(["# Lease", "1) Term", "1.1) It [-begins-][+ends+] in May"])),
    "a.odt": odtOf(lines),
    "a.rtf": rtfOf(lines),
    "a.html": htmlOf(lines),
    "a.md": Buffer.from("# Lease\n\n1. **Due** `now`\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"),
    "a.txt": Buffer.from(lines.join("\n\n")),
    "a.eml": emlOf({ subject: "Lease", text: "The rent is due." }),
    "a.xlsx": xlsxOf([["Rent", 1000]]),
    "a.pptx": pptxOf([{ title: "Lease", text: "The rent is due." }]),
  };
  for (const [name, bytes] of Object.entries(files)) {
    const { notices, ...read } = await readImport(bytes, name);
    expect({ name, notices: notices.filter((one) => one.startsWith("Not kept") || one.startsWith("Kept")) }).toEqual({
      name,
      notices: [],
    });
    expect(countDocument(documentOf(read.document)!, read).letters).toBeGreaterThan(7);
  }
});

const files = wordFiles("for tests");
/** Inserted marks of empty paragraphs, which a draft has not: they stay in the file, and are counted. */
const unshown: Readonly<Record<string, string>> = { stress023: " and 16 tracked changes that a draft can’t show" };

describe("Word files of other programs lose nothing but pictures that a draft can't show", () => {
  test.skipIf(!files).each(files ?? [missing])("$name", async ({ name, bytes }) => {
    const read = await readImport(bytes, name).catch((error: unknown) => {
      if (error instanceof Unreadable) return null;
      throw error;
    });
    const lost = read?.notices.find((one) => /^(?:Not kept|Kept as they are)/.test(one)) ?? "";
    const said = Object.entries(unshown).find(([part]) => name.includes(part))?.[1] ?? "";
    expect(lost).toContain(said);
    expect(lost.replace(said, "")).not.toMatch(/\bwords?\b|tracked changes|\bfootnote|\blink|\bcomment/);
  });
});
