/* What was pressed to become a shortcut, and whether it can be one. */
import type { Keys } from "../kit/shortcut.ts";

const modifiers = new Set(["control", "shift", "alt", "meta", "altgraph", "capslock", "dead", "process", "unidentified"]);

type Pressed = { keys: string } | "waiting" | "refused";

/** Written as in kit/shortcut.ts; "waiting" while only modifiers are held, "refused" if typing would press it. */
export function pressedKeys(keys: Keys, apple: boolean): Pressed {
  const pressed = keys.key.toLowerCase();
  if (modifiers.has(pressed)) return "waiting";
  const letter = /^Key([A-Z])$/.exec(keys.code ?? "")?.[1]?.toLowerCase();
  // Option types another character on Apple keyboards.
  const key = apple && keys.altKey && letter !== undefined ? letter : pressed;
  const mod = apple ? keys.metaKey : keys.ctrlKey;
  const other = apple ? keys.ctrlKey : keys.metaKey;
  const isNamed = key.length > 1;
  const isTyped = !mod && !keys.altKey && !/^f\d+$/.test(key);
  if (other || isTyped || key === "+" || key.trim() === "" || key === "tab") return "refused";
  const names = [mod && "mod", keys.altKey && "alt", keys.shiftKey && (isNamed || /^[a-z]$/.test(key)) && "shift", key];
  return { keys: names.filter((name) => name !== false).join("+") };
}
