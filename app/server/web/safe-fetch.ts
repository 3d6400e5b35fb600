/*
 * The only way to fetch a URL from outside (a search result, a redirect, a source's host). The
 * name is resolved once, every answer must be a public address, and the connection goes to the
 * checked address, which defeats DNS rebinding. Every redirect is checked again. Responses are
 * limited in time and size, both compressed and decompressed.
 *
 * Nothing about the person is sent: no cookie, no referrer, no credentials.
 */
import { lookup as lookupAll } from "node:dns/promises";
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { isPublicAddress } from "./public-address.ts";

export type Fetched = {
  /** The final URL, after redirects. */
  url: string;
  /** Without parameters, in lower case. */
  contentType: string;
  charset?: string;
  bytes: Buffer;
};

export type FetchAsked = {
  /** Accepted content types; others are aborted after the headers. */
  accept: readonly string[];
  signal: AbortSignal;
  /** Decompressed; the same limit applies to the compressed size. */
  maxBytes: number;
  /** For the whole fetch. */
  totalMs?: number;
};

export type SafeFetch = (url: string, asked: FetchAsked) => Promise<Fetched>;

/** A message saying why nothing was fetched; safe to show and to pass to a model. */
export class NotFetched extends Error {}

export type SafeFetchOptions = {
  /** The User-Agent header. */
  userAgent: string;
  /** For tests, whose servers run locally; there is no setting for it. */
  mayReach?: (address: string, port: number) => boolean;
  resolve?: (host: string) => Promise<string[]>;
  connectMs?: number;
  firstByteMs?: number;
};

const mostRedirects = 5;
const longestAddress = 2_000;

export const isWeb = (address: string, port: number) => (port === 80 || port === 443) && isPublicAddress(address);
export const addressesOf = async (host: string) => (await lookupAll(host, { all: true, verbatim: true })).map((one) => one.address);

export function createSafeFetch(options: SafeFetchOptions): SafeFetch {
  const { userAgent, mayReach = isWeb, resolve = addressesOf, connectMs = 5_000, firstByteMs = 8_000 } = options;

  async function once(url: URL, asked: FetchAsked, signal: AbortSignal): Promise<IncomingMessage> {
    const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
    const address = await checkedAddress(url, port, { mayReach, resolve, signal });
    const headers = { "user-agent": userAgent, accept: [...asked.accept, "*/*;q=0.1"].join(", ") };
    return open(url, address, { headers, connectMs, firstByteMs, signal });
  }

  return async (given, asked) => {
    const limit = AbortSignal.timeout(asked.totalMs ?? 15_000);
    const signal = AbortSignal.any([asked.signal, limit]);
    try {
      let url = checkedUrl(given);
      for (let redirects = 0; ; redirects++) {
        const response = await once(url, asked, signal);
        const next = redirectOf(response, url);
        if (next === null) return { url: url.href, ...(await bodyOf(response, asked, signal)) };
        response.destroy();
        if (redirects === mostRedirects) throw new NotFetched(`The page leads on more than ${mostRedirects} times.`);
        url = next;
      }
    } catch (error) {
      if (asked.signal.aborted) throw asked.signal.reason;
      if (limit.aborted) throw new NotFetched("The page took too long.");
      if (error instanceof NotFetched) throw error;
      throw new NotFetched("The page could not be reached.");
    }
  };
}

/** Validates a URL as browsers parse it: 0x7f.1 and 2130706433 are 127.0.0.1 here too. */
export function checkedUrl(given: string, base?: URL): URL {
  if (given.length > longestAddress || !URL.canParse(given, base)) throw new NotFetched("This is no address of a page.");
  const url = new URL(given, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new NotFetched("Only http and https addresses are read.");
  if (url.username !== "" || url.password !== "") throw new NotFetched("An address with a name or password in it is not read.");
  url.hash = "";
  return url;
}

type Reach = Required<Pick<SafeFetchOptions, "mayReach" | "resolve">> & { signal: AbortSignal };

/** Rejects the name if any of its addresses isn't public: a legitimate name never mixes both. */
export async function checkedAddress(url: URL, port: number, { mayReach, resolve, signal }: Reach): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(host) === 0 ? await unlessAborted(resolve(host), signal) : [host];
  if (addresses.length === 0 || !addresses.every((address) => mayReach(address, port)))
    throw new NotFetched("This address is not on the public web.");
  return addresses.find((address) => isIP(address) === 4) ?? addresses[0]!;
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    promise.then(resolve, reject);
  });
}

type Opening = {
  headers: Record<string, string>;
  method?: string;
  body?: string;
  connectMs: number;
  firstByteMs: number;
  signal: AbortSignal;
};

/** Connects to the address that was checked, whatever the name means by now. */
export function open(url: URL, address: string, opening: Opening): Promise<IncomingMessage> {
  const { headers, method = "GET", body, connectMs, firstByteMs, signal } = opening;
  const family = isIP(address);
  const pinned: LookupFunction = (_host, { all }, done) =>
    all === true ? done(null, [{ address, family }]) : done(null, address, family);
  return new Promise((resolve, reject) => {
    const asking = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
      // A new connection: never reuse one opened for another check.
      agent: false,
      lookup: pinned,
      method,
      signal,
      maxHeaderSize: 32_768,
      headers: { ...headers, "accept-encoding": "gzip, deflate, br", connection: "close" },
    });
    const giveUp = (sentence: string) => asking.destroy(new NotFetched(sentence));
    let waiting = setTimeout(() => giveUp("The page's server does not answer."), connectMs);
    asking.on("socket", (socket) =>
      socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => {
        clearTimeout(waiting);
        waiting = setTimeout(() => giveUp("The page's server was silent for too long."), firstByteMs);
      }),
    );
    asking.on("response", (response) => {
      clearTimeout(waiting);
      resolve(response);
    });
    asking.on("error", (error) => {
      clearTimeout(waiting);
      reject(error);
    });
    asking.end(body);
  });
}

function redirectOf(response: IncomingMessage, from: URL): URL | null {
  const { location } = response.headers;
  if (![301, 302, 303, 307, 308].includes(response.statusCode ?? 0) || location === undefined) return null;
  return checkedUrl(location, from);
}

async function bodyOf(response: IncomingMessage, asked: FetchAsked, signal: AbortSignal): Promise<Omit<Fetched, "url">> {
  const { statusCode = 0, headers } = response;
  const [contentType = "", ...parameters] = (headers["content-type"] ?? "").toLowerCase().split(";");
  const charset = /^\s*charset\s*=\s*"?([\w.:-]{2,40})/.exec(parameters.find((one) => one.includes("charset")) ?? "")?.[1];
  const type = contentType.trim();
  const refusal =
    statusCode !== 200
      ? `The page's server answered ${statusCode}.`
      : type !== "" && !asked.accept.includes(type)
        ? "This is not a kind of page that Stet reads."
        : Number(headers["content-length"] ?? 0) > asked.maxBytes
          ? tooLarge
          : null;
  if (refusal !== null) {
    response.destroy();
    throw new NotFetched(refusal);
  }
  const bytes = await unpacked(response, headers["content-encoding"], asked.maxBytes, signal);
  return { contentType: type, ...(charset !== undefined && { charset }), bytes };
}

export const tooLarge = "The page is larger than Stet reads.";

/** Counts compressed and decompressed bytes as they arrive: whatever a page declares, no more than the limit is held. */
export function unpacked(
  response: IncomingMessage,
  encoding: string | undefined,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const unpack = unpacker(encoding);
  const body: Readable = unpack === null ? response : response.pipe(unpack);
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    let onWire = 0;
    const fail = (error: Error) => {
      // First, because truncation raises another error.
      reject(error);
      response.destroy();
      unpack?.destroy();
    };
    if (unpack !== null)
      response.on("data", (piece: Buffer) => (onWire += piece.length) > maxBytes && fail(new NotFetched(tooLarge)));
    body.on("data", (piece: Buffer) => {
      size += piece.length;
      if (size > maxBytes) fail(new NotFetched(tooLarge));
      else pieces.push(piece);
    });
    body.on("end", () => resolve(Buffer.concat(pieces)));
    for (const stream of [response, unpack]) stream?.on("error", fail);
    response.on("aborted", () => fail(new NotFetched("The page broke off.")));
    signal.addEventListener("abort", () => fail(signal.reason as Error), { once: true });
  });
}

export function unpacker(encoding: string | undefined) {
  switch (encoding?.trim().toLowerCase() ?? "identity") {
    case "":
    case "identity":
      return null;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      throw new NotFetched("The page comes in a form that Stet does not read.");
  }
}
