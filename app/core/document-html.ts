/*
 * A document as HTML, from the same rules by which the editor draws it: for the
 * first paint on the server, and to take along. Clauses carry their numbers,
 * in words of their own where no style sheet will add them.
 */
import type { DOMOutputSpec, Mark, Node } from "prosemirror-model";
import { clauseNumbers } from "./clause-numbers.ts";

/** `numbersAsText` writes the numbers of clauses into the text; otherwise they are attributes, as in the editor. */
export function documentToHtml(document: Node, { numbersAsText = false } = {}): string {
  const numbers = new Map(clauseNumbers(document).map((clause) => [clause.pos, clause]));
  const write = (node: Node, pos: number): string => {
    if (node.isText) return node.marks.reduceRight((html, mark) => filled(markSpec(mark), html), escaped(node.text!));
    let inner = "";
    node.forEach((child, offset) => (inner += write(child, pos + 1 + offset)));
    if (node.type.name === "doc") return inner;
    const clause = numbers.get(pos);
    if (clause && numbersAsText) return `<li data-clause="">${escaped(clause.label)} ${inner}</li>`;
    if (clause) return `<li data-clause="" data-number="${escaped(clause.label)}" data-level="${clause.level}">${inner}</li>`;
    return filled(node.type.spec.toDOM!(node), inner);
  };
  return write(document, -1);
}

/** A file that can be opened by itself. */
export function documentToHtmlFile(document: Node, title: string, language: string | null): string {
  return `<!doctype html>
<html lang="${escaped(language ?? "en")}">
<head>
<meta charset="utf-8">
<title>${escaped(title)}</title>
<style>body{max-width:42rem;margin:3rem auto;padding:0 1rem;font:1.0625rem/1.65 Georgia,serif}ol[data-clauses]{list-style:none;padding-left:0}ol[data-clauses] ol[data-clauses]{padding-left:2rem}li[data-clause]>p:first-of-type{display:inline}table{border-collapse:collapse}td,th{border:1px solid #999;padding:.3rem .6rem;vertical-align:top}</style>
</head>
<body>
${documentToHtml(document, { numbersAsText: true })}
</body>
</html>
`;
}

function markSpec(mark: Mark): DOMOutputSpec {
  return mark.type.spec.toDOM!(mark, true);
}

const empty = new Set(["br", "hr"]);

/** Of the specs that core/document-schema.ts writes: a tag, perhaps attributes, and a hole or one spec inside. */
function filled(spec: DOMOutputSpec, inner: string): string {
  const [tag, ...rest] = spec as readonly unknown[];
  const first = rest[0];
  const hasAttributes = typeof first === "object" && first !== null && !Array.isArray(first);
  const attributes = hasAttributes
    ? Object.entries(first as Record<string, unknown>).map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    : [];
  const child = rest[hasAttributes ? 1 : 0];
  const open = `<${String(tag)}${attributes.join("")}>`;
  if (empty.has(String(tag))) return open;
  return `${open}${Array.isArray(child) ? filled(child as unknown as DOMOutputSpec, inner) : inner}</${String(tag)}>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
