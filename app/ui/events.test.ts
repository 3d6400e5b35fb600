import { beforeAll, expect, test } from "vitest";
import { emit, on } from "./events.ts";

// The events need an EventTarget called window, and nothing else from a browser.
beforeAll(() => {
  (globalThis as { window?: unknown }).window = new EventTarget();
});

test("what is emitted arrives, until the listener leaves", () => {
  const heard: unknown[] = [];
  const stop = on("writing-stats", (detail) => heard.push(detail));
  emit("writing-stats", { messageId: "m", added: 3, deleted: 0 });
  stop();
  emit("writing-stats", { messageId: "m", added: 4, deleted: 0 });
  expect(heard).toEqual([{ messageId: "m", added: 3, deleted: 0 }]);
});

test("events without a detail are told by name", () => {
  let heard = 0;
  const stop = on("files:uploaded", () => heard++);
  emit("files:uploaded");
  window.dispatchEvent(new Event("files:uploaded"));
  stop();
  expect(heard).toBe(2);
});

test.each([
  ["applyPatch", { patch: { original: "a", replacement: "b", summary: "" }, messageId: "m" }, true],
  ["applyPatch", { patch: { original: "a", replacement: "b", summary: "", occurrence: 2 }, messageId: "m" }, true],
  ["applyPatch", { patch: { original: "a" }, messageId: "m" }, false],
  ["applyPatch", { patch: { original: "a", replacement: "b", summary: "" } }, false],
  ["applyPatch", "nonsense", false],
  ["applyPatch", null, false],
  ["writing-stats", { messageId: "m", added: -1, deleted: 0 }, false],
  ["writing-stats", { messageId: "m", added: 1.5, deleted: 0 }, false],
  ["writing-update", { content: 1, messageId: "m" }, false],
  ["createDraftFromChat", { draftText: "" }, true],
] as const)("%s with %o is let in: %s", (name, detail, isLetIn) => {
  let heard = 0;
  const stop = on(name, () => heard++);
  window.dispatchEvent(new CustomEvent(name, { detail }));
  stop();
  expect(heard).toBe(isLetIn ? 1 : 0);
});
