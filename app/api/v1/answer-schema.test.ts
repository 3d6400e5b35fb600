/* Answers in a JSON schema: what each provider is asked, and what a program gets. */
import { APIError } from "openai";
import type OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOf, newKey } from "#test/api-key.ts";
import { startApp, type TestApp } from "#test/app.ts";
import { sendEvents, startProvider, type Provider } from "#test/provider.ts";

let provider: Provider;
let app: TestApp;
let client: OpenAI;
let text = "";

beforeAll(async () => {
  provider = await startProvider();
  app = await startApp({
    MODEL_SERVER_URL: `${provider.url}/v1`,
    OPENAI_API_KEY: "k",
    OPENAI_BASE_URL: `${provider.url}/v1`,
    ANTHROPIC_API_KEY: "k",
    ANTHROPIC_BASE_URL: provider.url,
    GOOGLE_API_KEY: "k",
    GOOGLE_BASE_URL: provider.url,
  });
  client = clientOf(app, (await newKey(app)).secret);
  provider.answer(answer);
});
afterAll(async () => {
  await app.close();
  await provider.stop();
});

const answer: Parameters<Provider["answer"]>[0] = (response, { url }) => {
  if (url === "/v1/models") return response.end(JSON.stringify({ data: [{ id: "own" }] }));
  if (url === "/v1/responses")
    return sendEvents(response, [
      { type: "response.output_text.delta", delta: text },
      { type: "response.completed", response: { status: "completed", usage: { input_tokens: 1, output_tokens: 1 } } },
    ]);
  if (url === "/v1/messages")
    return sendEvents(response, [
      { type: "message_start", message: { usage: { input_tokens: 1, output_tokens: 1 } } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    ]);
  if (url.includes(":streamGenerateContent"))
    return sendEvents(response, [{ candidates: [{ content: { parts: [{ text }] }, finishReason: "STOP" }] }]);
  sendEvents(response, [{ choices: [{ delta: { content: text }, finish_reason: "stop" }] }]);
};

const schema = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};
const format = (more: object = {}) => ({
  type: "json_schema" as const,
  json_schema: { name: "place", strict: true, schema, ...more },
});
const ask = (model: string, response_format: unknown = format()) =>
  client.chat.completions.create({
    model,
    messages: [{ role: "user", content: "Where?" }],
    response_format,
  } as never) as Promise<OpenAI.ChatCompletion>;

async function errorOf(asked: Promise<unknown>): Promise<APIError> {
  const thrown = await asked.catch((error: unknown) => error);
  if (!(thrown instanceof APIError)) throw new Error(`no refusal: ${JSON.stringify(thrown)}`);
  return thrown;
}

test.each<[string, object]>([
  ["local:own", { response_format: format() }],
  ["gpt-6-luna", { text: { format: { type: "json_schema", name: "place", strict: true, schema } } }],
  ["claude-sonnet-5-5", { output_config: { format: { type: "json_schema", schema } } }],
  ["gemini-3.8-flash", { generationConfig: { responseMimeType: "application/json", responseJsonSchema: schema } }],
])("%s is asked in its provider's words", async (model, words) => {
  text = '{"city":"Lund"}';
  provider.asked.length = 0;
  const { choices } = await ask(model);
  expect(JSON.parse(choices[0]!.message.content!)).toEqual({ city: "Lund" });
  expect(provider.asked.find(({ body }) => Object.keys(body).length > 0)!.body).toMatchObject(words);
});

test("an answer that is not of the schema is an error, whole or streamed; without strict it is passed on", async () => {
  for (const wrong of ["Lund", '{"city":1}', '{"city":"Lund","more":1}']) {
    text = wrong;
    expect(await errorOf(ask("local:own"))).toMatchObject({
      status: 502,
      code: "model_nonsense",
      message: expect.stringContaining("not JSON of the schema"),
    });
    const stream = await client.chat.completions.create({
      model: "local:own",
      messages: [{ role: "user", content: "Where?" }],
      response_format: format(),
      stream: true,
    });
    let streamed = "";
    const read = async () => {
      for await (const chunk of stream) streamed += chunk.choices[0]?.delta.content ?? "";
    };
    expect((await errorOf(read())).message).toContain("not JSON of the schema");
    expect(streamed).toBe(wrong);
    const { choices } = await ask("local:own", format({ strict: false }));
    expect(choices[0]!.message.content).toBe(wrong);
  }
});

test.each<[string, string, unknown, RegExp]>([
  ["the built-in editor", "stet-builtin", format(), /response_format: .+ cannot be held to a JSON schema; choose another model/],
  ["a model of before", "gpt-4", format(), /response_format: GPT-4 cannot be held/],
  ["a schema that is none", "local:own", format({ schema: { type: "text" } }), /schema\.type: has to be one of object/],
  [
    "a schema that strict does not allow",
    "local:own",
    format({ schema: { type: "object" } }),
    /additionalProperties has to be false/,
  ],
  ["a name with a space", "local:own", format({ name: "a place" }), /A schema's name is/],
  ["another format", "local:own", { type: "json_object" }, /Only text and json_schema/],
])("%s is refused before anything is sent", async (_what, model, given, sentence) => {
  provider.asked.length = 0;
  const error = await errorOf(ask(model, given));
  expect(error.status).toBe(400);
  expect(error.param).toMatch(/^response_format/);
  expect(error.message).toMatch(sentence);
  expect(provider.asked.filter(({ url }) => url !== "/v1/models")).toEqual([]);
});
