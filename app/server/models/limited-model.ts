/*
 * A model with limits per answer. Created for each answer and counting over all its steps; output
 * before the limit stays valid.
 */
import { answerLimits } from "#core/chat/answer-limits.ts";
import type { ProblemCode } from "#core/workspace/problem.ts";
import type { Model, ModelEvent } from "./model.ts";

type Limits = { characters: number; minutes: number };

export function limitedModel(model: Model, { characters, minutes }: Limits = answerLimits): Model {
  let left = characters;
  let deadline: AbortSignal | undefined;
  return {
    async ask(request, onEvent, signal) {
      // Starts with the first request: waiting in the queue doesn't count.
      deadline ??= AbortSignal.timeout(minutes * 60_000);
      const full = new AbortController();
      let streamed = 0;
      const end = await model.ask(
        request,
        (event) => {
          // Usage up to that point counts, whether shown or not.
          if (full.signal.aborted && event.kind !== "usage") return;
          left -= lengthOf(event, streamed);
          streamed = event.kind === "tool-input" ? streamed + event.text.length : 0;
          if (left < 0) return full.abort();
          onEvent(event);
        },
        AbortSignal.any([signal, deadline, full.signal]),
      );
      if (signal.aborted) return end;
      if (full.signal.aborted) return exceeded("answer-too-long");
      return deadline.aborted ? exceeded("answer-took-too-long") : end;
    },
  };
}

/** For a streamed call with `streamed` characters already counted, only the rest. */
function lengthOf(event: ModelEvent, streamed: number): number {
  switch (event.kind) {
    case "text":
    case "reasoning":
    case "tool-input":
      return event.text.length;
    case "signature":
      return event.signature.length;
    case "tool-call":
      return Math.max(0, event.raw.length - streamed);
    default:
      return 0;
  }
}

function exceeded(code: ProblemCode) {
  return { reason: "problem" as const, code };
}
