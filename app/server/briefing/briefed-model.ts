/*
 * Wraps a model to use the tool names of its briefing. Only the model sees them; messages and the
 * screen use the internal names.
 */
import type { Model, ModelMessage, ModelRequest } from "../models/model.ts";
import { modelNameOf, modelToolNames } from "./offered-tools.ts";

const fromModel = new Map(Object.entries(modelToolNames).map(([name, as]) => [as, name]));

export function withToolNames(model: Model): Model {
  return {
    ask: (request, onEvent, signal) =>
      model.ask(
        renamed(request),
        (event) => {
          if (event.kind !== "tool-input-start" && event.kind !== "tool-call") return onEvent(event);
          onEvent({ ...event, name: fromModel.get(event.name) ?? event.name });
        },
        signal,
      ),
  };
}

const isRenamed = ({ name }: { name: string }) => modelNameOf(name) !== name;

function renamed(request: ModelRequest): ModelRequest {
  const { requiredTool } = request;
  return {
    ...request,
    tools: request.tools.map((tool) => ({ ...tool, name: modelNameOf(tool.name) })),
    messages: request.messages.map(renamedMessage),
    ...(requiredTool !== undefined && { requiredTool: modelNameOf(requiredTool) }),
  };
}

/** Returns the same object if nothing changes, because sent messages are recorded once per object. */
function renamedMessage(message: ModelMessage): ModelMessage {
  if (message.role === "user") return message;
  if (message.role === "tool") {
    if (!message.results.some(isRenamed)) return message;
    return { ...message, results: message.results.map((result) => ({ ...result, name: modelNameOf(result.name) })) };
  }
  if (!message.parts.some((part) => part.type === "tool-call" && isRenamed(part))) return message;
  return {
    ...message,
    parts: message.parts.map((part) => (part.type === "tool-call" ? { ...part, name: modelNameOf(part.name) } : part)),
  };
}
