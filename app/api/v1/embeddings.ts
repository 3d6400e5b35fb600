/* POST /v1/embeddings: compatible with OpenAI's, with the embedding model of this installation. */
import { z } from "zod";
import { problem } from "#core/workspace/problem.ts";
import { countTokens, refuseBeyondTokens } from "#server/data/accounts/plan-usage.ts";
import { EmbeddingRefused, longestText } from "#server/models/embeddings.ts";
import { secrecyAt } from "#server/models/secrecy.ts";
import type { Stet } from "#server/stet.ts";
import { whileAccess } from "../held-access.ts";
import { route } from "./route.ts";

const mostTexts = 256;
const text = z.string().min(1).max(longestText, `A text has at most ${longestText} characters; send it in parts.`);

const requestSchema = z.object({
  model: z.string().min(1).max(200).describe("The embedding model of this installation."),
  input: z.union([text, z.array(text).min(1).max(mostTexts)]),
  encoding_format: z.enum(["float", "base64"]).nullish(),
  dimensions: z.undefined({ error: "The vectors have the length that the model gives them." }).optional(),
});

const answerSchema = z.object({
  object: z.literal("list"),
  model: z.string(),
  data: z.array(
    z.object({
      object: z.literal("embedding"),
      index: z.int(),
      embedding: z.union([z.array(z.number()), z.string().describe("Floats of four bytes, little-endian, as base64.")]),
    }),
  ),
  usage: z.object({ prompt_tokens: z.int(), total_tokens: z.int() }),
});

export function embeddings(stet: Stet) {
  return [
    route({
      method: "post",
      path: "/v1/embeddings",
      scope: "chat",
      summary: "Turn texts into vectors",
      description: `OpenAI's embeddings, of up to ${mostTexts} texts at once. The vectors have length 1; the texts are not kept.`,
      body: requestSchema,
      answer: answerSchema,
      async handle({ c, me, body }) {
        const { model, input, encoding_format: form } = body;
        const use = c.get("use");
        if (use !== undefined) use.model = model;
        const { embeddings: own } = stet;
        if (own === null)
          throw problem("model-not-configured", "This installation has no embedding model; EMBEDDING_MODEL sets one.");
        if (model !== own.model) throw problem("model-unknown", `The embedding model here is ${own.model}.`);
        await refuseBeyondTokens(me, stet.db);
        const { organizationId, userId } = me;
        const secrecy = secrecyAt(stet.db, { organizationId, userId, projectId: null });
        const texts = typeof input === "string" ? [input] : input;
        const { vectors, tokens } = await whileAccess(stet, c, (signal) =>
          stet.asking.during(me, () => own.embed(texts, secrecy, AbortSignal.any([signal, c.req.raw.signal])).catch(refuse)),
        );
        const usage = { inputTokens: tokens, outputTokens: 0 };
        if (use !== undefined) use.usage = usage;
        await countTokens(me, stet.db, { usage, model: { id: own.model, price: null }, about: null });
        return {
          object: "list",
          model,
          data: vectors.map((vector, index) => ({
            object: "embedding",
            index,
            embedding: form === "base64" ? base64Of(vector) : [...vector],
          })),
          usage: { prompt_tokens: tokens, total_tokens: tokens },
        };
      },
    }),
  ];
}

function refuse(error: unknown): never {
  if (!(error instanceof EmbeddingRefused)) throw problem("model-unreachable");
  if (error.status === 401 || error.status === 403) throw problem("model-key-refused");
  if (error.status === 429) throw problem("model-rate-limited");
  throw problem(error.status >= 500 ? "model-overloaded" : "model-refused");
}

function base64Of(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * 4);
  return bytes.toString("base64");
}
