/*
 * Requests to POST /v1/chat/completions, in OpenAI's format. Unknown fields are
 * ignored; a parameter that would change the answer but isn't supported is
 * rejected by name.
 */
import { z } from "zod";
import { citationSchema, givenSourcesSchema } from "./answer-citations.ts";
import { faultOfSchema, faultOfStrictSchema } from "./json-schema.ts";

const textPart = z.object({ type: z.literal("text"), text: z.string() });
const imagePart = z.object({
  type: z.literal("image_url"),
  image_url: z.object({ url: z.string().describe("The image itself as a data: URL. Addresses are not fetched.") }),
});
const filePart = z.object({
  type: z.literal("file"),
  file: z.object({
    filename: z.string().max(300).default("file"),
    file_data: z.string().describe("The file itself as a data: URL."),
  }),
});
const texts = z.union([z.string(), z.array(textPart).min(1)]);

const toolCall = z.object({
  id: z.string().min(1).max(200),
  type: z.literal("function"),
  function: z.object({ name: z.string().min(1).max(200), arguments: z.string().describe("JSON") }),
});

const message = z.discriminatedUnion("role", [
  z.object({ role: z.enum(["system", "developer"]), content: texts }),
  z.object({
    role: z.literal("user"),
    content: z.union([z.string(), z.array(z.discriminatedUnion("type", [textPart, imagePart, filePart])).min(1)]),
  }),
  z.object({
    role: z.literal("assistant"),
    content: texts.nullish(),
    tool_calls: z.array(toolCall).max(128).nullish(),
  }),
  z.object({ role: z.literal("tool"), tool_call_id: z.string().min(1).max(200), content: texts }),
]);

const tool = z.object({
  type: z.literal("function"),
  function: z.object({
    name: z.string().regex(/^[\w-]{1,64}$/, "A tool's name is 1 to 64 letters, digits, underscores and hyphens."),
    description: z.string().max(20_000).default(""),
    parameters: z.record(z.string(), z.unknown()).default({ type: "object", properties: {} }).describe("JSON Schema"),
  }),
});

const named = z.object({ type: z.literal("function"), function: z.object({ name: z.string() }) });

const namedSchema = z.object({
  name: z.string().regex(/^[\w-]{1,64}$/, "A schema's name is 1 to 64 letters, digits, underscores and hyphens."),
  description: z.string().max(20_000).optional(),
  schema: z.record(z.string(), z.unknown()).describe("JSON Schema"),
  strict: z
    .boolean()
    .nullish()
    .describe("The finished answer is checked against the schema too; one that does not match is an error."),
});

function refuseUnusable(
  { schema, strict }: Pick<z.infer<typeof namedSchema>, "schema" | "strict">,
  context: z.RefinementCtx,
): void {
  const fault = faultOfSchema(schema) ?? (strict === true ? faultOfStrictSchema(schema) : null);
  if (fault !== null) context.addIssue({ code: "custom", message: fault });
}

const type = z.literal("json_schema");
/** As POST /v1/responses takes it, without a level of its own. */
export const jsonSchemaFormat = namedSchema.extend({ type }).superRefine(refuseUnusable);
const responseFormat = z.discriminatedUnion(
  "type",
  [z.object({ type: z.literal("text") }), z.object({ type, json_schema: namedSchema.superRefine(refuseUnusable) })],
  "Only text and json_schema can be asked for.",
);

export const completionRequestSchema = z.object({
  model: z.string().min(1).max(300).describe("An id of GET /v1/models."),
  messages: z.array(message).min(1).max(2000),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  temperature: z.number().min(0).max(2).nullish().describe("Models that take none ignore it."),
  top_p: z.number().min(0).max(1).nullish().describe("Models that take none ignore it."),
  max_completion_tokens: z.int().min(1).max(1_000_000).nullish(),
  max_tokens: z.int().min(1).max(1_000_000).nullish().describe("The old name of max_completion_tokens."),
  stop: z
    .union([z.string().min(1).max(200), z.array(z.string().min(1).max(200)).min(1).max(4)])
    .nullish()
    .describe("The answer ends before the first of these."),
  tools: z.array(tool).max(128).nullish(),
  tool_choice: z.union([z.enum(["none", "auto", "required"]), named]).nullish(),
  reasoning_effort: z.enum(["none", "minimal", "low", "medium", "high"]).nullish(),
  n: z.literal(1, "Only one answer can be asked for at a time.").nullish(),
  parallel_tool_calls: z.literal(true, "Calls cannot be held to one at a time.").nullish(),
  logprobs: z.literal(false, "Stet gives no probabilities.").nullish(),
  response_format: responseFormat.nullish(),
  sources: givenSourcesSchema.nullish(),
});
export type CompletionRequest = z.infer<typeof completionRequestSchema>;

export const finishReasons = ["stop", "length", "tool_calls", "content_filter"] as const;
export type FinishReason = (typeof finishReasons)[number];

const usage = z.object({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
  prompt_tokens_details: z.object({ cached_tokens: z.int() }).optional(),
  completion_tokens_details: z.object({ reasoning_tokens: z.int() }).optional(),
});
export type CompletionUsage = z.infer<typeof usage>;

export const completionSchema = z.object({
  id: z.string(),
  object: z.literal("chat.completion"),
  created: z.int().describe("Seconds since 1970."),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.literal(0),
      message: z.object({
        role: z.literal("assistant"),
        content: z.string().nullable(),
        refusal: z.null(),
        reasoning_content: z.string().optional().describe("What the model showed of its reasoning."),
        tool_calls: z.array(toolCall).optional(),
        annotations: z.array(citationSchema).optional().describe("The verdict of each citation, where sources were sent."),
      }),
      finish_reason: z.enum(finishReasons),
      logprobs: z.null(),
    }),
  ),
  usage,
});
export type Completion = z.infer<typeof completionSchema>;
