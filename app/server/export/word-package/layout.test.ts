/* Where lines stand and pages begin: read from a Word file, shown, written into it, and in every file that Stet makes. */
import { describe, expect, test } from "vitest";
import { Transform } from "prosemirror-transform";
import { documentToHtml } from "#core/document/document-html.ts";
import { documentOf, jsonOf } from "#core/document/document-schema.ts";
import { documentText } from "#core/document/document-text.ts";
import { renderDocx } from "../docx.ts";
import { pdfBlocks } from "../pdf-blocks.ts";
import { bodyOf, file, section, t } from "#test/word-xml.ts";
import { received, sent, withParagraph, type Received } from "#test/word-packages.ts";

const run = (text: string) => `<w:r>${t(text)}</w:r>`;
const p = (text: string, properties = "", before = "") =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${before}${run(text)}</w:p>`;
const pageBreak = '<w:r><w:br w:type="page"/></w:r>';

function laidOut({ document }: Pick<Received, "document">): [text: string, align: unknown, startsPage: unknown][] {
  return document.children.map(({ textContent, attrs }) => [textContent, attrs["align"], attrs["startsPage"]]);
}

function withAttribute({ document }: Received, index: number, name: string, value: unknown) {
  let pos = 0;
  for (let i = 0; i < index; i++) pos += document.child(i).nodeSize;
  return new Transform(document).setNodeAttribute(pos, name, value).doc;
}

describe("what a Word file says", () => {
  test("alignment is the paragraph's, else its style's, else that of ordinary text", async () => {
    const styles = `<w:styles xmlns:w="w"><w:style w:type="paragraph" w:default="1" w:styleId="N"><w:pPr><w:jc w:val="both"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="T"><w:basedOn w:val="N"/><w:pPr><w:jc w:val="center"/></w:pPr></w:style></w:styles>`;
    const body =
      p("one") +
      p("two", '<w:pStyle w:val="T"/>') +
      p("three", '<w:pStyle w:val="T"/><w:jc w:val="end"/>') +
      p("four", '<w:jc w:val="left"/>');
    const given = await file(body + section, [{ name: "word/styles.xml", data: styles }]);
    expect(laidOut(given).map(([, align]) => align)).toEqual(["justify", "center", "right", null]);
  });

  test.each([
    ["a property", p("one") + p("two", "<w:pageBreakBefore/>")],
    ["a break before the words", p("one") + p("two", "", pageBreak)],
    ["a break behind the words", `<w:p>${run("one")}${pageBreak}</w:p>${p("two")}`],
    ["a break in a paragraph of its own", `${p("one")}<w:p>${pageBreak}</w:p>${p("two")}`],
  ])("a page begins: %s", async (_what, body) => {
    const given = await file(body + section);
    expect(laidOut(given)).toEqual([
      ["one", null, false],
      ["two", null, true],
    ]);
    expect(documentText(given.document).text).toBe("one\n\ntwo");
  });

  test("is in the page that is shown, and stays through every form that holds it", async () => {
    const { document } = await file(
      p("one", '<w:jc w:val="center"/>') + p("two", '<w:pageBreakBefore/><w:jc w:val="right"/><w:outlineLvl w:val="0"/>') + section,
    );
    expect(documentToHtml(document)).toBe('<p data-align="center">one</p><h1 data-align="right" data-page="start">two</h1>');
    expect(documentOf(jsonOf(document))!.eq(document)).toBe(true);
    expect(JSON.stringify(jsonOf(document.copy(document.content.cut(0, 0))))).not.toContain("align");
    const back = (await received("a.docx", Buffer.from(await renderDocx(document, { title: "Test" }))))!;
    expect(laidOut(back)).toEqual(laidOut({ document }));
    expect(pdfBlocks(document, {})).toMatchObject([{ alignment: "center" }, { alignment: "right", pageBreak: "before" }]);
  });
});

describe("what is written into the file", () => {
  test("another alignment, in its place among the properties", async () => {
    const given = await file(p("one", "<w:keepNext/><w:rPr><w:b/></w:rPr>") + p("two", '<w:jc w:val="both"/>') + section);
    const centered = withAttribute(given, 0, "align", "center");
    expect(await bodyOf(await sent(given, { current: centered }))).toBe(
      p("one", '<w:keepNext/><w:jc w:val="center"/><w:rPr><w:b/></w:rPr>') + p("two", '<w:jc w:val="both"/>') + section,
    );
    const plain = withAttribute(given, 1, "align", null);
    expect(await bodyOf(await sent(given, { current: plain }))).toContain(p("two", '<w:jc w:val="left"/>'));
  });

  test("a page that begins, or no longer does", async () => {
    const given = await file(p("one") + p("two", "", pageBreak) + p("three", "<w:pageBreakBefore/>") + section);
    const added = await bodyOf(await sent(given, { current: withAttribute(given, 0, "startsPage", true) }));
    expect(added).toContain(p("one", "<w:pageBreakBefore/>"));
    const [second, third] = [1, 2].map((index) => withAttribute(given, index, "startsPage", false));
    expect(await bodyOf(await sent(given, { current: second! }))).toContain(`${p("one")}<w:p><w:r></w:r>${run("two")}</w:p>`);
    expect(await bodyOf(await sent(given, { current: third! }))).toContain(p("three", '<w:pageBreakBefore w:val="0"/>'));
    const before = await file(`${p("one")}<w:p>${pageBreak}</w:p>${p("two")}${section}`);
    const made = await sent(before, { current: withAttribute(before, 1, "startsPage", false) });
    expect(made).toEqual({ unwritable: "a page break before a paragraph" });
  });

  test("a new paragraph has its own, not that of its model", async () => {
    const given = await file(p("one", '<w:pageBreakBefore/><w:jc w:val="center"/>') + section);
    const current = withParagraph(given.document, 0, "More.");
    expect(await bodyOf(await sent(given, { current }))).toContain(
      p("More.", '<w:pageBreakBefore w:val="0"/><w:jc w:val="left"/>'),
    );
  });
});
