/* The words of an office file's paragraphs as content of a document. */
import type { Node } from "prosemirror-model";
import { documentSchema } from "#core/document/document-schema.ts";
import { safeHref } from "#core/text/safe-href.ts";
import type { WordLink, WordParagraph } from "./word-types.ts";

const { nodes } = documentSchema;

/** Resolves a run's relation name to a URL. */
export type Links = { get(name: string): string | undefined };

export function addressOf({ relation, anchor }: WordLink, links: Links): string | null {
  const address = links.get(relation) ?? "";
  const href = safeHref(address);
  return href === null || anchor === "" || address.includes("#") ? href : safeHref(`${address}#${encodeURI(anchor)}`);
}

/** Without white space at the ends: a footnote has a space after its mark. */
export function trimmed(content: readonly Node[]): Node[] {
  return content.flatMap((node, i) => {
    if (!node.isText) return [node];
    const started = i === 0 ? node.text!.trimStart() : node.text!;
    const text = i === content.length - 1 ? started.trimEnd() : started;
    return text === "" ? [] : [documentSchema.text(text, node.marks)];
  });
}

export function shaped(paragraph: WordParagraph, content: Node[], id: string | null): Node {
  if (paragraph.style === "Code") {
    const text = content.map((node) => (node.type === nodes.hardBreak ? "\n" : (node.text ?? ""))).join("");
    return nodes.codeBlock.create(null, documentSchema.text(text));
  }
  const { level, align } = paragraph.looked ?? paragraph;
  const { startsPage } = paragraph;
  if (level === undefined) return nodes.paragraph.create({ align, startsPage }, content);
  // A heading is a single line; line breaks become spaces, which keeps offsets intact.
  const line = content.map((node) => (node.type === nodes.hardBreak ? documentSchema.text(" ") : node));
  return nodes.heading.create({ level: Math.min(level, 4), id, align, startsPage }, line);
}
