/* ODT features that Word files express differently. */
import { expect, test } from "vitest";
import { documentToHtml } from "#core/document/document-html.ts";
import { documentOf } from "#core/document/document-schema.ts";
import { documentToMarkdown } from "#core/document/document-to-markdown.ts";
import { documentText } from "#core/document/document-text.ts";
import { applyPatches } from "#core/changes/patch.ts";
import { zipOf } from "#test/documents.ts";
import { readImport } from "../read-import.ts";

const spaces =
  'xmlns:office="o" xmlns:text="t" xmlns:style="s" xmlns:fo="f" xmlns:table="tb" xmlns:dc="dc" xmlns:xlink="x" xmlns:draw="d" xmlns:svg="v" xmlns:loext="l"';
const styles = `<office:automatic-styles><style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style><style:style style:name="P1" style:family="paragraph" style:parent-style-name="Standard"><style:text-properties fo:font-style="italic"/></style:style><text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" text:start-value="3"/><text:list-level-style-bullet text:level="2" text:bullet-char="o"/></text:list-style></office:automatic-styles>`;

async function read(text: string) {
  const data = `<?xml version="1.0"?><office:document-content ${spaces}>${styles}<office:body><office:text>${text}</office:text></office:body></office:document-content>`;
  const named = { name: "mimetype", data: "application/vnd.oasis.opendocument.text" };
  const result = await readImport(zipOf([named, { name: "content.xml", data }]), "a.odt");
  return { ...result, document: documentOf(result.document)! };
}

test("headings, looks by hand, white space, lists, and where they continue", async () => {
  const { document } = await read(
    `<text:h text:outline-level="2">Terms</text:h>
    <text:p text:style-name="P1">Wholly
      <text:s text:c="2"/>slanted <text:span text:style-name="T1">and bold</text:span></text:p>
    <text:list text:style-name="L1" xml:id="a"><text:list-item><text:p>three</text:p><text:p>goes on</text:p><text:list><text:list-item><text:p>inner</text:p></text:list-item></text:list></text:list-item></text:list>
    <text:p><text:a xlink:href="https://law.example/">Law</text:a> and <text:a xlink:href="javascript:x()">none</text:a></text:p>
    <text:list text:style-name="L1" text:continue-list="a"><text:list-item><text:p>four</text:p></text:list-item></text:list>`,
  );
  expect(documentToMarkdown(document)).toBe(
    "## Terms\n\n*Wholly   slanted* ***and bold***\n\n3. three\n\n   goes on\n\n   - inner\n\n[Law](https://law.example/) and none\n\n4. four",
  );
});

test("cells over several columns and rows", async () => {
  const cell = (words: string, more = "") => `<table:table-cell ${more}><text:p>${words}</text:p></table:table-cell>`;
  const { document } = await read(
    `<table:table><table:table-header-rows><table:table-row>${cell("A", 'table:number-columns-spanned="2"')}<table:covered-table-cell/>${cell("B")}</table:table-row></table:table-header-rows><table:table-row>${cell("c", 'table:number-rows-spanned="2"')}${cell("d")}${cell("e")}</table:table-row><table:table-row><table:covered-table-cell/>${cell("f")}${cell("g")}</table:table-row></table:table>`,
  );
  expect(documentToHtml(document)).toBe(
    '<table><tbody><tr><th colspan="2"><p>A</p></th><th><p>B</p></th></tr><tr><td rowspan="2"><p>c</p></td><td><p>d</p></td><td><p>e</p></td></tr><tr><td><p>f</p></td><td><p>g</p></td></tr></tbody></table>',
  );
});

test("tracked changes: words, and a paragraph that went, by whom and when; a comment with its reply", async () => {
  const region = (id: string, inner: string) =>
    `<text:changed-region text:id="${id}"><text:${inner.startsWith("<") ? "deletion" : "insertion"}><office:change-info><dc:creator>Eve</dc:creator><dc:date>2026-01-02T03:04:05.678</dc:date></office:change-info>${inner}</text:${inner.startsWith("<") ? "deletion" : "insertion"}></text:changed-region>`;
  const said = (id: string, words: string, more: string) =>
    `<office:annotation office:name="${id}" ${more}><dc:creator>Eve</dc:creator><dc:date>2026-01-02T03:04:05</dc:date><text:p>${words}</text:p></office:annotation>`;
  const { document, changes, comments } = await read(
    `<text:tracked-changes>${region("c1", "<text:p>old</text:p>")}${region("c2", "")}${region("c3", '<text:h text:outline-level="1">Gone</text:h><text:p/>')}</text:tracked-changes>
    <text:p>The <text:change text:change-id="c1"/><text:change-start text:change-id="c2"/>new<text:change-end text:change-id="c2"/> law, ${said("n1", "Which?", 'loext:resolved="true"')}${said("n2", "This.", 'loext:parent-name="n1"')}as said<office:annotation-end office:name="n1"/><office:annotation-end office:name="n2"/>.</text:p>
    <text:p><text:change text:change-id="c3"/>End.</text:p>`,
  );
  expect(documentToMarkdown(document)).toBe("The old law, as said.\n\n# Gone\n\nEnd.");
  expect(changes).toMatchObject([
    { original: "old", replacement: "new", author: "Eve", date: "2026-01-02T03:04:05Z" },
    { original: "Gone", replacement: "" },
  ]);
  expect(applyPatches(documentText(document).text, changes).ok).toBe(true);
  expect(comments).toMatchObject([
    { anchor: { about: "as said" }, isResolved: true, comments: [{ text: "Which?", author: "Eve" }, { text: "This." }] },
  ]);
});

test("notes, pictures that the file holds, and those it does not", async () => {
  const { document, pictures, notices } = await read(
    `<text:p>Due<text:note text:id="n"><text:note-citation>1</text:note-citation><text:note-body><text:p>See <text:span text:style-name="T1">it</text:span>.</text:p></text:note-body></text:note>.<draw:frame svg:width="3in"><draw:image xlink:href="Pictures/none.png"/><svg:desc>A plan</svg:desc></draw:frame></text:p>`,
  );
  expect(documentToMarkdown(document)).toBe("Due[^1].\n\n[^1]: See **it**.");
  expect([pictures, notices]).toEqual([[], ["Not kept: 1 picture."]]);
});
