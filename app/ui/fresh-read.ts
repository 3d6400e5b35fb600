/*
 * Reads what this page and others change. An answer on its way while the page changes something may be from before the
 * change, and would take it back on the screen: it is asked for once more. Reads follow each other, so that no older
 * answer comes last; those asked for while one waits are one.
 */
export class FreshRead<T> {
  #ask: () => Promise<T>;
  #changes = 0;
  #last: Promise<unknown> = Promise.resolve();
  #waiting: Promise<T> | null = null;

  /** `ask` first waits until the server has what was changed here, as far as it can be reached. */
  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  /** To be called with every change, before it is sent or when the server's answer to it is here. */
  changed(): void {
    this.#changes++;
  }

  /** Rejects as `ask` does. */
  read(): Promise<T> {
    if (this.#waiting !== null) return this.#waiting;
    const read = this.#last.then(() => {
      this.#waiting = null;
      return this.#fresh();
    });
    this.#waiting = read;
    this.#last = read.catch(() => {});
    return read;
  }

  async #fresh(): Promise<T> {
    for (;;) {
      const before = this.#changes;
      const answer = await this.#ask();
      if (before === this.#changes) return answer;
    }
  }
}
