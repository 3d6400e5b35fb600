/* A PDF tells screen readers what is a heading, a list, a table, a note, a link or a picture, read back with pdf.js. */
import { getDocumentProxy } from "unpdf";
import { beforeAll, describe, expect, test } from "vitest";
import { fileImage } from "#core/document/document-image.ts";
import { documentSchema } from "#core/document/document-schema.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Node } from "prosemirror-model";
import { pdfBlocks } from "./pdf-blocks.ts";
import { renderPdf } from "./pdf.ts";

const { nodes } = documentSchema;

type Struct = { role?: string; alt?: string; type?: string; id?: string; children?: Struct[] };
type Page = { getStructTree(): Promise<Struct | null>; getTextContent(options: object): Promise<{ items: unknown[] }> };
type Item = { type?: string; id?: string; str?: string };
/** Role, alternative text, and words or what is inside. */
type Read = string | [role: string, ...Read[]];

async function taggedPage(page: Page): Promise<{ tree: Read[]; aside: string; roles: Map<string, number> }> {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const words = new Map<string, string>();
  const open: (string | undefined)[] = [];
  const roles = new Map<string, number>();
  let aside = "";
  for (const { type = "", id, str = "" } of items as Item[]) {
    if (type.startsWith("beginMarkedContent")) open.push(id);
    else if (type === "endMarkedContent") open.pop();
    else if (open.at(-1) === undefined) aside += str;
    else words.set(open.at(-1)!, (words.get(open.at(-1)!) ?? "") + str);
  }
  const read = (struct: Struct): Read[] => {
    // pdf.js gives a space at the end of one stretch to the next.
    if (struct.type === "content") return [(words.get(struct.id!) ?? "").trim()];
    // Every word of a link has an annotation of its own.
    if (struct.type !== undefined) return ["(link)"];
    roles.set(struct.role!, (roles.get(struct.role!) ?? 0) + 1);
    const inside = (struct.children ?? []).flatMap(read).filter((one, i, list) => one !== "(link)" || list[i - 1] !== one);
    return [[struct.role!, ...(struct.alt === undefined ? [] : [`alt: ${struct.alt.trim()}`]), ...inside]];
  };
  return { tree: read((await page.getStructTree()) ?? { role: "none" }), aside, roles };
}

async function tagged(document: Node, options: Parameters<typeof pdfBlocks>[1] = {}, language: string | null = null) {
  const content = pdfBlocks(document, options);
  const { bytes } = await renderPdf(null, { title: "The lease", createdAt: new Date(0), content, language });
  const pdf = await getDocumentProxy(bytes);
  const pages = [];
  for (let number = 1; number <= pdf.numPages; number++)
    pages.push(await taggedPage((await pdf.getPage(number)) as unknown as Page));
  return { pdf, pages, body: ((pages[0]!.tree[0] as Read[])[1] as Read[]).slice(1) };
}

const all = markdownToDocument(
  [
    "# Lease",
    "The rent is due[^1]; see [the law](https://law.example/) and **pay**.",
    "## Term",
    "1) It begins\n   1) in May",
    "- one\n- two",
    "3. three\n4. four",
    "> Said.",
    "| A | B |\n| --- | --- |\n| c | d |",
    "***",
    "حكم (أول)",
    "[^1]: A note.",
  ].join("\n\n"),
);

describe("each kind of block", () => {
  let read: Awaited<ReturnType<typeof tagged>>;
  beforeAll(async () => {
    read = await tagged(all, {}, "sv");
  });

  test("the file says that it is tagged, its language and its title", async () => {
    const { pdf } = read;
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    expect(await pdf.getViewerPreferences()).toMatchObject({ DisplayDocTitle: true });
    expect((await pdf.getMetadata()).info).toMatchObject({ Language: "sv", Title: "The lease" });
  });

  test("headings, notes where they are cited, links with their annotations, lists with their numbers, tables", () => {
    expect(read.body).toEqual([
      ["H1", "Lease"],
      [
        "P",
        "The rent is due",
        ["Link", "1", "(link)"],
        ["Note", ["Lbl", "1"], ["P", "A note."]],
        "; see",
        ["Link", "the law", "(link)"],
        "and pay.",
      ],
      ["H2", "Term"],
      ["L", ["LI", ["Lbl", "1."], ["LBody", ["P", "It begins"], ["L", ["LI", ["Lbl", "1.1"], ["LBody", ["P", "in May"]]]]]]],
      ["L", ["LI", ["LBody", ["P", "one"]]], ["LI", ["LBody", ["P", "two"]]]],
      ["L", ["LI", ["Lbl", "3."], ["LBody", ["P", "three"]]], ["LI", ["Lbl", "4."], ["LBody", ["P", "four"]]]],
      ["BlockQuote", ["P", "Said."]],
      ["Table", ["TR", ["TH", ["P", "A"]], ["TH", ["P", "B"]]], ["TR", ["TD", ["P", "c"]], ["TD", ["P", "d"]]]],
      // Its glyphs are in the order of the page, its words in their own.
      ["P", ["Span", "alt: حكم (أول)", expect.any(String)]],
    ]);
  });

  test("page numbers and the title below the text are not read", () => {
    expect(read.pages[0]!.aside.replaceAll(/\s+/g, " ")).toMatch(/The lease ?1 \/ 1/);
  });
});

test("a picture has its description, and its caption behind it", async () => {
  const file = uuidv7();
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const picture = (attrs: object) => nodes.image.create({ src: fileImage(file), width: 50, ...attrs });
  const document = nodes.doc.create(null, [picture({ alt: "A plan", caption: "The plan" }), picture({ alt: "" })]);
  const pictures = new Map([[file, { type: "image/png" as const, width: 1, height: 1, bytes: png }]]);
  const { body } = await tagged(document, { pictures });
  expect(body).toEqual([
    ["Figure", "alt: A plan", ""],
    ["Caption", "The plan"],
    ["Figure", "alt: No description", ""],
  ]);
});

test("a paragraph over two pages is one, a link over two lines is whole, and the head of a table is read once", async () => {
  const long = "A sentence that fills the page, as clauses do. ".repeat(90);
  const rows = Array.from({ length: 60 }, (_, i) => `| Row${i} | words |`).join("\n");
  const { pages } = await tagged(
    markdownToDocument(
      `${long}[${"a link with many words ".repeat(8)}](https://law.example/)\n\n| Head | B |\n| --- | --- |\n${rows}`,
    ),
  );
  expect(pages.length).toBeGreaterThan(2);
  const count = (role: string) => pages.reduce((sum, { roles }) => sum + (roles.get(role) ?? 0), 0);
  const said = JSON.stringify(pages.map(({ tree }) => tree));
  expect(said.match(/Head/g)).toHaveLength(1);
  expect(said.match(/Row\d+/g)).toHaveLength(60);
  expect(count("Link")).toBeGreaterThan(1);
});
