/*
 * A text that may still be growing. What shows it (the Markdown sink, the body
 * of a draft) watches it directly and writes to the page itself, so a token
 * costs no React render. A text that is whole from the start is the same thing,
 * already closed.
 */
export type TextWatcher = {
  /** More has arrived at the end. */
  append(delta: string): void;
  /** The whole text is now another one: citations were renumbered, or the answer was stopped earlier. */
  replace(text: string): void;
  /** Nothing more will come. */
  close(): void;
};

export class LiveText {
  #text: string;
  #open: boolean;
  #watchers = new Set<TextWatcher>();

  constructor(text = "", open = true) {
    this.#text = text;
    this.#open = open;
  }

  get text(): string {
    return this.#text;
  }

  get open(): boolean {
    return this.#open;
  }

  append(delta: string): void {
    if (delta === "" || !this.#open) return;
    this.#text += delta;
    for (const watcher of this.#watchers) watcher.append(delta);
  }

  replace(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    for (const watcher of this.#watchers) watcher.replace(text);
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    for (const watcher of this.#watchers) watcher.close();
  }

  /** Tells everything from now on; what is already there is in `text`. */
  watch(watcher: TextWatcher): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }
}
