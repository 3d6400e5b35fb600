/* A draft's pictures for an exported file: only those the person may see, up to a total size. */
import type { Node } from "prosemirror-model";
import { imageSource } from "#core/document/document-image.ts";
import { imageFacts, type ImageFacts } from "#core/sources/image-facts.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { findFile } from "../data/files/files.ts";
import type { Stet } from "../stet.ts";

export type DraftPicture = ImageFacts & { bytes: Uint8Array };
/** By file id. */
export type DraftPictures = ReadonlyMap<string, DraftPicture>;

const mostBytes = 100_000_000;

export async function draftPictures(
  me: Actor,
  { db, fileStore }: Pick<Stet, "db" | "fileStore">,
  ids: Iterable<string>,
): Promise<DraftPictures> {
  const pictures = new Map<string, DraftPicture>();
  let total = 0;
  for (const id of ids) {
    try {
      const { key, kind, status, size } = await findFile(me, db, id);
      if (status !== "ready" || kind !== "image" || total + size > mostBytes) continue;
      const bytes = await fileStore.read(key);
      const facts = imageFacts(bytes);
      if (facts !== null) pictures.set(id, { ...facts, bytes });
      total += size;
    } catch {
      // Removed, or not visible to the person: replaced by its alternative text.
    }
  }
  return pictures;
}

export function pictureIds(document: Node): Set<string> {
  const ids = new Set<string>();
  document.descendants((node) => {
    const source = node.type.name === "image" ? imageSource(node.attrs["src"]) : null;
    if (source?.kind === "file") ids.add(source.fileId);
    return !node.isTextblock;
  });
  return ids;
}

/** A data URL, which needs no server. */
export function dataUrl({ type, bytes }: DraftPicture): string {
  return `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;
}

/** Replaces a picture that the file can't contain. */
export function pictureWords({ attrs }: Node): string {
  const source = imageSource(attrs["src"]);
  const words = String(attrs["alt"]) || "no description";
  return source?.kind === "elsewhere" ? `[Picture: ${words}, ${source.href}]` : `[Picture: ${words}]`;
}
