/*
 * Passages from the files attached to this chat that bear on a question, each
 * with its source and its exact place in it. A file that cannot be read is
 * named with the reason, so that silence about it is not taken for absence.
 */
import { z } from "zod";
import { pageAt, type FileText } from "#core/file-text.ts";
import type { Source } from "#core/source.ts";
import type { ChatFile } from "../files/chat-files.ts";
import { detectLanguage } from "../prose/language.ts";
import { rankPassages, type Passage } from "../prose/passages.ts";
import { lawPassages } from "./law-passages.ts";
import type { Tool, ToolContext } from "./tool.ts";

const input = z.object({
  query: z.string().min(1).max(2_000).describe("The question, or the words to look for."),
  limit: z.int().min(1).max(20).default(6).describe("How many passages at most."),
});

/** Below this share of the question's weight a passage is not an answer. */
export const minimumCoverage = 0.34;

type ReadFile = ChatFile & { document: FileText };

export const getInformationTool: Tool<z.infer<typeof input>> = {
  name: "getInformation",
  title: "Searching your files",
  description:
    "Searches the files attached to this chat, and the law of the jurisdictions chosen for it, and answers with verbatim passages, each with the number to cite it by as [[n]] and its place. Answers found: false when nothing bears on the question; say so then, and do not guess.",
  input,
  async execute({ query, limit }, context) {
    const files = await context.files();
    const documents = files.filter((file): file is ReadFile => "document" in file);
    const unreadable = files.flatMap(reasonOf);
    const inFiles = filePassages(documents, query, limit, context);
    const inLaw = await lawPassages(query, limit, context);
    const passages = [...inFiles, ...inLaw];
    if (passages.length > 0) return { found: true, passages, unreadable };
    return { found: false, reason: reasonForNothing(files, documents, context), passages: [], unreadable };
  },
};

function reasonForNothing(files: readonly ChatFile[], documents: readonly ReadFile[], { law }: ToolContext): string {
  const inLaw =
    law.chosen.length === 0
      ? ""
      : ` In the law of ${law.chosen.join(", ")}, as far as it has been loaded, nothing was found either.`;
  if (files.length === 0 && law.chosen.length === 0)
    return "No file is attached to this chat, and no legal source has been chosen for it.";
  if (files.length === 0) return `No file is attached to this chat.${inLaw}`;
  if (documents.length === 0) return `None of the attached files could be read.${inLaw}`;
  const searched = documents.map((one) => `“${one.name}”`).join(", ");
  return `Nothing in ${searched} bears on this question closely enough.${inLaw}`;
}

function filePassages(documents: readonly ReadFile[], query: string, limit: number, context: ToolContext) {
  if (documents.length === 0) return [];
  const texts = documents.map((one) => one.document.text);
  const language = detectLanguage(texts.join("\n").slice(0, 8_000)) ?? detectLanguage(query) ?? "en";
  const passages = rankPassages(texts, query, language, limit).filter((passage) => passage.coverage >= minimumCoverage);
  if (passages.length === 0) return [];
  const sources = addSources(documents, passages, context);
  return passages.map((passage) => passageResult(passage, documents, sources));
}

/** Of a file that was read in part, what was not read. */
function reasonOf(file: ChatFile): { name: string; reason: string }[] {
  const reason = "unreadable" in file ? file.unreadable : file.document.notice && `“${file.name}”: ${file.document.notice}`;
  return reason ? [{ name: file.name, reason }] : [];
}

/** One source for each document that a passage stands in. */
function addSources(documents: readonly ReadFile[], passages: readonly Passage[], context: ToolContext): Map<number, Source> {
  const used = [...new Set(passages.map((passage) => passage.document))];
  const best = Math.max(...passages.map((passage) => passage.score));
  const added = context.addSources(
    used.map((at) => {
      const { name, contentType, size, document, documentId } = documents[at]!;
      const own = passages.filter((passage) => passage.document === at);
      const { pageCount } = document;
      return {
        id: documentId ?? `attachment:${name}`,
        ...(documentId !== undefined && { documentId }),
        type: "file" as const,
        name,
        displayName: name,
        content: documentId === undefined ? document.text : shownText(document.text, own),
        similarity: Math.round((Math.max(...own.map((passage) => passage.score)) / best) * 100) / 100,
        metadata: {
          fileName: name,
          fileType: contentType,
          fileSize: size,
          ...(pageCount !== undefined && { pageCount, pageStarts: pageStarts(document) }),
        },
      };
    }),
  );
  return new Map(used.map((document, at) => [document, added[at]!]));
}

/** A message carries what an excerpt needs, not a whole book: the document itself can be opened. */
const mostCarried = 60_000;
const around = 2_000;

function shownText(text: string, passages: readonly Passage[]): string {
  if (text.length <= mostCarried) return text;
  const places = passages.map(({ start, end }) => [Math.max(0, start - around), Math.min(text.length, end + around)] as const);
  const joined: [number, number][] = [];
  for (const [start, end] of places.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined.map(([start, end]) => text.slice(start, end)).join("\n\n…\n\n");
}

/** Where in the text each page begins, so that a citation opens at its page; a page without text begins where the next does. */
function pageStarts({ blocks, pageCount = 0, text }: FileText): number[] {
  return Array.from({ length: pageCount }, (_, at) => blocks.find((block) => (block.page ?? 0) > at)?.start ?? text.length);
}

function passageResult(passage: Passage, documents: readonly ReadFile[], sources: ReadonlyMap<number, Source>) {
  const source = sources.get(passage.document)!;
  const { name, document } = documents[passage.document]!;
  const page = pageAt(document.blocks, passage.start);
  return {
    cite: source.number ?? null,
    sourceId: source.id,
    document: name,
    text: passage.text,
    start: passage.start,
    end: passage.end,
    heading: passage.heading,
    paragraph: passage.paragraph,
    ...(page !== undefined && { page }),
    coverage: Math.round(passage.coverage * 100) / 100,
  };
}
