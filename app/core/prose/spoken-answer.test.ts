import { expect, test } from "vitest";
import { spokenAnswer } from "./spoken-answer.ts";

test("what is read aloud is what is seen: no marks, markers, reasoning or citation numbers", () => {
  const answer = `<think>Let me see.</think>The notice is **three months** [[1]]. See [the act](https://example.test).

BEGIN DRAFT
# Notice

- The tenant gives notice, e.g. by post.
END DRAFT`;
  expect(spokenAnswer(answer)).toEqual({
    language: "en",
    sentences: ["The notice is three months.", "See the act.", "Notice", "The tenant gives notice, e.g. by post."],
  });
});

test("the language decides the voice, and is left open if it cannot be detected", () => {
  expect(spokenAnswer("Hyran är 900 kronor och betalas den första i månaden.").language).toBe("sv");
  expect(spokenAnswer("Frist: drei Monate. Das ist nicht die ganze Antwort.").language).toBe("de");
  expect(spokenAnswer("42").language).toBeUndefined();
});
