/*
 * Requests to POST /v1/responses, in OpenAI's format, and what they ask as a chat completion. Nothing is stored here,
 * so what relies on stored responses is rejected by name.
 */
import { z } from "zod";
import { completionRequestSchema, jsonSchemaFormat, type CompletionRequest } from "./completion.ts";

const textPart = z.object({ type: z.enum(["input_text", "output_text", "text"]), text: z.string() });
const refusalPart = z.object({ type: z.literal("refusal"), refusal: z.string() });
const imagePart = z.object({
  type: z.literal("input_image"),
  image_url: z.string().describe("The image itself as a data: URL. Addresses are not fetched."),
});
const filePart = z.object({
  type: z.literal("input_file"),
  filename: z.string().max(300).default("file"),
  file_data: z.string().describe("The file itself as a data: URL."),
});
const part = z.discriminatedUnion("type", [textPart, refusalPart, imagePart, filePart]);

const messageItem = z.object({
  type: z.literal("message").optional(),
  role: z.enum(["user", "assistant", "system", "developer"]),
  content: z.union([z.string(), z.array(part).min(1)]),
});
const callItem = z.object({
  type: z.literal("function_call"),
  call_id: z.string().min(1).max(200),
  name: z.string().min(1).max(200),
  arguments: z.string().describe("JSON"),
});
const resultItem = z.object({
  type: z.literal("function_call_output"),
  call_id: z.string().min(1).max(200),
  output: z.union([z.string(), z.array(textPart).min(1)]),
});
const reasoningItem = z.object({ type: z.literal("reasoning") }).describe("Not looked at.");
const item = z.union([messageItem, callItem, resultItem, reasoningItem]);
type Item = z.infer<typeof item>;

const tool = z.object({
  type: z.literal("function", "Only functions of your own can be offered."),
  name: z.string().regex(/^[\w-]{1,64}$/, "A tool's name is 1 to 64 letters, digits, underscores and hyphens."),
  description: z.string().max(20_000).nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish().describe("JSON Schema"),
});

const nothingKept = "Stet keeps no responses: send the whole conversation as input.";
const absent = (error: string) => z.null({ error }).optional();
const { model, stream, temperature, top_p, sources } = completionRequestSchema.shape;

export const responseRequestSchema = z.object({
  model,
  input: z.union([z.string().min(1), z.array(item).min(1).max(2000)]),
  instructions: z.string().nullish(),
  stream,
  temperature,
  top_p,
  max_output_tokens: z.int().min(1).max(1_000_000).nullish(),
  tools: z.array(tool).max(128).nullish(),
  tool_choice: z
    .union([z.enum(["none", "auto", "required"]), z.object({ type: z.literal("function"), name: z.string() })])
    .nullish(),
  reasoning: z.object({ effort: z.enum(["none", "minimal", "low", "medium", "high"]).nullish() }).nullish(),
  text: z
    .object({ format: z.discriminatedUnion("type", [z.object({ type: z.literal("text") }), jsonSchemaFormat]).nullish() })
    .nullish(),
  sources,
  parallel_tool_calls: z.literal(true, "Calls cannot be held to one at a time.").nullish(),
  previous_response_id: absent(nothingKept),
  conversation: absent(nothingKept),
  store: z.literal(false, nothingKept).nullish(),
  background: z.literal(false, "Stet answers while you wait; use stream.").nullish(),
});
export type ResponseRequest = z.infer<typeof responseRequestSchema>;

export function completionOf(asked: ResponseRequest): CompletionRequest {
  const { instructions, input, tools, tool_choice: choice, text } = asked;
  const items: Item[] = typeof input === "string" ? [{ role: "user", content: input }] : input;
  return {
    model: asked.model,
    messages: [...(instructions ? [{ role: "system" as const, content: instructions }] : []), ...messagesOf(items)],
    stream: asked.stream,
    temperature: asked.temperature,
    top_p: asked.top_p,
    max_completion_tokens: asked.max_output_tokens,
    reasoning_effort: asked.reasoning?.effort,
    tools: tools?.map(({ name, description, parameters }) => ({
      type: "function",
      function: { name, description: description ?? "", parameters: parameters ?? { type: "object", properties: {} } },
    })),
    tool_choice: typeof choice === "object" && choice !== null ? { type: "function", function: { name: choice.name } } : choice,
    response_format: formatOf(text?.format),
    sources: asked.sources,
  };
}

function formatOf(format: NonNullable<ResponseRequest["text"]>["format"]): CompletionRequest["response_format"] {
  if (format?.type !== "json_schema") return undefined;
  const { type, ...schema } = format;
  return { type, json_schema: schema };
}

type Message = CompletionRequest["messages"][number];

/** Calls that follow each other belong to one message. */
function messagesOf(items: readonly Item[]): Message[] {
  const messages: Message[] = [];
  for (const one of items) {
    if ("role" in one) messages.push(messageOf(one));
    else if (one.type === "function_call") {
      const call = { id: one.call_id, type: "function" as const, function: { name: one.name, arguments: one.arguments } };
      const last = messages.at(-1);
      if (last?.role === "assistant") last.tool_calls = [...(last.tool_calls ?? []), call];
      else messages.push({ role: "assistant", content: null, tool_calls: [call] });
    } else if (one.type === "function_call_output") {
      const content = typeof one.output === "string" ? one.output : one.output.map(({ text }) => text).join("\n");
      messages.push({ role: "tool", tool_call_id: one.call_id, content });
    }
  }
  return messages;
}

function messageOf({ role, content }: z.infer<typeof messageItem>): Message {
  if (role === "user" && typeof content !== "string") {
    return {
      role,
      content: content.map((one) => {
        if (one.type === "input_image") return { type: "image_url", image_url: { url: one.image_url } };
        if (one.type === "input_file") return { type: "file", file: { filename: one.filename, file_data: one.file_data } };
        return { type: "text", text: wordsOf(one) };
      }),
    };
  }
  return { role, content: typeof content === "string" ? content : content.map(wordsOf).join("\n") };
}

function wordsOf(one: z.infer<typeof part>): string {
  if (one.type === "refusal") return one.refusal;
  return "text" in one ? one.text : "";
}
