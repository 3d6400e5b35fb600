/* Footnotes that were added, changed or removed, in the Word file that a draft was made from. */
import { describe, expect, test } from "vitest";
import { documentOf, documentSchema } from "#core/document/document-schema.ts";
import { zipOf } from "#test/documents.ts";
import { received, sent } from "#test/word-packages.ts";
import { bodyOf, file, look, t, who } from "#test/word-xml.ts";
import { openArchive } from "../../files/zip.ts";

describe("footnotes", () => {
  const noted = (id: number) => `<w:r><w:rPr><w:rStyle w:val="Fn"/></w:rPr><w:footnoteReference w:id="${id}"/></w:r>`;
  const note = (id: number, words: string) =>
    `<w:footnote w:id="${id}"><w:p><w:pPr><w:pStyle w:val="FnText"/></w:pPr><w:r><w:rPr><w:rStyle w:val="Fn"/></w:rPr><w:footnoteRef/></w:r><w:r>${t(` ${words}`)}</w:r></w:p></w:footnote>`;
  const notes = (...all: string[]) => `<w:footnotes xmlns:w="w">${all.join("")}</w:footnotes>`;
  const parts = (footnotes: string) => [
    { name: "word/footnotes.xml", data: footnotes },
    {
      name: "word/_rels/document.xml.rels",
      data: '<Relationships><Relationship Id="r" Type="x/footnotes" Target="footnotes.xml"/></Relationships>',
    },
  ];
  const { footnote, paragraph, doc } = documentSchema.nodes;
  const words = (text: string) => documentSchema.text(text);
  const text = `<w:p><w:r>${look}${t("The rent")}</w:r>${noted(2)}<w:r>${look}${t(" is due.")}</w:r></w:p>`;

  async function partsOf(made: Awaited<ReturnType<typeof sent>>, name: string): Promise<string> {
    if ("unwritable" in made) return made.unwritable;
    let xml = "";
    for await (const piece of (await openArchive(Buffer.from(made.bytes))).part(name)!) xml += piece;
    return xml;
  }

  test("a new one is added to the others, in their form, and can be tracked", async () => {
    const given = await file(text, parts(notes(note(2, "Monthly."))));
    const [first] = given.document.children;
    const current = doc.create(null, paragraph.create(null, [...first!.children, footnote.create(null, words("In euros."))]));
    const made = await sent(given, { current });
    expect(await bodyOf(made)).toBe(text.replace("</w:p>", `${noted(3)}</w:p>`).replaceAll(/ w:id="\d+"/g, ""));
    expect(await partsOf(made, "word/footnotes.xml")).toBe(
      notes(note(2, "Monthly."), note(3, "In euros.").replace(t(" In euros."), `${t(" ")}</w:r><w:r>${t("In euros.")}`)),
    );
    const again = await received("a.docx", Buffer.from("bytes" in made ? made.bytes : ""));
    expect(again!.document.textContent).toBe("The rentMonthly. is due.In euros.");
    expect(await bodyOf(await sent(given, { current, since: given.document }))).toContain(
      `<w:ins ${who}>${noted(3)}</w:ins>`.replaceAll(/ w:id="\d+"/g, ""),
    );
  });

  test("what another one says is a note in its place, and the words of the old one are not left in the file", async () => {
    const given = await file(text, parts(notes(note(2, "Monthly."))));
    const changed = JSON.stringify(given.document.toJSON()).replace("Monthly.", "Yearly.");
    const made = await sent(given, { current: documentOf(JSON.parse(changed))! });
    const all = await partsOf(made, "word/footnotes.xml");
    expect(all).toContain("Yearly.");
    expect(all).not.toContain("Monthly.");
    const removed = doc.create(null, paragraph.create(null, words("The rent is due.")));
    expect(await partsOf(await sent(given, { current: removed }), "word/footnotes.xml")).toBe(notes());
    const tracked = await sent(given, { current: removed, since: given.document });
    expect(await partsOf(tracked, "word/footnotes.xml")).toBe(notes(note(2, "Monthly.")));
  });

  test.each([
    [
      "transitional",
      "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
      "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes",
    ],
    [
      "strict",
      "http://purl.oclc.org/ooxml/wordprocessingml/main",
      "http://purl.oclc.org/ooxml/officeDocument/relationships/footnotes",
    ],
  ])("the first one of a file makes the part, in a %s file", async (_, namespace, relation) => {
    const bytes = zipOf([
      { name: "[Content_Types].xml", data: "<Types></Types>" },
      { name: "word/_rels/document.xml.rels", data: "<Relationships></Relationships>" },
      {
        name: "word/document.xml",
        data: `<w:document xmlns:w="${namespace}"><w:body><w:p><w:r>${t("The rent")}</w:r></w:p></w:body></w:document>`,
      },
    ]);
    const given = (await received("a.docx", bytes))!;
    const current = doc.create(null, paragraph.create(null, [words("The rent"), footnote.create(null, words("In euros."))]));
    const made = await sent(given, { current });
    expect(await partsOf(made, "word/footnotes.xml")).toContain(`xmlns:w="${namespace}"`);
    expect(await partsOf(made, "word/_rels/document.xml.rels")).toContain(`Type="${relation}"`);
    const again = await received("a.docx", Buffer.from("bytes" in made ? made.bytes : ""));
    expect(again!.document.textContent).toBe("The rentIn euros.");
  });

  test("none is put into a content control within a paragraph, which would lose its words", async () => {
    const control = `<w:p><w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent><w:r>${t("Seller Ltd")}</w:r></w:sdtContent></w:sdt></w:p>`;
    const given = await file(control, parts(notes()));
    const current = doc.create(null, paragraph.create(null, [words("Seller Ltd"), footnote.create(null, words("Sic."))]));
    expect(await sent(given, { current })).toEqual({ unwritable: "a note in a content control" });
  });
});
