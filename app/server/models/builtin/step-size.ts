/* How much the built-in editor reads for its next step. */
import type { ModelMessage, ModelRequest } from "../model.ts";

/** In characters. */
export function sizeOfStep({ messages }: ModelRequest): number {
  return messages.reduce((sum, message) => sum + sizeOf(message), 0);
}

function sizeOf(message: ModelMessage): number {
  if (message.role === "tool") return message.results.reduce((sum, { output }) => sum + textIn(output), 0);
  return message.parts.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : 0), 0);
}

function textIn(output: unknown): number {
  if (typeof output === "string") return output.length;
  if (typeof output !== "object" || output === null) return 1;
  return Object.values(output).reduce<number>((sum, one) => sum + textIn(one), 0);
}
