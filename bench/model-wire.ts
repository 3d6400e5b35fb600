/*
 * The cost of reading a token: CPU of our readers per 1,000 tokens at 200 answers of 50 tokens a second, against a
 * node:http relay that passes the same bytes through unparsed. Each subject runs in its own process and the model in
 * another, so only the subject's CPU is counted.
 *
 * node bench/model-wire.ts [answers] [tokens a second] [seconds]
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import { startMockModel } from "../test/mock-model.ts";
import { createAnthropicWire } from "../app/server/models/anthropic.ts";
import { createChatWire } from "../app/server/models/openai-chat.ts";
import { createResponsesWire } from "../app/server/models/openai-responses.ts";
import { createWireModel, defaultLimits, type Wire } from "../app/server/models/wire-model.ts";
import type { ModelEvent, ModelRequest } from "../app/server/models/model.ts";

const [answers = 200, rate = 50, seconds = 6] = process.argv.slice(2).map(Number);
const bar = 2;
const request: ModelRequest = {
  model: "mock-model",
  instructions: "",
  messages: [{ role: "user", parts: [{ type: "text", text: "hello" }] }],
  tools: [],
};

type Report = { tokens: number; cpuMs: number; rssMb: number };

/** Reads `answers` concurrently and passes each piece of text to `onText`. */
async function readAll(wire: Wire, onText: (text: string) => void): Promise<void> {
  const model = createWireModel(wire, defaultLimits);
  const onEvent = (event: ModelEvent) => {
    if (event.kind === "text") onText(event.text);
  };
  const { signal } = new AbortController();
  const ends = await Promise.all(Array.from({ length: answers }, () => model.ask(request, onEvent, signal)));
  if (ends.some((end) => end.reason !== "stop")) throw new Error(`not every answer came through: ${JSON.stringify(ends[0])}`);
}

const wires: Record<string, (url: string) => Wire> = {
  "chat completions": (url) => createChatWire({ baseUrl: `${url}/v1` }),
  responses: (url) => createResponsesWire({ baseUrl: `${url}/v1` }),
  messages: (url) => createAnthropicWire({ baseUrl: url, key: "bench" }),
};

async function readerSubject(name: string, url: string): Promise<number> {
  let tokens = 0;
  await readAll(wires[name]!(url), () => tokens++);
  return tokens;
}

/** Passes through every byte of chat completions; the requester counts the tokens. */
async function relaySubject(url: string): Promise<number> {
  const agent = new http.Agent({ keepAlive: true });
  const server = http.createServer((incoming, outgoing) => {
    const headers = { "content-type": "application/json" };
    const upstream = http.request(`${url}${incoming.url}`, { method: "POST", headers, agent }, (answer) => {
      outgoing.writeHead(200, { "content-type": "text/event-stream" });
      answer.pipe(outgoing);
    });
    incoming.pipe(upstream);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const done = once(process, "message");
  process.send!({ relay: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}` });
  const [tokens] = (await done) as [number];
  server.close();
  server.closeAllConnections();
  return tokens;
}

async function beSubject(name: string, url: string): Promise<void> {
  const before = process.cpuUsage();
  const tokens = name === "relay" ? await relaySubject(url) : await readerSubject(name, url);
  const used = process.cpuUsage(before);
  const report: Report = { tokens, cpuMs: (used.user + used.system) / 1000, rssMb: process.memoryUsage.rss() / 1e6 };
  process.send!({ report });
  process.disconnect();
}

async function measure(name: string, url: string): Promise<Report> {
  const child = fork(import.meta.filename, process.argv.slice(2), { env: { ...process.env, SUBJECT: name, MODEL_URL: url } });
  return new Promise((resolve, reject) => {
    child.on("message", (message: { relay?: string; report?: Report }) => {
      if (message.report) resolve(message.report);
      if (!message.relay) return;
      let tokens = 0;
      readAll(wires["chat completions"]!(message.relay), () => tokens++).then(() => child.send(tokens), reject);
    });
    child.on("exit", (code) => reject(new Error(`${name} ended with ${code}`)));
  });
}

function print(what: string, value: number, unit: string, more: object = {}): void {
  process.stdout.write(`${JSON.stringify({ bench: "model-wire", what, value: Math.round(value * 100) / 100, unit, ...more })}\n`);
}

async function main(): Promise<void> {
  const mock = await startMockModel();
  const perThousand: Record<string, number> = {};
  try {
    for (const name of ["relay", ...Object.keys(wires)]) {
      await mock.control({ tps: rate, tokchars: 4, chars: rate * seconds * 4, kind: "plain" });
      const { tokens, cpuMs, rssMb } = await measure(name, mock.url);
      perThousand[name] = (cpuMs / tokens) * 1000;
      print(`${name}: CPU per 1,000 tokens`, perThousand[name]!, "ms", { tokens, rssMb: Math.round(rssMb) });
      if (name === "relay") continue;
      const ratio = perThousand[name]! / perThousand["relay"]!;
      print(`${name}: CPU over a relay of the bytes`, ratio, "×", { bar, ok: ratio <= bar });
    }
  } finally {
    await mock.stop();
  }
}

const { SUBJECT, MODEL_URL } = process.env;
if (SUBJECT !== undefined && MODEL_URL !== undefined) await beSubject(SUBJECT, MODEL_URL);
else await main();
