import { expect, test } from "vitest";
import { movedNotes } from "./chat-text-changes.ts";

const note = { messageId: "m", block: "0-patch-1", place: 0 };

test.each([
  ["of any other text in its characters", "m.0-40", "One **2**", "One two, **2**", 4, 13],
  ["of a draft in its words", "m.0-draft-0", "One **2**", "One two, **2**", 4, 9],
])("a reopened change %s has its place in the merged text", (_, name, from, to, start, moved) => {
  const isDraft = name.includes("draft");
  const place = isDraft ? { start, end: start + 1 } : { start, end: start + 5 };
  const located = { place, before: "One ", after: "" };
  const [note1] = movedNotes([{ ...note, state: null, located }], { name, from, to });
  expect(note1).toMatchObject({ located: { place: { end: isDraft ? moved + 1 : to.length } } });
});

test("an applied change is found where it is in the merged text; a deleted one has no place", () => {
  const applied = { start: 4, original: "zwei", replacement: "2", before: "One ", after: ", three" };
  const [moved] = movedNotes([{ ...note, state: "applied", applied }], {
    name: "m.0-40",
    from: "One 2, three",
    to: "Zero. One 2, three",
  });
  expect(moved!.applied!.start).toBe(10);
  const located = { place: { start: 4, end: 5 }, before: "One ", after: ", three" };
  const [gone] = movedNotes([{ ...note, state: null, located }], { name: "m.0-40", from: "One 2, three", to: "Nothing of it." });
  expect(gone).not.toHaveProperty("located");
});
