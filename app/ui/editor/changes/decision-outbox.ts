/*
 * Decisions on a draft's changes that the server has not confirmed: kept on the device, sent in their order, and again
 * after a lost connection. What the server refuses for good is kept too, said, and sent again when
 * asked or at the next visit.
 */
import { problemIn, sentenceOf } from "../../ask.ts";
import { dismissToast, showToast } from "../../kit/toast.tsx";

function decisionOf<T extends object>(waiting: Waiting<T>): T {
  const { refusals: _refusals, ...decision } = waiting;
  return decision as unknown as T;
}

/** `refusals`: how many times it was sent and refused for good. */
type Waiting<T> = T & { refusals?: number };

type Given<T> = {
  /** In the storage of the device. */
  key: string;
  /** All of them or none. Only the first, unless `atOnce` is set. */
  send: (first: T, rest: readonly T[]) => Promise<unknown>;
  atOnce?: number;
  /** Whether two are about the same change: the later one counts. */
  isSame: (one: T, other: T) => boolean;
  discarded: () => void;
  /** What it holds, if not decisions on changes. */
  noun?: { one: string; several: string };
};

export class DecisionOutbox<T extends object> {
  #given: Given<T>;
  #pending: Waiting<T>[];
  /** Not sent again until the person asks for it, or comes back. */
  #refused: Waiting<T>[] = [];
  #sent: Promise<void> = Promise.resolve();

  constructor(given: Given<T>) {
    this.#given = given;
    this.#pending = this.#keptOnDevice();
  }

  /** All that the server does not have, those it refused first. */
  get unsent(): readonly T[] {
    return [...this.#refused, ...this.#pending];
  }

  /** `merged` is given the unsent one about the same change, which it replaces. */
  add(decision: T, merged: (before: T | undefined) => T = () => decision): void {
    const before = this.unsent.find((one) => this.#given.isSame(one, decision));
    this.#pending = [...this.#pending.filter((one) => one !== before), merged(before)];
    this.#refused = this.#refused.filter((one) => one !== before);
    this.#keep();
    this.send();
  }

  send(): void {
    this.#sent = this.#sent.then(async () => {
      let { atOnce = 1 } = this.#given;
      for (let sent = this.#pending.slice(0, atOnce); sent.length > 0; sent = this.#pending.slice(0, atOnce)) {
        try {
          const [first, ...rest] = sent.map(decisionOf);
          await this.#given.send(first!, rest);
        } catch (error) {
          const problem = problemIn(error);
          // A final refusal; anything else is retried.
          if (![400, 403, 404, 413].includes(problem.status) && !/^(changes-unplaced|too-many-suggestions)$/.test(problem.code))
            return;
          if (sent.length > 1) {
            // One by one, to find which it is about.
            atOnce = 1;
            continue;
          }
          this.#refused.push({ ...sent[0]!, refusals: (sent[0]!.refusals ?? 0) + 1 });
          this.#sayRefused(sentenceOf(problem));
        }
        this.#pending = this.#pending.filter((other) => !sent.includes(other));
        this.#keep();
      }
    });
  }

  /** Resolves once the server has every decision, or cannot be reached. */
  async settled(): Promise<void> {
    for (let sent: Promise<void> | null = null; sent !== this.#sent;) await (sent = this.#sent);
  }

  #sayRefused(why: string): void {
    const count = this.#refused.length;
    const { one, several } = this.#given.noun ?? { one: "A decision on a change", several: "decisions on changes" };
    const what = count === 1 ? `${one} was` : `${count} ${several} were`;
    // Refused at an earlier visit as well: it may never be accepted.
    const isOld = this.#refused.every(({ refusals = 0 }) => refusals > 1);
    showToast({
      id: this.#given.key,
      kind: "error",
      duration: 0,
      text: `${what} not saved: ${why} Kept on this device.`,
      action: isOld
        ? { label: "Discard", run: () => this.#discardRefused() }
        : { label: "Try again", run: () => this.#sendRefused() },
    });
  }

  #sendRefused(): void {
    this.#pending = [...this.#pending, ...this.#refused];
    this.#refused = [];
    dismissToast(this.#given.key);
    this.send();
  }

  #discardRefused(): void {
    this.#refused = [];
    this.#keep();
    dismissToast(this.#given.key);
    this.#given.discarded();
  }

  #keep(): void {
    try {
      const { unsent } = this;
      if (unsent.length === 0) localStorage.removeItem(this.#given.key);
      else localStorage.setItem(this.#given.key, JSON.stringify(unsent));
    } catch {
      // Storage is full or forbidden: the state lasts as long as the page.
    }
  }

  #keptOnDevice(): Waiting<T>[] {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.#given.key) ?? "[]");
      return Array.isArray(kept) ? (kept as Waiting<T>[]) : [];
    } catch {
      return [];
    }
  }
}
