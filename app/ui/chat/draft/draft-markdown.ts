/*
 * The Markdown of an answer's draft as a document and back. A document has no
 * formulas, so there they are their source as text, which is written as it was.
 */
import type { Node } from "prosemirror-model";
import { documentToMarkdown } from "#core/document/document-to-markdown.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";

const code = "(?<code>`{3,}[^]*?(?:`{3,}|(?![^]))|`[^`\\n]*`)";
const formulas = new RegExp(
  `${code}|(?<!\\\\)\\\\\\(.{1,5000}?\\\\\\)|\\$\\$[^]{1,5000}?\\$\\$|^\\\\\\[[^]{1,5000}?\\\\\\]$`,
  "gm",
);
const escapedFormulas = new RegExp(
  `${code}|\\\\\\\\\\(.{1,5000}?\\\\\\\\\\)|\\$\\$[^]{1,5000}?\\$\\$|^\\\\\\\\\\\\\\[[^]{1,5000}?\\\\\\\\\\\\\\]$`,
  "gm",
);
/** As app/ui/markdown/rare-syntax.ts decides: "\(a\)" and "\[Name\]" only escape their brackets. */
const mathematical = /[\\^_=<>+]/;

export function draftDocument(markdown: string): Node {
  return markdownToDocument(
    markdown.replaceAll(formulas, (found, isCode) =>
      isCode || !mathematical.test(found.slice(2, -2))
        ? found
        : found.replaceAll(/[\\`*_[\]<~|&]/g, "\\$&").replaceAll(/\s+/g, " "),
    ),
  );
}

export function draftMarkdown(document: Node): string {
  return documentToMarkdown(document).replaceAll(escapedFormulas, (found, isCode) =>
    isCode ? found : found.replaceAll(/\\([\\`*_[\]<~|&])/g, "$1"),
  );
}
