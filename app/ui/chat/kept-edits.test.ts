import { beforeEach, expect, test } from "vitest";
import { keepEdit, keptEdit } from "./kept-edits.ts";

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  // In-memory storage: Node has none.
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    value: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
  });
});

test("an edit is kept with its message, and gone when it was sent or discarded", () => {
  keepEdit("c", "m", "half an edit");
  keepEdit("c", "n", "another");
  keepEdit("c", "m", "half an edit, further");
  expect([keptEdit("c", "m"), keptEdit("c", "n"), keptEdit("d", "m")]).toEqual(["half an edit, further", "another", null]);
  keepEdit("c", "m", null);
  keepEdit("c", "n", null);
  expect(keptEdit("c", "m")).toBeNull();
  expect(stored.size).toBe(0);
});

test("a device that was written to by something else keeps nothing and breaks nothing", () => {
  for (const strange of ["{", "7", '[["m"], 3, ["m", 4]]']) {
    stored.set("stet.edits.c", strange);
    expect(keptEdit("c", "m")).toBeNull();
  }
});
