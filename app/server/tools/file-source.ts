/* A file as a citable source: one per file, whichever tool found it. */
import type { FileText } from "#core/sources/file-text.ts";
import type { Source } from "#core/sources/source.ts";
import type { ReadFile } from "../files/chat-files.ts";

export function fileSource(
  { name, contentType, size, document, documentId }: ReadFile,
  given: { content?: string; similarity?: number } = {},
): Omit<Source, "number"> {
  const { pageCount } = document;
  return {
    id: documentId ?? `attachment:${name}`,
    ...(documentId !== undefined && { documentId }),
    type: "file",
    name,
    displayName: name,
    content: given.content ?? document.text,
    ...(given.similarity !== undefined && { similarity: given.similarity }),
    metadata: {
      fileName: name,
      fileType: contentType,
      fileSize: size,
      ...(pageCount !== undefined && { pageCount, pageStarts: pageStarts(document), ...pageSure(document) }),
    },
  };
}

/**
 * The text offset of each page, so that a citation opens at its page. A page without text starts
 * where the next one does.
 */
function pageStarts({ blocks, pageCount = 0, text }: FileText): number[] {
  return Array.from({ length: pageCount }, (_, at) => blocks.find((block) => (block.page ?? 0) > at)?.start ?? text.length);
}

/** Only where pictures of pages were read. */
function pageSure({ blocks, pageCount = 0 }: FileText): { pageSure?: (number | null)[] } {
  const sure = new Map(
    blocks.flatMap((block) => (block.page === undefined || block.sure === undefined ? [] : [[block.page, block.sure]])),
  );
  return sure.size === 0 ? {} : { pageSure: Array.from({ length: pageCount }, (_, at) => sure.get(at + 1) ?? null) };
}
