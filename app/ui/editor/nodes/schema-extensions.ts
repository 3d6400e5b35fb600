/*
 * Tiptap extensions generated from core/document/document-schema.ts, so that the
 * editor writes exactly what the server reads.
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

/** Tiptap orders a schema by priority, and mark order is part of a document. */
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

/** The schema's own rules render and parse them; Tiptap only has to know that they exist. */
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
