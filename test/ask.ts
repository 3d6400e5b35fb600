/*
 * Asks a model once and keeps what it sent: the shape in which tests of the
 * models look at an answer.
 */
import type { Model, ModelEnd, ModelEvent, ModelRequest } from "#server/models/model.ts";

export type Answer = { text: string; reasoning: string; events: ModelEvent[]; end: ModelEnd };

export const question: ModelRequest = {
  model: "mock-model",
  instructions: "Answer in one sentence.",
  messages: [{ role: "user", parts: [{ type: "text", text: "hello" }] }],
  tools: [],
};

export async function ask(
  model: Model,
  request: Partial<ModelRequest> = {},
  signal = new AbortController().signal,
): Promise<Answer> {
  const events: ModelEvent[] = [];
  const end = await model.ask({ ...question, ...request }, (event) => events.push(event), signal);
  const textOf = (kind: "text" | "reasoning") => events.map((event) => (event.kind === kind ? event.text : "")).join("");
  return { text: textOf("text"), reasoning: textOf("reasoning"), events, end };
}

export const lookUp = {
  name: "getInformation",
  description: "Looks something up",
  inputSchema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
};
