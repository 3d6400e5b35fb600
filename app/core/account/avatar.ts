/*
 * A profile picture: small, square, and one of three formats, detected from its
 * first bytes rather than its name. Its address is a digest of its content.
 */
export const avatarSide = 256;
export const largestAvatarBytes = 2 * 1024 * 1024;

export type AvatarKind = "image/png" | "image/jpeg" | "image/webp";

/** Format and size from the bytes themselves; null for anything else, including corrupt images. */
export function avatarFacts(bytes: Uint8Array): { kind: AvatarKind; width: number; height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return png(view) ?? webp(view) ?? jpeg(view);
  } catch {
    // Truncated before its dimensions.
    return null;
  }
}

function text(view: DataView, at: number, length: number): string {
  return Array.from({ length }, (_, i) => String.fromCodePoint(view.getUint8(at + i))).join("");
}

function png(view: DataView) {
  if (text(view, 0, 8) !== "\u0089PNG\r\n\u001a\n" || text(view, 12, 4) !== "IHDR") return null;
  return { kind: "image/png" as const, width: view.getUint32(16), height: view.getUint32(20) };
}

function webp(view: DataView) {
  if (text(view, 0, 4) !== "RIFF" || text(view, 8, 4) !== "WEBP") return null;
  const kind = "image/webp" as const;
  switch (text(view, 12, 4)) {
    case "VP8 ":
      return { kind, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return { kind, width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case "VP8X": {
      const three = (at: number) => (view.getUint16(at, true) | (view.getUint8(at + 2) << 16)) + 1;
      return { kind, width: three(24), height: three(27) };
    }
    default:
      return null;
  }
}

/** Walks the segments up to the frame header, which has the size. */
function jpeg(view: DataView) {
  if (view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    if (marker < 0xffc0 || marker === 0xffd9 || marker === 0xffda) return null;
    const isFrame = marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { kind: "image/jpeg" as const, width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
}
