/*
 * An answer that is a stream of events. In the server the frames go straight to
 * the Node response, which says when it is full; in process (tests) to a web
 * stream with the same manners. What writes the frames is told of a full or
 * closed reader and waits or goes; nothing is queued here.
 */
import type { ServerResponse } from "node:http";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Sink } from "#server/chat/live-run.ts";
import type { ApiContext } from "./edge.ts";

const keepAliveEveryMs = 15_000;
const bufferBytes = 64 * 1024;

type Pump = (sink: Sink) => Promise<void>;

/** `pump` writes until the stream is over or the reader gone. If it fails, the stream ends without its last event and the reader comes back. */
export function answerEvents(c: ApiContext, headers: Record<string, string>, pump: Pump): Response {
  const head = c.newResponse(null, 200, headers);
  const outgoing = c.env?.outgoing;
  if (outgoing === undefined) return new Response(webStream(pump), { headers: head.headers });
  const response = outgoing as ServerResponse;
  response.writeHead(200, Object.fromEntries(head.headers));
  response.socket?.setNoDelay(true);
  response.flushHeaders();
  run(nodeSink(response), pump);
  return RESPONSE_ALREADY_SENT;
}

function nodeSink(response: ServerResponse): Sink {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  return {
    signal: gone.signal,
    write: (text) => !gone.signal.aborted && !response.writableEnded && response.write(text),
    drained: () =>
      new Promise((resolve) => {
        if (gone.signal.aborted || !response.writableNeedDrain) return resolve();
        const done = () => {
          response.off("drain", done).off("close", done);
          resolve();
        };
        response.on("drain", done).on("close", done);
      }),
    end: () => void response.end(),
  };
}

function webStream(pump: Pump): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const gone = new AbortController();
  let wake = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const hasRoom = () => gone.signal.aborted || (controller.desiredSize ?? 0) > 0;
        const sink: Sink = {
          signal: gone.signal,
          write(text) {
            if (gone.signal.aborted) return false;
            controller.enqueue(encoder.encode(text));
            return hasRoom();
          },
          drained: () =>
            new Promise((resolve) => {
              if (hasRoom()) resolve();
              else wake = resolve;
            }),
          end() {
            if (gone.signal.aborted) return;
            gone.abort();
            controller.close();
          },
        };
        run(sink, pump);
      },
      pull: () => wake(),
      cancel() {
        gone.abort();
        wake();
      },
    },
    new ByteLengthQueuingStrategy({ highWaterMark: bufferBytes }),
  );
}

function run(sink: Sink, pump: Pump): void {
  // Proxies and browsers take a silent connection for a dead one.
  const keepAlive = setInterval(() => void sink.write(": keep-alive\n\n"), keepAliveEveryMs);
  keepAlive.unref();
  pump(sink)
    .catch(() => undefined)
    .finally(() => {
      clearInterval(keepAlive);
      sink.end();
    });
}
