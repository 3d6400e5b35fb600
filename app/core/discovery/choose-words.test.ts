import { expect, test } from "vitest";
import { chosenAfter, stepOf } from "./choose-words.ts";
import type { TextPlace } from "./redaction.ts";
import { placedWords } from "./words.ts";

const text = "Dear Bo,\n\nProject Falcon pays\n42 million.\nAnna";
const words = [...placedWords(text)];

/** What is chosen after each of these keys; "+" is Shift. */
function pressed(keys: string, from = text, all = words): string[] {
  let chosen: TextPlace | null = null;
  return keys.split(" ").map((key) => {
    const step = stepOf({ key: `Arrow${key.replace("+", "")}`, shiftKey: key.startsWith("+") })!;
    chosen = chosenAfter(from, all, chosen, step);
    return chosen === null ? "" : from.slice(chosen.start, chosen.end);
  });
}

test("words are chosen one after the other, and stay at the ends", () => {
  expect(pressed("Right Right Right Left")).toEqual(["Dear", "Bo", "Project", "Bo"]);
  expect(pressed("Left Left")).toEqual(["Dear", "Dear"]);
  expect(pressed("Down Down Down Down Right Right")).toEqual(["Dear", "Project", "42", "Anna", "Anna", "Anna"]);
  expect(pressed("Right Down Up Up")).toEqual(["Dear", "Project", "Dear", "Dear"]);
});

test("more words are chosen behind the first, and fewer again, but never none", () => {
  expect(pressed("Down Down +Right +Right +Left +Left +Left")).toEqual([
    "Dear",
    "Project",
    "Project Falcon",
    "Project Falcon pays",
    "Project Falcon",
    "Project",
    "Project",
  ]);
  expect(pressed("Down Down +Down +Down +Up").slice(2)).toEqual([
    "Project Falcon pays",
    "Project Falcon pays\n42 million",
    "Project Falcon pays",
  ]);
  // The next is behind all that is chosen, the one before in front of it.
  expect(pressed("Down Down +Right Right")).toEqual(["Dear", "Project", "Project Falcon", "pays"]);
  expect(pressed("Down Down +Right Left")).toEqual(["Dear", "Project", "Project Falcon", "Bo"]);
});

test("a text without words has none to choose, and other keys choose nothing", () => {
  expect(pressed("Right", "***", [])).toEqual([""]);
  expect(stepOf({ key: "r", shiftKey: false })).toBeNull();
});
