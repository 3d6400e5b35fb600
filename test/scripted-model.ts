/* A model with OpenAI's chat interface that says what a test tells it: a text, or a call of a tool. */
import { startProvider, type Provider } from "./provider.ts";

export type ModelSays = { text: string } | { tool: string; input: object; /** In one step. */ times?: number };
type Body = { messages: { role: string; content: unknown }[]; tools?: { function: { name: string; description: string } }[] };
export type ScriptedModel = {
  settings: Record<string, string>;
  model: string;
  /** Since the last script, without those for titles. */
  asked: Body[];
  /** One for each request; the last one repeats. */
  script(...says: ModelSays[]): void;
  stop(): Promise<void>;
};

export async function startScriptedModel(): Promise<ScriptedModel> {
  const provider: Provider = await startProvider();
  const asked: Body[] = [];
  let says: ModelSays[] = [];
  let calls = 0;
  provider.answer((response, { url, body }) => {
    if (url.endsWith("/models")) {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data: [{ id: "scripted" }] }));
      return;
    }
    const given = body as Body;
    // Asked behind an answer, at a moment of its own: perhaps between the next script and its question.
    const isTitle = String(given.messages[0]?.content).startsWith("Generate a title");
    const next: ModelSays = isTitle ? { text: "A title" } : ((says.length > 1 ? says.shift() : says[0]) ?? { text: "Nothing." });
    if (!isTitle) asked.push(given);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const chunk = (delta: object, reason: string | null = null) =>
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`);
    if ("text" in next) chunk({ content: next.text });
    else
      chunk({
        tool_calls: Array.from({ length: next.times ?? 1 }, (_, index) => ({
          index,
          id: `call-${++calls}`,
          function: { name: next.tool, arguments: JSON.stringify(next.input) },
        })),
      });
    chunk({}, "text" in next ? "stop" : "tool_calls");
    response.end("data: [DONE]\n\n");
  });
  return {
    settings: { MODEL_SERVER_URL: `${provider.url}/v1` },
    model: "local:scripted",
    asked,
    script(...next) {
      says = [...next];
      asked.length = 0;
    },
    stop: () => provider.stop(),
  };
}
