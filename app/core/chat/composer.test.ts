import { expect, test } from "vitest";
import { canInterrupt, canSend, composerHeights, enterMeans, pressEnter } from "./composer.ts";

test.each<[text: string, files: number, isPending: boolean, send: boolean, interrupt: boolean]>([
  ["Hello", 0, false, true, false],
  ["  \n\t", 0, false, false, false],
  ["", 2, false, false, false],
  ["Hello", 0, true, false, true],
  ["", 1, true, false, true],
  ["  ", 0, true, false, false],
])("text %j, %i files, pending %s: send %s, interrupt %s", (text, files, isPending, send, interrupt) => {
  expect(canSend({ text, files, isPending })).toBe(send);
  expect(canInterrupt({ text, files, isPending })).toBe(interrupt);
});

test.each([
  [{}, "submit"],
  [{ shiftKey: true }, "field"],
  [{ isComposing: true }, "field"],
  [{ keyCode: 229 }, "field"],
  [{ repeat: true }, "held"],
  [{ repeat: true, shiftKey: true }, "field"],
  [{ key: "a" }, "field"],
])("Enter with %j is for: %s", (change, means) => {
  expect(enterMeans({ key: "Enter", shiftKey: false, isComposing: false, ...change })).toBe(means);
});

test("the first Enter during an answer queues and asks, the second interrupts", () => {
  const during = { text: "Stop that", files: 0, isPending: true, queued: 0 };
  const first = pressEnter(during, false);
  expect(first).toEqual({ action: "queue", isAsked: true });
  const queued = { ...during, text: "", queued: 1 };
  expect(pressEnter(queued, first.isAsked)).toEqual({ action: "interrupt", isAsked: false });
  // The prompt has timed out: it still asks about the queued message.
  expect(pressEnter(queued, false)).toEqual({ action: "ask", isAsked: true });
  expect(pressEnter({ ...during, text: "", files: 1 }, false)).toEqual({ action: "ask", isAsked: true });
  expect(pressEnter({ ...during, text: "" }, true)).toEqual({ action: "nothing", isAsked: false });
  expect(pressEnter({ ...during, isPending: false }, true)).toEqual({ action: "send", isAsked: false });
});

test("heights as specified", () => expect(composerHeights).toEqual({ start: 50, conversation: 100, max: 300 }));
