/* Formatting that an exported file doesn't have is counted in the file and said. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Node } from "prosemirror-model";
import { documentSchema, jsonOf } from "#core/document/document-schema.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { file, t } from "#test/word-xml.ts";
import type { Received } from "#test/word-packages.ts";
import { draftFile, type DraftToExport } from "./draft-file.ts";

/** Writers that leave out all formatting of characters. */
const broken = vi.hoisted(() => ({ isOn: false }));
vi.mock("./docx-formatting.ts", async (load) => {
  const real = await load<typeof import("./docx-formatting.ts")>();
  return { ...real, look: (marks: Parameters<typeof real.look>[0]) => (broken.isOn ? {} : real.look(marks)) };
});
vi.mock("./word-package/run-properties.ts", async (load) => {
  const real = await load<typeof import("./word-package/run-properties.ts")>();
  const withMarks: typeof real.withMarks = (xml, ...marks) => (broken.isOn ? xml : real.withMarks(xml, ...marks));
  return { ...real, withMarks };
});
vi.mock("#core/document/document-html.ts", async (load) => {
  const real = await load<typeof import("#core/document/document-html.ts")>();
  const without = (html: string) => html.replaceAll(/<\/?(?:strong|em|u|s|mark|code|sup|sub)\b[^>]*>|<span[^>]*>|<\/span>/g, "");
  const documentToHtml: typeof real.documentToHtml = (...given) => (broken.isOn ? without : String)(real.documentToHtml(...given));
  return { ...real, documentToHtml };
});

beforeEach(() => void (broken.isOn = false));

async function noticeOf(format: DraftToExport["format"], document: Node, given?: Received): Promise<string | null> {
  const none = { changes: [], comments: [], leftComments: 0, since: null, appendix: [], pictures: new Map() };
  const received = given && {
    bytes: given.bytes,
    fileName: "a.docx",
    came: [],
    anchors: JSON.stringify(given.anchors),
    imported: JSON.stringify(jsonOf(given.document)),
  };
  const draft = { ...none, name: "Lease", language: "en", paper: "a4" as const, received: received ?? null, format };
  const made = await draftFile({ ...draft, document: JSON.stringify(jsonOf(document)) });
  expect(made).toMatchObject({ unwritable: null, fault: null, uncounted: null });
  return made.notice;
}

const { doc, paragraph, table, tableRow, tableHeader } = documentSchema.nodes;
const marks = "bold italic underline strike superscript subscript smallCaps caps highlight code".split(" ");
const marked = (name: string) => [
  documentSchema.text("Twelve letters "),
  documentSchema.text("here 12", [documentSchema.mark(name)]),
];
const said = "Not in this file: the formatting of about 1 word.";

describe.each(marks)("%s", (name) => {
  const document = doc.create(null, paragraph.create(null, marked(name)));

  test.each(["docx", "html"] as const)("is in a file as %s, or missed", async (format) => {
    expect(await noticeOf(format, document)).toBeNull();
    broken.isOn = true;
    expect(await noticeOf(format, document)).toBe(said);
  });

  test("is in the file that came, or missed", async () => {
    const given = await file(`<w:p><w:r>${t("Twelve letters here 12")}</w:r></w:p>`);
    expect(await noticeOf("docx", document, given)).toBeNull();
    broken.isOn = true;
    expect(await noticeOf("docx", document, given)).toBe(said);
  });
});

test("in heads of tables, links, notes and code nothing is missed that is there", async () => {
  const head = tableHeader.create(null, paragraph.create(null, marked("bold")));
  const given = markdownToDocument(
    "A **note**[^1] and [a *link*](https://law.example/).\n\n```\ncode 7\n```\n\n[^1]: In **bold**.",
  );
  const underlined = documentSchema.text("under", [
    documentSchema.mark("link", { href: "https://law.example/" }),
    documentSchema.mark("underline"),
  ]);
  const document = doc.create(null, [
    ...given.children,
    paragraph.create(null, underlined),
    table.create(null, tableRow.create(null, head)),
  ]);
  for (const format of ["docx", "html"] as const) expect(await noticeOf(format, document)).toBeNull();
});

test("formatting by a style of the file that came is not missed", async () => {
  const styled = (style: string, text: string) => `<w:r><w:rPr><w:rStyle w:val="${style}"/></w:rPr>${t(text)}</w:r>`;
  const styles = `<w:styles xmlns:w="w"><w:style w:type="character" w:styleId="Strong"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style><w:style w:type="character" w:styleId="More"><w:name w:val="More"/><w:basedOn w:val="Strong"/></w:style></w:styles>`;
  const given = await file(`<w:p><w:r>${t("Some ")}</w:r>${styled("Strong", "strong")}${styled("More", " words")}</w:p>`, [
    { name: "word/styles.xml", data: styles },
  ]);
  expect(given.document.textContent).toBe("Some strong words");
  expect(await noticeOf("docx", given.document, given)).toBeNull();
});
