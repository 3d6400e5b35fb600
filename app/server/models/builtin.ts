/*
 * The built-in editor, used when no API key is configured. It is rule-based, not a language model,
 * and says so. It implements the same interface as every model: it reads the conversation, calls
 * tools, gets their results in the next step and writes its answer from them. Deterministic.
 */
import type { Step } from "./builtin/step.ts";
import { takeStep } from "./builtin/long-step.ts";
import { inPieces, paced } from "./builtin/pace.ts";
import type { Model, ModelEnd, ModelEvent, ModelRequest } from "./model.ts";

export type BuiltinOptions = {
  /** Output speed; 0 means no delay. */
  tokensPerSecond?: number;
};

const readable = 500;
/** In characters. */
const readableInput = 600;

export function createBuiltinModel({ tokensPerSecond = readable }: BuiltinOptions = {}): Model {
  return {
    async ask(request, onEvent, signal): Promise<ModelEnd> {
      if (signal.aborted) return { reason: "stop" };
      let step: Step;
      try {
        step = await takeStep(request, signal);
      } catch (error) {
        if (signal.aborted) return { reason: "stop" };
        if (error instanceof Response) return { reason: "problem", code: "text-too-large" };
        return { reason: "problem", code: "something-went-wrong", detail: `The built-in editor failed: ${nameOf(error)}.` };
      }
      if (step.kind === "say") {
        await paced(inPieces(step.text), tokensPerSecond, signal, (text) => onEvent({ kind: "text", text }));
        return { reason: "stop" };
      }
      const calls = step.kind === "call" ? [step] : step.calls;
      for (const [index, { name, input }] of calls.entries()) {
        const id = callId(request, index);
        const raw = JSON.stringify(input);
        onEvent({ kind: "tool-input-start", id, name });
        // No one reads a long list of changes while it streams.
        const speed = raw.length > readableInput ? 0 : tokensPerSecond;
        const whole = await paced(inPieces(raw), speed, signal, (text) => onEvent({ kind: "tool-input", id, text }));
        if (!whole) return { reason: "stop" };
        onEvent({ kind: "tool-call", id, name, input, raw } satisfies ModelEvent);
      }
      return { reason: "tool-calls" };
    },
  };
}

/** Unique within its conversation and deterministic. */
function callId(request: ModelRequest, index: number): string {
  const earlier = request.messages
    .flatMap((message) => (message.role === "assistant" ? message.parts : []))
    .filter((part) => part.type === "tool-call");
  return `builtin-${earlier.length + index + 1}`;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown error";
}
