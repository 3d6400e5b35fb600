/*
 * Whatever a server sends, a reader doesn't throw or hang, and reports exactly one end: property
 * tests with nearly valid events and arbitrary bytes.
 */
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, lookUp, question } from "#test/ask.ts";
import { startProvider, type Provider } from "#test/provider.ts";
import { createAnthropicWire } from "./anthropic.ts";
import { createGeminiWire } from "./gemini.ts";
import type { ModelEvent } from "./model.ts";
import { createChatWire } from "./openai-chat.ts";
import { createResponsesWire } from "./openai-responses.ts";
import { createWireModel, defaultLimits, type Wire } from "./wire-model.ts";

const connection = { baseUrl: "http://127.0.0.1:9", key: "k" };
const wires: [string, Wire][] = [
  ["chat completions", createChatWire(connection)],
  ["responses", createResponsesWire(connection)],
  ["messages", createAnthropicWire(connection)],
  ["gemini", createGeminiWire(connection)],
];

/** Every field name that some reader uses, so that random objects come close to real events. */
const names = `type object error message code status usage choices delta content role finish_reason tool_calls index id function
  name arguments reasoning reasoning_content refusal response item output_index output call_id encrypted_content summary
  content_block thinking signature partial_json stop_reason candidates parts text thought functionCall args finishReason
  usageMetadata promptFeedback`.split(/\s+/);
const words = `response.output_text.delta response.output_item.added response.output_item.done response.completed response.failed
  content_block_start content_block_delta content_block_stop message_start message_delta message_stop error text_delta
  thinking_delta signature_delta input_json_delta tool_use function_call reasoning stop STOP`.split(/\s+/);
const event = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(...words),
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    tie("object"),
  ),
  object: fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 6 }),
})).object;

describe.each(wires)("%s", (_name, wire) => {
  test("no event makes it throw, and every call it announces has an id and a name", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), fc.boolean(), (sent, sawDone) => {
        const events: ModelEvent[] = [];
        const { reader } = wire.open(question, (one) => events.push(one), new Set());
        for (const one of sent) if (reader.read(one)) break;
        const end = reader.end(sawDone);
        const usage = reader.usage();
        expect(end === undefined || "reason" in end || "isRetryable" in end).toBe(true);
        if (usage !== undefined) expect(Number.isFinite(usage.inputTokens + usage.outputTokens)).toBe(true);
        for (const one of events) {
          if (one.kind === "text" || one.kind === "reasoning") expect(typeof one.text).toBe("string");
          if (one.kind === "tool-call") expect([typeof one.id, typeof one.name, one.id !== ""]).toEqual(["string", "string", true]);
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe("bytes", () => {
  let provider: Provider;
  beforeAll(async () => {
    provider = await startProvider();
  });
  afterAll(() => provider.stop());

  test("no bytes make a question reject or hang", async () => {
    const limits = { ...defaultLimits, firstByteMs: 2000, silenceMs: 2000, retries: 0, maxEventLength: 5000 };
    const model = createWireModel(createChatWire({ baseUrl: provider.url }), limits);
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
      event.map((one) => Buffer.from(`data: ${JSON.stringify(one)}\n\n`)),
      fc.constantFrom("data: [DONE]\n\n", "\r\n", "data:", ": ping\n\n", "data: {\n\n").map((text) => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), fc.boolean(), async (pieces, isCut) => {
        provider.answer((response) => {
          response.writeHead(200, { "content-type": "text/event-stream" });
          for (const one of pieces) response.write(one);
          if (isCut) response.socket?.destroySoon();
          else response.end();
        });
        const { end } = await ask(model, { tools: [lookUp] });
        expect(["stop", "tool-calls", "length", "filtered", "problem"]).toContain(end.reason);
      }),
      { numRuns: 150 },
    );
  });
});
