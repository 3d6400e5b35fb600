/*
 * A run is a list of events, and its message is what they fold to. The server
 * folds while writing, and again to rebuild a text after a crash or to cut it
 * at a stop; the client may fold what it reads. One function guarantees the
 * same message everywhere.
 *
 * Text and reasoning refer to their part by index, so a fold can resume from a
 * stored row that is complete up to some seq.
 */
import { cancelledToolResult, type MessagePart, type ToolInvocation } from "./message.ts";
import type { RunEvent } from "./run-event.ts";
import type { Source } from "../sources/source.ts";

export type Folded = { parts: MessagePart[]; sources: Source[] };

/** Applies one event, in place. */
export function foldRunEvent(folded: Folded, event: RunEvent): void {
  const { parts } = folded;
  switch (event.type) {
    case "start":
      parts.length = 0;
      folded.sources = [];
      break;
    case "text-start":
    case "text-delta": {
      const part = (parts[Number(event.id)] ??= { type: "text", text: "" });
      if (part.type === "text" && event.type === "text-delta") part.text += event.delta;
      break;
    }
    case "reasoning-start":
    case "reasoning-delta":
    case "reasoning-end": {
      const part = (parts[Number(event.id)] ??= { type: "reasoning", reasoning: "" });
      if (part.type !== "reasoning") break;
      if (event.type === "reasoning-delta") part.reasoning += event.delta;
      if (event.type === "reasoning-end" && event.providerMetadata) part.signature = event.providerMetadata.stet.signature;
      break;
    }
    case "tool-input-start":
      invocationOf(parts, event.toolCallId, event.toolName);
      break;
    case "tool-input-delta": {
      const call = invocationOf(parts, event.toolCallId, "");
      if (call.state === "partial-call") call.args = `${call.args}${event.inputTextDelta}`;
      break;
    }
    case "tool-input-available": {
      const call = invocationOf(parts, event.toolCallId, event.toolName);
      call.state = "call";
      call.args = event.input;
      if (event.providerMetadata) call.signature = event.providerMetadata.stet.signature;
      break;
    }
    case "tool-output-available": {
      const call = invocationOf(parts, event.toolCallId, "");
      call.state = "result";
      call.result = event.output;
      break;
    }
    case "data-stet-sources":
      folded.sources = mergeSources(folded.sources, event.data.sources);
      break;
    case "data-stet-final":
      folded.parts = structuredClone(event.data.parts);
      folded.sources = event.data.sources;
      break;
  }
}

/** The message as a minimal list of events, for readers who connect after the log is gone. */
export function unfoldParts(parts: readonly MessagePart[], sources: readonly Source[]): RunEvent[] {
  const events = parts.flatMap((part, index) => unfoldPart(part, String(index)));
  return sources.length === 0 ? events : [...events, { type: "data-stet-sources", data: { sources: [...sources] } }];
}

/** Adds a result to each unfinished tool call that explains why it has none. */
export function cancelUnfinishedTools(parts: readonly MessagePart[]): MessagePart[] {
  return parts.map((part) =>
    part.type === "tool-invocation" && part.toolInvocation.state !== "result"
      ? { ...part, toolInvocation: { ...part.toolInvocation, state: "result", result: cancelledToolResult } }
      : part,
  );
}

function unfoldPart(part: MessagePart, id: string): RunEvent[] {
  if (part.type === "text") {
    return [
      { type: "text-start", id },
      { type: "text-delta", id, delta: part.text },
      { type: "text-end", id },
    ];
  }
  if (part.type === "reasoning") {
    return [
      { type: "reasoning-start", id },
      { type: "reasoning-delta", id, delta: part.reasoning },
      { type: "reasoning-end", id, ...signed(part.signature) },
    ];
  }
  const { toolCallId, toolName, state, args, result, signature } = part.toolInvocation;
  const begun: RunEvent = { type: "tool-input-start", toolCallId, toolName };
  if (state === "partial-call") return [begun, { type: "tool-input-delta", toolCallId, inputTextDelta: String(args) }];
  const called: RunEvent = { type: "tool-input-available", toolCallId, toolName, input: args, ...signed(signature) };
  return state === "call" ? [begun, called] : [begun, called, { type: "tool-output-available", toolCallId, output: result }];
}

export function signed(signature: string | undefined): { providerMetadata?: { stet: { signature: string } } } {
  return signature === undefined ? {} : { providerMetadata: { stet: { signature } } };
}

function invocationOf(parts: MessagePart[], toolCallId: string, toolName: string): ToolInvocation {
  for (let i = parts.length - 1; i >= 0; i--) {
    const part = parts[i];
    if (part?.type === "tool-invocation" && part.toolInvocation.toolCallId === toolCallId) return part.toolInvocation;
  }
  const toolInvocation: ToolInvocation = { toolCallId, toolName, state: "partial-call", args: "" };
  parts.push({ type: "tool-invocation", toolInvocation });
  return toolInvocation;
}

function mergeSources(known: readonly Source[], found: readonly Source[]): Source[] {
  const ids = new Set(known.map((source) => source.id));
  return [...known, ...found.filter((source) => !ids.has(source.id))];
}
