/* Makes the icons for browsers, home screens and tabs from public/favicon.svg: node scripts/icons.ts */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

const folder = join(import.meta.dirname, "../public");
const paper = "#fdfcf8";
const svg = readFileSync(join(folder, "favicon.svg"));

/** The mark on paper, `room` being its share of the width: home screens cut corners and circles out of an icon. */
async function icon(size: number, room: number): Promise<Buffer> {
  const inner = Math.round(size * room);
  const mark = await sharp(svg, { density: (72 * inner) / 32 })
    .resize(inner, inner)
    .png()
    .toBuffer();
  return sharp({ create: { width: size, height: size, channels: 4, background: paper } })
    .composite([{ input: mark }])
    .png({ palette: true })
    .toBuffer();
}

/** An ICO file that holds one PNG: a header of 6 bytes, an entry of 16, the picture. */
function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const small = await sharp(svg, { density: 144 }).resize(32, 32).png().toBuffer();
writeFileSync(join(folder, "favicon.ico"), ico(small, 32));
writeFileSync(join(folder, "apple-touch-icon.png"), await icon(180, 0.72));
writeFileSync(join(folder, "icon-192.png"), await icon(192, 0.62));
writeFileSync(join(folder, "icon-512.png"), await icon(512, 0.62));
