import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, lookUp } from "#test/ask.ts";
import { sendEvents, startProvider, type Provider } from "#test/provider.ts";
import { createChatWire } from "./openai-chat.ts";
import { createWireModel, defaultLimits } from "./wire-model.ts";

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

const limits = { ...defaultLimits, firstByteMs: 20_000, silenceMs: 20_000, retries: 1, retryBaseMs: 5 };
const model = () => createWireModel(createChatWire({ baseUrl: `${provider.url}/v1/`, key: "secret-key" }), limits);

const delta = (fields: object, finish: string | null = null) => ({ choices: [{ index: 0, delta: fields, finish_reason: finish }] });
const call = (fields: object) => delta({ tool_calls: [fields] });

describe("what is asked", () => {
  test("the whole of a step, in the wire's words", async () => {
    provider.answer((response) => sendEvents(response, [delta({ content: "ok" }, "stop"), "[DONE]"]));
    await ask(model(), {
      maxOutputTokens: 100,
      requiredTool: "getInformation",
      tools: [lookUp],
      messages: [
        {
          role: "user",
          parts: [
            { type: "text", text: "Look" },
            { type: "file", name: "a.png", mediaType: "image/png", data: "aGk=" },
            { type: "file", name: "note.txt", mediaType: "text/plain; charset=utf-8", data: Buffer.from("§ 1").toString("base64") },
            { type: "file", name: "b.pdf", mediaType: "application/pdf", data: "aGk=" },
          ],
        },
        {
          role: "assistant",
          parts: [
            { type: "reasoning", text: "hm", signature: "claude-x\nabc" },
            { type: "text", text: "I look." },
            { type: "tool-call", id: "c1", name: "getInformation", input: { query: "x" } },
          ],
        },
        { role: "tool", results: [{ id: "c1", name: "getInformation", output: { found: 1 } }] },
      ],
    });
    const { url, headers, body } = provider.asked[0]!;
    expect(url).toBe("/v1/chat/completions");
    expect(headers.authorization).toBe("Bearer secret-key");
    expect(body).toEqual({
      model: "mock-model",
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 100,
      tools: [
        { type: "function", function: { name: lookUp.name, description: lookUp.description, parameters: lookUp.inputSchema } },
      ],
      tool_choice: { type: "function", function: { name: "getInformation" } },
      messages: [
        { role: "system", content: "Answer in one sentence." },
        {
          role: "user",
          content: [
            { type: "text", text: "Look" },
            { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } },
            { type: "text", text: '<data label="attached file note.txt">\n§ 1\n</data>' },
            { type: "text", text: '[A file is attached that this model cannot read: "b.pdf", application/pdf.]' },
          ],
        },
        {
          role: "assistant",
          content: "I look.",
          tool_calls: [{ id: "c1", type: "function", function: { name: "getInformation", arguments: '{"query":"x"}' } }],
        },
        { role: "tool", tool_call_id: "c1", content: '{"found":1}' },
      ],
    });
  });

  test("reasoning goes back to the server whose field it came in, within a tool loop", async () => {
    provider.answer((response) =>
      sendEvents(response, [
        delta({ reasoning_content: "I need it." }),
        call({ index: 0, id: "c1", function: { name: "getInformation", arguments: "{}" } }),
        delta({}, "tool_calls"),
      ]),
    );
    const { events } = await ask(model(), { tools: [lookUp] });
    const signature = events.find((event) => event.kind === "signature")!.signature;
    await ask(model(), {
      messages: [
        { role: "user", parts: [{ type: "text", text: "hello" }] },
        {
          role: "assistant",
          parts: [
            { type: "reasoning", text: "I need it.", signature },
            { type: "tool-call", id: "c1", name: "getInformation", input: {} },
          ],
        },
        { role: "tool", results: [{ id: "c1", name: "getInformation", output: "none" }] },
      ],
    });
    expect(provider.asked[1]!.body["messages"]).toMatchObject([{}, {}, { reasoning_content: "I need it." }, {}]);
  });
});

describe("dialects of tool calls", () => {
  const whole = '{"query":"a"}';
  const other = '{"query":"b"}';
  test.each<[string, object[], [unknown, unknown][]]>([
    [
      "pieces by position",
      [
        call({ index: 0, id: "c1", type: "function", function: { name: "getInformation", arguments: "" } }),
        call({ index: 1, id: "c2", type: "function", function: { name: "getInformation", arguments: "" } }),
        call({ index: 0, function: { arguments: '{"query"' } }),
        call({ index: 1, function: { arguments: other } }),
        call({ index: 0, function: { arguments: ':"a"}' } }),
      ],
      [
        ["c1", { query: "a" }],
        ["c2", { query: "b" }],
      ],
    ],
    [
      "each whole, all at position 0, told apart by id",
      [
        call({ index: 0, id: "c1", function: { name: "getInformation", arguments: whole } }),
        call({ index: 0, id: "c2", function: { name: "getInformation", arguments: other } }),
      ],
      [
        ["c1", { query: "a" }],
        ["c2", { query: "b" }],
      ],
    ],
    [
      "each whole, no id, no position",
      [
        call({ function: { name: "getInformation", arguments: whole } }),
        call({ function: { name: "getInformation", arguments: other } }),
      ],
      [
        [expect.stringMatching(/^stet_call_/), { query: "a" }],
        [expect.stringMatching(/^stet_call_/), { query: "b" }],
      ],
    ],
    [
      "two in one piece, arguments as objects",
      [
        delta({
          tool_calls: [
            { id: "", function: { name: "getInformation", arguments: { query: "a" } } },
            { function: { name: "getInformation", arguments: { query: "b" } } },
          ],
        }),
      ],
      [
        [expect.stringMatching(/^stet_call_/), { query: "a" }],
        [expect.stringMatching(/^stet_call_/), { query: "b" }],
      ],
    ],
    [
      "the name and id repeated with every piece",
      [
        call({ index: 0, id: "c1", function: { name: "getInformation", arguments: "" } }),
        call({ index: 0, id: "c1", function: { name: "getInformation", arguments: '{"query":' } }),
        call({ index: 0, id: "c1", function: { name: "getInformation", arguments: '"a"}' } }),
      ],
      [["c1", { query: "a" }]],
    ],
    ["no arguments at all", [call({ index: 0, id: "c1", function: { name: "getInformation" } })], [["c1", {}]]],
    [
      "broken JSON is handed on as text",
      [call({ index: 0, id: "c1", function: { name: "getInformation", arguments: '{"query' } })],
      [["c1", undefined]],
    ],
  ])("%s", async (_name, events, expected) => {
    // "stop" instead of "tool_calls" is a separate dialect.
    provider.answer((response) => sendEvents(response, [...events, delta({}, "stop"), "[DONE]"]));
    const answer = await ask(model(), { tools: [lookUp] });
    const calls = answer.events.filter((event) => event.kind === "tool-call");
    expect(calls.map(({ id, input }) => [id, input])).toEqual(expected);
    expect(answer.end).toEqual({ reason: "tool-calls" });
    for (const { id, raw } of calls) {
      const pieces = answer.events.filter((event) => event.kind === "tool-input" && event.id === id);
      expect(pieces.map((event) => (event.kind === "tool-input" ? event.text : "")).join("")).toBe(raw);
    }
  });
});

describe("how an answer ends", () => {
  test.each<[string, (object | string)[], object]>([
    ["finish_reason without [DONE]", [delta({ content: "a" }), delta({}, "stop")], { reason: "stop" }],
    ["[DONE] without finish_reason", [delta({ content: "a" }), "[DONE]"], { reason: "stop" }],
    ["neither: cut off", [delta({ content: "a" })], { reason: "problem", code: "model-cut-off" }],
    ["nothing at all: cut off", [], { reason: "problem", code: "model-cut-off" }],
    ["length", [delta({ content: "a" }, "length")], { reason: "length" }],
    ["content_filter", [delta({ content: "a" }, "content_filter")], { reason: "filtered" }],
    [
      "an error as an event",
      [delta({ content: "a" }), { error: { message: "boom", type: "server_error" } }],
      { reason: "problem", code: "model-overloaded", detail: "boom" },
    ],
    [
      "an error as an event, in words only",
      [{ error: "out of memory" }],
      { reason: "problem", code: "model-overloaded", detail: "out of memory" },
    ],
    [
      "six broken events in a row",
      [delta({ content: "a" }), "{", "{", "{", "{", "{", "{", delta({}, "stop")],
      { reason: "problem", code: "model-nonsense" },
    ],
    ["five broken events in a row", [delta({ content: "a" }), "{", "{", "{", "{", "{", delta({}, "stop")], { reason: "stop" }],
    ["JSON that is no object", ["7", "null", "[]", '"a"', delta({ content: "a" }, "stop")], { reason: "stop" }],
  ])("%s", async (_name, events, end) => {
    provider.answer((response) => sendEvents(response, events));
    expect((await ask(model())).end).toMatchObject(end);
  });

  test("a server that does not stream", async () => {
    provider.answer((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify({
          choices: [{ message: { role: "assistant", content: "All at once." }, finish_reason: "stop" }],
          usage: { prompt_tokens: 3, completion_tokens: 4 },
        }),
      );
    });
    const { text, end, events } = await ask(model());
    expect({ text, end }).toEqual({ text: "All at once.", end: { reason: "stop" } });
    expect(events.at(-1)).toEqual({ kind: "usage", inputTokens: 3, outputTokens: 4 });
  });

  test("fields of every wrong kind are passed over", async () => {
    provider.answer((response) =>
      sendEvents(response, [
        { choices: "no" },
        { choices: [7] },
        { choices: [{ delta: { content: 7, reasoning: {}, tool_calls: "x" } }] },
        {
          choices: [{ delta: { tool_calls: [null, { index: 3, function: { arguments: "{}" } }] } }],
          usage: { prompt_tokens: "many" },
        },
        delta({ content: [{ type: "text", text: "Parts" }, { type: "odd" }] }, "stop"),
      ]),
    );
    const { text, end, events } = await ask(model());
    expect({ text, end }).toEqual({ text: "Parts", end: { reason: "stop" } });
    expect(events.map(({ kind }) => kind)).toEqual(["text", "usage"]);
  });
});

describe("asking again with less", () => {
  test("tools that a model does not take are left out, then and later; the model is not asked in vain again", async () => {
    provider.answer((response, asked) => {
      if (asked.body["tools"] === undefined) return sendEvents(response, [delta({ content: "Without." }, "stop")]);
      response
        .writeHead(400, { "content-type": "application/json" })
        .end(JSON.stringify({ error: { message: "registry.ollama.ai/library/gemma does not support tools" } }));
    });
    const one = model();
    expect((await ask(one, { tools: [lookUp] })).text).toBe("Without.");
    expect((await ask(one, { tools: [lookUp] })).text).toBe("Without.");
    expect(provider.asked.map(({ body }) => body["tools"] !== undefined)).toEqual([true, false, false]);
  });

  test("a tool that must be called is not left out", async () => {
    provider.answer((response) =>
      response.writeHead(400).end(JSON.stringify({ error: { message: "this model does not support tools" } })),
    );
    const { end } = await ask(model(), { tools: [lookUp], requiredTool: lookUp.name });
    expect(end).toEqual({ reason: "problem", code: "model-refused", detail: "this model does not support tools" });
    expect(provider.asked).toHaveLength(1);
  });

  test("a server that knows efforts but no none keeps the efforts", async () => {
    provider.answer((response, asked) => {
      if (asked.body["reasoning_effort"] !== "none") return sendEvents(response, [delta({ content: "ok" }, "stop")]);
      response
        .writeHead(400)
        .end(JSON.stringify({ error: { message: "reasoning_effort: Input should be 'low', 'medium' or 'high'" } }));
    });
    const one = model();
    expect((await ask(one, { reasoningEffort: "off" })).text).toBe("ok");
    await ask(one, { reasoningEffort: "high" });
    expect(provider.asked.map(({ body }) => body["reasoning_effort"])).toEqual(["none", undefined, "high"]);
  });

  test("an effort that a model does not know is left out", async () => {
    provider.answer((response, asked) => {
      if (asked.body["reasoning_effort"] === undefined) return sendEvents(response, [delta({ content: "Plainly." }, "stop")]);
      response.writeHead(400).end(JSON.stringify({ error: { message: '"llama3.2" does not support thinking' } }));
    });
    expect((await ask(model(), { reasoningEffort: "high" })).text).toBe("Plainly.");
  });
});
