/*
 * Passages from the files attached to this chat that bear on a question, each
 * with its source and its exact place in it. A file that cannot be read is
 * named with the reason, so that silence about it is not taken for absence.
 */
import { z } from "zod";
import type { Attachment } from "#core/message.ts";
import type { Source } from "#core/source.ts";
import { readAttachment } from "../prose/attachment-text.ts";
import { detectLanguage } from "../prose/language.ts";
import { rankPassages, type Passage } from "../prose/passages.ts";
import type { Tool, ToolContext } from "./tool.ts";

const input = z.object({
  query: z.string().min(1).max(2_000).describe("The question, or the words to look for."),
  limit: z.int().min(1).max(20).default(6).describe("How many passages at most."),
});

/** Below this share of the question's weight a passage is not an answer. */
export const minimumCoverage = 0.34;

type Document = { file: Attachment; text: string };

export const getInformationTool: Tool<z.infer<typeof input>> = {
  name: "getInformation",
  title: "Searching your files",
  description:
    "Searches the files attached to this chat and answers with verbatim passages, each with the number to cite it by as [[n]] and its place. Answers found: false when nothing bears on the question; say so then, and do not guess.",
  input,
  async execute({ query, limit }, context) {
    const { documents, unreadable } = readAll(context.attachments);
    if (context.attachments.length === 0) {
      return {
        found: false,
        reason: "No file is attached to this chat. Legal sources and project files are not connected.",
        passages: [],
        unreadable,
      };
    }
    if (documents.length === 0)
      return { found: false, reason: "None of the attached files could be read.", passages: [], unreadable };
    const texts = documents.map((one) => one.text);
    const language = detectLanguage(texts.join("\n").slice(0, 8_000)) ?? detectLanguage(query) ?? "en";
    const passages = rankPassages(texts, query, language, limit).filter((passage) => passage.coverage >= minimumCoverage);
    if (passages.length === 0) {
      const searched = documents.map((one) => `“${one.file.name}”`).join(", ");
      return { found: false, reason: `Nothing in ${searched} bears on this question closely enough.`, passages: [], unreadable };
    }
    const sources = addSources(documents, passages, context);
    return { found: true, passages: passages.map((passage) => passageResult(passage, documents, sources)), unreadable };
  },
};

function readAll(attachments: readonly Attachment[]): { documents: Document[]; unreadable: { name: string; reason: string }[] } {
  const documents: Document[] = [];
  const unreadable: { name: string; reason: string }[] = [];
  for (const file of attachments) {
    const reading = readAttachment(file);
    if ("unreadable" in reading) unreadable.push({ name: file.name, reason: reading.unreadable });
    else if (reading.text.trim() === "") unreadable.push({ name: file.name, reason: `“${file.name}” is empty.` });
    else if (!documents.some((one) => one.text === reading.text)) documents.push({ file, text: reading.text });
  }
  return { documents, unreadable };
}

/** One source for each document that a passage stands in. */
function addSources(documents: readonly Document[], passages: readonly Passage[], context: ToolContext): Map<number, Source> {
  const used = [...new Set(passages.map((passage) => passage.document))];
  const best = Math.max(...passages.map((passage) => passage.score));
  const added = context.addSources(
    used.map((document) => {
      const { file, text } = documents[document]!;
      const own = passages.filter((passage) => passage.document === document);
      return {
        id: `attachment:${file.name}`,
        type: "file" as const,
        name: file.name,
        displayName: file.name,
        content: text,
        similarity: Math.round((Math.max(...own.map((passage) => passage.score)) / best) * 100) / 100,
        metadata: { fileName: file.name, fileType: file.contentType ?? "text/plain", fileSize: Buffer.byteLength(text) },
      };
    }),
  );
  return new Map(used.map((document, at) => [document, added[at]!]));
}

function passageResult(passage: Passage, documents: readonly Document[], sources: ReadonlyMap<number, Source>) {
  const source = sources.get(passage.document)!;
  return {
    cite: source.number ?? null,
    sourceId: source.id,
    document: documents[passage.document]!.file.name,
    text: passage.text,
    start: passage.start,
    end: passage.end,
    heading: passage.heading,
    paragraph: passage.paragraph,
    coverage: Math.round(passage.coverage * 100) / 100,
  };
}
