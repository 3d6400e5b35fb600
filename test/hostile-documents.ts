/*
 * Hostile documents: built from the schema's own nodes, so that many are accepted, with markup, code, or a table of a
 * million columns in their attributes, marks and text.
 */
import * as fc from "fast-check";

const hostileText = fc.constantFrom(
  '1><img src=x onerror=alert(1)>"',
  "</p></td></table><script>alert(1)</script>",
  "<plaintext>",
  "]]><!--",
  '" onmouseover="alert(1)',
  "&lt;b&gt;&#60;i&#62;",
  "javascript:alert(1)",
  "\u0000\ud800\uffff\u202e",
  "$&`$'{{7*7}}",
  "\\end{x}\n\n# *a* [b](javascript:c) <u>",
  "word ".repeat(40),
  " ".repeat(300),
  "|".repeat(60),
);
const text = fc.oneof({ weight: 3, arbitrary: fc.string({ minLength: 1, maxLength: 12 }) }, { weight: 2, arbitrary: hostileText });
const hostile = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, -1, 0, 1.5, 7, 101, 3_000_000, Number.MAX_SAFE_INTEGER, "1", "", true, [1], { a: 1 }, [
    "__proto__",
  ]),
);
const right = (value: fc.Arbitrary<unknown>) => fc.oneof({ weight: 24, arbitrary: value }, { weight: 1, arbitrary: hostile });
const id = fc.constantFrom<unknown>(null, "a", "b_1", "Z".repeat(36));
const file = "/api/documents/01890a5d-ac96-774b-bcce-b302099a8057/view";

const marks = fc.uniqueArray(
  fc.oneof(
    fc.constantFrom("bold", "italic", "underline", "strike", "code").map((type) => ({ type })),
    right(fc.constantFrom("https://a.example/?q=<b>&x=\"y'", "#at-a", "mailto:a@b.example", "tel:1")).map((href) => ({
      type: "link",
      attrs: { href },
    })),
  ),
  { maxLength: 2, selector: ({ type }) => type },
);

const words = fc.record({ type: fc.constant("text"), text }, { requiredKeys: ["type", "text"] });
const markedWords = fc.tuple(words, marks).map(([node, on]) => (on.length > 0 ? Object.assign(node, { marks: on }) : node));
const reference = right(fc.constantFrom("a", "b_1", "gone")).map((target) => ({ type: "reference", attrs: { target } }));
const hardBreak = fc.constant({ type: "hardBreak" });
const noteContent = fc.array(fc.oneof(words, hardBreak, reference), { maxLength: 3 });
const footnote = fc.tuple(right(id), noteContent).map(([one, content]) => ({ type: "footnote", attrs: { id: one }, content }));
const inline = fc.array(fc.oneof({ weight: 5, arbitrary: markedWords }, hardBreak, reference, footnote), { maxLength: 4 });
const paragraph = inline.map((content) => ({ type: "paragraph", content }));
const heading = fc
  .tuple(right(fc.integer({ min: 1, max: 6 })), right(id), inline)
  .map(([level, one, content]) => ({ type: "heading", attrs: { level, id: one }, content }));
const image = fc
  .tuple(
    right(fc.constantFrom(file, "https://p.example/a.png?<b>")),
    right(text),
    right(text),
    right(fc.constantFrom(25, 50, 75, 100)),
  )
  .map(([src, alt, caption, width]) => ({ type: "image", attrs: { src, alt, caption, width } }));
const codeBlock = fc.array(words, { maxLength: 1 }).map((content) => ({ type: "codeBlock", content }));
const unknownNode = fc.tuple(hostileText, hostile).map(([type, value]) => ({ type, attrs: { value }, content: value }));

const { block } = fc.letrec<{ block: unknown }>((tie) => {
  const blocks = fc.array(tie("block"), { minLength: 1, maxLength: 3 });
  const item = fc
    .tuple(paragraph, fc.array(tie("block"), { maxLength: 2 }))
    .map(([first, rest]) => [first as unknown].concat(rest));
  const items = fc.array(item, { minLength: 1, maxLength: 3 });
  const span = right(fc.integer({ min: 1, max: 3 }));
  const cell = fc
    .tuple(fc.constantFrom("tableCell", "tableHeader"), span, span, right(fc.constant(null)), blocks)
    .map(([type, colspan, rowspan, colwidth, content]) => ({ type, attrs: { colspan, rowspan, colwidth }, content }));
  const row = fc.array(cell, { minLength: 1, maxLength: 3 }).map((content) => ({ type: "tableRow", content }));
  return {
    block: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      paragraph,
      heading,
      image,
      codeBlock,
      fc.constant({ type: "horizontalRule" }),
      blocks.map((content) => ({ type: "blockquote", content })),
      items.map((all) => ({ type: "bulletList", content: all.map((content) => ({ type: "listItem", content })) })),
      fc.tuple(right(fc.integer({ min: 0, max: 99 })), items).map(([start, all]) => ({
        type: "orderedList",
        attrs: { start },
        content: all.map((content) => ({ type: "listItem", content })),
      })),
      fc.tuple(right(fc.boolean()), right(id), items).map(([restarts, one, all]) => ({
        type: "clauseList",
        attrs: { restarts },
        content: all.map((content) => ({ type: "clause", attrs: { id: one }, content })),
      })),
      fc.array(row, { minLength: 1, maxLength: 3 }).map((content) => ({ type: "table", content })),
    ),
  };
});

/** Deeper, wider, or longer than anything a real user would write. */
const extreme = fc.constantFrom(...extremes());

export const hostileDocument: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 40,
    arbitrary: fc
      .array(fc.oneof({ weight: 30, arbitrary: block }, { weight: 1, arbitrary: unknownNode }), { minLength: 1, maxLength: 4 })
      .map((content) => ({
        type: "doc",
        content,
      })),
  },
  { weight: 1, arbitrary: extreme },
);

export function nested(type: string, depth: number, inner: unknown = { type: "paragraph" }): unknown {
  let node = inner;
  for (let i = 0; i < depth; i++) node = { type, content: [node] };
  return node;
}

export function extremes(): unknown[] {
  const cell = { type: "tableCell", content: [{ type: "paragraph" }] };
  const doc = (...content: unknown[]) => ({ type: "doc", content });
  const table = (rows: unknown[][]) => doc({ type: "table", content: rows.map((content) => ({ type: "tableRow", content })) });
  return [
    doc(nested("blockquote", 99)),
    doc(nested("blockquote", 1_500)),
    nested("doc", 5_000),
    table([[{ ...cell, attrs: { colspan: 3_000_000 } }]]),
    table([Array.from({ length: 120 }, () => ({ ...cell, attrs: { colspan: 250, rowspan: 10_000 } }))]),
    table([Array.from({ length: 60 }, () => cell)]),
    table(Array.from({ length: 60 }, () => [{ ...cell, attrs: { rowspan: 10_000 } }])),
    doc({ type: "orderedList", attrs: { start: 999_999_999 }, content: [{ type: "listItem", content: [{ type: "paragraph" }] }] }),
  ];
}
