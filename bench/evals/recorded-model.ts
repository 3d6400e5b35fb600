/*
 * A model server that gives the answers of a folder, over OpenAI's wire. Its
 * models are tasks: asking the model "editing/correct/en" returns that
 * task's answers, step by step. A request without an answer is kept in the folder,
 * to be answered there, and the run ends; the next one goes on from it.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { RecordedAnswer, RecordingFolder } from "./recording.ts";

export type RecordedModel = { url: string; /** Tasks that wait for an answer. */ waiting: string[]; close(): Promise<void> };

type Asked = { model: string; messages: { role: string; content: unknown }[]; tools?: { function: object }[] };

/** `keeps`: what has no answer is written down. */
export async function startRecordedModel(
  folder: RecordingFolder,
  tasks: readonly string[],
  { keeps }: { keeps: boolean },
): Promise<RecordedModel> {
  const waiting: string[] = [];
  const server = createServer((request, response) => {
    void answer(request, response, { folder, tasks, keeps, waiting });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    waiting,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

type Given = { folder: RecordingFolder; tasks: readonly string[]; keeps: boolean; waiting: string[] };

async function answer(request: IncomingMessage, response: ServerResponse, given: Given): Promise<void> {
  const json = (status: number, body: object) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (request.method === "GET") return json(200, { data: given.tasks.map((id) => ({ id })) });
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const asked = JSON.parse(Buffer.concat(pieces).toString("utf8")) as Asked;
  if (isTitle(asked)) return stream(response, { text: "A title" });
  const found = answerTo(asked, given);
  if (found === null) return json(404, { error: { message: "This has not been answered." } });
  stream(response, found);
}

function isTitle({ messages, tools }: Asked): boolean {
  return tools === undefined && String(messages[0]?.content).startsWith("Generate a title");
}

function answerTo(asked: Asked, { folder, keeps, waiting }: Given): RecordedAnswer | null {
  const recording = folder.read(asked.model);
  const [system, ...messages] = asked.messages;
  const step = messages.filter(({ role }) => role === "assistant").length;
  const known = recording.steps[step]?.answer ?? null;
  if (known !== null || !keeps) return known;
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  const tools = (asked.tools ?? []).map((tool) => tool.function);
  const briefing = folder.keepBriefing({ instructions: system?.content, tools });
  recording.steps[step] = { briefing, asked: messages.slice(last + 1), answer: null };
  folder.write(recording);
  waiting.push(asked.model);
  return null;
}

function stream(response: ServerResponse, { text = "", calls = [] }: RecordedAnswer): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (delta: object, finish: string | null = null) =>
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
  // Pieces of several lengths, as tokens are: markers and words come in two.
  for (let at = 0, length = 3; at < text.length; at += length, length = 3 + ((length + 4) % 11))
    send({ content: text.slice(at, at + length) });
  for (const [index, call] of calls.entries())
    send({
      tool_calls: [
        { index, id: `call_${index}`, type: "function", function: { name: call.name, arguments: JSON.stringify(call.arguments) } },
      ],
    });
  send({}, calls.length > 0 ? "tool_calls" : "stop");
  response.end("data: [DONE]\n\n");
}
