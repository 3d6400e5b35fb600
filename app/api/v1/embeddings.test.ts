/* Embeddings by API key, with the official client. */
import type OpenAI from "openai";
import { APIError } from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countUsage } from "#server/data/accounts/api-usage.ts";
import { clientOf, newKey, type KeyHolder } from "#test/api-key.ts";
import { startApp, type TestApp } from "#test/app.ts";
import { startEmbeddingServer, type EmbeddingServer } from "#test/embedding-server.ts";

let server: EmbeddingServer;
let app: TestApp;
let holder: KeyHolder;
let client: OpenAI;

beforeAll(async () => {
  server = await startEmbeddingServer();
  app = await startApp({ EMBEDDING_MODEL: "small", EMBEDDING_URL: server.url, EMBEDDING_KEY: "k" });
  holder = await newKey(app);
  client = clientOf(app, holder.secret);
});
afterAll(async () => {
  await app.close();
  await server.stop();
});

async function errorOf(asked: Promise<unknown>): Promise<APIError> {
  const thrown = await asked.catch((error: unknown) => error);
  if (!(thrown instanceof APIError)) throw new Error(`no refusal: ${JSON.stringify(thrown)}`);
  return thrown;
}

test("texts become vectors of length 1, in their order and in both encodings, and are counted", async () => {
  const input = ["The rent is 900 euros.", "The cat sleeps."];
  const floats = await client.embeddings.create({ model: "small", input, encoding_format: "float" });
  expect(floats.data.map(({ index }) => index)).toEqual([0, 1]);
  expect(floats.usage).toEqual({ prompt_tokens: 14, total_tokens: 14 });
  for (const { embedding } of floats.data) expect(Math.hypot(...embedding)).toBeCloseTo(1);
  expect(floats.data[1]!.embedding[2]).toBeGreaterThan(0.9);
  // The client asks for base64 by itself.
  const packed = await client.embeddings.create({ model: "small", input });
  expect(packed.data).toEqual(floats.data);
  const one = await client.embeddings.create({ model: "small", input: input[0]! });
  expect(one.data).toEqual([floats.data[0]]);
  await app.stet.usage.stored();
  expect(await countUsage(holder.me, app.stet.database.db, 1)).toMatchObject([{ model: "small", requests: 3, inputTokens: 35 }]);
});

test.each<[object, number, string]>([
  [{ model: "large" }, 404, "The embedding model here is small."],
  [{ input: [] }, 400, "input"],
  [{ input: "" }, 400, "input"],
  [{ input: "x".repeat(8001) }, 400, "at most 8000 characters"],
  [{ dimensions: 3 }, 400, "length that the model gives"],
])("%j is a %i that says %s", async (wrong, status, sentence) => {
  server.asked.length = 0;
  const error = await errorOf(client.embeddings.create({ model: "small", input: "text", ...wrong }));
  expect(error.status).toBe(status);
  expect(error.message).toContain(sentence);
  expect(server.asked).toEqual([]);
});

test.each([
  [401, 502, "model_key_refused"],
  [400, 400, "model_refused"],
])("a server that answers %i is a %i", async (given, status, code) => {
  server.refuse(given, 1);
  expect(await errorOf(client.embeddings.create({ model: "small", input: "text" }))).toMatchObject({ status, code });
});

test("a key needs the scope of models, and an installation an embedding model", async () => {
  const reader = clientOf(app, (await newKey(app, ["models:read"])).secret);
  expect(await errorOf(reader.embeddings.create({ model: "small", input: "text" }))).toMatchObject({ status: 403 });
  const without = await startApp();
  const own = clientOf(without, (await newKey(without)).secret);
  const error = await errorOf(own.embeddings.create({ model: "small", input: "text" }));
  expect(error).toMatchObject({ status: 400, code: "model_not_configured" });
  expect(error.message).toContain("EMBEDDING_MODEL");
  await without.close();
});
