import { assert, jsonValue, property } from "fast-check";
import { expect, test } from "vitest";
import { exceededJsonLimit } from "./json-limits.ts";

const limits = { parts: 10, members: 4, depth: 3 };
const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  ["{}", null],
  ['{"a":1,"b":[1,2,3]}', null],
  ['{"a":1,"b":2,"c":3,"d":4}', null],
  ['{"a":1,"b":2,"c":3,"d":4,"e":5}', "members"],
  ["[1,2,3,4,5,6,7,8,9,10,11]", "parts"],
  ["[[[1]]]", null],
  ["[[[[1]]]]", "depth"],
  ["[{},{},{},{},{},{}]", "parts"],
  // Characters inside strings, and invalid JSON, don't count.
  ['{"a":"[[[[[[,,,,,,,,,,,,::::::\\"{{{{{"}', null],
  ['{"a":"\\\\","b":"[[[["}', null],
  ["]]]]}}}}", null],
  ['{"never closed', null],
])("%s exceeds %s", (text, exceeded) => {
  expect(exceededJsonLimit(bytes(text), limits)).toBe(exceeded);
});

test("any JSON is counted as its value has it", () => {
  assert(
    property(jsonValue(), (value) => {
      const { parts, members, depth } = measured(value);
      const text = bytes(JSON.stringify(value));
      expect(exceededJsonLimit(text, { parts, members, depth })).toBe(null);
      if (depth > 0) expect(exceededJsonLimit(text, { parts, members, depth: depth - 1 })).toBe("depth");
      if (parts > 0) expect(exceededJsonLimit(text, { parts: parts - 1, members, depth })).toBe("parts");
      if (members > 0) expect(exceededJsonLimit(text, { parts, members: members - 1, depth })).toBe("members");
    }),
  );
});

type Measure = { parts: number; members: number; depth: number };

/** Parts: each opening bracket and each comma. */
function measured(value: unknown): Measure {
  if (typeof value !== "object" || value === null) return { parts: 0, members: 0, depth: 0 };
  const inner = Object.values(value).map(measured);
  const most = (of: (one: Measure) => number) => Math.max(0, ...inner.map(of));
  return {
    parts: 1 + Math.max(0, inner.length - 1) + inner.reduce((sum, { parts }) => sum + parts, 0),
    members: Math.max(
      Array.isArray(value) ? 0 : inner.length,
      most((one) => one.members),
    ),
    depth: 1 + most((one) => one.depth),
  };
}
