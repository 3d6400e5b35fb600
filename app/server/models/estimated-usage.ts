/*
 * Estimates usage when the provider doesn't report it. Most report it last, so an answer that was
 * cut off, stalled, failed or was stopped has no counts, although it is billed.
 */
import { estimateTokens } from "#core/models/models.ts";
import type { ModelEvent, ModelRequest } from "./model.ts";

export type UsageEvent = Extract<ModelEvent, { kind: "usage" }>;

/** `isWhole`: the provider had finished, so its report is complete. */
export function usageOf(request: ModelRequest, written: string, reported: UsageEvent | undefined, isWhole: boolean): UsageEvent {
  if (reported !== undefined && isWhole) return reported;
  const outputTokens = estimateTokens(written);
  if (reported === undefined) return { kind: "usage", inputTokens: estimateInput(request), outputTokens, isEstimated: true };
  return reported.outputTokens >= outputTokens ? reported : { ...reported, outputTokens, isEstimated: true };
}

/** Excludes files, whose cost differs between providers. */
function estimateInput({ instructions, messages, tools }: ModelRequest): number {
  const texts = messages.flatMap((message): string[] => {
    if (message.role === "tool") return message.results.map(({ output }) => textOf(output));
    return message.parts.map((part) => {
      if (part.type === "tool-call") return part.name + JSON.stringify(part.input);
      return part.type === "file" ? "" : part.text;
    });
  });
  return estimateTokens([instructions, ...texts, ...(tools.length > 0 ? [JSON.stringify(tools)] : [])].join("\n"));
}

function textOf(output: unknown): string {
  return typeof output === "string" ? output : (JSON.stringify(output) ?? "");
}

/** Collects the output; a call counts once, whether it arrives in pieces or whole. */
export class Written {
  #pieces: string[] = [];
  #isCallInPieces = false;

  read(event: ModelEvent): void {
    if (event.kind === "text" || event.kind === "reasoning") this.#pieces.push(event.text);
    if (event.kind === "tool-input") {
      this.#isCallInPieces = true;
      this.#pieces.push(event.text);
    }
    if (event.kind === "tool-call") {
      this.#pieces.push(event.name, this.#isCallInPieces ? "" : event.raw);
      this.#isCallInPieces = false;
    }
  }

  get text(): string {
    return this.#pieces.join("");
  }
}
