/*
 * Translates an OpenAI-style request for our models. Contradictory requests are rejected here,
 * naming the offending field.
 */
import type { CompletionRequest } from "#core/models/completion.ts";
import { problem } from "#core/workspace/problem.ts";
import type { GivenSource } from "#core/models/answer-citations.ts";
import { fenced } from "../models/fenced.ts";
import type { ModelMessage, ModelRequest } from "../models/model.ts";
import { parseJson } from "../models/json-fields.ts";

type Asked = CompletionRequest["messages"][number];
type UserParts = Extract<ModelMessage, { role: "user" }>["parts"];
type ToolResults = Extract<ModelMessage, { role: "tool" }>["results"];

export function modelRequestOf(asked: CompletionRequest, providerModel: string): ModelRequest {
  const tools = (asked.tools ?? []).map(({ function: { name, description, parameters } }) => ({
    name,
    description,
    inputSchema: parameters,
  }));
  return {
    model: providerModel,
    // Models take instructions separately from the conversation, so collect them from anywhere in it.
    instructions: asked.messages.flatMap((one) => (isInstruction(one) ? [textOf(one.content)] : [])).join("\n\n"),
    messages: withSources(messagesOf(asked.messages), asked.sources ?? []),
    tools,
    ...toolChoiceOf(asked),
    maxOutputTokens: asked.max_completion_tokens ?? asked.max_tokens ?? undefined,
    temperature: asked.temperature ?? undefined,
    topP: asked.top_p ?? undefined,
    ...answerSchemaOf(asked),
    reasoningEffort: asked.reasoning_effort == null ? undefined : efforts[asked.reasoning_effort],
  };
}

const efforts = { none: "off", minimal: "low", low: "low", medium: "medium", high: "high" } as const;

function toolChoiceOf({ tools, tool_choice: choice }: CompletionRequest): Pick<ModelRequest, "requiredTool" | "toolChoice"> {
  if (choice == null || choice === "auto" || choice === "none") return choice === "none" ? { toolChoice: "none" } : {};
  if (choice === "required") {
    if (!tools?.length) throw refused("tool_choice", "there are no tools to choose from");
    return { toolChoice: "required" };
  }
  const { name } = choice.function;
  if (!tools?.some((tool) => tool.function.name === name)) throw refused("tool_choice", `there is no tool named ${name}`);
  return { requiredTool: name };
}

function answerSchemaOf({ response_format: format }: CompletionRequest): Pick<ModelRequest, "answerSchema"> {
  if (format?.type !== "json_schema") return {};
  const { name, description, schema, strict } = format.json_schema;
  return { answerSchema: { name, ...(description !== undefined && { description }), schema, strict: strict === true } };
}

function isInstruction(message: Asked): message is Extract<Asked, { role: "system" | "developer" }> {
  return message.role === "system" || message.role === "developer";
}

function messagesOf(asked: readonly Asked[]): ModelMessage[] {
  const messages: ModelMessage[] = [];
  const toolNames = new Map<string, string>();
  for (const [index, one] of asked.entries()) {
    const at = `messages.${index}`;
    if (isInstruction(one)) continue;
    if (one.role === "user") messages.push({ role: "user", parts: userParts(one.content, at) });
    else if (one.role === "assistant") {
      for (const call of one.tool_calls ?? []) toolNames.set(call.id, call.function.name);
      messages.push(assistantMessage(one, at));
    } else {
      const name = toolNames.get(one.tool_call_id);
      if (name === undefined) throw refused(`${at}.tool_call_id`, "no earlier message calls a tool with this id");
      resultsAt(messages).push({ id: one.tool_call_id, name, output: textOf(one.content) });
    }
  }
  if (messages.length === 0) throw refused("messages", "there is nothing to answer besides instructions");
  return messages;
}

/** The sources stand before the last thing the user said, as data. */
function withSources(messages: ModelMessage[], sources: readonly GivenSource[]): ModelMessage[] {
  if (sources.length === 0) return messages;
  const last = messages.findLast((one) => one.role === "user");
  if (last === undefined) throw refused("sources", "no message of the user asks about them");
  const text = sources.map(({ number, name, content }) => fenced(`source [[${number}]]: ${name}`, content)).join("\n\n");
  last.parts.unshift({ type: "text", text: `${text}\n\n${citing}` });
  return messages;
}

const citing =
  "Cite these sources in your answer: put the source's number in double brackets, as in [[1]], behind each statement that relies on it. Words in quotation marks are the source's own.";

/** Results of parallel calls form one message. */
function resultsAt(messages: ModelMessage[]): ToolResults {
  const last = messages.at(-1);
  if (last?.role === "tool") return last.results;
  const results: ToolResults = [];
  messages.push({ role: "tool", results });
  return results;
}

function assistantMessage({ content, tool_calls: calls }: Extract<Asked, { role: "assistant" }>, at: string): ModelMessage {
  const text = content == null ? "" : textOf(content);
  return {
    role: "assistant",
    parts: [
      ...(text === "" ? [] : [{ type: "text" as const, text }]),
      ...(calls ?? []).map(({ id, function: { name, arguments: written } }, index) => {
        const input = written.trim() === "" ? {} : parseJson(written);
        if (input === undefined) throw refused(`${at}.tool_calls.${index}.function.arguments`, "not JSON");
        return { type: "tool-call" as const, id, name, input };
      }),
    ],
  };
}

function userParts(content: Extract<Asked, { role: "user" }>["content"], at: string): UserParts {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.map((part, index) => {
    if (part.type === "text") return { type: "text", text: part.text };
    const where = `${at}.content.${index}`;
    if (part.type === "image_url") return fileOf("image", part.image_url.url, where);
    return fileOf(part.file.filename, part.file.file_data, where);
  });
}

function fileOf(name: string, url: string, at: string): UserParts[number] {
  const match = /^data:([\w.+-]+\/[\w.+-]+)(?:;[\w=-]+)*;base64,/i.exec(url.slice(0, 300));
  if (match === null) throw refused(at, "a file has to be a data: URL in base64; addresses are not fetched");
  return { type: "file", name, mediaType: match[1]!.toLowerCase(), data: url.slice(match[0].length) };
}

function textOf(content: string | { text: string }[]): string {
  return typeof content === "string" ? content : content.map(({ text }) => text).join("\n");
}

function refused(field: string, reason: string): Response {
  return problem("bad-request", `${field}: ${reason}`);
}
