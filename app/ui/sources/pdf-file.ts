/* A PDF opened in the browser, and where the words of its pages stand. Fetched when a page is first shown. */
import { getDocument, PDFWorker, Util, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import jbig2 from "pdfjs-dist/wasm/jbig2.wasm?url";
import openjpeg from "pdfjs-dist/wasm/openjpeg.wasm?url";
import qcms from "pdfjs-dist/wasm/qcms_bg.wasm?url";
import type { PlacedText } from "#core/sources/words-on-page.ts";

export type { PDFDocumentProxy, PDFPageProxy };

const decoders: Record<string, string> = { "jbig2.wasm": jbig2, "openjpeg.wasm": openjpeg, "qcms_bg.wasm": qcms };

/** Their names have a hash of their content, which pdf.js does not know. */
class Decoders {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const address = decoders[filename];
    if (address === undefined) throw new Error(`There is no ${filename}.`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${filename} could not be fetched.`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

export type OpenPdf = { pdf: Promise<PDFDocumentProxy>; close(): void };

export function openPdf(url: string): OpenPdf {
  const port = new Worker(new URL("./pdf-worker.ts", import.meta.url), { type: "module" });
  const worker = PDFWorker.create({ port });
  const loading = getDocument({ url, worker, useWorkerFetch: false, wasmUrl: "/", BinaryDataFactory: Decoders, verbosity: 0 });
  return {
    pdf: loading.promise,
    close() {
      void loading.destroy().finally(() => {
        worker.destroy();
        port.terminate();
      });
    },
  };
}

type Item = { str: string; transform: number[]; width: number; height: number };

export async function placedTexts(page: PDFPageProxy): Promise<PlacedText[]> {
  const view = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  return (items as Item[]).flatMap((item) => (typeof item.str === "string" && item.str.trim() !== "" ? [placed(item, view)] : []));
}

function placed({ str, transform, width, height }: Item, view: ReturnType<PDFPageProxy["getViewport"]>): PlacedText {
  const [a, b, , , x, y] = Util.transform(view.transform, transform) as [number, number, number, number, number, number];
  const length = Math.hypot(a, b) || 1;
  const [right, down] = [a / length, b / length];
  const size = height || length;
  // From a little below the baseline to the top of the letters, across the direction of writing.
  const [low, high] = [size * 0.25, size * 0.85];
  return {
    text: str,
    boxOf(from, to) {
      const along = [(width * from) / str.length, (width * to) / str.length];
      const corners = along.flatMap((at) =>
        [low, -high].map((across) => [x + right * at - down * across, y + down * at + right * across] as const),
      );
      const [xs, ys] = [corners.map(([one]) => one), corners.map(([, one]) => one)];
      return {
        left: Math.min(...xs) / view.width,
        right: Math.max(...xs) / view.width,
        top: Math.min(...ys) / view.height,
        bottom: Math.max(...ys) / view.height,
      };
    },
  };
}
