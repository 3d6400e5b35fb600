import { describe, expect, test } from "vitest";
import type { SentStep } from "#core/chat/sent.ts";
import { hasSearched, materialIn, sharesOf } from "./sent-shares.ts";

const step = (rest: Partial<SentStep>): SentStep => ({
  instructions: "",
  tools: [],
  messages: [],
  tokens: { input: 0, output: 0, isReported: true },
  ...rest,
});
const result = (name: string, text: string) => [{ role: "tool" as const, parts: [{ kind: "tool-result" as const, name, text }] }];

test("tokens are parted into what was asked and what was material", () => {
  const parts = [
    { kind: "text" as const, text: '<data label="attached file a.txt">\n12345678\n</data>' },
    { kind: "text" as const, text: "1234" },
  ];
  const shares = sharesOf(step({ instructions: "12345678", messages: [{ role: "user", parts }] }));
  expect(shares).toMatchObject({ instructions: 2, tools: 0, conversation: 1 });
  expect(shares.data).toBeGreaterThan(2);
});

test("material is known by its fence", () => {
  expect(materialIn('<data label="a">\nb\n</data>')).toEqual({ label: "a", text: "b" });
  expect(materialIn('I write <data label="a">\nb\n</data>')).toBeNull();
});

describe("nothing has left the server unless something was searched", () => {
  const lawful = { name: "getInformation", description: "… Chosen for this chat is the law of: SE.", inputSchema: {} };
  test.each([
    [step({}), false],
    [step({ messages: result("webSearch", '{"available":false}') }), false],
    [step({ messages: result("webSearch", '{"available":true}') }), true],
    [step({ messages: result("getInformation", "{}") }), false],
    [step({ messages: result("getInformation", "{}"), tools: [lawful] }), true],
  ])("case %#", (given, expected) => {
    expect(hasSearched([given])).toBe(expected);
  });
});
