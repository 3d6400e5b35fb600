/* The built-in editor's next step, in a worker thread if the input is long. */
import { longWork } from "../../long-work/long-work.ts";
import type { ModelMessage, ModelRequest } from "../model.ts";
import type { Step } from "./step.ts";

export function takeStep(request: ModelRequest, signal: AbortSignal): Promise<Step> {
  return longWork(null, "builtinStep", readBy(request), signal);
}

/** Only what the editor reads: file names and tool descriptions. */
function readBy(request: ModelRequest): ModelRequest {
  return {
    ...request,
    messages: request.messages.map(withoutFiles),
    tools: request.tools.map(({ name, description }) => ({ name, description, inputSchema: {} })),
  };
}

function withoutFiles(message: ModelMessage): ModelMessage {
  if (message.role !== "user") return message;
  return { ...message, parts: message.parts.map((part) => (part.type === "file" ? { ...part, data: "" } : part)) };
}
