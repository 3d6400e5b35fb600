import * as fc from "fast-check";
import { expect, test } from "vitest";
import { paginate, type PageUnit } from "./pages.ts";

/** Paragraphs with the given numbers of lines, each 10 high; 0 is a heading. */
function text(...paragraphs: number[]): PageUnit[] {
  let top = 0;
  return paragraphs.flatMap((lines) =>
    Array.from({ length: Math.max(1, lines) }, (_, line) => {
      const unit = { top, bottom: top + 10, isHeading: lines === 0, line, lines: Math.max(1, lines) };
      top += 10;
      return unit;
    }),
  );
}

test.each([
  ["what fits is one page", text(3, 4), [], 30],
  ["a page ends where the next line does not fit", text(6, 8), [{ unit: 10, rest: 0 }], 60],
  ["the last line does not stand alone", text(6, 5), [{ unit: 9, rest: 10 }], 80],
  ["nor does the first", text(9, 5), [{ unit: 9, rest: 10 }], 50],
  ["a heading goes along with what follows", text(8, 0, 0, 5), [{ unit: 8, rest: 20 }], 30],
  ["headings alone fill pages", text(...Array.from({ length: 11 }, () => 0)), [{ unit: 10, rest: 0 }], 90],
])("%s", (_, units, ends, rest) => {
  expect(paginate(units, 100)).toEqual({ ends, rest });
});

test("what is higher than a page has one of its own", () => {
  const picture = { top: 10, bottom: 260, isHeading: false, line: 0, lines: 1 };
  const after = { top: 260, bottom: 270, isHeading: false, line: 0, lines: 1 };
  expect(paginate([...text(1), picture, after], 100).ends.map(({ unit }) => unit)).toEqual([1, 2]);
});

test("every unit is on one page, and no page of several is higher than the paper", () => {
  const paragraphs = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(paragraphs, fc.integer({ min: 20, max: 200 }), (given, height) => {
      const units = text(...given);
      const { ends } = paginate(units, height);
      const starts = [0, ...ends.map(({ unit }) => unit), units.length];
      for (const [i, start] of starts.slice(0, -1).entries()) {
        const next = starts[i + 1]!;
        expect(next).toBeGreaterThan(start);
        expect(units[next - 1]!.bottom - units[start]!.top).toBeLessThanOrEqual(Math.max(height, 10));
      }
    }),
  );
});
