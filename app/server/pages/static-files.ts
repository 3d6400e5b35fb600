/*
 * Serves the built browser files from memory, except for the largest, which few ask for. Names under /assets contain a
 * content hash, so they can be cached forever. A file is compressed on first request, and recompressed at the best
 * quality soon after.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { compressSmallest, compressWhole, encodingFor, type Bytes, type Encoding } from "./encodings.ts";
import { commonHeaders } from "./security-headers.ts";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".avif": "image/avif",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};
const compressible = /^(text|application\/(json|wasm|manifest))|svg/;

type Held = {
  read(): Promise<Bytes>;
  length: number;
  etag: string;
  type: string;
  immutable: boolean;
  encoded: Map<Encoding, Promise<Bytes>>;
};

/** A larger file, such as the spell checker of 16 MB, is read again when it is asked for. */
const mostInMemory = 4_000_000;

export type StaticFiles = (method: string, path: string, headers: Headers) => Promise<Response> | null;

/** Returns null for a path that is not one of our files. Reads all of `folder` immediately. */
export function serveStatic(folder: string): StaticFiles {
  const held = new Map<string, Held>();
  for (const file of filesUnder(folder)) held.set(`/${relative(folder, file).split(sep).join("/")}`, hold(file));
  return (method, path, headers) => {
    const file = method === "GET" || method === "HEAD" ? held.get(path) : undefined;
    return file === undefined ? null : answer(file, method, headers).catch(notFound);
  };
}

/** A large file that a newer build has removed. */
function notFound(error: NodeJS.ErrnoException): Response {
  if (error.code !== "ENOENT") throw error;
  return new Response("Not found.", { status: 404, headers: commonHeaders });
}

async function answer(file: Held, method: string, headers: Headers): Promise<Response> {
  const shared = {
    ...commonHeaders,
    etag: file.etag,
    vary: "accept-encoding",
    "cache-control": file.immutable ? "public, max-age=31536000, immutable" : "public, max-age=600",
  };
  if (headers.get("if-none-match") === file.etag) return new Response(null, { status: 304, headers: shared });
  const isWorthIt = file.length >= 1024 && compressible.test(file.type);
  const encoding = isWorthIt ? encodingFor(headers.get("accept-encoding") ?? "") : "identity";
  const body = await encodedBody(file, encoding);
  return new Response(method === "HEAD" ? null : body, {
    headers: {
      ...shared,
      "content-type": file.type,
      "content-length": String(body.length),
      ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
    },
  });
}

function encodedBody(file: Held, encoding: Encoding): Promise<Bytes> {
  if (encoding === "identity") return file.read();
  let body = file.encoded.get(encoding);
  if (body === undefined) {
    body = file.read().then((whole) => compressWhole(whole, encoding));
    // What could not be read is tried again.
    body.catch(() => file.encoded.delete(encoding));
    file.encoded.set(encoding, body);
    if (encoding === "br" && file.length <= mostInMemory) inTurn = inTurn.then(() => shrink(file));
  }
  return body;
}

/** One at a time, off the main thread, after the first request has been answered. */
let inTurn = Promise.resolve();

async function shrink(file: Held): Promise<void> {
  const smallest = await compressSmallest(await file.read());
  if (smallest !== null) file.encoded.set("br", Promise.resolve(smallest));
}

function hold(file: string): Held {
  const body = readFileSync(file);
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const type = types[extname(file)] ?? "application/octet-stream";
  const { length } = body;
  const read = length > mostInMemory ? fromDisk(file) : fromMemory(body);
  return { read, length, etag, type, immutable: file.includes(`${sep}assets${sep}`), encoded: new Map() };
}

// Apart, so that neither function keeps what only the other needs.
const fromMemory = (body: Bytes) => () => Promise.resolve(body);
const fromDisk = (file: string) => () => readFile(file);

function filesUnder(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesUnder(path) : [path]))
    .filter((path) => !path.endsWith(".map") && !path.includes(`${sep}.vite${sep}`));
}
