/*
 * The fetch that the client of the Model Context Protocol uses. Like safe-fetch.ts, it connects to the address that was
 * checked, so that a name cannot lead inside the network; it follows no redirect, since a key would travel with it, and
 * ends what is too long. A server that wants to talk unasked is not listened to.
 */
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

/** `tooLong`: called with the reason when a response is cut off, for which the client would wait. */
export function guardedFetch(reach: Reach, key: string | null, tooLong: (error: Error) => void): FetchLike {
  return async (given, init = {}) => {
    if ((init.method ?? "GET") === "GET") return new Response(null, { status: 405 });
    const url = checkedUrl(String(given));
    const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
    const signal = init.signal ?? AbortSignal.timeout(toolServerLimits.callSeconds * 1000);
    const address = await checkedAddress(url, port, { ...reach, signal });
    const headers = Object.fromEntries(new Headers(init.headers));
    if (key !== null) headers.authorization = `Bearer ${key}`;
    const body = typeof init.body === "string" ? init.body : undefined;
    const firstByteMs = toolServerLimits.callSeconds * 1000;
    const response = await open(url, address, {
      headers,
      method: init.method ?? "POST",
      ...(body !== undefined && { body }),
      connectMs,
      firstByteMs,
      signal,
    });
    const status = response.statusCode ?? 500;
    if (status >= 300 && status < 400) {
      response.destroy();
      throw new NotFetched("The server leads on to another address. Enter that one.");
    }
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
