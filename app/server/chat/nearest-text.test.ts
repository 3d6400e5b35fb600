import { expect, test } from "vitest";
import type { Attachment } from "#core/chat/message.ts";
import { nearestText } from "./nearest-text.ts";

type Row = Parameters<typeof nearestText>[0][number];

const asked = (content: string, ...names: string[]): Row => {
  const attachments = names.map((name): Attachment => ({ name, url: "data:text/plain," }));
  return { role: "user", content, parts: [], attachments };
};
const answered = (text: string): Row => ({ role: "assistant", content: text, parts: [{ type: "text", text }], attachments: [] });
const pasted = "Please proofread this.\n\nHe go to school every day.\n\nShe go too.";

test.each<[what: string, rows: Row[], nearest: ReturnType<typeof nearestText>]>([
  ["what the question holds", [asked(pasted)], { text: "He go to school every day.\n\nShe go too." }],
  [
    "what an earlier message holds",
    [asked(pasted), answered("One fault."), asked("Check it again.")],
    expect.objectContaining({ text: expect.stringMatching(/^He go/) }),
  ],
  [
    "the newest draft",
    [
      asked("Write a letter."),
      answered("BEGIN DRAFT\nOld.\nEND DRAFT"),
      asked("Warmer."),
      answered("BEGIN DRAFT\nDear Ada,\nEND DRAFT\nWarmer now."),
      asked("Check its spelling."),
    ],
    { text: "Dear Ada," },
  ],
  ["the newest file", [asked("Proofread both.", "a.txt", "b.txt")], { attachment: "b.txt" }],
  [
    "a pasted text before a file of the same message",
    [asked(pasted, "a.txt")],
    expect.objectContaining({ text: expect.any(String) }),
  ],
  ["nothing", [asked("Who are you?"), answered("Stet."), asked("Check my spelling.")], null],
])("the nearest text is %s", (_, rows, nearest) => {
  expect(nearestText(rows)).toEqual(nearest);
});
