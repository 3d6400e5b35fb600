/*
 * A text that may still be growing. Its views (the Markdown sink, the body of a
 * draft) watch it directly and write to the page themselves, so a token costs no
 * React render. A complete text is the same object, already closed.
 */
export type TextWatcher = {
  /** More text has arrived at the end. */
  append(delta: string): void;
  /** The whole text was replaced: citations were renumbered, or the answer was stopped earlier. */
  replace(text: string): void;
  /** No more text will come. */
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

  /** Reports changes from now on; existing text is in `text`. */
  watch(watcher: TextWatcher): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }
}
