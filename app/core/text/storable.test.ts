import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseStorable, storable, storableJson } from "./storable.ts";

const anyText = fc.string({ unit: fc.constantFrom("a", "\u0000", "\ud83d", "\ude00", "\\u0000", "\\", "é", "😀") });

test("what is stored holds neither zero nor half a pair, and good text is left alone", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const stored = storable(text);
      expect(stored.isWellFormed() && !stored.includes("\u0000")).toBe(true);
      expect(storable(stored)).toBe(stored);
      if (text.isWellFormed() && !text.includes("\u0000")) expect(stored).toBe(text);
    }),
  );
});

test("JSON in and out is cleaned in every value, and means the same", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const value = { list: [{ text }], n: 1 };
      const clean = { list: [{ text: storable(text) }], n: 1 };
      expect(JSON.parse(storableJson(value))).toEqual(clean);
      expect(parseStorable(JSON.stringify(value))).toEqual(clean);
    }),
  );
});
