import { getSchema } from "@tiptap/core";
import { expect, test } from "vitest";
import { documentMarks, documentNodes, documentSchema } from "#core/document/document-schema.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { schemaExtensions } from "./schema-extensions.ts";

test("the editor's schema is the server's: the same nodes, contents, attributes and order of marks", () => {
  const schema = getSchema(schemaExtensions());
  expect(Object.keys(schema.nodes).sort()).toEqual(Object.keys(documentNodes).sort());
  expect(Object.keys(schema.marks)).toEqual(Object.keys(documentMarks));
  for (const [name, type] of Object.entries(documentSchema.nodes)) {
    const { spec } = schema.nodes[name]!;
    for (const key of ["content", "marks", "group", "inline", "code", "defining", "isolating", "tableRole"] as const)
      expect({ name, key, value: spec[key] ?? undefined }).toEqual({ name, key, value: type.spec[key] });
    expect({ name, attributes: Object.keys(spec.attrs ?? {}) }).toEqual({ name, attributes: Object.keys(type.spec.attrs ?? {}) });
  }
});

test("a document goes into the editor and comes back", () => {
  const schema = getSchema(schemaExtensions());
  const document = markdownToDocument("# One\n\n1) a **b** [c](https://stet.example)\n\n| x |\n|---|\n| y |");
  const json = document.toJSON();
  const there = schema.nodeFromJSON(json);
  there.check();
  expect(there.toJSON()).toEqual(json);
});
