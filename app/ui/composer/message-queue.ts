/*
 * Messages that were entered while an answer was being written. They wait on
 * this device until it has ended well, and are sent in their order. One tab
 * sends for all: the one that holds the lock, which is the one in which
 * something was asked or queued last, as it knows the chat best (a hidden tab
 * has no news). Where a browser has no locks, or a tab ends in mid-sending, the
 * ids a message was queued under make it the same request for the server, so it
 * is sent once.
 */
import type { ChatChoices } from "#core/chat/chat.ts";
import type { Attachment } from "#core/chat/message.ts";
import type { Problem } from "#core/workspace/problem.ts";
import { sentenceOf } from "../ask.ts";
import type { ChatStore } from "../chat/chat-store.ts";
import { entriesOf } from "../chat/sections.ts";
import { isUnacknowledged } from "./unsent.ts";

export type QueuedMessage = {
  messageId: string;
  replyId: string;
  content: string;
  attachments: Attachment[];
  choices: ChatChoices;
  temporary: boolean;
};

const keyOf = (chatId: string) => `stet.queue.${chatId}`;
const queues = new WeakMap<ChatStore, MessageQueue>();

/** One for each chat that is open in this window. */
export function queueOf(store: ChatStore): MessageQueue {
  const queue = queues.get(store) ?? new MessageQueue(store);
  queues.set(store, queue);
  return queue;
}

export class MessageQueue {
  #store: ChatStore;
  #waiting: readonly QueuedMessage[] = [];
  #listeners = new Set<() => void>();
  /** Detaches from the chat and the storage; null while detached. */
  #detach: (() => void) | null = null;
  #resign: (() => void) | null = null;
  #isSender = false;
  #isSending = false;
  /** A message was refused: it waits until a person sends it, or another answer has ended. */
  #isHeld = false;

  constructor(store: ChatStore) {
    this.#store = store;
  }

  /** Those that are not in the conversation yet. */
  read = (): readonly QueuedMessage[] => this.#waiting;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#refresh();
    return () => {
      this.#listeners.delete(listener);
      this.#refresh();
    };
  };

  /** Answers false where this device cannot keep it. `before` is the message that it comes before; without one it is the last. */
  add(message: QueuedMessage, before?: string): boolean {
    const kept = readKept(this.#store.read().id);
    const at = kept.findIndex((one) => one.messageId === before);
    const isKept = this.#keep(kept.toSpliced(at < 0 ? kept.length : at, 0, message));
    if (isKept) void this.#becomeSender(true);
    return isKept;
  }

  remove(messageId: string): void {
    this.#keep(readKept(this.#store.read().id).filter((one) => one.messageId !== messageId));
  }

  /** Interrupts the answer and sends this message, or the first. Answers why the server refused it, else null. */
  async sendNow(messageId = this.#waiting[0]?.messageId): Promise<Problem | null> {
    const message = this.#waiting.find((one) => one.messageId === messageId);
    if (message === undefined || this.#isSending) return null;
    return this.#send(message);
  }

  async #send({ messageId, replyId, ...sending }: QueuedMessage): Promise<Problem | null> {
    this.#isSending = true;
    try {
      const problem = await this.#store.send({ ...sending, ids: { messageId, replyId } });
      this.#isHeld = problem !== null;
      if (problem === null) this.remove(messageId);
      return problem;
    } finally {
      this.#isSending = false;
      this.#refresh();
    }
  }

  #keep(messages: readonly QueuedMessage[]): boolean {
    try {
      const key = keyOf(this.#store.read().id);
      if (messages.length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(messages));
    } catch {
      return false;
    }
    this.#refresh();
    return true;
  }

  #refresh(): void {
    const kept = readKept(this.#store.read().id);
    const waiting = kept.filter(({ messageId }) => this.#store.find(messageId) === undefined);
    const isSame =
      waiting.length === this.#waiting.length && waiting.every((one, i) => one.messageId === this.#waiting[i]!.messageId);
    if (!isSame) {
      this.#waiting = waiting;
      for (const listener of this.#listeners) listener();
    }
    this.#attach(kept.length > 0 || this.#listeners.size > 0);
    if (kept.length === 0) this.#resign?.();
    else void this.#becomeSender();
    // Sent by a tab that ended before it could say so.
    if (!this.#isSending) for (const { messageId } of kept) if (this.#store.hasStored(messageId)) this.remove(messageId);
    this.#sendNext();
  }

  #attach(isWanted: boolean): void {
    if (!isWanted) {
      this.#detach?.();
      this.#detach = null;
    }
    if (!isWanted || this.#detach !== null) return;
    const onStorage = (event: StorageEvent) => event.key === keyOf(this.#store.read().id) && this.#refresh();
    window.addEventListener("storage", onStorage);
    const leave = this.#store.subscribe(() => {
      const { turn } = this.#store.read();
      if (turn !== null) this.#isHeld = false;
      if (this.#waiting.length === 0) return;
      if (turn?.phase === "sending") void this.#becomeSender(true);
      this.#refresh();
    });
    this.#detach = () => {
      window.removeEventListener("storage", onStorage);
      leave();
    };
  }

  /** `isTaking`: from whichever tab it is now; otherwise once that has ended. */
  async #becomeSender(isTaking = false): Promise<void> {
    if (this.#isSender || (this.#resign !== null && !isTaking)) return;
    this.#resign?.();
    const { promise, resolve } = Promise.withResolvers<void>();
    const resign = () => {
      this.#resign = null;
      this.#isSender = false;
      resolve();
    };
    this.#resign = resign;
    const begin = async () => {
      if (this.#resign !== resign) return;
      // The tab that sent before may have sent something that is not known here yet.
      await this.#store.catchUp().catch(() => {});
      if (this.#resign !== resign) return;
      this.#isSender = true;
      this.#refresh();
      await promise;
    };
    if (navigator.locks === undefined) return begin();
    try {
      await navigator.locks.request(keyOf(this.#store.read().id), { steal: isTaking }, begin);
    } catch {
      // Another tab has taken it: this one waits for its turn again.
      if (this.#resign !== resign) return;
      resign();
      this.#refresh();
    }
  }

  /** An answer that was stopped or failed, and a message that did not arrive, are for a person to look at first. */
  #sendNext(): void {
    const { id, turn, sections, isOwner } = this.#store.read();
    const next = this.#waiting[0];
    if (!this.#isSender || this.#isSending || this.#isHeld || next === undefined || turn !== null || !isOwner) return;
    const last = entriesOf(sections).at(-1)?.answer;
    if (last?.view.status !== "done" || isUnacknowledged(id)) return;
    this.#isSending = true;
    // Not from within the change of the chat that it answers.
    queueMicrotask(async () => {
      const problem = await this.#send(next);
      if (problem !== null) this.#store.set({ note: sentenceOf(problem) });
    });
  }
}

function readKept(chatId: string): QueuedMessage[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(chatId)) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isQueued) : [];
  } catch {
    return [];
  }
}

/** Checked by hand: the schema's library is not worth its weight in the browser for what we wrote ourselves. */
function isQueued(value: unknown): value is QueuedMessage {
  if (typeof value !== "object" || value === null) return false;
  const { messageId, replyId, content, attachments, choices } = value as Record<string, unknown>;
  return (
    [messageId, replyId, content].every((one) => typeof one === "string") &&
    Array.isArray(attachments) &&
    typeof choices === "object" &&
    choices !== null
  );
}
