/*
 * A model server for reviews: it answers each question about each document as the test says, over the wire of OpenAI's
 * chat completions, and counts what it was asked.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type AskedCell = {
  document: string;
  text: string;
  column: string;
  /** Of a playbook. */
  rule: string;
  /** All that was sent. */
  content: string;
  /** Of a workflow. */
  step: string;
  /** Of a chat: a tool's result was sent last. */
  isResult: boolean;
  /** Of a chat: what may be called. */
  tools: string[];
};
export type ReviewModel = {
  url: string;
  /** "document: column", in the order of asking. */
  asked: string[];
  /** The most requests at once. */
  peak(): number;
  close(): Promise<void>;
};

/** A call of a tool, in a chat. */
type ToolCalled = { callTool: string; input: object };
type Answer = object | string | number;

/** `answer` returns what is found, the text of an answer, or the status of a refusal. */
export async function startReviewModel(answer: (cell: AskedCell) => Answer | Promise<Answer>): Promise<ReviewModel> {
  const asked: string[] = [];
  let [active, peak] = [0, 0];
  const server = createServer((request, response) => {
    if (request.method === "GET") {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ object: "list", data: [{ id: "reader", object: "model" }] }));
      return;
    }
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      peak = Math.max(peak, ++active);
      response.on("close", () => active--);
      void (async () => {
        const cell = cellOf(body);
        asked.push(`${cell.document}: ${cell.column || cell.rule || cell.step}`);
        const said = await answer(cell);
        if (typeof said === "number") return void response.writeHead(said, { "content-type": "application/json" }).end("{}");
        const content = typeof said === "string" ? said : JSON.stringify(said);
        response.setHeader("content-type", "text/event-stream");
        const base = { id: "1", object: "chat.completion.chunk", model: "reader" };
        const send = (event: object) => response.write(`data: ${JSON.stringify({ ...base, ...event })}\n\n`);
        const isCall = typeof said === "object" && "callTool" in said;
        send({
          choices: [{ index: 0, delta: isCall ? { tool_calls: [called(said as ToolCalled)] } : { content }, finish_reason: null }],
        });
        send({ choices: [{ index: 0, delta: {}, finish_reason: isCall ? "tool_calls" : "stop" }] });
        send({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 10 } });
        response.end("data: [DONE]\n\n");
      })();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    peak: () => peak,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function called({ callTool, input }: ToolCalled) {
  return { index: 0, id: "call-1", function: { name: callTool, arguments: JSON.stringify(input) } };
}

function cellOf(body: string): AskedCell {
  type Tool = { function: { name: string } };
  const { messages, tools = [] } = JSON.parse(body) as { messages: { role: string; content: string }[]; tools?: Tool[] };
  const { content, role } = messages.at(-1)!;
  return {
    isResult: role === "tool",
    tools: tools.map((tool) => tool.function.name),
    content,
    document: /<data label="([^"]*)">/.exec(content)?.[1] ?? "",
    text: content.slice(content.indexOf("\n") + 1, content.lastIndexOf("\n</data>")),
    column: /^Column: (.*)$/m.exec(content)?.[1] ?? "",
    rule: /^Rule: (.*)$/m.exec(content)?.[1] ?? "",
    step: /^Step: (.*)$/m.exec(content)?.[1] ?? "",
  };
}
