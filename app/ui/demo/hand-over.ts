/*
 * Demo text is stored under its own key on the device, so that the demo never shows
 * what an account holder left unsent there. On the way to an account it is appended
 * to the unsent text of the chat's start view.
 */
import { joinUnsent } from "../composer/reconcile.ts";
import { startOfTab, Unsent } from "../composer/unsent.ts";

export const demoPlace = "demo";

/** `before` is what this visit has already passed on; it is replaced, not repeated. */
export function handOver(text: string, before: string): void {
  const place = new Unsent(startOfTab());
  place.save(withDemoText(place.stored.text, before, text), place.stored.choices);
  new Unsent(demoPlace).acknowledge(text);
}

export function withDemoText(stored: string, before: string, text: string): string {
  if (text.trim() === "") return stored;
  const own = before !== "" && stored.endsWith(before) ? stored.slice(0, -before.length).trimEnd() : stored;
  if (own === text || own.endsWith(`\n${text}`)) return own;
  return joinUnsent(own, text);
}
