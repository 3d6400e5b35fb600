import { expect, test } from "vitest";
import type { MessagePart } from "#core/chat/message.ts";
import { foldRunEvent, type Folded } from "#core/chat/run-fold.ts";
import type { Source } from "#core/sources/source.ts";
import { citesEarlier, finalEvent } from "./final-event.ts";

const source = (number: number): Source => ({ id: `s${number}`, type: "web", name: `Source ${number}`, number });
const text = (words: string): MessagePart => ({ type: "text", text: words });
const call: Extract<MessagePart, { type: "tool-invocation" }> = {
  type: "tool-invocation",
  toolInvocation: {
    toolCallId: "1",
    toolName: "webSearch",
    state: "result",
    args: {},
    result: { passages: [{ cite: 1, text: "a" }, { cite: 2 }, { cite: 3 }] },
  },
};

test("citations are numbered through all parts of an answer, and unmentioned sources let go", () => {
  const folded: Folded = {
    parts: [text("First [[3]]."), call, text("Then [[1]] and [[3]].")],
    sources: [source(1), source(2), source(3)],
  };
  const event = finalEvent(folded)!;
  foldRunEvent(folded, event);
  const called = { ...call.toolInvocation, result: { passages: [{ cite: 2, text: "a" }, { cite: null }, { cite: 1 }] } };
  expect(folded.parts).toEqual([
    text("First [[1]]."),
    { type: "tool-invocation", toolInvocation: called },
    text("Then [[2]] and [[1]]."),
  ]);
  expect(folded.sources.map(({ id, number }) => [id, number])).toEqual([
    ["s3", 1],
    ["s1", 2],
  ]);
  expect(finalEvent(folded), "twice = once").toBeNull();
});

test("an answer in order, or without sources, needs no event", () => {
  expect(finalEvent({ parts: [text("See [[1]].")], sources: [source(1)] })).toBeNull();
  expect(finalEvent({ parts: [text("An array [[1]].")], sources: [] })).toBeNull();
});

test("an answer that cites nothing keeps no numbers in what its tools gave", () => {
  const folded: Folded = { parts: [call, text("Nothing.")], sources: [] };
  foldRunEvent(folded, finalEvent(folded)!);
  const result = { passages: [{ cite: null, text: "a" }, { cite: null }, { cite: null }] };
  expect(folded.parts[0]).toMatchObject({ toolInvocation: { result } });
  expect(finalEvent(folded), "twice = once").toBeNull();
});

test("a source of an earlier answer is cited again, with its number and a verdict of its own", () => {
  const lease = { ...source(2), content: "The rent is 900 euros a month." };
  const folded: Folded = { parts: [text("“The rent is 900 euros” [[2]].")], sources: [] };
  expect(citesEarlier(folded)).toBe(true);
  foldRunEvent(folded, finalEvent(folded, { earlier: [source(1), lease] })!);
  expect(folded.sources).toMatchObject([{ id: "s2", number: 2, cited: [{ verdict: "verified" }] }]);
  expect(citesEarlier(folded)).toBe(false);
});
