/* Grey pictures: drawing one onto another, and turning one by a right angle. */
import type { Turn } from "#core/sources/recognised-page.ts";

export type GreyPicture = { width: number; height: number; /** 0 is black. */ grey: Uint8Array };
export type Matrix = [number, number, number, number, number, number];
/** As pdf.js decodes them. `kind`: 1 bit, 3 or 4 bytes a pixel; a stencil has none, and paints where a bit is 0. */
export type Stencil = { width: number; height: number; data: Uint8Array | Uint8ClampedArray; kind?: number };

/** A picture's grey at a pixel, and how much it covers what is below it. */
type Sample = (x: number, y: number) => void;

const white = 255;

/** Draws a picture that fills the unit square of `matrix`. A stencil is drawn with `ink`. */
export function drawPicture(onto: GreyPicture, picture: Stencil, matrix: Matrix, ink: number | null): void {
  const [a, b, c, d, e, f] = matrix;
  const area = a * d - b * c;
  if (!Number.isFinite(area) || Math.abs(area) < 1e-6 || picture.width < 1 || picture.height < 1) return;
  const corners = [
    [e, f],
    [e + a, f + b],
    [e + c, f + d],
    [e + a + c, f + b + d],
  ] as const;
  const left = Math.max(0, Math.floor(Math.min(...corners.map(([x]) => x))));
  const right = Math.min(onto.width, Math.ceil(Math.max(...corners.map(([x]) => x))));
  const top = Math.max(0, Math.floor(Math.min(...corners.map(([, y]) => y))));
  const bottom = Math.min(onto.height, Math.ceil(Math.max(...corners.map(([, y]) => y))));
  // Per dot: how far it is from one to the next in the picture, across and down.
  const across = [(d / area) * picture.width, (b / area) * picture.height] as const;
  const down = [(-c / area) * picture.width, (-a / area) * picture.height] as const;
  const finest = Math.max(Math.hypot(...across), Math.hypot(...down));
  const samples = Math.min(4, Math.max(1, Math.ceil(finest - 0.2)));
  const found = { sum: 0, weight: 0 };
  const sample = sampler(picture, ink, found, finest < 0.8);
  const offsets = Array.from({ length: samples }, (_, at) => (at + 0.5) / samples);
  const all = samples * samples;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      found.sum = 0;
      found.weight = 0;
      for (const dy of offsets)
        for (const dx of offsets) {
          const [fromX, fromY] = [x + dx - e, y + dy - f];
          const u = (fromX * d - fromY * c) / area;
          const v = (fromY * a - fromX * b) / area;
          if (u >= 0 && u < 1 && v > 0 && v <= 1) sample(u * picture.width, (1 - v) * picture.height);
        }
      if (found.weight === 0) continue;
      const at = y * onto.width + x;
      onto.grey[at] = (onto.grey[at]! * (all - found.weight) + found.sum) / all;
    }
}

function sampler(picture: Stencil, ink: number | null, into: { sum: number; weight: number }, isCoarse: boolean): Sample {
  const { width, height, data, kind } = picture;
  const add = (grey: number, cover: number) => {
    into.sum += grey * cover;
    into.weight += cover;
  };
  const rowBytes = (width + 7) >> 3;
  const bit = (x: number, y: number) => (data[y * rowBytes + (x >> 3)]! >> (7 - (x & 7))) & 1;
  if (ink !== null) return (x, y) => bit(Math.floor(x), Math.floor(y)) === 0 && add(ink, 1);
  const channels = kind === 3 ? 4 : kind === 2 ? 3 : 0;
  const greyAt = (x: number, y: number) => {
    if (channels === 0) return bit(x, y) * white;
    const at = (y * width + x) * channels;
    return 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!;
  };
  if (kind === 3)
    return (x, y) => add(greyAt(Math.floor(x), Math.floor(y)), data[(Math.floor(y) * width + Math.floor(x)) * 4 + 3]! / white);
  if (!isCoarse) return (x, y) => add(greyAt(Math.floor(x), Math.floor(y)), 1);
  // Larger dots than the page's would have edges like stairs.
  return (x, y) => {
    const [x0, y0] = [Math.max(0, Math.floor(x - 0.5)), Math.max(0, Math.floor(y - 0.5))];
    const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)];
    const [dx, dy] = [Math.min(1, Math.max(0, x - 0.5 - x0)), Math.min(1, Math.max(0, y - 0.5 - y0))];
    const upper = greyAt(x0, y0) * (1 - dx) + greyAt(x1, y0) * dx;
    const lower = greyAt(x0, y1) * (1 - dx) + greyAt(x1, y1) * dx;
    add(upper * (1 - dy) + lower * dy, 1);
  };
}

/** The paper's grain becomes white; on a sheet with little on it, it would be taken for letters. */
export function withWhitePaper({ width, height, grey }: GreyPicture): GreyPicture {
  const counts = new Uint32Array(256);
  for (const dot of grey) counts[dot]!++;
  const paper = counts.reduce((most, count, at) => (count > counts[most]! ? at : most), 0);
  // On dark paper nothing is certain.
  if (paper < 120) return { width, height, grey };
  const lightest = paper * 0.88;
  return { width, height, grey: grey.map((dot) => Math.min(white, (dot / lightest) * white)) };
}

/** Clockwise. */
export function turned({ width, height, grey }: GreyPicture, turn: Turn): GreyPicture {
  if (turn === 0) return { width, height, grey };
  const isAcross = turn !== 180;
  const to = { width: isAcross ? height : width, height: isAcross ? width : height, grey: new Uint8Array(grey.length) };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [newX, newY] = turn === 90 ? [height - 1 - y, x] : turn === 180 ? [width - 1 - x, height - 1 - y] : [y, width - 1 - x];
      to.grey[newY * to.width + newX] = grey[y * width + x]!;
    }
  return to;
}

/** PGM, the simplest format that the recognition reads. */
export function asPgm({ width, height, grey }: GreyPicture): Uint8Array {
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`);
  return Buffer.concat([head, grey]);
}
