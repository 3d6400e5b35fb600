/* Asks a model once and collects its events, in the form in which tests of the models inspect an answer. */
import type { Model, ModelEnd, ModelEvent, ModelMessage, ModelRequest } from "#server/models/model.ts";

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

/** A message with a file of each kind: an image, a PDF, and one that no model reads. */
export const files: ModelMessage = {
  role: "user",
  parts: [
    { type: "text", text: "Look" },
    { type: "file", name: "a.png", mediaType: "image/png", data: "aGk=" },
    { type: "file", name: "b.pdf", mediaType: "application/pdf", data: "aGk=" },
    {
      type: "file",
      name: "c.docx",
      mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      data: "aGk=",
    },
  ],
};

/** The first step's answer as the history of the second, in the form a turn stores. */
export function nextStep(events: readonly ModelEvent[], output: unknown = { found: 1 }): ModelMessage[] {
  const parts: Extract<ModelMessage, { role: "assistant" }>["parts"] = [];
  const results: Extract<ModelMessage, { role: "tool" }>["results"] = [];
  const signatures = new Map<string, string>();
  for (const event of events) {
    if (event.kind === "reasoning" || event.kind === "text") parts.push({ type: event.kind, text: event.text });
    if (event.kind === "signature" && event.toolCallId !== undefined) signatures.set(event.toolCallId, event.signature);
    const last = parts.at(-1);
    if (event.kind === "signature" && event.toolCallId === undefined && last?.type === "reasoning")
      last.signature = event.signature;
    if (event.kind !== "tool-call") continue;
    const signature = signatures.get(event.id);
    parts.push({
      type: "tool-call",
      id: event.id,
      name: event.name,
      input: event.input,
      ...(signature === undefined ? {} : { signature }),
    });
    results.push({ id: event.id, name: event.name, output });
  }
  return [
    { role: "user", parts: [{ type: "text", text: "hello" }] },
    { role: "assistant", parts },
    { role: "tool", results },
  ];
}
