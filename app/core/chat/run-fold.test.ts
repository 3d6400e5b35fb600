import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cancelledToolResult, contentOf, type MessagePart } from "./message.ts";
import type { RunEvent } from "./run-event.ts";
import { cancelUnfinishedTools, foldRunEvent, unfoldParts, type Folded } from "./run-fold.ts";

function fold(events: readonly RunEvent[], from: Folded = { parts: [], sources: [] }): Folded {
  const folded = structuredClone(from);
  for (const event of events) foldRunEvent(folded, event);
  return folded;
}

const part: fc.Arbitrary<MessagePart> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: fc.string() }),
  fc.record({ type: fc.constant("reasoning" as const), reasoning: fc.string(), signature: fc.string() }),
  fc
    .tuple(fc.constantFrom("partial-call" as const, "call" as const, "result" as const), fc.string(), fc.string())
    .map(([state, args, result]): MessagePart => {
      const invocation = { toolCallId: "", toolName: "webSearch", state, args };
      return { type: "tool-invocation", toolInvocation: state === "result" ? { ...invocation, result } : invocation };
    }),
);
const parts = fc
  .array(part, { maxLength: 6 })
  .map((list) =>
    list.map((p, i): MessagePart =>
      p.type === "tool-invocation" ? { ...p, toolInvocation: { ...p.toolInvocation, toolCallId: `call-${i}` } } : p,
    ),
  );

test("unfold, then fold, gives the same message", () => {
  fc.assert(
    fc.property(parts, (list) => {
      expect(fold(unfoldParts(list, [])).parts).toEqual(list);
    }),
  );
});

test("a fold may stop anywhere, be stored, and resume from there", () => {
  fc.assert(
    fc.property(parts, fc.nat(), (list, cut) => {
      const events = unfoldParts(list, []);
      const at = cut % (events.length + 1);
      const stored: Folded = JSON.parse(JSON.stringify(fold(events.slice(0, at))));
      expect(fold(events.slice(at), stored)).toEqual(fold(events));
    }),
  );
});

test("a start forgets what was there, so a replay may be read over an earlier one", () => {
  const events: RunEvent[] = [
    { type: "start", messageId: "m", messageMetadata: { runId: "r", chatId: "c", chatVersion: 1, model: "x" } },
    ...unfoldParts([{ type: "text", text: "Dear Sir" }], [{ id: "s", type: "web", name: "S", number: 1 }]),
  ];
  expect(fold([...events, ...events])).toEqual(fold(events));
});

test("the final event is taken in place of everything before it", () => {
  const final: RunEvent = {
    type: "data-stet-final",
    data: {
      content: "See [[1]].",
      parts: [{ type: "text", text: "See [[1]]." }],
      sources: [{ id: "b", type: "web", name: "B", number: 1 }],
    },
  };
  const before = unfoldParts([{ type: "text", text: "See [[7]]." }], [{ id: "a", type: "web", name: "A", number: 7 }]);
  expect(fold([...before, final])).toEqual({ parts: final.data.parts, sources: final.data.sources });
});

test("only calls without a result are marked cancelled", () => {
  fc.assert(
    fc.property(parts, (list) => {
      for (const [i, after] of cancelUnfinishedTools(list).entries()) {
        const before = list[i]!;
        if (before.type !== "tool-invocation" || before.toolInvocation.state === "result") expect(after).toEqual(before);
        else expect(after).toMatchObject({ toolInvocation: { state: "result", result: cancelledToolResult } });
      }
    }),
  );
});

test("content is the text alone", () => {
  const text = contentOf([
    { type: "reasoning", reasoning: "Hm." },
    { type: "text", text: "One." },
    { type: "tool-invocation", toolInvocation: { toolCallId: "1", toolName: "draft", state: "call", args: {} } },
    { type: "text", text: "" },
    { type: "text", text: "Two." },
  ]);
  expect(text).toBe("One.\n\nTwo.");
});

test("a delta that comes after the whole input is left out", () => {
  const events: RunEvent[] = [
    { type: "tool-input-start", toolCallId: "c", toolName: "webSearch" },
    { type: "tool-input-delta", toolCallId: "c", inputTextDelta: '{"query":' },
    { type: "tool-input-available", toolCallId: "c", toolName: "webSearch", input: { query: "rent" } },
    { type: "tool-input-delta", toolCallId: "c", inputTextDelta: '"rent"}' },
  ];
  expect(fold(events).parts).toMatchObject([{ toolInvocation: { state: "call", args: { query: "rent" } } }]);
  expect(fold(events.slice(0, 2)).parts).toMatchObject([{ toolInvocation: { state: "partial-call", args: '{"query":' } }]);
});
