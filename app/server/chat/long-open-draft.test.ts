/* A question beside a draft that is longer than the model can read. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidv7 } from "#core/text/uuid.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { ask, choicesOf, question } from "#test/turns.ts";

let app: TestApp;
let me: TestPerson;
let server: Server;
/** The bodies of all requests, as text. */
const asked: string[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (request.method === "GET") return void response.end(JSON.stringify({ data: [{ id: "small" }] }));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    asked.push(Buffer.concat(chunks).toString());
    response.setHeader("content-type", "text/event-stream");
    const choice = { index: 0, delta: { content: "An answer." }, finish_reason: "stop" };
    response.end(`data: ${JSON.stringify({ choices: [choice] })}\n\ndata: [DONE]\n\n`);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  app = await startApp({ MODEL_SERVER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` });
  me = await app.person();
});
afterAll(async () => {
  await app.close();
  server.close();
});

test("is asked with its outline and the text around the caret", async () => {
  const projectId = await newId("/api/projects", { name: "House" });
  const draftId = await newId("/api/drafts", { projectId, name: "Lease", content: long });
  const caret = { before: "Clause 77.3 is about the roof", after: " and its repair." };
  const draft = { draftId, caret, blocks: [] };
  await ask(app, me, question("Make this plainer.", { chatId: uuidv7(), choices: choicesOf("local:small"), draft, projectId }));
  const sent = asked.find((body) => body.includes("Make this plainer."))!;
  // Without a known context window, room for 60,000 tokens is assumed.
  expect(long.length).toBeGreaterThan(300_000);
  expect(sent.length).toBeLessThan(140_000);
  expect(sent).toContain("## Part 100");
  expect(sent).toContain("Clause 77.3 is about the roof‸ and its repair.");
  expect(sent).not.toContain("Clause 12.3 is about");
  expect(sent).toContain("longer than you can read at once");
});

const clause = (part: number, at: number) =>
  `Clause ${part}.${at} is about the roof and its repair. ${"It says so at length. ".repeat(8)}`;
const long = Array.from(
  { length: 100 },
  (_, at) => `## Part ${at + 1}\n\n${Array.from({ length: 15 }, (_, n) => clause(at + 1, n)).join("\n\n")}`,
).join("\n\n");

async function newId(path: string, body: object): Promise<string> {
  const answer = await app.request(path, { as: me, body });
  return ((await answer.json()) as { id: string }).id;
}
