/*
 * Reads a file that is too long to be given in full: its outline, parts by the ids in it, or clauses by the numbers
 * that the text itself gives them.
 */
import { z } from "zod";
import { provisionsOf, type Provision } from "#core/claims/pinpoints.ts";
import { fileOutline, filePartsOf, type FilePart } from "#core/sources/file-outline.ts";
import { pageAt } from "#core/sources/file-text.ts";
import { countWords } from "#core/text/words.ts";
import type { ReadFile } from "../files/chat-files.ts";
import { fileSource } from "./file-source.ts";
import type { Tool } from "./tool.ts";

const input = z.object({
  file: z.string().min(1).max(300).describe("Name of the file."),
  parts: z.array(z.string().max(20)).max(40).optional().describe("Ids of its parts, as its outline has them, such as p3."),
  clauses: z.array(z.string().max(30)).max(40).optional().describe("Numbers of its clauses, such as 8.2 or § 5."),
});

const mostWords = 8_000;

export const readFileTool: Tool<z.infer<typeof input>> = {
  name: "readFile",
  description:
    "Answers the outline of a file, with the numbers of its clauses, or the text of parts by the ids of that outline, or of clauses by their numbers.",
  input,
  async execute({ file: name, parts: ids = [], clauses: numbers = [] }, context) {
    const files = await context.files(name);
    const file = files.findLast((one) => one.name === name);
    if (file === undefined)
      throw new Error(`No file named “${name}” is here. There are: ${files.map((one) => one.name).join(", ") || "none"}.`);
    if ("unreadable" in file) throw new Error(file.unreadable);
    if (ids.length === 0 && numbers.length === 0) return { document: name, ...outlineOf(file as ReadFile) };
    const parts = ids.length === 0 ? { read: [] } : fileParts(file as ReadFile, ids);
    if ("refusal" in parts) throw new Error(parts.refusal);
    const clauses = numbers.length === 0 ? { read: [] } : fileClauses(file as ReadFile, numbers);
    if ("refusal" in clauses) throw new Error(clauses.refusal);
    const [source] = context.addSources([fileSource(file as ReadFile)]);
    return {
      cite: source?.number ?? null,
      document: name,
      ...(ids.length > 0 && { parts: parts.read }),
      ...(numbers.length > 0 && { clauses: clauses.read }),
    };
  },
};

type Read = Pick<ReadFile, "name" | "document">;

/** How many numbers of clauses are listed. */
const mostNumbers = 200;

function outlineOf({ document }: Read) {
  const numbers = [...new Set(provisionsOf(document.text, undefined).map(({ number }) => number))];
  return {
    outline: fileOutline(filePartsOf(document)),
    ...(numbers.length > 0 && { clauses: numbers.slice(0, mostNumbers).join(", ") }),
  };
}

/** The text of these clauses with all that is numbered under them, or why it can't be given. */
export function fileClauses({ name, document }: Read, numbers: readonly string[]) {
  const all = provisionsOf(document.text, undefined);
  const read: { clause: string; page: number | undefined; text: string }[] = [];
  for (const said of new Set(numbers)) {
    const number = /\d{1,4}(?:\.\d{1,3}){0,3}[a-z]?/iu.exec(said)?.[0].toLowerCase();
    const [found] = all
      .filter((one) => one.number.toLowerCase() === number)
      .toSorted((a, b) => ownLength(b, all) - ownLength(a, all));
    if (found === undefined) {
      const known = [...new Set(all.map((one) => one.number))].slice(0, mostNumbers).join(", ");
      return {
        refusal: `“${name}” has no clause ${said}. ${known === "" ? "None of its clauses has a number." : `It has ${known}.`}`,
      };
    }
    read.push({
      clause: found.number,
      page: pageAt(document.blocks, found.start),
      text: document.text.slice(found.start, found.end).trim(),
    });
  }
  const words = read.reduce((sum, { text }) => sum + countWords(text), 0);
  return words > mostWords && read.length > 1 ? { refusal: tooLong("clauses", words) } : { read };
}

/** Up to the next number that is not under it: in a table of contents this is a line. */
function ownLength({ start, depth, end }: Provision, all: readonly Provision[]): number {
  return (all.find((one) => one.start > start && one.depth <= depth)?.start ?? end) - start;
}

const tooLong = (what: string, words: number) =>
  `These ${what} have ${words.toLocaleString("en")} words. Read at most ${mostWords.toLocaleString("en")} at a time.`;

/** The text of these parts, or why it can't be given. */
export function fileParts({ name, document }: Read, ids: readonly string[]) {
  const all = filePartsOf(document);
  const wanted: FilePart[] = [];
  for (const id of new Set(ids)) {
    const part = all.find((one) => one.id === id);
    if (part === undefined) return { refusal: `“${name}” has no part ${id}: its parts are p1 to p${all.length}.` };
    wanted.push(part);
  }
  const words = wanted.reduce((sum, part) => sum + part.words, 0);
  if (words > mostWords && wanted.length > 1) return { refusal: tooLong("parts", words) };
  const read = wanted.map(({ id, page, start, end }) => {
    const margins = document.blocks.flatMap((one) => (one.start >= start && one.end <= end ? (one.margin ?? []) : []));
    return { id, page, text: document.text.slice(start, end), headsAndFeetOfItsPages: margins.length > 0 ? margins : undefined };
  });
  return { read };
}
