import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { defaultChoices } from "./form-state.ts";
import { rememberChanges, rememberedChoices } from "./remembered-choices.ts";

const kept = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => {
  kept.clear();
  vi.unstubAllGlobals();
});

test("only what was chosen is remembered, so another default of the installation applies", () => {
  rememberChanges(defaultChoices, { ...defaultChoices });
  expect(rememberedChoices()).toEqual({});
  rememberChanges(defaultChoices, { ...defaultChoices, forceWebSearch: true });
  expect(rememberedChoices()).toEqual({ forceWebSearch: true });
  const chosen = { ...defaultChoices, model: "gpt-6-luna" };
  rememberChanges(defaultChoices, chosen);
  expect(rememberedChoices()).toEqual({ forceWebSearch: true, model: "gpt-6-luna" });
  rememberChanges(chosen, defaultChoices);
  expect(rememberedChoices().model).toBe(defaultChoices.model);
});

test("of what was once stored whole, the built-in editor counts as not chosen", () => {
  kept.set("stet.choices", JSON.stringify({ ...defaultChoices, sources: ["law"] }));
  expect(rememberedChoices()).toMatchObject({ sources: ["law"] });
  expect(rememberedChoices()).not.toHaveProperty("model");
  kept.set("stet.choices", JSON.stringify({ ...defaultChoices, model: "own" }));
  expect(rememberedChoices().model).toBe("own");
});

test.each(["", "{", "null", "7", '{"model":7}', '{"sources":"law"}'])("%j is nothing", (stored) => {
  kept.set("stet.chosen", stored);
  expect(rememberedChoices()).toEqual({});
});
