import { expect, test } from "vitest";
import { placeholderFor, typedPlaceholders } from "./placeholders.ts";

test.each([
  [false, false, "Ask to write anything..."],
  [true, false, "Ask a follow-up question"],
  [false, true, "What would you like me to draft for you?"],
  [true, true, "Write your draft instructions..."],
])("messages %s, draft mode %s: %s", (hasMessages, draftMode, words) => {
  expect(placeholderFor({ hasMessages, draftMode, ofType: undefined })).toBe(words);
});

test("a chosen type of text asks for what it needs, until there are messages", () => {
  expect(placeholderFor({ hasMessages: false, draftMode: false, ofType: "Which one?" })).toBe("Which one?");
  expect(placeholderFor({ hasMessages: false, draftMode: true, ofType: "Which one?" })).toBe("Which one?");
  expect(placeholderFor({ hasMessages: true, draftMode: false, ofType: "Which one?" })).toBe("Ask a follow-up question");
});

test.each([0, 0.5, 0.999999])("phrases are typed at 35 to 50 ms, each with a pause of 2200 ms, and start again", (chance) => {
  const steps = typedPlaceholders(() => chance);
  const whole: string[] = [];
  let before = "";
  for (let i = 0; i < 120 && whole.length < 4; i++) {
    const { text, ms } = steps.next().value;
    if (text.length > 8) expect(text.slice(0, -1)).toBe(before);
    before = text;
    if (ms === 2200) whole.push(text);
    else expect(ms >= 35 && ms <= 50).toBe(true);
  }
  expect(whole).toEqual([
    "Ask to write an essay...",
    "Ask to write an article...",
    "Ask to write a poem...",
    "Ask to write an essay...",
  ]);
});
