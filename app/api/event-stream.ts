/*
 * A response that streams events. In the server, frames go straight to the Node response, which signals when it is
 * full; in process (tests) to a web stream that behaves the same. Writers wait or stop when the reader is full or
 * gone; nothing is queued here.
 *
 * A stream has one lifetime: whichever of reader, access and writer ends first ends the timer, the access and the
 * response.
 */
import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Sink } from "#server/chat/live-run.ts";
import type { ApiContext } from "./context.ts";
import type { HeldAccess } from "./held-access.ts";

const keepAliveEveryMs = 15_000;
const bufferBytes = 64 * 1024;
/** A reader with this much unread is disconnected: it reconnects and catches up. */
const mostUnreadBytes = 8 * 1024 * 1024;

type Pump = (sink: Sink) => Promise<void>;
type Line = { write(text: string): boolean; drained(): Promise<void>; close(): void };

/**
 * `pump` writes until the stream is over or the reader is gone. If it fails, the stream ends without its last event
 * and the reader reconnects.
 */
export function answerEvents(c: ApiContext, headers: Record<string, string>, access: HeldAccess, pump: Pump): Response {
  const head = c.newResponse(null, 200, headers);
  const life = new AbortController();
  const outgoing = c.env?.outgoing;
  if (outgoing === undefined) return new Response(webStream(life, access, pump), { headers: head.headers });
  const response = outgoing as ServerResponse;
  response.writeHead(200, Object.fromEntries(head.headers));
  response.socket?.setNoDelay(true);
  response.flushHeaders();
  run(life, nodeLine(response, life), access, pump);
  return RESPONSE_ALREADY_SENT;
}

/** Calls back once, immediately if already aborted: late listeners never receive "abort". */
export function whenAborted(signal: AbortSignal, then: () => void): void {
  if (signal.aborted) then();
  else signal.addEventListener("abort", then, { once: true });
}

/** Aborts when the client disconnects, or already has: "close" may have fired during the session lookup. */
export function leaveWithReader(c: ApiContext, life: AbortController): void {
  const outgoing = c.env?.outgoing;
  if (outgoing === undefined) whenAborted(c.req.raw.signal, () => life.abort());
  else leaveWithResponse(outgoing as ServerResponse, life);
}

function leaveWithResponse(response: ServerResponse, life: AbortController): void {
  const leave = () => life.abort();
  response.once("close", leave).once("error", leave);
  if (response.destroyed || response.closed || response.socket?.destroyed !== false) leave();
}

/** Node sends a chunk's length, text and end as three pieces; framed here, a token is one write. */
function chunkOf(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

const lastChunk = "0\r\n\r\n";

/** The head has been sent. */
function nodeLine(response: ServerResponse, life: AbortController): Line {
  leaveWithResponse(response, life);
  const isChunked = response.chunkedEncoding;
  response.chunkedEncoding = false;
  return {
    write(text) {
      if (response.destroyed || response.writableEnded || response.writableLength > mostUnreadBytes) {
        life.abort();
        return false;
      }
      return text === "" || response.write(isChunked ? chunkOf(text) : text);
    },
    drained: () =>
      new Promise((resolve) => {
        if (life.signal.aborted || !response.writableNeedDrain) return resolve();
        const done = () => {
          response.off("drain", done);
          life.signal.removeEventListener("abort", done);
          resolve();
        };
        response.on("drain", done);
        life.signal.addEventListener("abort", done);
      }),
    close: () => void (response.destroyed || response.end(isChunked ? lastChunk : undefined)),
  };
}

function webStream(life: AbortController, access: HeldAccess, pump: Pump): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let wake = () => {};
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const hasRoom = () => life.signal.aborted || (controller.desiredSize ?? 0) > 0;
        const line: Line = {
          write(text) {
            controller.enqueue(encoder.encode(text));
            return hasRoom();
          },
          drained: () =>
            new Promise((resolve) => {
              if (hasRoom()) resolve();
              else wake = resolve;
            }),
          close() {
            wake();
            if (!isCancelled) controller.close();
          },
        };
        run(life, line, access, pump);
      },
      pull: () => wake(),
      cancel() {
        isCancelled = true;
        life.abort();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: bufferBytes }),
  );
}

function run(life: AbortController, line: Line, access: HeldAccess, pump: Pump): void {
  const { signal } = life;
  const sink: Sink = {
    signal,
    write: (text) => !signal.aborted && line.write(text),
    drained: () => line.drained(),
    end: () => life.abort(),
  };
  // Proxies and browsers take a silent connection for a dead one.
  const keepAlive = setInterval(() => void sink.write(": keep-alive\n\n"), keepAliveEveryMs);
  keepAlive.unref();
  whenAborted(access.signal, () => life.abort());
  whenAborted(signal, () => {
    clearInterval(keepAlive);
    access.release();
    line.close();
  });
  pump(sink)
    .catch(() => undefined)
    .finally(() => life.abort());
}
