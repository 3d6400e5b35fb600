/*
 * The choices last made on this device, the defaults for chats without their own.
 * What was never chosen is not here, so a new default of the installation applies.
 */
import type { ChatChoices } from "#core/chat/chat.ts";
import { defaultChoices } from "./form-state.ts";

const key = "stet.chosen";
/** All choices of a form, whether made or not, as they were once stored. */
const oldKey = "stet.choices";

export function rememberedChoices(): Partial<ChatChoices> {
  const chosen = read(key);
  if (chosen !== null) return chosen;
  const { model, ...old } = read(oldKey) ?? {};
  return model === undefined || model === defaultChoices.model ? old : { ...old, model };
}

/** Remembers what differs between two states of a form. */
export function rememberChanges(before: ChatChoices, after: ChatChoices): void {
  // Tools of other servers are switched on, and a table is asked, in one chat at a time.
  const changed = Object.entries(after).filter(
    ([name, value]) => name !== "toolServers" && name !== "review" && value !== before[name as keyof ChatChoices],
  );
  if (changed.length === 0) return;
  try {
    localStorage.setItem(key, JSON.stringify({ ...rememberedChoices(), ...Object.fromEntries(changed) }));
  } catch {
    // A convenience only, so storage errors are ignored.
  }
}

function read(from: string): Partial<ChatChoices> | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(from) ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const { model = "", sources = [], knowledgeSources = [] } = value as Record<string, unknown>;
    return typeof model === "string" && Array.isArray(sources) && Array.isArray(knowledgeSources) ? value : null;
  } catch {
    return null;
  }
}
