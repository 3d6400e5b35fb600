/*
 * Makes any stored document readable. It was validated when it was saved, but
 * if today's checks reject it, invalid attributes get their defaults, invalid
 * marks are dropped, and whatever still can't be read is kept as text, a
 * paragraph per block. No word is lost.
 */
import type { Attrs, Node } from "prosemirror-model";
import { documentOf, documentSchema, withBreaks } from "./document-schema.ts";
import { nestsTooDeep } from "./document-limits.ts";
import { ownProblem, problemResponse } from "../workspace/own-problems.ts";

type Json = { type?: unknown; attrs?: unknown; content?: unknown; marks?: unknown; text?: unknown };

export function storedDocument(json: unknown): Node {
  return documentOf(json) ?? (nestsTooDeep(json) ? null : documentOf(repaired(json))) ?? paragraphsOf(json);
}

function repaired(json: unknown): unknown {
  if (!isJson(json)) return json;
  const { attrs, marks, content, ...rest } = json;
  const type = documentSchema.nodes[String(json.type)];
  return {
    ...rest,
    ...(attrs !== undefined && type && { attrs: checked(attrs, (one) => type.spec.attrs?.[one]) }),
    ...(Array.isArray(marks) && { marks: marks.filter(isMark) }),
    ...(Array.isArray(content) && { content: content.map(repaired) }),
  };
}

function isMark(json: unknown): boolean {
  try {
    documentSchema.markFromJSON(json);
    return true;
  } catch {
    return false;
  }
}

type Check = { validate?: string | ((value: unknown) => void) } | undefined;

function checked(attrs: unknown, specOf: (name: string) => Check): Attrs {
  const kept = Object.entries(Object(attrs) as Attrs).filter(([name, value]) => {
    const validate = specOf(name)?.validate;
    try {
      if (typeof validate === "function") validate(value);
      return true;
    } catch {
      return false;
    }
  });
  return Object.fromEntries(kept);
}

function isJson(json: unknown): json is Json {
  return typeof json === "object" && json !== null;
}

/** Iterative, as the nesting may be arbitrarily deep. */
function paragraphsOf(json: unknown): Node {
  const lines: string[] = [];
  let line = "";
  const open: unknown[] = [json];
  while (open.length > 0) {
    const node = open.pop();
    if (!isJson(node)) continue;
    if (typeof node.text === "string") line += node.text;
    else if (node.type === "hardBreak") line += "\n";
    else if (line !== "") {
      lines.push(line);
      line = "";
    }
    if (Array.isArray(node.content)) for (const child of (node.content as unknown[]).toReversed()) open.push(child);
  }
  if (line !== "") lines.push(line);
  // An empty document would be saved over the original.
  if (lines.length === 0) throw problemResponse(ownProblem("draft-unreadable"));
  const { doc, paragraph } = documentSchema.nodes;
  return doc.create(
    null,
    lines.map((words) => paragraph.create(null, withBreaks(words))),
  );
}
