/* Pictures in the Word file that a draft was made from: new ones are parts of it, its own keep their place. */
import { Transform } from "prosemirror-transform";
import { describe, expect, test } from "vitest";
import { fileImage } from "#core/document/document-image.ts";
import { documentSchema } from "#core/document/document-schema.ts";
import { openArchive } from "#server/files/zip.ts";
import { zipOf } from "#test/documents.ts";
import { differing, received, sent, type Received } from "#test/word-packages.ts";
import { bodyOf, section, t, who } from "#test/word-xml.ts";

const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const drawing = (width: number) =>
  `<w:drawing><wp:inline><wp:extent cx="${width}" cy="${width / 2}"/><wp:docPr id="1" name="x" descr="A plan"/><a:graphic><pic:pic><a:blip r:embed="rId1"/><a:ext cx="${width}" cy="${width / 2}"/></pic:pic></a:graphic></wp:inline></w:drawing>`;
const shown = (width: number) => `<w:p><w:r>${drawing(width)}</w:r></w:p>`;
const one = `<w:p><w:r>${t("One.")}</w:r></w:p>`;
const types = '<Types><Default Extension="png" ContentType="image/png"/></Types>';
const relations = '<Relationships><Relationship Id="rId1" Type="x/image" Target="media/a.png"/></Relationships>';

async function given(body: string): Promise<Received> {
  const xml = `<w:document xmlns:w="w" xmlns:r="r" xmlns:wp="p" xmlns:a="a" xmlns:pic="c"><w:body>${body}</w:body></w:document>`;
  const bytes = zipOf([
    { name: "[Content_Types].xml", data: types },
    { name: "word/document.xml", data: xml },
    { name: "word/_rels/document.xml.rels", data: relations },
    { name: "word/media/a.png", data: onePixel },
  ]);
  return (await received("a.docx", bytes))!;
}

const id = "01890a5d-ac96-774b-bcce-b302099a8057";
const pictures = new Map([[id, { type: "image/png" as const, width: 2, height: 1, bytes: onePixel }]]);
const image = (attrs: object = {}) =>
  documentSchema.nodes.image.create({ src: fileImage(id), alt: 'A "map"', width: 50, ...attrs });
const firstImage = ({ document }: Received) => {
  let at = -1;
  document.descendants((node, pos) => void (node.type.name === "image" && (at = pos)));
  return at;
};

describe("a new picture", () => {
  test("is a part of the file, and read back as it was", async () => {
    const file = await given(one + section);
    const current = new Transform(file.document).insert(file.document.content.size, image({ caption: "The map" })).doc;
    const made = await sent(file, { current, pictures });
    if ("unwritable" in made) throw new Error(made.unwritable);
    expect(differing(file.bytes, made.bytes).toSorted()).toEqual([
      "word/_rels/document.xml.rels",
      "word/document.xml",
      "word/media/stet1.png",
    ]);
    expect((await (await openArchive(Buffer.from(made.bytes))).head("word/media/stet1.png", 1e6))!.equals(onePixel)).toBe(true);
    const back = (await received("a.docx", Buffer.from(made.bytes)))!;
    expect(back.document.child(1).attrs).toMatchObject({ alt: 'A "map"', width: 50 });
    expect(back.document.child(2).textContent).toBe("The map");
  });

  test("tracked, its run and its break are marked; what can't be stored is refused", async () => {
    const file = await given(one + section);
    const current = new Transform(file.document).insert(file.document.content.size, image()).doc;
    const body = await bodyOf(await sent(file, { current, since: file.document, pictures }));
    expect(body).toContain(`<w:rPr><w:ins ${who}/></w:rPr></w:pPr><w:ins ${who}><w:r><w:drawing>`);
    expect(await sent(file, { current })).toEqual({ unwritable: "a picture that isn’t stored" });
  });
});

describe("a picture of the file", () => {
  const text = 9_026 * 635;

  test("comes in its size and with its description", async () => {
    const file = await given(one + shown(Math.round(text * 0.3)) + section);
    expect(file.document.child(1).attrs).toMatchObject({ width: 30, alt: "A plan" });
  });

  test("gets another size, in its proportions, or another description", async () => {
    const file = await given(one + shown(1_000_000) + section);
    const at = firstImage(file);
    const larger = new Transform(file.document).setNodeAttribute(at, "width", 50).doc;
    const wide = Math.round(text / 2);
    const body = await bodyOf(await sent(file, { current: larger }));
    expect(body).toContain(`<wp:extent cx="${wide}" cy="${Math.round(wide / 2)}"/>`);
    expect(body).toContain(`<a:ext cx="${wide}" cy="${Math.round(wide / 2)}"/>`);
    const told = new Transform(file.document).setNodeAttribute(at, "alt", "A <site> plan").doc;
    expect(await bodyOf(await sent(file, { current: told }))).toBe(
      one + shown(1_000_000).replace("A plan", "A &lt;site&gt; plan") + section,
    );
  });

  test("goes with its paragraph, or is marked as deleted", async () => {
    const file = await given(one + shown(1_000_000) + section);
    const at = firstImage(file);
    const current = new Transform(file.document).delete(at, at + 1).doc;
    expect(await bodyOf(await sent(file, { current }))).toBe(one + section);
    expect(await bodyOf(await sent(file, { current, since: file.document }))).toContain(
      `<w:del ${who}><w:r>${drawing(1_000_000)}</w:r></w:del>`,
    );
  });
});
