/*
 * The nodes and marks of core/document/document-schema.ts as Tiptap wants them, made
 * from the one definition there: what the server reads, the editor writes.
 */
import { Mark, Node, type Extensions } from "@tiptap/core";
import type { MarkSpec, NodeSpec } from "@tiptap/pm/model";
import { documentMarks, documentNodes } from "#core/document/document-schema.ts";

export function schemaExtensions(): Extensions {
  const nodes = Object.entries(documentNodes as Record<string, NodeSpec>).map(([name, spec], i) =>
    nodeOf(name, spec, nodePriority - i),
  );
  const marks = Object.entries(documentMarks as Record<string, MarkSpec>).map(([name, spec], i) =>
    markOf(name, spec, nodePriority - i),
  );
  return [...nodes, ...marks];
}

/** Tiptap orders a schema by priority; the order of marks is part of a document. */
const nodePriority = 900;

function nodeOf(name: string, spec: NodeSpec, priority: number): Node {
  const { content, marks, group, inline, atom, selectable, code, defining, isolating, draggable, parseDOM, toDOM, tableRole } =
    spec;
  return Node.create({
    name,
    priority,
    topNode: name === "doc",
    ...given({ content, marks, group, inline, atom, selectable, code, defining, isolating, draggable }),
    addAttributes: () => attributesOf(spec.attrs),
    parseHTML: () => parseDOM as never,
    ...(toDOM && { renderHTML: ({ node }) => toDOM(node) as never }),
    ...(tableRole !== undefined && {
      extendNodeSchema: (extension: { name: string }) => (extension.name === name ? { tableRole: tableRole as unknown } : {}),
    }),
  });
}

function markOf(name: string, spec: MarkSpec, priority: number): Mark {
  const { inclusive, excludes, code, parseDOM, toDOM } = spec;
  return Mark.create({
    name,
    priority,
    ...given({ inclusive, excludes, code }),
    addAttributes: () => attributesOf(spec.attrs),
    parseHTML: () => parseDOM as never,
    ...(toDOM && { renderHTML: ({ mark }) => toDOM(mark, true) as never }),
  });
}

function given<T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}

/** Rendered and parsed by the schema's own rules; Tiptap only has to know that they exist. */
function attributesOf(attrs: NodeSpec["attrs"]) {
  return Object.fromEntries(
    Object.entries(attrs ?? {}).map(([name, attribute]) => [
      name,
      {
        rendered: false,
        parseHTML: () => null,
        ...(attribute.validate !== undefined && { validate: attribute.validate }),
        ...("default" in attribute ? { default: attribute.default as unknown } : { isRequired: true }),
      },
    ]),
  );
}
