/* The compression of RTF in messages: references into a window of 4096 bytes that begins with common RTF words. */
import { Unreadable } from "../../unreadable.ts";

const begun =
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";
const windowSize = 4_096;
const mostBytes = 20_000_000;

export function unpackedRtf(bytes: Buffer): Buffer {
  if (bytes.length < 16) return Buffer.alloc(0);
  const kind = bytes.toString("latin1", 8, 12);
  if (kind === "MELA") return bytes.subarray(16);
  if (kind !== "LZFu") throw new Unreadable("The text of this message is packed in a way that Stet can’t read.");
  const size = Math.min(bytes.readUInt32LE(4), mostBytes);
  const window = Buffer.alloc(windowSize);
  let write = window.write(begun, "latin1");
  const out = Buffer.alloc(size);
  let length = 0;
  const put = (byte: number) => {
    if (length < size) out[length++] = byte;
    window[write] = byte;
    write = (write + 1) % windowSize;
  };
  for (let at = 16; at < bytes.length;) {
    if (length >= size) break;
    const control = bytes[at++]!;
    for (let bit = 0; bit < 8 && at < bytes.length; bit++) {
      if ((control & (1 << bit)) === 0) {
        put(bytes[at++]!);
        continue;
      }
      const reference = (bytes[at]! << 8) | (bytes[at + 1] ?? 0);
      at += 2;
      const from = reference >> 4;
      // A reference to the place being written is the end.
      if (from === write) return out.subarray(0, length);
      for (let count = 0; count < (reference & 15) + 2; count++) put(window[(from + count) % windowSize]!);
    }
  }
  return out.subarray(0, length);
}
