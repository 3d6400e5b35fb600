import { expect, test } from "vitest";
import { matchesShortcut, type Keys } from "../kit/shortcut.ts";
import { pressedKeys } from "./pressed-keys.ts";

function press(key: string, held: Partial<Keys> = {}): Keys {
  return { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held };
}

test.each<[string, Keys, boolean]>([
  ["mod+y", press("y", { ctrlKey: true }), false],
  ["mod+shift+y", press("Y", { ctrlKey: true, shiftKey: true }), false],
  ["mod+alt+shift+y", press("Y", { ctrlKey: true, shiftKey: true, altKey: true }), false],
  ["alt+pageup", press("PageUp", { altKey: true }), false],
  ["mod+?", press("?", { ctrlKey: true, shiftKey: true }), false],
  ["f8", press("F8"), false],
  ["mod+y", press("y", { metaKey: true }), true],
  ["alt+m", press("µ", { code: "KeyM", altKey: true }), true],
])("%s is what was pressed, and is pressed again by the same keys", (shortcut, keys, apple) => {
  expect(pressedKeys(keys, apple)).toEqual({ keys: shortcut });
  expect(matchesShortcut(shortcut, keys, apple)).toBe(true);
});

test.each<[string, Keys, boolean]>([
  ["a letter alone", press("y"), false],
  ["a capital", press("Y", { shiftKey: true }), false],
  ["the wrong modifier", press("y", { metaKey: true }), false],
  ["a key with the name of the separator", press("+", { ctrlKey: true }), false],
  ["the space bar", press(" ", { ctrlKey: true }), false],
  ["Tab, which leaves", press("Tab", { altKey: true }), false],
])("%s is refused", (_, keys, apple) => {
  expect(pressedKeys(keys, apple)).toBe("refused");
});

test("a modifier alone waits for its key", () => {
  expect(pressedKeys(press("Control", { ctrlKey: true }), false)).toBe("waiting");
});
