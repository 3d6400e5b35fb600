import { afterEach, beforeEach, expect, test } from "vitest";
import { claimStart } from "./claim-start.ts";

const [local, session] = [new Map<string, string>(), new Map<string, string>()];

/** As a browser has it: the keys are the object's own. */
function storageOf(kept: Map<string, string>): object {
  return new Proxy(
    {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
    { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) },
  );
}

/** Another tab: it holds the place until it lets go. */
function hold(place: string): Promise<() => void> {
  return new Promise((resolve) => {
    void navigator.locks.request(`stet.start.${place}`, () => new Promise<void>((letGo) => resolve(letGo)));
  });
}

let held: (() => void)[] = [];
beforeEach(() => {
  for (const kept of [local, session]) kept.clear();
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: storageOf(local) });
  Object.defineProperty(globalThis, "sessionStorage", { configurable: true, value: storageOf(session) });
});
afterEach(() => {
  for (const letGo of held) letGo();
  held = [];
});

const keep = (place: string, text: string) => local.set(`stet.unsent.${place}`, JSON.stringify({ text }));

test.each([
  ["the next page of the same tab", "new.tab-1", true],
  ["a tab opened as the other closes", "new.tab-2", false],
])("what a page held that is just being left comes to %s", async (_, place, isSameTab) => {
  keep(place, "Half a question");
  if (isSameTab) session.set("stet.tab", place);
  const letGo = await hold(place);
  setTimeout(letGo, 50);
  await claimStart();
  expect(session.get("stet.tab")).toBe(place);
});

test("a tab that stays open keeps its own, and the other tab gets a place beside it", async () => {
  keep("new.tab-3", "Half a question");
  held.push(await hold("new.tab-3"));
  await claimStart();
  expect(session.get("stet.tab")).not.toBe("new.tab-3");
  expect(local.has("stet.unsent.new.tab-3")).toBe(true);
});
