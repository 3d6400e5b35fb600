import { expect, test } from "vitest";
import type { ThreadMessage } from "#core/chat/message.ts";
import { entriesOf, mergeThread, sectionsBefore, sectionsOf, entryOf, type Section } from "./sections.ts";

function messages(from: number, to: number): ThreadMessage[] {
  return Array.from({ length: to - from + 1 }, (_, i) => ({
    id: `m${from + i}`,
    role: (from + i) % 2 ? "user" : "assistant",
    content: `text ${from + i}`,
    createdAt: "2026-01-01T00:00:00Z",
    parts: [{ type: "text", text: `text ${from + i}` }],
    seq: from + i,
    parentId: null,
    versions: [`m${from + i}`],
  }));
}
const stored = (from: number, to: number) => sectionsOf(messages(from, to).map(entryOf));
const ids = (sections: readonly Section[]) => entriesOf(sections).map((entry) => entry.message.id);
const shape = (sections: readonly Section[]) => sections.map((section) => section.entries.length);

test("sections are cut from the end", () => {
  expect(shape(stored(1, 60))).toEqual([10, 25, 25]);
  expect(shape(stored(1, 0))).toEqual([]);
});

test("reading again what is shown moves nothing", () => {
  const before = stored(1, 60);
  const { sections, kept } = mergeThread(before, messages(11, 60));
  expect(shape(sections)).toEqual(shape(before));
  expect(ids(sections)).toEqual(ids(before));
  expect(kept).toBe(true);
  expect(entriesOf(sections).map((entry) => entry.answer)).toEqual(entriesOf(before).map((entry) => entry.answer));
});

test("new messages come in a section after the others", () => {
  const { sections } = mergeThread(stored(1, 30), messages(1, 34));
  expect(shape(sections)).toEqual([5, 25, 4]);
});

test("messages that were removed elsewhere go", () => {
  const { sections } = mergeThread(stored(1, 30), messages(1, 12));
  expect(ids(sections)).toEqual(messages(1, 12).map((message) => message.id));
});

test("a chat that has nothing in common is shown as it is now", () => {
  const { sections, kept } = mergeThread(stored(1, 30), messages(40, 45));
  expect(ids(sections)).toEqual(messages(40, 45).map((message) => message.id));
  expect(kept).toBe(false);
});

test("another version in the middle takes its place", () => {
  const list = messages(1, 6);
  const other = { ...list[3]!, id: "other" };
  const { sections } = mergeThread(stored(1, 6), [...list.slice(0, 3), other]);
  expect(ids(sections)).toEqual(["m1", "m2", "m3", "other"]);
});

test("words that changed on the server reach the answer that is shown", () => {
  const before = stored(1, 2);
  const answer = entriesOf(before)[1]!.answer!;
  const [question, reply] = messages(1, 2) as [ThreadMessage, ThreadMessage];
  mergeThread(before, [question, { ...reply, content: "renumbered", parts: [{ type: "text", text: "renumbered" }] }]);
  const block = answer.view.blocks[0]!;
  expect(block.kind === "text" && block.text.text).toBe("renumbered");
});

test("removing a place removes all after it", () => {
  expect(ids(sectionsBefore(stored(1, 60), "m12"))).toEqual(messages(1, 11).map((message) => message.id));
  expect(ids(sectionsBefore(stored(1, 30), "m6"))).toEqual(["m1", "m2", "m3", "m4", "m5"]);
  expect(ids(sectionsBefore(stored(1, 3), "none"))).toEqual(["m1", "m2", "m3"]);
});
