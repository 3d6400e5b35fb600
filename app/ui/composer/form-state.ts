/*
 * The composer's choices. They live outside React because three parts of the page
 * use them (the composer, regenerate, edit) and none should re-render the others.
 */
import type { ChatChoices } from "#core/chat/chat.ts";

export type FormState = { choices: ChatChoices; temporary: boolean };

export const defaultChoices: ChatChoices = {
  model: "stet-builtin",
  sources: [],
  knowledgeSources: [],
  forceWebSearch: false,
  searchProjectFiles: false,
  draftMode: false,
  writingType: null,
};

export class ComposerForm {
  #state: FormState;
  #listeners = new Set<() => void>();

  constructor(choices: ChatChoices, temporary = false) {
    this.#state = { choices, temporary };
  }

  read = (): FormState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** What stays the same is no choice: listeners save what they hear of. */
  choose(change: Partial<ChatChoices>): void {
    const { choices } = this.#state;
    const isSame = Object.entries(change).every(([name, value]) => choices[name as keyof ChatChoices] === value);
    if (!isSame) this.#set({ choices: { ...choices, ...change } });
  }

  setTemporary(temporary: boolean): void {
    if (temporary !== this.#state.temporary) this.#set({ temporary });
  }

  #set(change: Partial<FormState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

export function toggled<T>(list: readonly T[], item: T): T[] {
  return list.includes(item) ? list.filter((one) => one !== item) : [...list, item];
}
