/*
 * The pictures of a Word document that a draft can show. They leave the file as
 * bytes under ids that the document names, and become files of the project when
 * the draft is made.
 */
import type { Node } from "prosemirror-model";
import { imageWidth, imageWords, uploadImage } from "#core/document-image.ts";
import { documentSchema } from "#core/document-schema.ts";
import { imageFacts } from "#core/image-facts.ts";
import { uuidv7 } from "#core/uuid.ts";
import type { Archive } from "../zip.ts";
import { partName } from "./relations.ts";
import type { WordPicture } from "./word-blocks.ts";

export type ImportedPicture = { uploadId: string; name: string; bytes: Uint8Array };

const mostPictures = 300;
const mostBytes = 30_000_000;
const emuPerTwip = 635;

export class WordPictures {
  /** By the id of the relation; null for what no draft shows. */
  #known = new Map<string, ImportedPicture | null>();
  #textWidth: number;

  private constructor(textWidth: number) {
    this.#textWidth = textWidth;
  }

  /** `textWidth` in twips. */
  static async read(
    archive: Archive,
    links: ReadonlyMap<string, string>,
    given: readonly WordPicture[],
    textWidth: number,
  ): Promise<WordPictures> {
    const pictures = new WordPictures(textWidth);
    let total = 0;
    for (const { relation } of given) {
      const target = links.get(relation);
      if (pictures.#known.has(relation) || target === undefined) continue;
      const part = partName("word/document.xml", target);
      const bytes = pictures.#known.size < mostPictures ? await archive.head(part, mostBytes - total) : null;
      const facts = bytes === null ? null : imageFacts(bytes);
      total += facts === null ? 0 : bytes!.length;
      const name = part.split("/").at(-1) || "picture";
      pictures.#known.set(relation, facts === null ? null : { uploadId: uuidv7(), name, bytes: Uint8Array.from(bytes!) });
    }
    return pictures;
  }

  /** As the document names it; null where the draft cannot show it. */
  node({ relation, alt, width }: WordPicture): Node | null {
    const picture = this.#known.get(relation);
    if (!picture) return null;
    const percent = width === 0 ? 100 : (width / emuPerTwip / this.#textWidth) * 100;
    return documentSchema.nodes.image.create({
      src: uploadImage(picture.uploadId),
      alt: imageWords(alt),
      width: imageWidth(percent),
    });
  }

  get all(): ImportedPicture[] {
    return [...this.#known.values()].filter((one) => one !== null);
  }

  /** How many places of the text lost one. */
  lostOf(given: readonly WordPicture[]): number {
    return given.filter(({ relation }) => !this.#known.get(relation)).length;
  }
}
