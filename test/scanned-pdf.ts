/*
 * PDFs whose pages are pictures of known words: as a scanner makes them, with grain and a slight slant, in the formats
 * that scanners write.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deflateSync } from "node:zlib";
import * as fontkit from "fontkit";
import sharp from "sharp";
import { pdfFile } from "./documents.ts";

export type ScannedPage = {
  lines: readonly string[];
  /** Clockwise: how the sheet lay on the glass. */
  turn?: 0 | 90 | 180 | 270;
  encoding?: "jpeg" | "fax" | "grey";
  /** In degrees. */
  slant?: number;
  /** Of the grain, from 0. */
  grain?: number;
};

const [width, height] = [595, 842];
const dotsPerInch = 200;
const size = 11;
const font = fontkit.create(
  readFileSync(createRequire(import.meta.url).resolve("@expo-google-fonts/newsreader/400Regular/Newsreader_400Regular.ttf")),
) as fontkit.Font;

export async function scannedPdf(pages: readonly ScannedPage[]): Promise<Buffer> {
  const objects: Buffer[] = [Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"), Buffer.alloc(0)];
  const kids: string[] = [];
  for (const page of pages) {
    const pictures = await picturesOf(page);
    const isAcross = page.turn === 90 || page.turn === 270;
    const [w, h] = isAcross ? [height, width] : [width, height];
    const whole = pictures.reduce((sum, { rows }) => sum + rows, 0);
    const names = pictures.map((_, at) => `/P${at} ${objects.length + 1 + at} 0 R`).join(" ");
    let below = whole;
    const content = pictures.map(({ rows }, at) => {
      below -= rows;
      return `q ${w} 0 0 ${(h * rows) / whole} 0 ${(h * below) / whole} cm /P${at} Do Q\n`;
    });
    objects.push(...pictures.map(({ object }) => object), stream("", Buffer.from(content.join(""))));
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${w} ${h}] /Resources << /XObject << ${names} >> >> /Contents ${objects.length} 0 R >>`,
      ),
    );
    kids.push(`${objects.length} 0 R`);
  }
  objects[1] = Buffer.from(`<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${kids.length} >>`);
  return pdfFile(objects);
}

type Picture = { object: Buffer; rows: number };

async function picturesOf(page: ScannedPage): Promise<Picture[]> {
  const picture = await scan(page);
  const { encoding = "jpeg" } = page;
  const { data, info } = await picture.clone().toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  const head = (rows: number, bits: number, filter: string) =>
    `/Type /XObject /Subtype /Image /Width ${info.width} /Height ${rows} /ColorSpace /DeviceGray /BitsPerComponent ${bits} /Filter /${filter}`;
  if (encoding === "jpeg")
    return [
      { rows: info.height, object: stream(head(info.height, 8, "DCTDecode"), await picture.jpeg({ quality: 70 }).toBuffer()) },
    ];
  if (encoding === "grey") return [{ rows: info.height, object: stream(head(info.height, 8, "FlateDecode"), deflateSync(data)) }];
  const fax = await picture.threshold(150).toColourspace("b-w").tiff({ compression: "ccittfax4", bitdepth: 1 }).toBuffer();
  return stripsOf(fax, info.height).map(({ rows, content }) => ({
    rows,
    object: stream(`${head(rows, 1, "CCITTFaxDecode")} /DecodeParms << /K -1 /Columns ${info.width} /Rows ${rows} >>`, content),
  }));
}

async function scan({ lines, turn = 0, slant = 0.3, grain = 12 }: ScannedPage): Promise<ReturnType<typeof sharp>> {
  const scale = dotsPerInch / 72;
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  const drawn = lines.map((line, at) => lineAsSvg(line, 64, 80 + at * size * 1.5)).join("");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#fbfaf6"/><g transform="rotate(${slant} ${width / 2} ${height / 2})">${drawn}</g></svg>`;
  const flat = await sharp(Buffer.from(svg)).greyscale().blur(0.6).toColourspace("b-w").raw().toBuffer();
  // The same grain each time.
  let seed = 7;
  for (let at = 0; at < flat.length; at++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    flat[at] = Math.max(0, Math.min(255, flat[at]! + (seed / 2_147_483_648 - 0.5) * grain * 2));
  }
  const upright = sharp(flat, { raw: { width: w, height: h, channels: 1 } });
  return turn === 0
    ? upright
    : sharp(await upright.rotate(turn).toColourspace("b-w").raw().toBuffer(), {
        raw: { width: turn === 180 ? w : h, height: turn === 180 ? h : w, channels: 1 },
      });
}

function lineAsSvg(line: string, x: number, y: number): string {
  const { glyphs, positions } = font.layout(line);
  const unit = size / font.unitsPerEm;
  let at = 0;
  const paths = glyphs.map((glyph, index) => {
    const path = `<path transform="translate(${at} 0)" d="${glyph.path.toSVG()}"/>`;
    at += positions[index]!.xAdvance;
    return path;
  });
  return `<g fill="#222" transform="translate(${x} ${y}) scale(${unit} ${-unit})">${paths.join("")}</g>`;
}

function stripsOf(tiff: Buffer, height: number): { rows: number; content: Buffer }[] {
  const isLittle = tiff.toString("latin1", 0, 2) === "II";
  const [short, long] = isLittle
    ? [(at: number) => tiff.readUInt16LE(at), (at: number) => tiff.readUInt32LE(at)]
    : [(at: number) => tiff.readUInt16BE(at), (at: number) => tiff.readUInt32BE(at)];
  const table = long(4);
  const tags = new Map<number, { count: number; at: number; type: number }>();
  for (let one = 0; one < short(table); one++) {
    const at = table + 2 + one * 12;
    tags.set(short(at), { type: short(at + 2), count: long(at + 4), at: at + 8 });
  }
  const valuesOf = (tag: number) => {
    const { type, count, at } = tags.get(tag)!;
    const width = type === 3 ? 2 : 4;
    const from = count * width <= 4 ? at : long(at);
    return Array.from({ length: count }, (_, one) => (type === 3 ? short : long)(from + one * width));
  };
  const [offsets, lengths, [perStrip = height]] = [valuesOf(273), valuesOf(279), valuesOf(278)];
  return offsets.map((offset, at) => ({
    rows: Math.min(perStrip, height - at * perStrip),
    content: tiff.subarray(offset, offset + lengths[at]!),
  }));
}

function stream(dictionary: string, content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from("\nendstream"),
  ]);
}
