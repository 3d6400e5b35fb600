/* Reads parts of a file that is too long to be given in full, by the ids in its outline. */
import { z } from "zod";
import { filePartsOf, type FilePart } from "#core/sources/file-outline.ts";
import type { ReadFile } from "../files/chat-files.ts";
import { fileSource } from "./file-source.ts";
import type { Tool } from "./tool.ts";

const input = z.object({
  file: z.string().min(1).max(300).describe("Name of the file."),
  parts: z.array(z.string().max(20)).min(1).max(40).describe("Ids of its parts, as its outline has them, such as p3."),
});

const mostWords = 8_000;

export const readFileTool: Tool<z.infer<typeof input>> = {
  name: "readFile",
  description: "Answers the text of parts of an attached file, by the ids of its outline.",
  input,
  async execute({ file: name, parts: ids }, context) {
    const files = await context.files(name);
    const file = files.findLast((one) => one.name === name);
    if (file === undefined)
      throw new Error(`No file named “${name}” is here. There are: ${files.map((one) => one.name).join(", ") || "none"}.`);
    if ("unreadable" in file) throw new Error(file.unreadable);
    const parts = fileParts(file as ReadFile, ids);
    if ("refusal" in parts) throw new Error(parts.refusal);
    const [source] = context.addSources([fileSource(file as ReadFile)]);
    return { cite: source?.number ?? null, document: name, parts: parts.read };
  },
};

/** The text of these parts, or why it can't be given. */
export function fileParts({ name, document }: Pick<ReadFile, "name" | "document">, ids: readonly string[]) {
  const all = filePartsOf(document);
  const wanted: FilePart[] = [];
  for (const id of new Set(ids)) {
    const part = all.find((one) => one.id === id);
    if (part === undefined) return { refusal: `“${name}” has no part ${id}: its parts are p1 to p${all.length}.` };
    wanted.push(part);
  }
  const words = wanted.reduce((sum, part) => sum + part.words, 0);
  if (words > mostWords && wanted.length > 1)
    return {
      refusal: `These parts have ${words.toLocaleString("en")} words. Read at most ${mostWords.toLocaleString("en")} at a time.`,
    };
  const read = wanted.map(({ id, page, start, end }) => {
    const margins = document.blocks.flatMap((one) => (one.start >= start && one.end <= end ? (one.margin ?? []) : []));
    return { id, page, text: document.text.slice(start, end), headsAndFeetOfItsPages: margins.length > 0 ? margins : undefined };
  });
  return { read };
}
