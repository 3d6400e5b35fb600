/*
 * Compressing what is sent: a whole body once, as small as it gets, or a page
 * while it is being made. There every piece is flushed as it comes, so that
 * nothing a reader could see already is held back.
 */
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";
export type Bytes = Buffer<ArrayBuffer>;

/** The best of what a request says it takes. A refused encoding (`br;q=0`) is not taken. */
export function encodingFor(accepted: string): Encoding {
  const taken = new Set(
    accepted
      .toLowerCase()
      .split(",")
      .map((one) => one.trim())
      .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
      .map((one) => one.split(";", 1)[0]!.trim()),
  );
  if (taken.has("br")) return "br";
  return taken.has("gzip") ? "gzip" : "identity";
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Somebody waits for the first answer: a file this large would take many seconds at the best quality. */
const largeBytes = 4_000_000;

export async function compressWhole(body: Bytes, encoding: Encoding): Promise<Bytes> {
  if (encoding === "identity") return body;
  if (encoding === "gzip") return compressGzip(body, { level: 9 });
  return brotli(body, body.length > largeBytes ? 5 : 9);
}

/** As small as brotli gets it, at ten times the cost of `compressWhole`; null where that would take many seconds. */
export async function compressSmallest(body: Bytes): Promise<Bytes | null> {
  return body.length > largeBytes ? null : brotli(body, 11);
}

function brotli(body: Bytes, quality: number): Promise<Bytes> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return compressBrotli(body, { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: body.length } });
}

/** Below this the headers weigh as much as what is saved. */
const smallBytes = 1024;

/** An answer of the API as the client takes it. Everything but JSON in one piece stays as it is. */
export async function compressedJson(response: Response, accepted: string): Promise<Response> {
  const { body, headers, status, statusText } = response;
  const isJson = /^application\/([\w.]+\+)?json\b/.test(headers.get("content-type") ?? "");
  if (!isJson || body === null || headers.has("content-encoding") || headers.has("content-disposition")) return response;
  const encoding = encodingFor(accepted);
  headers.append("vary", "accept-encoding");
  if (encoding === "identity") return response;
  const plain = Buffer.from(await response.arrayBuffer());
  if (plain.length < smallBytes) return new Response(plain, { status, statusText, headers });
  headers.set("content-encoding", encoding);
  headers.delete("content-length");
  const small = encoding === "br" ? await brotli(plain, 4) : await compressGzip(plain, { level: 6 });
  return new Response(small, { status, statusText, headers });
}

const worthIt = /^text\/(html|x-script|xml)|^application\/(xml|rss\+xml)/;

/** The answer as the browser takes it. Event streams, files and what is compressed already stay as they are. */
export function compressed(response: Response, accepted: string): Response {
  const { body, headers } = response;
  if (!worthIt.test(headers.get("content-type") ?? "") || headers.has("content-encoding")) return response;
  headers.append("vary", "accept-encoding");
  const encoding = encodingFor(accepted);
  if (body === null || encoding === "identity") return response;
  headers.set("content-encoding", encoding);
  headers.delete("content-length");
  return new Response(Readable.toWeb(compressStream(Readable.fromWeb(body as never), encoding)) as ReadableStream, {
    status: response.status,
    statusText: response.statusText,
    headers,
  });
}

/** A quality that keeps up with rendering; the last few per cent would cost more time than they save. */
function compressStream(body: Readable, encoding: "br" | "gzip"): Readable {
  const { BROTLI_PARAM_QUALITY, BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = constants;
  const zip =
    encoding === "br"
      ? createBrotliCompress({ params: { [BROTLI_PARAM_QUALITY]: 4 }, flush: BROTLI_OPERATION_FLUSH })
      : createGzip({ level: 6, flush: Z_SYNC_FLUSH });
  // Either side may go first: the reader leaves, or the page fails half-way.
  zip.once("close", () => body.destroy());
  body.once("error", (error) => zip.destroy(error));
  return body.pipe(zip);
}
