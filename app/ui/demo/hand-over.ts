/*
 * What a visitor types in the demo is kept on the device in a place of its own,
 * so that the demo never shows what a person with an account has left unsent
 * there. On the way to an account it is handed over to the start view of the
 * chat, behind whatever stands there already.
 */
import { joinUnsent } from "../composer/reconcile.ts";
import { Unsent } from "../composer/unsent.ts";

export const demoPlace = "demo";

/** `before` is what this visit has handed over already; it is replaced and not repeated. */
export function handOver(text: string, before: string): void {
  const place = new Unsent("new");
  place.save(withDemoText(place.stored.text, before, text), place.stored.choices);
  new Unsent(demoPlace).acknowledge(text);
}

export function withDemoText(stored: string, before: string, text: string): string {
  if (text.trim() === "") return stored;
  const own = before !== "" && stored.endsWith(before) ? stored.slice(0, -before.length).trimEnd() : stored;
  if (own === text || own.endsWith(`\n${text}`)) return own;
  return joinUnsent(own, text);
}
