import { expect, test } from "vitest";
import { editToBring } from "./edit-to-bring.ts";
import { broughtEdit } from "./merged-text.ts";

const base = "# Letter\n\nDear reader.\n\n- One";
const mine = "# Letter\n\nDear reader. Mine.\n\n- One";

test.each([
  ["the version goes on", `${base}\n- Two`, "# Letter\n\nDear reader. Mine.\n\n- One\n- Two", 0],
  ["it is the same", base, mine, 0],
  ["a word beside the edit is another", base.replace("Dear", "Kind"), mine.replace("Dear", "Kind"), 0],
])("an edit is brought where %s, once", (_, theirs, merged, conflicts) => {
  expect(editToBring(base, mine, { edited: null, current: theirs })).toBe(true);
  const brought = broughtEdit(base, mine, theirs);
  expect(brought).toEqual({ text: merged, conflicts, atEnd: 0 });
  expect(editToBring(base, mine, { edited: brought.text, current: brought.text })).toBe(false);
});

test.each([
  ["other words in the same place", base.replace("reader", "friend"), { conflicts: 1, atEnd: 0 }],
  ["another text", "Another letter.", { conflicts: 0, atEnd: 1 }],
])("%s: nothing is lost, what does not fit is counted, and it is not offered again", (_, theirs, counted) => {
  const edit = base.replace("reader", "colleague");
  const { text, ...rest } = broughtEdit(base, edit, theirs);
  expect(rest).toEqual(counted);
  for (const words of [...theirs.match(/\w+/g)!, "colleague"]) expect(text).toContain(words);
  expect(editToBring(base, edit, { edited: text, current: text })).toBe(false);
});

test("it is still offered where something else was edited, unless it is there already", () => {
  const other = `${base}\n- Typed`;
  expect(editToBring(base, mine, { edited: other, current: other })).toBe(true);
  expect(editToBring(base, base, { edited: null, current: other })).toBe(false);
  expect(editToBring(base, mine, { edited: null, current: mine })).toBe(false);
});
