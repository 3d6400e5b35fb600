/* POST /v1/responses: compatible with OpenAI's Responses, with this server's models. Nothing is stored. */
import { z } from "zod";
import { citationSchema } from "#core/models/answer-citations.ts";
import { completionOf, responseRequestSchema } from "#core/models/response-request.ts";
import type { Stet } from "#server/stet.ts";
import { answerCompletion } from "../completion-answer.ts";
import { responseForm } from "../response-answer.ts";
import { route } from "./route.ts";

const status = z.enum(["in_progress", "completed", "incomplete"]);
const outputText = z.object({ type: z.literal("output_text"), text: z.string(), annotations: z.array(citationSchema) });
const outputItem = z.union([
  z.object({ id: z.string(), type: z.literal("message"), role: z.literal("assistant"), status, content: z.array(outputText) }),
  z.object({
    id: z.string(),
    type: z.literal("function_call"),
    status,
    call_id: z.string(),
    name: z.string(),
    arguments: z.string().describe("JSON"),
  }),
]);
const answerSchema = z.object({
  id: z.string(),
  object: z.literal("response"),
  created_at: z.int().describe("Seconds since 1970."),
  status,
  incomplete_details: z.object({ reason: z.enum(["max_output_tokens", "content_filter"]) }).nullable(),
  model: z.string(),
  output: z.array(outputItem),
  store: z.literal(false),
  usage: z
    .object({
      input_tokens: z.int(),
      input_tokens_details: z.object({ cached_tokens: z.int() }),
      output_tokens: z.int(),
      output_tokens_details: z.object({ reasoning_tokens: z.int() }),
      total_tokens: z.int(),
    })
    .nullable(),
});

export function responses(stet: Stet) {
  return [
    route({
      method: "post",
      path: "/v1/responses",
      scope: "chat",
      summary: "Ask a model for a response",
      description:
        "OpenAI's Responses. With `stream` the answer is an event stream that ends with response.completed, response.incomplete or error. Nothing is kept, so the whole conversation is sent as `input`. Reasoning is counted, and not shown. With `sources` the citations of the finished answer are checked, and the text has their verdicts as `annotations`.",
      body: responseRequestSchema,
      answer: answerSchema,
      streams: z.object({ type: z.string(), sequence_number: z.int() }).loose(),
      handle: ({ c, me, body }) => answerCompletion(c, stet, me, completionOf(body), responseForm(body)),
    }),
  ];
}
