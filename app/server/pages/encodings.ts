/*
 * Response compression: a complete body once, at the best quality, or a page while it renders. A streamed page is
 * flushed whenever rendering pauses, so nothing is delayed by the compressor.
 */
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";
export type Bytes = Buffer<ArrayBuffer>;

/** The best encoding the request accepts. A refused one (`br;q=0`) is not used. */
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

/** A client is waiting for the first response: a file this large would take many seconds at the best quality. */
const largeBytes = 4_000_000;

export async function compressWhole(body: Bytes, encoding: Encoding): Promise<Bytes> {
  if (encoding === "identity") return body;
  if (encoding === "gzip") return compressGzip(body, { level: 9 });
  return brotli(body, body.length > largeBytes ? 5 : 9);
}

/** Brotli's best quality, at ten times the cost of `compressWhole`; null if that would take many seconds. */
export async function compressSmallest(body: Bytes): Promise<Bytes | null> {
  return body.length > largeBytes ? null : brotli(body, 11);
}

function brotli(body: Bytes, quality: number): Promise<Bytes> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return compressBrotli(body, { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: body.length } });
}

/** Below this the headers outweigh the savings. */
const smallBytes = 1024;

/** Compresses a complete JSON response of the API if the client accepts it; any other response is unchanged. */
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

/** Compresses a response for the browser. Event streams, files and compressed responses are unchanged. */
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

/** A quality that keeps up with rendering; the last few percent would cost more time than they save. */
function compressStream(body: Readable, encoding: "br" | "gzip"): Readable {
  const zip =
    encoding === "br" ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }) : createGzip({ level: 6 });
  // What is written in one go is compressed as one: a page comes in hundreds of pieces, and each flush costs bytes.
  let isDue = false;
  body.on("data", () => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      if (!zip.destroyed && !zip.writableEnded) zip.flush();
    });
  });
  // Either side may end first: the reader disconnects, or the page fails halfway.
  zip.once("close", () => body.destroy());
  body.once("error", (error) => zip.destroy(error));
  return body.pipe(zip);
}
