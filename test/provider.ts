/*
 * A hand-written provider: a local server that answers each request as the test directs and records it. For what no
 * ready-made peer does: a stream that ends cleanly too early, a dialect, an unusual refusal.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export type Asked = { url: string; headers: IncomingMessage["headers"]; body: Record<string, unknown>; connection: number };
type Answer = (response: ServerResponse, asked: Asked, nth: number) => void;

export type Provider = { url: string; asked: Asked[]; answer(with_: Answer): void; stop(): Promise<void> };

export async function startProvider(): Promise<Provider> {
  const asked: Asked[] = [];
  let answer: Answer = (response) => response.writeHead(500).end();
  let connections = 0;
  const ids = new WeakMap<object, number>();
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (piece) => (text += piece));
    request.on("end", () => {
      const one = {
        url: request.url ?? "",
        headers: request.headers,
        body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>),
        connection: ids.get(request.socket) ?? 0,
      };
      asked.push(one);
      answer(response, one, asked.length);
    });
  });
  server.on("connection", (socket) => ids.set(socket, ++connections));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    answer(with_) {
      asked.length = 0;
      answer = with_;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Sends events as a provider does, one frame each, and ends the stream. */
export function sendEvents(response: ServerResponse, events: readonly (object | string)[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(events.map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`).join(""));
}
