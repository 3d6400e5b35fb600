/* The last choices made on this device, the defaults for chats without their own. */
import type { ChatChoices } from "#core/chat/chat.ts";
import { isChoices } from "./unsent.ts";

const key = "stet.choices";

export function rememberedChoices(): ChatChoices | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return isChoices(value) ? value : null;
  } catch {
    return null;
  }
}

export function rememberChoices(choices: ChatChoices): void {
  try {
    localStorage.setItem(key, JSON.stringify(choices));
  } catch {
    // A convenience only, so storage errors are ignored.
  }
}
