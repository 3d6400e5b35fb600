/* A Word document's footnotes and endnotes, by the name their references use. */
import { WordBlocks } from "./word-blocks.ts";
import type { WordBlock } from "./word-types.ts";
import type { WordParts } from "./word-parts.ts";
import { readXml, withMainPrefix, type XmlEvents } from "./xml.ts";

/** The parts that contain footnotes and endnotes. */
export function noteParts(parts: WordParts): string[] {
  return kinds.map((kind) => parts.nameOf(`${kind}s`));
}

export type WordNotes = { blocks: ReadonlyMap<string, readonly WordBlock[]>; named: ReadonlySet<string> };

const kinds = ["footnote", "endnote"] as const;

export async function readWordNotes(parts: WordParts, styleOf: ConstructorParameters<typeof WordBlocks>[0]): Promise<WordNotes> {
  const blocks = new Map<string, readonly WordBlock[]>();
  const named = new Set<string>();
  for (const tag of kinds) {
    const part = parts.nameOf(`${tag}s`);
    const pieces = parts.archive.part(part);
    if (pieces === null) continue;
    let reader: WordBlocks | null = null;
    let id = "";
    const events: XmlEvents = {
      open(name, attribute, prefix) {
        if (name === tag) {
          id = `${tag} ${attribute("id") ?? ""}`;
          // The first two are the separator lines above notes.
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
    };
    await readXml(pieces, withMainPrefix("w", events));
  }
  return { blocks, named };
}
