/*
 * The record of what was sent, compared with what arrives at the model's server: every request, the one that names the
 * chat included, and a PDF as the text that was read from it where the wire carries only text.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sent, SentStep } from "#core/chat/sent.ts";
import { startApp, type TestApp } from "#test/app.ts";
import { pdfOf } from "#test/documents.ts";
import { startMockModel, type MockModel } from "#test/mock-model.ts";
import { ask, choicesOf, question } from "#test/turns.ts";

type WireMessage = { role: string; content: string | null; tool_calls?: { function: { name: string; arguments: string } }[] };
type Wire = { messages: WireMessage[]; tools?: { function: { name: string } }[] };

let app: TestApp;
let model: MockModel;
let between: Server;
const wire: Wire[] = [];

beforeAll(async () => {
  model = await startMockModel();
  between = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      if (request.method === "POST") wire.push(JSON.parse(body) as Wire);
      void pass(request.method ?? "GET", request.url ?? "/", body).then(({ status, type, text }) =>
        response.writeHead(status, { "content-type": type }).end(text),
      );
    });
  });
  await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
  app = await startApp({ MODEL_SERVER_URL: `http://127.0.0.1:${(between.address() as AddressInfo).port}/v1` });
});
afterAll(async () => {
  await app.close();
  between.close();
  await model.stop();
});

async function pass(method: string, path: string, body: string) {
  const answer = await fetch(`${model.url}${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(method === "POST" && { body }),
  });
  return { status: answer.status, type: answer.headers.get("content-type") ?? "", text: await answer.text() };
}

/** What the wire carries, as the record has it. */
const carried = ({ messages, tools = [] }: Wire) => ({
  instructions: messages.filter(({ role }) => role === "system").map(({ content }) => content),
  tools: tools.map((one) => one.function.name),
  texts: messages
    .filter(({ role }) => role !== "system")
    .map(({ content, tool_calls: calls = [] }) => `${content ?? ""}${calls.map((one) => one.function.arguments).join("")}`),
});

const recordedAs = ({ instructions, tools, messages }: SentStep) => ({
  instructions: [instructions],
  tools: tools.map(({ name }) => name),
  texts: messages.map(({ role, parts }) =>
    parts
      .map((part) => ("text" in part ? part.text : part.kind === "tool-call" ? part.input : `a file: ${part.name}`))
      .join(role === "user" ? "\n\n" : ""),
  ),
});

test("is what arrived, request by request", async () => {
  const me = await app.person();
  await model.control({ tool: "getInformation", toolargs: JSON.stringify({ query: "rent" }), text: "900 euros. [[1]]", tps: 0 });
  const lease = pdfOf([["The rent is 900 euros."]]).toString("base64");
  const attachments = [{ name: "lease.pdf", contentType: "application/pdf", url: `data:application/pdf;base64,${lease}` }];
  const asked = question("How much is the rent?", {
    attachments: attachments as never,
    choices: choicesOf("local:mock-model"),
  });
  await ask(app, me, asked);
  const read = async () => (await (await app.request(`/api/messages/${asked.replyId}/sent`, { as: me })).json()) as Sent;
  await expect
    .poll(async () => (await read()).isKept && ((await read()) as { steps: SentStep[] }).steps.at(-1)?.purpose)
    .toBe("title");
  const sent = (await read()) as Extract<Sent, { isKept: true }>;
  expect(sent.steps).toHaveLength(3);
  expect(sent.steps.map(recordedAs)).toEqual(wire.map(carried));
  expect(sent.steps[0]!.messages[0]!.parts[0]).toEqual({
    kind: "text",
    text: expect.stringMatching(/^<data label="attached file lease\.pdf, source \[\[1\]\]">\nThe rent is 900 euros\.\n<\/data>$/),
  });
});
