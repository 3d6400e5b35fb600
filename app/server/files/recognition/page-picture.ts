/*
 * What the pictures of a page show, as one grey picture of about 200 dots to the inch. Only pictures are drawn: this
 * needs no canvas and so nothing that is not JavaScript or WebAssembly.
 *
 * pdf.js itself, because the copy of it that reads texts cannot decode the formats scanners write (CCITT, JBIG2,
 * JPEG 2000). The two must not be loaded in one process.
 */
import { join } from "node:path";
import type { PDFPageProxy } from "pdfjs-dist";
import { drawPicture, type GreyPicture, type Matrix, type Stencil } from "./grey-picture.ts";

// pdf.js extends these when it is loaded; nothing that is used of it here draws or fetches.
for (const name of ["DOMMatrix", "Path2D", "Response"])
  if (!(name in globalThis))
    Reflect.set(
      globalThis,
      name,
      class {
        bytes() {}
      },
    );
const { getDocument, OPS } = await import("pdfjs-dist/legacy/build/pdf.mjs");

const dotsPerInch = 200;
/** More than an A2 sheet at this resolution; a larger page is drawn smaller. */
const mostDots = 16_000_000;
/** Of one picture in the file. */
const mostPixels = 60_000_000;
const wasm = `${join(import.meta.dirname, "../../../../node_modules/pdfjs-dist/wasm")}/`;

export type PagePicture = GreyPicture & { /** Points per dot. */ scale: number };

type Decoded = Stencil & { kind?: number; data: Uint8Array | Uint8ClampedArray | string };
type State = { matrix: Matrix; fill: number };

export async function pictureOfPage(bytes: Uint8Array, number: number): Promise<PagePicture> {
  const loading = getDocument({
    data: bytes,
    wasmUrl: wasm,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize: mostPixels,
    verbosity: 0,
  });
  try {
    const pdf = await loading.promise;
    return await drawn(await pdf.getPage(number));
  } finally {
    await loading.destroy();
  }
}

async function drawn(page: PDFPageProxy): Promise<PagePicture> {
  const whole = page.getViewport({ scale: 1 });
  const scale = Math.min(dotsPerInch / 72, Math.sqrt(mostDots / Math.max(1, whole.width * whole.height)));
  const { width, height, transform } = page.getViewport({ scale });
  const picture: GreyPicture = {
    width: Math.max(1, Math.round(width)),
    height: Math.max(1, Math.round(height)),
    grey: new Uint8Array(Math.max(1, Math.round(width)) * Math.max(1, Math.round(height))).fill(255),
  };
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: 0 });
  const states: State[] = [];
  let state: State = { matrix: transform as Matrix, fill: 0 };
  for (const [at, operator] of fnArray.entries()) {
    const args = (argsArray[at] ?? []) as unknown[];
    if (isOpening.has(operator)) states.push({ ...state });
    else if (isClosing.has(operator)) state = states.pop() ?? state;
    if (operator === OPS.transform) state.matrix = multiplied(state.matrix, args as Matrix);
    else if (operator === OPS.paintFormXObjectBegin && args[0])
      state = { ...state, matrix: multiplied(state.matrix, [...(args[0] as Matrix)]) };
    else if (operator === OPS.setFillRGBColor) state.fill = greyOf(String(args[0]));
    else await paint(page, picture, operator, args, state);
  }
  return { ...picture, scale: 1 / scale };
}

const isOpening = new Set([OPS.save, OPS.paintFormXObjectBegin, OPS.beginGroup]);
const isClosing = new Set([OPS.restore, OPS.paintFormXObjectEnd, OPS.endGroup]);

async function paint(
  page: PDFPageProxy,
  picture: GreyPicture,
  operator: number,
  args: readonly unknown[],
  { matrix, fill }: State,
): Promise<void> {
  const at = async (given: unknown, own: Matrix, ink: number | null) => {
    const decoded = await decodedOf(page, given);
    if (decoded !== null) drawPicture(picture, decoded as Stencil, multiplied(matrix, own), ink);
  };
  const unit: Matrix = [1, 0, 0, 1, 0, 0];
  if (operator === OPS.paintImageXObject || operator === OPS.paintInlineImageXObject) await at(args[0], unit, null);
  else if (operator === OPS.paintImageMaskXObject) await at(args[0], unit, fill);
  else if (operator === OPS.paintImageXObjectRepeat) {
    const [given, x, y, places] = args as [unknown, number, number, ArrayLike<number>];
    for (let one = 0; one < places.length; one += 2) await at(given, [x, 0, 0, y, places[one]!, places[one + 1]!], null);
  } else if (operator === OPS.paintImageMaskXObjectRepeat) {
    const [given, a, b, c, d, places] = args as [unknown, number, number, number, number, ArrayLike<number>];
    for (let one = 0; one < places.length; one += 2) await at(given, [a, b, c, d, places[one]!, places[one + 1]!], fill);
  } else if (operator === OPS.paintImageMaskXObjectGroup)
    for (const one of args[0] as { transform: Matrix }[]) await at(one, one.transform, fill);
}

/** Null for a picture that is broken or too large. */
async function decodedOf(page: PDFPageProxy, given: unknown): Promise<Decoded | null> {
  const named = async (name: string) => {
    const objects = name.startsWith("g_") ? page.commonObjs : page.objs;
    return new Promise<Decoded | null>((resolve) => void objects.get(name, (found: Decoded | null) => resolve(found)));
  };
  const first = typeof given === "string" ? await named(given) : (given as Decoded | null);
  if (first === null || typeof first !== "object") return null;
  const found = typeof first.data === "string" ? await named(first.data) : first;
  return found !== null && ArrayBuffer.isView(found.data) ? found : null;
}

function multiplied([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** "#rrggbb" */
function greyOf(colour: string): number {
  const rgb = Number.parseInt(colour.slice(1, 7), 16) || 0;
  return 0.299 * (rgb >> 16) + 0.587 * ((rgb >> 8) & 255) + 0.114 * (rgb & 255);
}
