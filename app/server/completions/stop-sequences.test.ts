import { array, assert, nat, property } from "fast-check";
import { expect, test } from "vitest";
import { stopSequences } from "./stop-sequences.ts";

function passed(pieces: readonly string[], sequences: readonly string[]): string {
  const stop = stopSequences(sequences);
  return pieces.map((piece) => stop.pass(piece)).join("") + stop.rest();
}

test.each([
  [["Hello END there"], ["END"], "Hello "],
  [["Hel", "lo E", "N", "D there"], ["END"], "Hello "],
  [["a E", "Nough"], ["END"], "a ENough"],
  [["ends with EN"], ["END"], "ends with EN"],
  [["aab"], ["ab"], "a"],
  [["one\n\ntwo"], ["two", "\n\n"], "one"],
  [["x"], [], "x"],
  [["a", "b", "b"], ["b", "abb"], ""],
  [["a", "b", "c"], ["b", "abb"], "a"],
  [["a", "b"], ["b", "abb"], "a"],
])("%j before %j is %j", (pieces, sequences, text) => {
  expect(passed(pieces, sequences)).toBe(text);
});

test("however the text is cut, it ends before the first sequence", () => {
  const word = array(nat(1), { minLength: 1, maxLength: 3 }).map((bits) => bits.map((bit) => "ab"[bit]).join(""));
  assert(
    property(array(word, { maxLength: 8 }), array(word, { maxLength: 3 }), (pieces, sequences) => {
      const whole = pieces.join("");
      const first = Math.min(...sequences.map((sequence) => whole.indexOf(sequence)).filter((at) => at !== -1), whole.length);
      expect(passed(pieces, sequences)).toBe(whole.slice(0, first));
    }),
    { numRuns: 10_000 },
  );
});
