/*
 * The fetch that the client of the Model Context Protocol uses. Like safe-fetch.ts, it connects to the address that was
 * checked, so that a name cannot lead inside the network; it follows no redirect, since a key would travel with it, and
 * ends what is too long. A server that wants to talk unasked is not listened to.
 */
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { FetchLike } from "@modelcontextprotocol/client";
import { toolServerLimits } from "#core/tool-servers/tool-server.ts";
import { addressesOf, checkedAddress, checkedUrl, isWeb, NotFetched, open, unpacker } from "../web/safe-fetch.ts";

export type Reach = {
  mayReach: (address: string, port: number) => boolean;
  resolve: (host: string) => Promise<string[]>;
};

/** What a person types reaches the public web only; what an administrator types may be local. */
export function reachOf(isAdministrator: boolean): Reach {
  return { mayReach: isAdministrator ? () => true : isWeb, resolve: addressesOf };
}

const connectMs = 5_000;

type Asked = { method: string; headers: RequestInit["headers"]; body: string | undefined; signal: AbortSignal };

/** One request to the address that was checked; a redirect is an error. Both may be awaited for as long as a call may take. */
export async function guardedRequest(
  reach: Reach,
  given: string,
  { method, headers, body, signal }: Asked,
): Promise<IncomingMessage> {
  const url = checkedUrl(given);
  const address = await checkedAddress(url, portOf(url), { ...reach, signal });
  const response = await open(url, address, {
    headers: Object.fromEntries(new Headers(headers)),
    method,
    ...(body !== undefined && { body }),
    connectMs,
    firstByteMs: toolServerLimits.callSeconds * 1000,
    signal,
  });
  const status = response.statusCode ?? 500;
  if (status < 300 || status >= 400) return response;
  response.destroy();
  throw new NotFetched("The server leads on to another address. Enter that one.");
}

export function portOf(url: URL): number {
  return url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
}

/** `tooLong`: called with the reason when a response is cut off, for which the client would wait. */
export function guardedFetch(reach: Reach, tooLong: (error: Error) => void): FetchLike {
  return async (given, init = {}) => {
    if ((init.method ?? "GET") === "GET") return new Response(null, { status: 405 });
    const response = await guardedRequest(reach, String(given), {
      method: init.method ?? "POST",
      headers: init.headers,
      body: typeof init.body === "string" ? init.body : undefined,
      signal: init.signal ?? AbortSignal.timeout(toolServerLimits.callSeconds * 1000),
    });
    const status = response.statusCode ?? 500;
    const unpack = unpacker(response.headers["content-encoding"]);
    const stream = unpack === null ? response : response.pipe(unpack);
    const held = limited(stream, (error) => {
      response.destroy();
      tooLong(error);
    });
    const isEmpty = status === 204 || status === 205;
    if (isEmpty) response.resume();
    return new Response(isEmpty ? null : held, { status, headers: plainHeaders(response.headers) });
  };
}

function limited(stream: Readable, end: (error: Error) => void): ReadableStream<Uint8Array> {
  let left: number = toolServerLimits.response;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      left -= piece.byteLength;
      if (left >= 0) return controller.enqueue(piece);
      const error = new NotFetched("The server’s response is larger than Stet accepts.");
      end(error);
      controller.error(error);
    },
  });
  return (Readable.toWeb(stream) as ReadableStream<Uint8Array>).pipeThrough(counted);
}

function plainHeaders(given: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || name === "content-encoding" || name === "content-length") continue;
    headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return headers;
}
