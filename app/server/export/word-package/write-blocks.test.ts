/* A paragraph that became a heading, and rows and tables that came or went, in the Word file that a draft was made from. */
import type { Node } from "prosemirror-model";
import { Transform } from "prosemirror-transform";
import { describe, expect, test } from "vitest";
import { applyFormatting } from "#core/changes/formatting-change.ts";
import { documentToHtml } from "#core/document/document-html.ts";
import { documentSchema } from "#core/document/document-schema.ts";
import { differing, received, sent, type Received } from "#test/word-packages.ts";
import { bodyOf, clause, del, file, ins, look, section, t, who } from "#test/word-xml.ts";

describe("a paragraph that became a heading", () => {
  const heading = (level: number, inner: string) =>
    `<w:p><w:pPr><w:pStyle w:val="Titel${level}"/><w:keepNext/></w:pPr><w:r>${t(inner)}</w:r></w:p>`;
  const own = `<w:p><w:pPr><w:jc w:val="center"/>${section}</w:pPr><w:r>${look}${t("Payment")}</w:r></w:p>`;
  const style = (id: string, inner: string) => `<w:style w:type="paragraph" w:styleId="${id}">${inner}</w:style>`;
  const styles = `<w:styles>${style("Normal", "").replace("w:type", 'w:default="1" w:type')}${style("Titel2", '<w:name w:val="heading 2"/>')}</w:styles>`;
  const stylesPart = [{ name: "word/styles.xml", data: styles }];
  const { heading: headingType, paragraph } = documentSchema.nodes;

  function atLevel({ document }: Received, words: string, level: number): Node {
    const tr = new Transform(document);
    document.descendants((node, pos) => {
      if (!node.isTextblock || node.textContent !== words) return;
      applyFormatting(tr, pos, pos + node.nodeSize, { level });
    });
    return tr.doc;
  }

  test("has the style of the others, and keeps its text's formatting and its section", async () => {
    const given = await file(`${heading(2, "Term")}${own}`, stylesPart);
    const current = atLevel(given, "Payment", 2);
    const made = await sent(given, { current });
    expect(await bodyOf(made)).toBe(
      `${heading(2, "Term")}<w:p><w:pPr><w:pStyle w:val="Titel2"/><w:keepNext/><w:jc w:val="center"/>${section}</w:pPr><w:r>${look}${t("Payment")}</w:r></w:p>`,
    );
    expect("bytes" in made && differing(given.bytes, made.bytes)).toEqual(["word/document.xml"]);
    const tracked = await bodyOf(await sent(given, { current, since: given.document }));
    expect(tracked).toContain(
      `<w:keepNext/><w:jc w:val="center"/>${section}<w:pPrChange ${who}><w:pPr><w:jc w:val="center"/></w:pPr></w:pPrChange></w:pPr><w:r>${look}`,
    );
  });

  test("has the file's style for its level, or one that is added", async () => {
    const given = await file(own, stylesPart);
    expect(await bodyOf(await sent(given, { current: atLevel(given, "Payment", 2) }))).toContain('<w:pStyle w:val="Titel2"/><w:jc');
    const made = await sent(given, { current: atLevel(given, "Payment", 3) });
    expect(await bodyOf(made)).toContain('<w:pStyle w:val="Heading3"/><w:jc');
    expect("bytes" in made && differing(given.bytes, made.bytes).toSorted()).toEqual(["word/document.xml", "word/styles.xml"]);
    const again = await received("a.docx", Buffer.from("bytes" in made ? made.bytes : ""));
    expect(again!.document.firstChild!.attrs["level"]).toBe(3);
  });

  test("or is plain again, or another level; a new heading is made like the others", async () => {
    const given = await file(`${heading(2, "Term")}${own}`, stylesPart);
    expect(await bodyOf(await sent(given, { current: atLevel(given, "Term", 0) }))).toBe(
      `<w:p><w:pPr><w:jc w:val="left"/></w:pPr><w:r>${t("Term")}</w:r></w:p>${own}`,
    );
    const added = documentSchema.nodes.doc.create(null, [
      headingType.create({ level: 1 }, documentSchema.text("New")),
      ...given.document.children,
    ]);
    expect(await bodyOf(await sent(given, { current: added }))).toContain('<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>');
  });

  test("but not where its number would come from another style", async () => {
    const numbered = style("Clause", '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>');
    const numbering = '<w:numbering><w:num w:numId="1"/></w:numbering>';
    const given = await file(clause(`<w:r>${t("Rent")}</w:r>`), [
      { name: "word/styles.xml", data: styles.replace("</w:styles>", `${numbered}</w:styles>`) },
      { name: "word/numbering.xml", data: numbering },
    ]);
    expect(given.document.firstChild!.type.name).toMatch(/List$/);
    const { doc, clauseList, clause: item } = documentSchema.nodes;
    const asClause = (inner: Node) => doc.create(null, clauseList.create(null, item.create(null, inner)));
    const words = documentSchema.text("Rent");
    const plain = { ...given, document: asClause(paragraph.create(null, words)) };
    const made = await sent(plain, { current: asClause(headingType.create({ level: 2 }, words)) });
    expect(made).toEqual({ unwritable: "another level of a numbered paragraph" });
  });
});

describe("tables", () => {
  const cell = (inner: string) => `<w:tc><w:tcPr><w:tcW w:w="1"/></w:tcPr><w:p><w:r>${look}${t(inner)}</w:r></w:p></w:tc>`;
  const row = (...cells: string[]) => `<w:tr><w:trPr><w:cantSplit/></w:trPr>${cells.map(cell).join("")}</w:tr>`;
  const head = row("Item", "Price").replace("<w:cantSplit/>", "<w:tblHeader/>");
  const table = (...rows: string[]) => `<w:tbl><w:tblPr/>${rows.join("")}</w:tbl>`;
  const whole = `${table(head, row("Oil", "5"), row("Gas", "7"))}<w:p><w:r>${t("End.")}</w:r></w:p>`;
  const { tableRow, tableCell, paragraph, table: tableType, doc } = documentSchema.nodes;
  const rowOf = (...words: string[]) =>
    tableRow.create(
      null,
      words.map((word) => tableCell.create(null, paragraph.create(null, documentSchema.text(word)))),
    );
  const withRows = ({ document }: Received, change: (rows: Node[]) => Node[]): Node =>
    doc.create(null, [tableType.create(null, change([...document.firstChild!.children])), ...document.children.slice(1)]);

  test("a new row is made like the one above it, but not as a header", async () => {
    const given = await file(whole);
    const after = (count: number) => withRows(given, (rows) => rows.toSpliced(count, 0, rowOf("Coal", "9")));
    expect(await bodyOf(await sent(given, { current: after(3) }))).toBe(
      whole.replace("</w:tr></w:tbl>", `</w:tr>${row("Coal", "9")}</w:tbl>`),
    );
    const second = await bodyOf(await sent(given, { current: after(1) }));
    expect(second).toContain(`${head}<w:tr>${cell("Coal")}${cell("9")}</w:tr>${row("Oil", "5")}`);
    const tracked = await bodyOf(await sent(given, { current: after(3), since: given.document }));
    expect(tracked).toContain(`<w:trPr><w:cantSplit/><w:ins ${who}/></w:trPr>`);
    expect(tracked).toContain(ins(look, "Coal"));
  });

  test("a removed row goes; tracked, it is marked with its words", async () => {
    const given = await file(whole);
    const current = withRows(given, ([first, , third]) => [first!, third!]);
    expect(await bodyOf(await sent(given, { current }))).toBe(whole.replace(row("Oil", "5"), ""));
    const struck = await bodyOf(await sent(given, { current, since: given.document }));
    expect(struck).toContain(`<w:trPr><w:cantSplit/><w:del ${who}/></w:trPr>`);
    expect(struck).toContain(del(look, "Oil"));
  });

  test("a row below merged cells is written, and another number of columns is refused", async () => {
    const merged = head.replace("<w:tcPr>", '<w:tcPr><w:gridSpan w:val="2"/>');
    const given = await file(whole.replace(head, merged.replace(cell("Price"), "")));
    const current = withRows(given, (rows) => [rows[0]!, rowOf("Coal", "9"), ...rows.slice(1)]);
    const made = await sent(given, { current });
    const again = await received("a.docx", Buffer.from("bytes" in made ? made.bytes : ""));
    expect(documentToHtml(again!.document)).toBe(documentToHtml(current));
    const wider = withRows(given, (rows) => [rows[0]!, rowOf("Coal", "9", "10"), ...rows.slice(1)]);
    expect(await sent(given, { current: wider })).toEqual({ unwritable: "other cells of a table" });
  });

  test("a new table is written, and a removed one goes", async () => {
    const given = await file(whole);
    const added = doc.create(null, [...given.document.children, tableType.create(null, [rowOf("A", "B")])]);
    const made = await sent(given, { current: added });
    expect(await bodyOf(made)).toContain(`${whole}<w:tbl><w:tblPr>`);
    const again = await received("a.docx", Buffer.from("bytes" in made ? made.bytes : ""));
    expect(again!.document.lastChild!.textContent).toBe("AB");
    expect(await bodyOf(await sent(given, { current: doc.create(null, given.document.children.slice(1)) }))).toBe(
      `<w:p><w:r>${t("End.")}</w:r></w:p>`,
    );
  });

  test("a table within a cell gets the row, not the one around it", async () => {
    const nested = `${table(`<w:tr><w:tc>${table(row("Oil", "5"))}<w:p/></w:tc></w:tr>`)}<w:p><w:r>${t("End.")}</w:r></w:p>`;
    const given = await file(nested);
    const tr = new Transform(given.document);
    given.document.descendants((node, pos) => {
      if (node.type === tableRow && node.childCount === 2) tr.insert(pos + node.nodeSize, rowOf("Coal", "9"));
    });
    expect(await bodyOf(await sent(given, { current: tr.doc }))).toBe(
      nested.replace("</w:tr></w:tbl><w:p/>", `</w:tr>${row("Coal", "9")}</w:tbl><w:p/>`),
    );
  });
});

test("what comes last is put before the end of the section, also behind what has no text", async () => {
  const { doc, horizontalRule, paragraph } = documentSchema.nodes;
  const ruled = `<w:p><w:pPr><w:pBdr><w:bottom/></w:pBdr></w:pPr></w:p>`;
  const given = await file(`${ruled}${section}`);
  expect(given.document.lastChild!.type).toBe(horizontalRule);
  const current = doc.create(null, [...given.document.children, paragraph.create(null, documentSchema.text("More."))]);
  expect(await bodyOf(await sent(given, { current }))).toBe(`${ruled}<w:p><w:r>${t("More.")}</w:r></w:p>${section}`);
});

test("a new table at the end of a text box has a paragraph behind it", async () => {
  const inner = `<w:txbxContent><w:p><w:r>${t("Inside")}</w:r></w:p></w:txbxContent>`;
  const box = `<w:p><w:r><w:drawing><wps:txbx>${inner}</wps:txbx></w:drawing></w:r><w:r>${t("Around")}</w:r></w:p>`;
  const given = await file(box + section);
  const { table, tableRow, tableCell, paragraph } = documentSchema.nodes;
  const cell = tableCell.create(null, paragraph.create(null, documentSchema.text("New")));
  const { doc: current } = new Transform(given.document).insert(
    given.document.firstChild!.nodeSize,
    table.create(null, tableRow.create(null, [cell, cell])),
  );
  const made = await sent(given, { current });
  expect(await bodyOf(made)).toContain("</w:tbl><w:p/></w:txbxContent>");
  const back = await received("a.docx", Buffer.from("bytes" in made ? made.bytes : ""));
  expect(back!.document.eq(current)).toBe(true);
});
