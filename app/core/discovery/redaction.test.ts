import { expect, test } from "vitest";
import { burntPlaces, headEnd, placesOfWords, redactionSign, wholeWords } from "./redaction.ts";

const text = "Dear Bo,\n\nProject\nFalcon pays 42 million; project FALCON is not Falconry.";
const shown = (places: readonly { start: number; end: number }[]) => places.map(({ start, end }) => text.slice(start, end));

test("a selection becomes whole words, without the white space around it", () => {
  const at = text.indexOf("alcon pay");
  const place = wholeWords(text, { start: at, end: at + "alcon pay".length });
  expect(shown([place!])).toEqual(["Falcon pays"]);
  expect(shown([wholeWords(text, { start: 8, end: 12 })!])).toEqual(["Project"]);
  expect(wholeWords(text, { start: 8, end: 10 })).toBeNull();
  expect(wholeWords(text, { start: 500, end: 600 })).toBeNull();
  // Signs that are no words are as they were selected.
  expect(wholeWords("a *** b", { start: 2, end: 4 })).toEqual({ start: 2, end: 4 });
});

test("the same words are found in any case and over the end of a line, and not within other words", () => {
  expect(shown(placesOfWords(text, "project falcon"))).toEqual(["Project\nFalcon", "project FALCON"]);
  expect(shown(placesOfWords(text, "Falcon"))).toEqual(["Falcon", "FALCON"]);
  expect(placesOfWords("*** and ***", " *** ")).toEqual([
    { start: 0, end: 3 },
    { start: 8, end: 11 },
  ]);
  expect(placesOfWords(text, " ")).toEqual([]);
});

test("redactions that overlap are one, with the reasons of all", () => {
  const given = [
    { start: 10, end: 20, reason: "privileged" },
    { start: 0, end: 5, reason: "personal-data" },
    { start: 18, end: 24, reason: "trade-secret" },
    { start: 12, end: 14, reason: "privileged" },
  ] as const;
  const places = burntPlaces(given, 22);
  expect(places.map(({ start, end }) => [start, end])).toEqual([
    [0, 5],
    [10, 22],
  ]);
  expect(redactionSign(places[1]!.reasons)).toBe("[Redacted: Privileged, Trade secret]");
});

test("the head of an email ends behind its people, and other documents have none", () => {
  const head = "Offer\n\nFrom: Anna\nTo: Bo";
  const email = { kind: "email", subject: "Offer", text: `${head}\n\nDear Bo` };
  expect(headEnd(email)).toBe(head.length);
  expect(headEnd({ kind: "email", subject: "", text: "From: Anna\n\nDear Bo" })).toBe("From: Anna".length);
  expect(headEnd({ kind: "email", subject: "Offer", text: head })).toBe(head.length);
  expect(headEnd({ ...email, kind: "text" })).toBe(0);
});
