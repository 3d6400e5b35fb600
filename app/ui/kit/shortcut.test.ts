import { expect, test } from "vitest";
import { ariaShortcut, matchesShortcut, shortcutKeys, type Keys } from "./shortcut.ts";

function press(key: string, held: Partial<Keys> = {}): Keys {
  return { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held };
}

test.each([
  ["mod+b", press("b", { ctrlKey: true }), false, true],
  ["mod+b", press("B", { ctrlKey: true }), false, true],
  ["mod+b", press("b", { metaKey: true }), false, false],
  ["mod+b", press("b", { metaKey: true }), true, true],
  ["mod+b", press("b", { ctrlKey: true }), true, false],
  ["mod+b", press("b", { ctrlKey: true, shiftKey: true }), false, false],
  ["mod+b", press("b", { ctrlKey: true, altKey: true }), false, false],
  ["mod+b", press("b"), false, false],
  ["mod+shift+s", press("S", { ctrlKey: true, shiftKey: true }), false, true],
  ["mod+shift+s", press("s", { ctrlKey: true }), false, false],
  ["?", press("?", { shiftKey: true }), false, true],
  ["?", press("?"), false, true],
  ["?", press("?", { ctrlKey: true }), false, false],
  ["mod+alt+m", press("µ", { code: "KeyM", metaKey: true, altKey: true }), true, true],
  ["mod+alt+m", press("µ", { code: "KeyM", ctrlKey: true, altKey: true }), false, false],
  ["mod+alt+m", press("m", { code: "KeyM", ctrlKey: true, altKey: true }), false, true],
  ["mod+/", press("/", { ctrlKey: true }), false, true],
  ["mod+/", press("/", { ctrlKey: true, shiftKey: true }), false, true],
  ["escape", press("Escape"), false, true],
  ["escape", press("Escape", { shiftKey: true }), false, false],
])("%s pressed as %o on Apple %s matches: %s", (shortcut, keys, apple, expected) => {
  expect(matchesShortcut(shortcut, keys, apple)).toBe(expected);
});

test("the same text is printed for both keyboards", () => {
  expect(shortcutKeys("mod+shift+s", false)).toEqual(["Ctrl", "Shift", "S"]);
  expect(shortcutKeys("mod+shift+s", true)).toEqual(["⌘", "⇧", "S"]);
  expect(shortcutKeys("escape", false)).toEqual(["Esc"]);
  expect(ariaShortcut("mod+k", false)).toBe("Control+K");
  expect(ariaShortcut("mod+k", true)).toBe("Meta+K");
});
