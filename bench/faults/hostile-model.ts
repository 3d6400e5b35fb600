/* A model server that answers as the question directs: slowly, or without end. Runs in its own process. */
import { createServer, type ServerResponse } from "node:http";

export const hostileModel = { slow: "[[slow]]", endless: "[[endless]]", oneEvent: "[[one event]]" };

const gigabyte = 1_000_000_000;
const head = { "content-type": "text/event-stream" };

function delta(content: string, finish: string | null = null): string {
  const choices = [{ index: 0, delta: { content }, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: "x", object: "chat.completion.chunk", choices })}\n\n`;
}

export function serveHostileModel(port: number): Promise<void> {
  const server = createServer((request, response) => {
    if (request.url?.endsWith("/models")) return void response.end(JSON.stringify({ data: [{ id: "hostile" }] }));
    let asked = "";
    request.on("data", (chunk: Buffer) => (asked += chunk.toString()));
    request.on("end", () => void answer(asked, response.writeHead(200, head)));
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
}

async function answer(asked: string, response: ServerResponse): Promise<void> {
  if (asked.includes(hostileModel.endless)) return flood(response, delta("All work and no play. ".repeat(700)));
  if (asked.includes(hostileModel.oneEvent)) {
    response.write('data: {"choices":[{"index":0,"delta":{"content":"');
    return flood(response, "a".repeat(16_000));
  }
  for (let second = 0; second < 15 && !response.destroyed; second++) {
    response.write(delta("word "));
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  response.end(`${delta("", "stop")}data: [DONE]\n\n`);
}

/** A gigabyte, as fast as it is accepted. */
async function flood(response: ServerResponse, piece: string): Promise<void> {
  for (let sent = 0; sent < gigabyte && !response.destroyed; sent += piece.length)
    if (!response.write(piece)) await new Promise((resolve) => response.once("drain", resolve).once("close", resolve));
  response.end();
}
