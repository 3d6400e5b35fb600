import * as fc from "fast-check";
import { expect, test } from "vitest";
import { anyDocument } from "#test/any-document.ts";
import { documentChanges, withDocumentChanges } from "./document-changes.ts";
import { documentChangesSchema } from "../requests/documents.ts";
import { documentSchema, jsonOf } from "./document-schema.ts";
import { markdownToDocument } from "./markdown-to-document.ts";
import { Transform } from "prosemirror-transform";

const sent = (changes: unknown) => documentChangesSchema.parse(JSON.parse(JSON.stringify(changes)));

test("any document becomes any other", () => {
  fc.assert(
    fc.property(anyDocument(), anyDocument(), (a, b) => {
      const after = withDocumentChanges(a, sent(documentChanges(a, b)));
      expect(after && jsonOf(after)).toEqual(jsonOf(b));
    }),
  );
});

test("of words typed into a clause and a cell only their blocks are sent", () => {
  const rows = Array.from({ length: 50 }, (_, i) => `| ${i} | cell |`).join("\n");
  const clauses = Array.from({ length: 200 }, (_, i) => `${i + 1}) Clause ${i} of the agreement.`).join("\n");
  const before = markdownToDocument(`${clauses}\n\n| a | b |\n|---|---|\n${rows}\n\nThe end.`);
  const tr = new Transform(before);
  let places: number[] = [];
  before.descendants((node, pos) => {
    if (node.isText && /Clause (3|150) |^cell$/.test(node.text!)) places.push(pos + 1);
  });
  places = [places[0]!, places[1]!, places.at(-1)!];
  for (const pos of places.toReversed()) tr.insert(pos, documentSchema.text("typed"));
  const changes = documentChanges(before, tr.doc);
  expect(changes.changes.map(({ path, at, remove, insert }) => [path.length, at, remove, insert.length])).toEqual([
    [2, 0, 1, 1],
    [2, 0, 1, 1],
    [3, 0, 1, 1],
  ]);
  expect(JSON.stringify(changes).length).toBeLessThan(600);
  expect(withDocumentChanges(before, sent(changes))!.eq(tr.doc)).toBe(true);
});

test("what does not fit, or is no document, is refused", () => {
  const [one, two, other] = ["One.\n\nTwo.", "One.\n\nTwo and a half.\n\nThree.", "Something else."].map(markdownToDocument);
  const changes = documentChanges(one!, two!);
  expect(withDocumentChanges(other!, changes)).toBeNull();
  expect(withDocumentChanges(one!, { ...changes, size: changes.size + 1 })).toBeNull();
  const put = (node: unknown, path: number[] = []) =>
    withDocumentChanges(one!, { changes: [{ path, at: 0, remove: 0, insert: [node] }], size: one!.content.size + 2 });
  expect(put({ type: "paragraph" })).not.toBeNull();
  expect(put({ type: "listItem", content: [] })).toBeNull();
  expect(put({ type: "paragraph" }, [0])).toBeNull();
  expect(put({ type: "paragraph" }, [7])).toBeNull();
  const link = { type: "text", text: "x", marks: [{ type: "link", attrs: { href: "javascript:alert(1)" } }] };
  const size = one!.content.size + 3;
  const insert = [{ type: "paragraph", content: [link] }];
  expect(withDocumentChanges(one!, { changes: [{ path: [], at: 0, remove: 0, insert }], size })).toBeNull();
});
