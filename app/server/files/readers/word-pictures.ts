/*
 * An office file's pictures that a draft can display. They are extracted as bytes under ids that
 * the document references, and become project files when the draft is created.
 */
import type { Node } from "prosemirror-model";
import { imageWidth, imageWords, uploadImage } from "#core/document/document-image.ts";
import { documentSchema } from "#core/document/document-schema.ts";
import { imageFacts } from "#core/sources/image-facts.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { WordPicture } from "./word-types.ts";

export type ImportedPicture = { uploadId: string; name: string; bytes: Uint8Array };

/** Reads up to `most` bytes of a relationship's target; null if there is none. */
export type PictureBytes = (relation: string, most: number) => Promise<{ name: string; bytes: Uint8Array } | null>;

const mostPictures = 300;
const mostBytes = 30_000_000;
const emuPerTwip = 635;

export class WordPictures {
  /** By relationship id; null if a draft can't display it. */
  #known = new Map<string, ImportedPicture | null>();
  #textWidth: number;

  private constructor(textWidth: number) {
    this.#textWidth = textWidth;
  }

  /** `textWidth` in twips. */
  static async read(given: readonly WordPicture[], textWidth: number, bytesOf: PictureBytes): Promise<WordPictures> {
    const pictures = new WordPictures(textWidth);
    let total = 0;
    for (const { relation } of given) {
      if (pictures.#known.has(relation)) continue;
      const found = pictures.#known.size < mostPictures ? await bytesOf(relation, mostBytes - total) : null;
      const facts = found === null ? null : imageFacts(found.bytes);
      if (found === null || facts === null) pictures.#known.set(relation, null);
      else {
        total += found.bytes.length;
        pictures.#known.set(relation, { uploadId: uuidv7(), name: found.name, bytes: Uint8Array.from(found.bytes) });
      }
    }
    return pictures;
  }

  /** The document node; null if the draft can't display the picture. */
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
}
