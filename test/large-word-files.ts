/* Word files with excessive amounts of one thing, as a counterpart could send. */
import { docxParts, zipOf } from "./documents.ts";

const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const by = (id: number) => `w:id="${id}" w:author="Counter Part" w:date="2025-03-01T10:${String(id % 60).padStart(2, "0")}:00Z"`;
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (inside: string) => `<w:p>${inside}</w:p>`;
const times = (count: number, make: (i: number) => string) => Array.from({ length: count }, (_, i) => make(i)).join("");

function fileOf(body: string, parts: { name: string; relation: string; data: string }[] = []): Buffer {
  const document = `<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`;
  const relations = parts
    .map(
      ({ name, relation }, i) =>
        `<Relationship Id="rIdX${i}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${relation}" Target="${name}"/>`,
    )
    .join("");
  const plain = docxParts(["x"]).filter(({ name }) => !/word\/(?:document\.xml|_rels)/.test(name));
  return zipOf([
    ...plain,
    { name: "word/document.xml", data: document },
    {
      name: "word/_rels/document.xml.rels",
      data: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations}</Relationships>`,
    },
    ...parts.map(({ name, data }) => ({ name: `word/${name}`, data })),
  ]);
}

export function withChanges(count: number): Buffer {
  const change = (i: number) =>
    i % 2 === 0
      ? `<w:ins ${by(i)}>${run("further ")}</w:ins>`
      : `<w:del ${by(i)}><w:r><w:delText xml:space="preserve">the old </w:delText></w:r></w:del>`;
  return fileOf(
    times(count / 10, (i) =>
      paragraph(times(10, (j) => run(`Word ${(i * 7919 + j * 104_729) % 1_000_003} of it. `) + change(i * 10 + j))),
    ),
  );
}

/** Every paragraph mark is a tracked insertion, so they were all one paragraph. */
export function withSplits(count: number): Buffer {
  return fileOf(
    times(count, (i) => paragraph(`<w:pPr><w:rPr><w:ins ${by(i)}/></w:rPr></w:pPr>${run("Some words.")}`)) + paragraph(run("End.")),
  );
}

/** `areOpen`: all begin before the first word and never end. */
export function withComments(count: number, { areOpen = false } = {}): Buffer {
  const start = (i: number) => `<w:commentRangeStart w:id="${i}"/>`;
  const end = (i: number) => `<w:commentRangeEnd w:id="${i}"/><w:r><w:commentReference w:id="${i}"/></w:r>`;
  const body = areOpen
    ? paragraph(times(count, start)) + times(2_000, () => paragraph(run("Some words that are commented on.")))
    : times(count, (i) => paragraph(start(i) + run("Some words.") + end(i)));
  const comments = times(count, (i) => `<w:comment ${by(i)}>${paragraph(run("Is this so?"))}</w:comment>`);
  return fileOf(body, [
    { name: "comments.xml", relation: "comments", data: `<w:comments xmlns:w="${word}">${comments}</w:comments>` },
  ]);
}

export function withFootnotes(count: number): Buffer {
  const body = times(count, (i) => paragraph(`${run("Some words.")}<w:r><w:footnoteReference w:id="${i + 1}"/></w:r>`));
  const notes = times(count, (i) => `<w:footnote w:id="${i + 1}">${paragraph(run("See there."))}</w:footnote>`);
  return fileOf(body, [
    { name: "footnotes.xml", relation: "footnotes", data: `<w:footnotes xmlns:w="${word}">${notes}</w:footnotes>` },
  ]);
}

/** Ten columns; all cells below the first row are merged with those above. */
export function withMergedCells(count: number): Buffer {
  const cell = (row: number, column: number) =>
    `<w:tc><w:tcPr><w:vMerge${row === 0 ? ' w:val="restart"' : ""}/></w:tcPr>${paragraph(run(`Cell ${(row * 7919 + column * 104_729) % 1_000_003}`))}</w:tc>`;
  return fileOf(
    `<w:tbl>${times(count / 10, (row) => `<w:tr>${times(10, (column) => cell(row, column))}</w:tr>`)}</w:tbl>${paragraph(run("End."))}`,
  );
}

export function withNestedTables(depth: number): Buffer {
  const open = "<w:tbl><w:tr><w:tc>".repeat(depth);
  return fileOf(`${open}${paragraph(run("Deep."))}${`</w:tc></w:tr></w:tbl>`.repeat(depth)}`);
}

/** Cross-references to `count` clauses, each with changes beside it. */
export function withReferences(count: number): Buffer {
  const field = (i: number) =>
    `<w:fldSimple w:instr=" REF _Ref${i} \\r \\h ">${run(String(i))}</w:fldSimple><w:ins ${by(i)}>${run("new ")}</w:ins>`;
  const heading = (i: number) =>
    paragraph(
      `<w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:bookmarkStart w:id="${i}" w:name="_Ref${i}"/>${run("A title")}<w:bookmarkEnd w:id="${i}"/>`,
    );
  return fileOf(times(count, (i) => heading(i) + paragraph(run("As in ") + field(i))));
}

export const largeWordFiles: readonly { what: string; make: () => Buffer }[] = [
  { what: "40,000 tracked changes", make: () => withChanges(40_000) },
  { what: "20,000 paragraphs that were one", make: () => withSplits(20_000) },
  { what: "40,000 comments", make: () => withComments(40_000) },
  { what: "40,000 comments without an end", make: () => withComments(40_000, { areOpen: true }) },
  { what: "5,000 footnotes", make: () => withFootnotes(5_000) },
  { what: "20,000 cells merged downwards", make: () => withMergedCells(20_000) },
  { what: "tables within tables, 400 deep", make: () => withNestedTables(400) },
  { what: "5,000 references with changes", make: () => withReferences(5_000) },
];
