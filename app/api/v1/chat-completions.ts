/* POST /v1/chat/completions: compatible with OpenAI's, with this server's models. */
import { z } from "zod";
import { citationSchema } from "#core/models/answer-citations.ts";
import { completionRequestSchema, completionSchema, finishReasons } from "#core/models/completion.ts";
import type { Stet } from "#server/stet.ts";
import { answerCompletion } from "../completion-answer.ts";
import { route } from "./route.ts";

const chunkSchema = z.object({
  id: z.string(),
  object: z.literal("chat.completion.chunk"),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.literal(0),
      delta: z.object({
        role: z.literal("assistant").optional(),
        content: z.string().optional(),
        reasoning_content: z.string().optional(),
        tool_calls: z
          .array(
            z.object({
              index: z.int(),
              id: z.string().optional(),
              type: z.literal("function").optional(),
              function: z.object({ name: z.string().optional(), arguments: z.string() }),
            }),
          )
          .optional(),
        annotations: z.array(citationSchema).optional(),
      }),
      finish_reason: z.enum(finishReasons).nullable(),
    }),
  ),
  usage: completionSchema.shape.usage.optional(),
});

export function chatCompletions(stet: Stet) {
  return [
    route({
      method: "post",
      path: "/v1/chat/completions",
      scope: "chat",
      summary: "Ask a model",
      description:
        "OpenAI's chat completions. With `stream` the answer is an event stream of chunks that ends with [DONE]. Tools are passed to the model and its calls to you; nothing of the conversation is kept. With `sources` the citations of the finished answer are checked: each has its verdict in `annotations`, which a stream gives at its end.",
      body: completionRequestSchema,
      answer: completionSchema,
      streams: chunkSchema,
      handle: ({ c, me, body }) => answerCompletion(c, stet, me, body),
    }),
  ];
}
