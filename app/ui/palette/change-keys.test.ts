import { beforeEach, expect, test, vi } from "vitest";

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
};

/** As a page that was just opened. */
async function open() {
  vi.resetModules();
  vi.stubGlobal("localStorage", storage);
  const changes = await import("./change-keys.ts");
  return { ...changes, ...(await import("../kit/own-keys.ts")) };
}

beforeEach(() => {
  kept.clear();
  vi.unstubAllGlobals();
});

test("a changed shortcut outlives the page, and its default comes back", async () => {
  (await open()).changeKeys("mod+b", "mod+y");
  const again = await open();
  expect([again.pressedFor("mod+b"), again.pressedFor("mod+k")]).toEqual(["mod+y", "mod+k"]);
  again.changeKeys("mod+b", null);
  expect((await open()).pressedFor("mod+b")).toBe("mod+b");
});

test("all defaults come back at once", async () => {
  const keys = await open();
  keys.changeKeys("mod+b", "mod+y");
  keys.changeKeys("mod+k", "mod+u");
  keys.restoreAllKeys();
  expect(kept.get("stet.keys")).toBe("{}");
});

test.each([
  ["nonsense", "{"],
  ["a list of numbers", "[1]"],
  ["an empty shortcut", '{"mod+b":""}'],
  ["null", "null"],
])("what is stored may be %s", async (_, stored) => {
  kept.set("stet.keys", stored);
  expect((await open()).pressedFor("mod+b")).toBe("mod+b");
});
