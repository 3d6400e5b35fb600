import { expect, test } from "vitest";
import { textsOfChat } from "../chat/chat-texts.ts";
import { choosePatchTarget } from "./patch-target.ts";
import { isRepairQuestion, misplacedWords, unreadableWords } from "./repair-question.ts";

const late = { patch: { original: "pays lately", replacement: "pays late" }, reason: "not-found", nearest: "pays later" } as const;

test("a change without a place is sent with its words, the reason and the nearest passage", () => {
  expect(misplacedWords([late])).toBe(
    "A change you proposed has no place in the text as it is now. Propose it again, quoting the text exactly, and leave out what has been done already.\n\n- You quoted “pays lately” to make it “pays late”. These words are not in the text. The nearest passage reads “pays later”.",
  );
});

test("each reason is said in its own words", () => {
  const gone = { patch: { original: "the old rent", replacement: "" }, reason: "gone", nearest: null } as const;
  const empty = { patch: { original: " ", replacement: "A new line." }, reason: "empty-original", nearest: null } as const;
  const words = misplacedWords([late, gone, empty]);
  expect(words).toMatch(/^3 changes you proposed have no place .* Propose them again/);
  expect(words).toContain("- You quoted “the old rent” to delete it. These words have been edited since.\n");
  expect(words).toMatch(/- You named no words to replace with “A new line\.”\.$/);
});

test("many changes and long ones stay a question that can be sent", () => {
  const long = { patch: { original: "x".repeat(100_000), replacement: "y".repeat(100_000) }, reason: "not-found" } as const;
  const words = misplacedWords(Array.from({ length: 900 }, () => ({ ...long, nearest: "z".repeat(100_000) })));
  expect(words.length).toBeLessThan(500_000);
  expect(words).toMatch(/- And 860 more\.$/);
});

test("what could not be read is sent with the reasons", () => {
  expect(unreadableWords(["The list is not closed."])).toContain("couldn’t be read. The list is not closed. Propose it again");
});

test("a change that answers it is about the text it quotes, not about the question", () => {
  const pasted = { id: "a", role: "user", content: "Correct: The tenant pays later.", attachments: [] } as const;
  for (const content of [misplacedWords([late]), misplacedWords([late, late]), unreadableWords(["It says pays later."])]) {
    expect(isRepairQuestion(content)).toBe(true);
    const texts = textsOfChat([pasted, { id: "b", role: "user", content, attachments: [] }]);
    expect(choosePatchTarget(texts, [{ original: "pays later" }])?.text).toBe("The tenant pays later.");
  }
  expect(isRepairQuestion("Has the change you proposed no place in the text as it is now?")).toBe(false);
});
