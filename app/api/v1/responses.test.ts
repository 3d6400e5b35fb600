/* POST /v1/responses, as the official client sees it. */
import type OpenAI from "openai";
import { APIError } from "openai";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { countUsage } from "#server/data/accounts/api-usage.ts";
import { clientOf, newKey, type KeyHolder } from "#test/api-key.ts";
import { startApp, type TestApp } from "#test/app.ts";
import { sendEvents, startProvider, type Asked, type Provider } from "#test/provider.ts";

let provider: Provider;
let app: TestApp;
let holder: KeyHolder;
let client: OpenAI;
let chunks: object[] = [];

const chunk = (delta: object, finish: string | null = null) => ({ choices: [{ delta, finish_reason: finish }] });
const usage = {
  choices: [],
  usage: {
    prompt_tokens: 7,
    completion_tokens: 5,
    prompt_tokens_details: { cached_tokens: 3 },
    completion_tokens_details: { reasoning_tokens: 2 },
  },
};
const called = (index: number, id: string, name: string, pieces: string[]) => [
  chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
  ...pieces.map((text) => chunk({ tool_calls: [{ index, function: { arguments: text } }] })),
];

beforeAll(async () => {
  provider = await startProvider();
  app = await startApp({ MODEL_SERVER_URL: `${provider.url}/v1` });
  holder = await newKey(app);
  client = clientOf(app, holder.secret);
});
afterAll(async () => {
  await app.close();
  await provider.stop();
});
beforeEach(() => {
  chunks = [
    chunk({ reasoning_content: "Hm." }),
    chunk({ content: "Let it " }),
    chunk({ content: "stand." }),
    chunk({}, "stop"),
    usage,
  ];
  provider.answer((response, { url }) => {
    if (url === "/v1/models") return response.end(JSON.stringify({ data: [{ id: "own" }] }));
    sendEvents(response, [...chunks, "[DONE]"]);
  });
});

const model = "local:own";
const sent = () => provider.asked.findLast(({ url }) => url === "/v1/chat/completions") as Asked;

async function errorOf(asked: Promise<unknown>): Promise<APIError> {
  const thrown = await asked.catch((error: unknown) => error);
  if (!(thrown instanceof APIError)) throw new Error(`no refusal: ${JSON.stringify(thrown)}`);
  return thrown;
}

test("a text is answered, with instructions, limits and what was used", async () => {
  const response = await client.responses.create({
    model,
    input: "Hello",
    instructions: "Be brief.",
    max_output_tokens: 50,
    top_p: 0.5,
  });
  expect(response).toMatchObject({
    object: "response",
    status: "completed",
    model,
    store: false,
    output_text: "Let it stand.",
    output: [
      { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: "Let it stand." }] },
    ],
    usage: {
      input_tokens: 7,
      input_tokens_details: { cached_tokens: 3 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 2 },
      total_tokens: 12,
    },
  });
  expect(sent().body).toMatchObject({
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hello" },
    ],
    max_tokens: 50,
    top_p: 0.5,
  });
});

test("it streams in events from which the client builds the same response", async () => {
  const seen: string[] = [];
  const stream = client.responses.stream({ model, input: "Hello" }).on("event", ({ type, sequence_number: at }) => {
    expect(at).toBe(seen.push(type) - 1);
  });
  const response = await stream.finalResponse();
  expect(response.output_text).toBe("Let it stand.");
  expect(response.usage).toMatchObject({ total_tokens: 12 });
  const deltas = seen.filter((type) => type === "response.output_text.delta");
  expect(deltas.length).toBeGreaterThan(0);
  expect(seen.filter((type) => type !== "response.output_text.delta")).toEqual([
    "response.created",
    "response.in_progress",
    "response.output_item.added",
    "response.content_part.added",
    "response.output_text.done",
    "response.content_part.done",
    "response.output_item.done",
    "response.completed",
  ]);
});

test("functions are called, several at once, and their results go back", async () => {
  chunks = [
    chunk({ content: "I look." }),
    ...called(0, "call_1", "look_up", ['{"word":', '"bee"}']),
    ...called(1, "call_2", "look_up", ['{"word":"wasp"}']),
    chunk({}, "tool_calls"),
  ];
  const tools = [
    {
      type: "function" as const,
      name: "look_up",
      strict: null,
      parameters: { type: "object", properties: { word: { type: "string" } } },
    },
  ];
  const first = await client.responses.create({ model, input: "Bees?", tools, tool_choice: "required" });
  const wanted = [
    { type: "message", content: [{ text: "I look." }] },
    { type: "function_call", status: "completed", call_id: "call_1", name: "look_up", arguments: '{"word":"bee"}' },
    { type: "function_call", status: "completed", call_id: "call_2", name: "look_up", arguments: '{"word":"wasp"}' },
  ];
  expect(first.output).toMatchObject(wanted);
  expect(sent().body).toMatchObject({ tool_choice: "required", tools: [{ function: { name: "look_up" } }] });
  const streamed = await client.responses.stream({ model, input: "Bees?", tools }).finalResponse();
  expect(streamed.output).toMatchObject(wanted);

  chunks = [chunk({ content: "They fly." }, "stop")];
  const input = [
    { role: "user" as const, content: "Bees?" },
    ...first.output,
    { type: "function_call_output" as const, call_id: "call_1", output: "flies" },
    { type: "function_call_output" as const, call_id: "call_2", output: "stings" },
  ];
  const second = await client.responses.create({ model, input: input as never, tools });
  expect(second.output_text).toBe("They fly.");
  expect(sent().body["messages"]).toMatchObject([
    { role: "user", content: "Bees?" },
    { role: "assistant", content: "I look.", tool_calls: [{ id: "call_1" }, { id: "call_2" }] },
    { role: "tool", tool_call_id: "call_1", content: "flies" },
    { role: "tool", tool_call_id: "call_2", content: "stings" },
  ]);
});

test("one that is cut off says so, and a schema is asked for and checked", async () => {
  chunks = [chunk({ content: "Let it" }, "length")];
  expect(await client.responses.create({ model, input: "Hello" })).toMatchObject({
    status: "incomplete",
    incomplete_details: { reason: "max_output_tokens" },
    output: [{ status: "incomplete" }],
  });
  expect((await client.responses.stream({ model, input: "Hello" }).finalResponse()).status).toBe("incomplete");

  const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"], additionalProperties: false };
  const text = { format: { type: "json_schema" as const, name: "place", strict: true, schema } };
  chunks = [chunk({ content: '{"city":"Lund"}' }, "stop")];
  expect((await client.responses.create({ model, input: "Where?", text })).output_text).toBe('{"city":"Lund"}');
  expect(sent().body["response_format"]).toEqual({ type: "json_schema", json_schema: { name: "place", strict: true, schema } });
  chunks = [chunk({ content: "Lund" }, "stop")];
  expect(await errorOf(client.responses.create({ model, input: "Where?", text }))).toMatchObject({ code: "model_nonsense" });
  const stream = client.responses.stream({ model, input: "Where?", text });
  expect((await errorOf(stream.finalResponse())).message).toContain("not JSON of the schema");
});

test.each<[object, number, string, RegExp]>([
  [{ previous_response_id: "resp_1" }, 400, "previous_response_id", /Stet keeps no responses: send the whole conversation/],
  [{ conversation: "conv_1" }, 400, "conversation", /Stet keeps no responses/],
  [{ store: true }, 400, "store", /Stet keeps no responses/],
  [{ background: true }, 400, "background", /use stream/],
  [{ tools: [{ type: "web_search" }] }, 400, "tools.0.type", /Only functions of your own/],
  [{ text: { format: { type: "json_schema", name: "a", schema: { type: "text" } } } }, 400, "text.format", /schema\.type/],
  [{ input: [] }, 400, "input", /\w/],
  [
    { input: [{ type: "function_call_output", call_id: "x", output: "y" }] },
    400,
    "messages.0.tool_call_id",
    /no earlier message calls/,
  ],
  [{ model: "gpt-17" }, 404, null as never, /not in the catalogue/],
])("%j is a %i about %s", async (wrong, status, param, sentence) => {
  for (const stream of [false, true]) {
    const error = await errorOf(client.responses.create({ model, input: "Hello", stream, ...wrong } as never));
    expect(error).toMatchObject({ status, param });
    expect(error.message).toMatch(sentence);
  }
  expect(provider.asked.filter(({ url }) => url === "/v1/chat/completions")).toEqual([]);
});

test("it needs the scope of models, and is counted like every request", async () => {
  const reader = clientOf(app, (await newKey(app, ["models:read"])).secret);
  expect(await errorOf(reader.responses.create({ model, input: "Hello" }))).toMatchObject({ status: 403 });
  const own = await newKey(app);
  await clientOf(app, own.secret).responses.create({ model, input: "Hello" });
  await clientOf(app, own.secret).responses.stream({ model, input: "Hello" }).finalResponse();
  await expect
    .poll(async () => {
      await app.stet.usage.stored();
      return countUsage(own.me, app.stet.database.db, 1);
    })
    .toMatchObject([{ model, requests: 2, failures: 0, inputTokens: 14, outputTokens: 10 }]);
});
