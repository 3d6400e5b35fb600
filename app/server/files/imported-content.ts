/*
 * A file read by a child process, as draft content. The child isn't trusted: its document is
 * parsed and validated here.
 */
import { withPictures } from "#core/document/document-image-files.ts";
import { withAddresses } from "#core/import/placed-links.ts";
import { documentOf, documentSchema, withBreaks } from "#core/document/document-schema.ts";
import { draftContent, type DraftContent } from "#core/document/draft-content.ts";

/** `kept` maps each picture id in the document to its stored file, `links` each placeholder of a link to its address. */
export type ImportedContent = { document: string; kept: ReadonlyMap<string, string>; links?: ReadonlyMap<string, string> };

/** `isPlain`: the result wasn't a valid document, so only its words were kept. Null if it has no words either. */
export type ReadContent = { content: DraftContent; isPlain: boolean };

export function contentOfImport({ document, kept, links }: ImportedContent): ReadContent | null {
  const json: unknown = JSON.parse(document);
  const read = documentOf(json);
  if (read !== null) {
    const linked = links === undefined ? read : withAddresses(read, links);
    return { content: draftContent(withPictures(linked, kept)), isPlain: false };
  }
  const lines = linesOf(json).filter((line) => line.trim() !== "");
  if (lines.length === 0) return null;
  const { doc, paragraph } = documentSchema.nodes;
  const plain = doc.create(
    null,
    lines.map((line) => paragraph.create(null, withBreaks(line))),
  );
  return { content: draftContent(plain), isPlain: true };
}

type JsonNode = { type?: unknown; text?: unknown; content?: unknown };

/** The words of an invalid document, one line per block with text. */
function linesOf(json: unknown): string[] {
  const children = childrenOf(json);
  const holdsWords = children.some(({ type }) => type === "text" || type === "hardBreak");
  return holdsWords ? [children.map(wordsOf).join("")] : children.flatMap(linesOf);
}

function wordsOf(node: JsonNode): string {
  if (node.type === "hardBreak") return "\n";
  return typeof node.text === "string" ? node.text : childrenOf(node).map(wordsOf).join("");
}

function childrenOf(json: unknown): JsonNode[] {
  const content = typeof json === "object" && json !== null ? (json as JsonNode).content : undefined;
  return Array.isArray(content) ? content.filter((one): one is JsonNode => typeof one === "object" && one !== null) : [];
}
