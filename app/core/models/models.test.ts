import { expect, test, describe } from "vitest";
import { estimateCost, estimateTokens, findModel, hasEnded, localModel, models } from "./models.ts";
import { modelGroups } from "./model-groups.ts";

describe("the catalogue", () => {
  test.each(["gemini-2.5-flash", "gemini-2.0-flash", "o4-mini", "gpt-5-mini", "claude-opus-4-1", "o3", "o1", "gpt-5", "gpt-4"])(
    "holds %s of the specification",
    (id) => expect(findModel(id)?.providerModel).toBe(id),
  );

  test("has every id once, in the groups of the picker, in the order of their first row", () => {
    expect(new Set(models.map((row) => row.id)).size).toBe(models.length);
    expect([...new Set(models.map((row) => row.group))]).toEqual(modelGroups.slice(0, 4));
  });

  test("the built-in editor says what it is and costs nothing", () => {
    const row = findModel("stet-builtin");
    expect(row?.description).toContain("not a language model");
    expect(row?.group).toBe("Recommended");
    expect(estimateCost({ inputTokens: 5000, outputTokens: 5000 }, row!)).toBe(0);
  });

  test("a local model has no price and every plan", () => {
    const row = localModel("qwen3:8b");
    expect(row.id).toBe("local:qwen3:8b");
    expect(row.plans).toContain("free");
    expect(estimateCost({ inputTokens: 1, outputTokens: 1 }, row)).toBeUndefined();
  });
});

test.each([
  [undefined, "2026-11-20", false],
  ["2026-12-01", "2026-11-30T23:59:59.000Z", false],
  ["2026-12-01", "2026-12-01T00:00:00.000Z", true],
  ["2026-06-01", "2026-11-20", true],
])("hasEnded: %s on %s", (endsOn, today, ended) => {
  expect(hasEnded(endsOn === undefined ? {} : { endsOn }, today)).toBe(ended);
});

describe("estimateCost", () => {
  const price = { input: 2, output: 10, cachedInput: 0.2, longPrompt: { over: 1000, inputTimes: 2, outputTimes: 1.5 } };
  test.each([
    ["input and output", { inputTokens: 1000, outputTokens: 100 }, price, 0.003],
    ["cached input is cheaper", { inputTokens: 1000, outputTokens: 0, cachedInputTokens: 500 }, price, 0.0011],
    ["a long prompt is dearer", { inputTokens: 2000, outputTokens: 100 }, price, 0.0095],
    ["reasoning is part of the output", { inputTokens: 0, outputTokens: 100, reasoningTokens: 90 }, price, 0.001],
    [
      "no cached price: full price",
      { inputTokens: 1000, outputTokens: 0, cachedInputTokens: 500 },
      { ...price, cachedInput: null },
      0.002,
    ],
    [
      "what is written to the cache is dearer",
      { inputTokens: 1000, outputTokens: 0, cachedInputTokens: 400, cacheWriteTokens: 200 },
      { ...price, cacheWriteTimes: 1.25 },
      0.001_38,
    ],
    ["more cached than sent is not believed", { inputTokens: 10, outputTokens: 0, cachedInputTokens: 99 }, price, 0.000_002],
  ])("%s", (_name, usage, price, dollars) => {
    expect(estimateCost(usage, { price })).toBeCloseTo(dollars, 10);
  });

  test("unknown price, unknown cost", () =>
    expect(estimateCost({ inputTokens: 1, outputTokens: 1 }, { price: null })).toBeUndefined());
});

describe("estimateTokens", () => {
  test.each([
    ["", 0],
    ["a", 1],
    ["The parties shall give notice in writing within thirty days.", 15],
    ["契約は書面による", 8],
    ["😀", 1],
  ])("%s", (text, tokens) => expect(estimateTokens(text)).toBe(tokens));

  test("never shrinks as a text grows", () => {
    const text = "Große Wörter, 契約 und 😀 ein Ende.";
    for (let i = 1; i <= text.length; i++)
      expect(estimateTokens(text.slice(0, i))).toBeGreaterThanOrEqual(estimateTokens(text.slice(0, i - 1)));
  });
});
