import { beforeEach, expect, test } from "vitest";
import type { ChatChoices } from "#core/chat.ts";
import { Unsent } from "./unsent.ts";

const choices: ChatChoices = {
  model: "built-in",
  sources: ["EU"],
  knowledgeSources: [],
  forceWebSearch: true,
  searchProjectFiles: false,
  draftMode: false,
  writingType: null,
};

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  // A device's storage, in memory: Node has none of its own.
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    value: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
  });
});

test("text comes back to the next visit", () => {
  new Unsent("c").save("half a thou", choices);
  expect(new Unsent("c").stored).toEqual({ text: "half a thou", other: null, choices });
  expect(new Unsent("another").stored.text).toBe("");
});

test("what was typed before the page came to life is not lost to what was kept", () => {
  new Unsent("c").save("kept", null);
  const unsent = new Unsent("c");
  expect(unsent.begin("")).toEqual({ text: "kept", other: null });
  expect(unsent.begin("typed early")).toEqual({ text: "typed early", other: "kept" });
});

test("two tabs that type different things both keep theirs", () => {
  const [a, b] = [new Unsent("c"), new Unsent("c")];
  a.save("from a", null);
  expect(b.save("other from b", null)).toMatchObject({ text: "other from b", other: "from a" });
  expect(new Unsent("c").stored).toMatchObject({ text: "other from b", other: "from a" });
  expect(a.follow("from a")).toEqual({ text: "other from b", other: "from a" });
});

test("an idle tab follows the one that types", () => {
  const [a, b] = [new Unsent("c"), new Unsent("c")];
  a.save("Dear", null);
  expect(b.follow("")).toEqual({ text: "Dear", other: null });
  a.save("Dear Sir", null);
  expect(b.follow("Dear")).toEqual({ text: "Dear Sir", other: null });
});

test("an acknowledgement forgets what was sent and keeps what was typed since", () => {
  const unsent = new Unsent("c");
  unsent.save("Hello", null);
  unsent.acknowledge("Hello");
  expect(stored.size).toBe(0);
  unsent.save("Hello again", null);
  unsent.acknowledge("Hello");
  expect(new Unsent("c").stored.text).toBe("again");
});

test("rubbish in storage is no text", () => {
  stored.set("stet.unsent.c", "{not json");
  expect(new Unsent("c").stored.text).toBe("");
  stored.set("stet.unsent.c", JSON.stringify({ text: 7, choices: { model: 1 } }));
  expect(new Unsent("c").stored).toEqual({ text: "", other: null, choices: null });
});

test("a full storage is told", () => {
  const unsent = new Unsent("c");
  localStorage.setItem = () => {
    throw new Error("full");
  };
  expect(unsent.save("x", null).kept).toBe(false);
});
