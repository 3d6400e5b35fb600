/* A draft goes back as the Word file it was made from: only what was changed is written, in place. */
import { describe, expect, test } from "vitest";
import { anchorAt } from "#core/comments/comment-anchor.ts";
import type { Comment } from "#core/comments/comment.ts";
import type { AuthoredPatch } from "#core/changes/changes-since.ts";
import { documentOf, documentSchema } from "#core/document/document-schema.ts";
import { jsonOf } from "#core/document/document-schema.ts";
import { documentText } from "#core/document/document-text.ts";
import { zipOf } from "#test/documents.ts";
import { bodyOf, clause, control, del, eve, file, ins, look, part, section, t, who } from "#test/word-xml.ts";
import { openArchive } from "../../files/zip.ts";
import { textOf } from "./package-parts.ts";
import { applied, differing, me, received, sent, withoutBlock, withParagraph, type Received } from "#test/word-packages.ts";

function patch({ document }: Received, word: string, replacement: string): AuthoredPatch {
  const start = documentText(document).text.indexOf(word);
  return { original: word, replacement, summary: "", place: { start, end: start + word.length }, ...me };
}

const before = `<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r></w:p>${control}`;

describe("of the file, only what was changed is written", () => {
  const text = `${before}${clause(`<w:bookmarkStart w:name="b"/><w:r>${look}<w:t>The rent &amp; costs are due.</w:t></w:r>`)}${section}`;

  test("untouched, it is the same bytes", async () => {
    const given = await file(text);
    const made = await sent(given, {});
    expect("bytes" in made && Buffer.from(made.bytes).equals(given.bytes)).toBe(true);
  });

  test("a template goes back as a document, unless it came under a document's name", async () => {
    const type = (kind: string) => `<Types><Override ContentType="application/wordprocessingml.${kind}.main+xml"/></Types>`;
    const parts = [
      { name: "[Content_Types].xml", data: type("template") },
      { name: "word/document.xml", data: part(text) },
    ];
    const untouched = async (name: string) => {
      const given = (await received(name, zipOf(parts)))!;
      const made = await sent(given, {});
      return "bytes" in made ? differing(given.bytes, made.bytes) : made;
    };
    expect(await untouched("a.dotx")).toEqual(["[Content_Types].xml"]);
    expect(await untouched("a.docx")).toEqual([]);
  });

  test("a file with macros goes back as a document without them, and with everything else", async () => {
    const type = "application/vnd.ms-word.document.macroEnabled.main+xml";
    const own = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
    const picture = '<Override PartName="/word/embeddings/sheet.bin" ContentType="x/sheet"/>';
    const styles = '<Relationship Id="r2" Type="x/styles" Target="styles.xml"/>';
    const types = (main: string, macros: string, data: string) =>
      `<Types>${macros}<Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${main}"/>${data}${picture}</Types>`;
    const relations = (...inner: string[]) => `<Relationships>${inner.join("")}</Relationships>`;
    const parts = [
      {
        name: "[Content_Types].xml",
        data: types(
          type,
          '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>',
          '<Override PartName="/word/vbaData.xml" ContentType="application/vnd.ms-word.vbaData+xml"/>',
        ),
      },
      { name: "word/document.xml", data: part(text) },
      { name: "word/styles.xml", data: '<w:styles xmlns:w="w"/>' },
      { name: "word/embeddings/sheet.bin", data: "a sheet" },
      { name: "word/vbaProject.bin", data: "macros" },
      { name: "word/vbaData.xml", data: "<a/>" },
      {
        name: "word/_rels/document.xml.rels",
        data: relations('<Relationship Id="r1" Type="x/vbaProject" Target="vbaProject.bin"></Relationship>', styles),
      },
      {
        name: "word/_rels/vbaProject.bin.rels",
        data: relations('<Relationship Id="r1" Type="x/wordVbaData" Target="vbaData.xml"/>'),
      },
    ];
    const given = (await received("a.docm", zipOf(parts)))!;
    const untouched = await sent(given, {});
    const [list, of] = ["[Content_Types].xml", "word/_rels/document.xml.rels"];
    const gone = ["word/vbaProject.bin", "word/vbaData.xml", "word/_rels/vbaProject.bin.rels"];
    if (!("bytes" in untouched)) throw new Error(untouched.unwritable);
    expect(differing(given.bytes, untouched.bytes)).toEqual([list, ...gone.slice(0, 2), of, gone[2]]);
    const archive = await openArchive(Buffer.from(untouched.bytes));
    expect(archive.names.filter((name) => gone.includes(name))).toEqual([]);
    expect(await textOf(archive, list)).toBe(types(own, "", ""));
    expect(await textOf(archive, of)).toBe(relations(styles));
    const proposed = await sent(given, { proposed: [patch(given, "costs", "outlay")] });
    expect(await bodyOf(proposed)).toContain(del(look, "costs") + ins(look, "outlay"));
    // Without a type of its own, the sheet would have been one of the macros.
    const untyped = zipOf(parts.map(({ name, data }) => ({ name, data: data.replace(picture, "") })));
    expect(await sent((await received("a.docm", untyped))!, {})).toEqual({ unwritable: "macros" });
  });

  test("an unexpected fault is thrown, not taken for a change that can't be written", async () => {
    const given = await file(text);
    await expect(sent({ ...given, bytes: Buffer.from("no archive") }, {})).rejects.toThrow();
  });

  test("a proposed word is one deletion and one insertion in the formatting of its neighbours", async () => {
    const given = await file(text);
    const made = await sent(given, { proposed: [patch(given, "costs", "outlay")] });
    const r = (inner: string) => `<w:r>${look}${t(inner)}</w:r>`;
    const runs = `${r("The rent &amp; ")}${del(look, "costs")}${ins(look, "outlay")}${r(" are due.")}`;
    expect(await bodyOf(made)).toBe(`${before}${clause(`<w:bookmarkStart w:name="b"/>${runs}`)}${section}`);
    expect("bytes" in made && differing(given.bytes, made.bytes)).toEqual(["word/document.xml"]);
  });

  test("a word over several runs is one deletion, with the bookmark within it", async () => {
    const bookmark = '<w:bookmarkStart w:name="b"/><w:bookmarkEnd/>';
    const given = await file(
      `<w:p><w:r>${look}${t("The co")}</w:r>${bookmark}<w:r>${t("sts")}</w:r><w:r>${t(" are due.")}</w:r></w:p>`,
    );
    const gone = `<w:del ${who}><w:r>${look}${t("co", "delText")}</w:r>${bookmark}<w:r>${t("sts", "delText")}</w:r></w:del>`;
    expect(await bodyOf(await sent(given, { proposed: [patch(given, "costs", "outlay")] }))).toBe(
      `<w:p><w:r>${look}${t("The ")}</w:r>${gone}${ins("", "outlay")}<w:r>${t(" are due.")}</w:r></w:p>`,
    );
  });

  test("a field in another's instruction is not text, stays beside what changes, and goes with the other's result", async () => {
    const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const instruction = (words: string) => `<w:r><w:instrText xml:space="preserve">${words}</w:instrText></w:r>`;
    const inner = `${mark("begin")}${instruction("MERGEFIELD Sex")}${mark("separate")}<w:r>${t("male")}</w:r>${mark("end")}`;
    const outer = `${mark("begin")}${instruction('IF "')}${inner}${instruction('"="male" "his" "her"')}${mark("separate")}<w:r>${t("his")}</w:r>${mark("end")}`;
    const around = (words: string, field: string) => `<w:p><w:r>${t("Paid to ")}</w:r>${field}<w:r>${t(words)}</w:r></w:p>`;
    // What no field ends hides no words of the paragraphs after it, whatever fields they hold.
    const unended = `<w:p>${mark("begin")}<w:r>${t("Open.")}</w:r></w:p><w:p>${mark("begin")}${instruction("DATE")}${mark("separate")}<w:r>${t("Today.")}</w:r>${mark("end")}</w:p>`;
    const given = await file(`${around(" nephew.", outer)}${unended}`);
    expect(documentText(given.document).text).toBe("Paid to his nephew.\n\nOpen.\n\nToday.");

    const changed = applied(given.document, [patch(given, "nephew", "estate")]);
    expect(await bodyOf(await sent(given, { current: changed }))).toBe(`${around(" estate.", outer)}${unended}`);
    const without = applied(given.document, [patch(given, "his ", "")]);
    expect(await bodyOf(await sent(given, { current: without }))).toBe(
      `<w:p><w:r>${t("Paid to ")}</w:r><w:r>${t("nephew.")}</w:r></w:p>${unended}`,
    );
  });

  test("a second paragraph of an item is like its first, without the number", async () => {
    const numbers =
      '<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="4"><w:abstractNumId w:val="1"/></w:num></w:numbering>';
    const item = `<w:p><w:pPr><w:pStyle w:val="Item"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="4"/></w:numPr></w:pPr><w:r>${look}${t("Goods")}</w:r></w:p>`;
    const given = await file(`${item}<w:p><w:r>${t("End.")}</w:r></w:p>`, [{ name: "word/numbering.xml", data: numbers }]);
    const current = withParagraph(given.document, 0, "More of it.");
    const made = await sent(given, { current });
    expect(await bodyOf(made)).toContain(
      `${item}<w:p><w:pPr><w:pStyle w:val="Item"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr><w:ind w:left="567"/></w:pPr><w:r>${look}${t("More of it.")}</w:r></w:p>`,
    );
    const back = (await received("a.docx", Buffer.from("bytes" in made ? made.bytes : "")))!;
    expect(jsonOf(back.document)).toEqual(jsonOf(current));
  });

  test("a typed word stays in its run; with everything since the import tracked, it is marked", async () => {
    const given = await file(text);
    const current = applied(given.document, [patch(given, "costs", "outlay < 5")]);
    const typed = `<w:r>${look}${t("The rent &amp; outlay &lt; 5 are due.")}</w:r>`;
    expect(await bodyOf(await sent(given, { current }))).toBe(
      `${before}${clause(`<w:bookmarkStart w:name="b"/>${typed}`)}${section}`,
    );
    const tracked = await bodyOf(await sent(given, { current, since: given.document }));
    expect(tracked).toContain(`${del(look, "costs")}${ins(look, "outlay &lt; 5")}`);
  });

  test("a new paragraph is made like its neighbour, but no section ends in it", async () => {
    const ending = `<w:p><w:pPr><w:pStyle w:val="Clause"/>${section}</w:pPr><w:r>${look}<w:t>The end.</w:t></w:r></w:p>`;
    const given = await file(`${before}${ending}<w:p/>`);
    const current = withParagraph(given.document, documentText(given.document).text.indexOf("The end"), "More.");
    const made = (mark: string) => `<w:p><w:pPr><w:pStyle w:val="Clause"/>${mark}</w:pPr>`;
    const run = `<w:r>${look}${t("More.")}</w:r>`;
    expect(await bodyOf(await sent(given, { current }))).toBe(`${before}${ending}${made("")}${run}</w:p><w:p/>`);
    const mark = `<w:rPr><w:ins ${who}/></w:rPr>`;
    expect(await bodyOf(await sent(given, { current, since: given.document }))).toBe(
      `${before}${ending}${made(mark)}<w:ins ${who}>${run}</w:ins></w:p><w:p/>`,
    );
  });

  test("a removed paragraph goes, or is marked with its break; the end of a section stays", async () => {
    const given = await file(text);
    const at = documentText(given.document).text.indexOf("The rent");
    const current = withoutBlock(given.document, at);
    expect(await bodyOf(await sent(given, { current }))).toBe(`${before}${section}`);
    const struck = await bodyOf(await sent(given, { current, since: given.document }));
    expect(struck).toContain(`<w:pStyle w:val="Clause"/><w:rPr><w:del ${who}/></w:rPr></w:pPr>`);
    expect(struck).toContain(del(look, "The rent &amp; costs are due."));
  });

  test("words made bold keep the rest of their formatting; tracked, they say what it was", async () => {
    const given = await file(text);
    const json = JSON.stringify(given.document.toJSON()).replace('"text":"The rent', '"marks":[{"type":"bold"}],"text":"The rent');
    const current = documentOf(JSON.parse(json))!;
    const bold = '<w:rPr><w:rFonts w:ascii="Garamond"/><w:b/><w:color w:val="FF0000"/>';
    const words = t("The rent &amp; costs are due.");
    expect(await bodyOf(await sent(given, { current }))).toContain(`<w:r>${bold}</w:rPr>${words}</w:r>`);
    expect(await bodyOf(await sent(given, { current, since: given.document }))).toContain(
      `<w:r>${bold}<w:rPrChange ${who}>${look}</w:rPrChange></w:rPr>${words}</w:r>`,
    );
  });

  test("what has no place in the file is refused", async () => {
    const given = await file(text);
    const { doc, horizontalRule } = documentSchema.nodes;
    const current = doc.create(null, [...given.document.children, horizontalRule.create()]);
    expect(await sent(given, { current })).toEqual({ unwritable: "a new horizontal line" });
  });
});

describe("comments", () => {
  const said = (id: string, author: string, text: string, createdAt: string): Comment => ({
    id,
    author,
    text,
    createdAt,
    isMine: false,
    isDeleted: false,
    mayDelete: false,
    editedAt: null,
  });
  const body = `<w:p><w:commentRangeStart w:id="4"/><w:r><w:t>The rent</w:t></w:r><w:commentRangeEnd w:id="4"/><w:r><w:commentReference w:id="4"/></w:r><w:r><w:t xml:space="preserve"> is due.</w:t></w:r></w:p>${section}`;
  const theirs = `<w:comments xmlns:w="w"><w:comment w:id="4" w:author="Eve" w:date="2026-01-02T00:00:00Z"><w:p><w:r><w:t>Why?</w:t></w:r></w:p></w:comment></w:comments>`;
  const related = (type: string) =>
    `<Relationships><Relationship Id="rId1" Type="x/${type}" Target="${type}.xml"/></Relationships>`;
  const rest = (relations: string) => [
    { name: "[Content_Types].xml", data: "<Types></Types>" },
    { name: "word/_rels/document.xml.rels", data: relations },
  ];

  test("that came stay; a reply and the state of the thread are added to their parts", async () => {
    const given = await file(body, [{ name: "word/comments.xml", data: theirs }, ...rest(related("comments"))]);
    expect(given.comments).toHaveLength(1);
    const untouched = await sent(given, {});
    expect("bytes" in untouched && Buffer.from(untouched.bytes).equals(given.bytes)).toBe(true);

    const [thread] = given.comments;
    const reply = said("2", "Grace", "Because <it> is.\nSo.", "2026-02-01T10:00:00.000Z");
    const comments = [{ ...thread!, isResolved: true, comments: [...thread!.comments, reply] }];
    const made = await sent(given, { comments });
    expect(await bodyOf(made)).toContain("<w:r><w:t>The rent</w:t></w:r>");
    const again = await received("a.docx", Buffer.from("bytes" in made ? made.bytes : ""));
    expect(
      again!.comments.map(({ anchor, isResolved, comments: all }) => [
        anchor.quote,
        isResolved,
        all.map(({ author, text }) => [author, text]),
      ]),
    ).toEqual([
      [
        "The rent",
        true,
        [
          ["Eve", "Why?"],
          ["Grace", "Because <it> is.\nSo."],
        ],
      ],
    ]);
    expect("bytes" in made && differing(given.bytes, made.bytes).toSorted()).toEqual([
      "[Content_Types].xml",
      "word/_rels/document.xml.rels",
      "word/comments.xml",
      "word/commentsExtended.xml",
      "word/document.xml",
    ]);
    expect(await sent(given, { comments: [] })).toEqual({ unwritable: "a deleted comment" });
  });

  test("that are new are on their words, beside what is proposed there", async () => {
    const given = await file(
      body.replaceAll(/<w:comment\w+ w:id="4"\/>/g, "").replace("<w:r></w:r>", ""),
      rest("<Relationships></Relationships>"),
    );
    const { text } = documentText(given.document);
    const start = text.indexOf("rent is");
    const anchor = anchorAt(text, { start, end: start + "rent is".length });
    const thread = {
      id: "1",
      anchor,
      isResolved: false,
      mayResolve: true,
      comments: [said("1", "Grace", "Which?", "2026-02-01T10:00:00.000Z")],
    };
    const made = await sent(given, { comments: [thread], proposed: [patch(given, "due", "owed")] });
    const again = await received("a.docx", Buffer.from("bytes" in made ? made.bytes : ""));
    expect(documentText(again!.document).text).toBe(text);
    expect(again!.changes).toMatchObject([{ original: "due", replacement: "owed" }]);
    expect(again!.comments).toMatchObject([{ anchor: { quote: "rent is" }, comments: [{ author: "Grace", text: "Which?" }] }]);
  });
});

describe("changes that came with the file", () => {
  const eves = `<w:r><w:t xml:space="preserve">Pay EUR 1</w:t></w:r>${del("", "0", eve)}${ins("<w:rPr><w:i/></w:rPr>", "5", eve)}<w:r><w:t xml:space="preserve">0 now. </w:t></w:r>`;
  const more = `${ins("", "And ", eve)}<w:r><w:t>the rest.</w:t></w:r>`;
  const text = clause(eves) + clause(more);

  test("are byte for byte as they came while they are undecided, next to what is new", async () => {
    const given = await file(text);
    expect(given.changes).toHaveLength(2);
    const made = await bodyOf(await sent(given, { proposed: [patch(given, "now", "soon")] }));
    expect(made).toContain(
      `Pay EUR 1</w:t></w:r>${del("", "0", eve)}${ins("<w:rPr><w:i/></w:rPr>", "5", eve)}<w:r>${t("0 ")}</w:r>`,
    );
    expect(made).toContain(`${del("", "now")}${ins("", "soon")}`);
    expect(made.endsWith(clause(more))).toBe(true);
  });

  test("are resolved in the file once they are decided", async () => {
    const given = await file(text);
    const current = applied(given.document, given.changes);
    const accepted = await bodyOf(await sent(given, { current, decision: "accepted" }));
    expect(accepted).not.toMatch(/<w:(?:ins|del)\b/);
    expect(accepted).toContain(`<w:r><w:rPr><w:i/></w:rPr>${t("5")}</w:r>`);
    const rejected = await bodyOf(await sent(given, { decision: "rejected" }));
    expect(rejected).not.toMatch(/<w:(?:ins|del)\b/);
    expect(rejected).toContain(`<w:r>${t("0")}</w:r>`);
  });

  const whole = `<w:p><w:pPr><w:rPr><w:ins ${eve}/></w:rPr></w:pPr>${ins("", "A whole clause.", eve)}</w:p>`;
  const [first, last] = [clause(`<w:r>${t("One.")}</w:r>`), clause(`<w:r>${t("Two.")}</w:r>`)];
  test.each([
    ["first", whole + first + last],
    ["in the middle", first + whole + last],
    ["last", first + last + whole],
    ["twice", first + whole + whole.replace("A whole", "Another whole") + last],
  ])("a whole paragraph, %s, goes or stays as it was decided", async (_, body) => {
    const given = await file(body);
    const current = applied(given.document, given.changes);
    const wordsOf = (xml: string) => xml.replaceAll(/<[^>]*>/g, "");
    const all = wordsOf(body);
    expect(await bodyOf(await sent(given, {}))).toBe(body);
    const rejected = await bodyOf(await sent(given, { decision: "rejected" }));
    expect(rejected).not.toMatch(/<w:(?:ins|del)\b/);
    expect(wordsOf(rejected)).toBe("One.Two.");
    const accepted = await bodyOf(await sent(given, { current, decision: "accepted" }));
    expect(accepted).not.toMatch(/<w:(?:ins|del)\b/);
    expect(wordsOf(accepted)).toBe(all);
    expect(await bodyOf(await sent(given, { current, since: given.document, decision: "accepted" }))).toBe(body);
    // With another word of the paragraph beside it changed, it is there once, and still theirs.
    const proposed = await bodyOf(await sent(given, { proposed: [patch(given, "One", "First")] }));
    expect(wordsOf(proposed).match(/whole clause/g)).toHaveLength(all.match(/whole clause/g)!.length);
    expect(proposed).toContain(`<w:ins ${eve}><w:r>${t("A whole clause.")}</w:r></w:ins>`);
  });

  test("stay tracked, with their author, if everything since the import is sent", async () => {
    const given = await file(text);
    const current = applied(given.document, given.changes);
    expect(await bodyOf(await sent(given, { current, since: given.document, decision: "accepted" }))).toBe(text);
  });
});
