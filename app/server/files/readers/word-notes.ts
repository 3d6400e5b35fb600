/* The footnotes and endnotes of a Word document, by the name that their signs in the text have. */
import type { Archive } from "../zip.ts";
import { WordBlocks, type WordBlock } from "./word-blocks.ts";
import { readXml } from "./xml.ts";

/** In which footnotes and endnotes stand. */
export const noteParts = ["word/footnotes.xml", "word/endnotes.xml"];

export type WordNotes = { blocks: ReadonlyMap<string, readonly WordBlock[]>; named: ReadonlySet<string> };

const parts = [
  ["word/footnotes.xml", "footnote"],
  ["word/endnotes.xml", "endnote"],
] as const;

export async function readWordNotes(archive: Archive, styleOf: ConstructorParameters<typeof WordBlocks>[0]): Promise<WordNotes> {
  const blocks = new Map<string, readonly WordBlock[]>();
  const named = new Set<string>();
  for (const [part, tag] of parts) {
    const pieces = archive.part(part);
    if (pieces === null) continue;
    let reader: WordBlocks | null = null;
    let id = "";
    await readXml(pieces, {
      open(name, attribute, prefix) {
        if (name === tag) {
          id = `${tag} ${attribute("id") ?? ""}`;
          // The first two are the lines that stand above notes.
          reader = attribute("type") === undefined ? new WordBlocks(styleOf, part) : null;
        } else reader?.open(name, attribute, prefix);
      },
      close(name) {
        if (name !== tag) return reader?.close(name);
        if (reader !== null) {
          blocks.set(id, reader.blocks);
          for (const one of reader.named) named.add(one);
        }
        reader = null;
      },
      text: (text) => reader?.text(text),
    });
  }
  return { blocks, named };
}
