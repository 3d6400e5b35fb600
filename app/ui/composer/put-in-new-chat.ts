/* Words that are to be asked in a new chat, where the model and the sources are chosen and Enter sends them. */
import { startOfTab, Unsent } from "./unsent.ts";

/** What is unsent there already stays in front of them. */
export function putInNewChat(words: string): void {
  const unsent = new Unsent(startOfTab());
  const { text } = unsent.begin("");
  unsent.save(text.trim() === "" ? words : `${text}\n\n${words}`, unsent.stored.choices);
}
