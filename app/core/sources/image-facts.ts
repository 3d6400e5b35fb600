/* An image's format and size, from its first bytes and never its name; null for formats a draft doesn't support. */
import { avatarFacts } from "../account/avatar.ts";
import type { imageTypes } from "../document/document-image.ts";

export type ImageFacts = { type: (typeof imageTypes)[number]; width: number; height: number };

export function imageFacts(bytes: Uint8Array): ImageFacts | null {
  const facts = avatarFacts(bytes);
  const found: ImageFacts | null = facts ? { type: facts.kind, width: facts.width, height: facts.height } : gif(bytes);
  return found !== null && found.width > 0 && found.height > 0 ? found : null;
}

function gif(bytes: Uint8Array): ImageFacts | null {
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(String.fromCodePoint(...bytes.subarray(0, 6)))) return null;
  return { type: "image/gif", width: bytes[6]! | (bytes[7]! << 8), height: bytes[8]! | (bytes[9]! << 8) };
}
