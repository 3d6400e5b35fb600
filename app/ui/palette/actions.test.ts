import { afterEach, expect, test } from "vitest";
import { actionFor, listActions, reaches, registerAction, type Action, type Focus } from "./actions.ts";

const leaves: (() => void)[] = [];
afterEach(() => leaves.splice(0).forEach((leave) => leave()));

function given(action: Partial<Action> & { id: string }): () => void {
  const leave = registerAction({ title: action.id, group: "Test", run: () => {}, ...action });
  leaves.push(leave);
  return leave;
}
function press(key: string, held: object = {}) {
  return { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held };
}

test.each<[string, boolean | undefined, Focus, boolean]>([
  ["mod+b", undefined, "page", true],
  ["mod+b", undefined, "field", true],
  ["mod+b", undefined, "rich-text", false],
  ["mod+shift+s", true, "rich-text", true],
  ["?", undefined, "page", true],
  ["?", undefined, "field", false],
  ["?", undefined, "rich-text", false],
  ["?", true, "rich-text", false],
])("%s (in rich text: %s) reaches the %s: %s", (shortcut, inRichText, focus, expected) => {
  expect(reaches({ shortcut, ...(inRichText !== undefined && { inRichText }) }, focus)).toBe(expected);
});

test("the newest with an id stands until it leaves", () => {
  given({ id: "a", title: "first" });
  const leave = given({ id: "a", title: "second" });
  expect(listActions().map((action) => action.title)).toEqual(["second"]);
  leave();
  expect(listActions().map((action) => action.title)).toEqual(["first"]);
});

test("what may not be done now is neither listed nor run", () => {
  given({ id: "a", shortcut: "mod+j", when: () => false });
  expect(listActions()).toEqual([]);
  expect(actionFor(press("j", { ctrlKey: true }), "page")).toBeUndefined();
});

test("of two with one shortcut the newer runs", () => {
  given({ id: "old", shortcut: "mod+j" });
  given({ id: "new", shortcut: "mod+j" });
  expect(actionFor(press("j", { ctrlKey: true }), "page")?.id).toBe("new");
});
