/*
 * Messages entered while an answer is running. They wait on this device until it
 * has ended normally, and are sent in order. One tab sends for all: the one holding
 * the lock, which is the one last used to ask or queue, since it has the latest
 * state (a hidden tab gets no updates). If the browser has no locks, or a tab
 * closes while sending, the ids assigned on queueing make a retry the same request,
 * so each message is sent once.
 */
import type { ChatChoices } from "#core/chat/chat.ts";
import type { Attachment } from "#core/chat/message.ts";
import type { Problem } from "#core/workspace/problem.ts";
import { sentenceOf } from "../ask.ts";
import type { ChatStore } from "../chat/chat-store.ts";
import { entriesOf } from "../chat/sections.ts";
import { isUnacknowledged, watchAcknowledgments } from "./unsent.ts";

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

/** One for each chat open in this window. */
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
  /** A message was refused: the queue waits until the user sends it or another answer has ended. */
  #isHeld = false;

  constructor(store: ChatStore) {
    this.#store = store;
  }

  /** Those not in the conversation yet. */
  read = (): readonly QueuedMessage[] => this.#waiting;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#refresh();
    return () => {
      this.#listeners.delete(listener);
      this.#refresh();
    };
  };

  /**
   * Returns false if this device cannot store it. `before` is the message to insert it before;
   * without one it goes last.
   */
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

  /** Interrupts the answer and sends this message, or the first. Returns the server's problem, or null. */
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
    // Sent by a tab that closed before it could remove it.
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
    const unwatch = watchAcknowledgments(() => this.#refresh());
    const leave = this.#store.subscribe(() => {
      const { turn } = this.#store.read();
      if (turn !== null) this.#isHeld = false;
      if (this.#waiting.length === 0) return;
      if (turn?.phase === "sending") void this.#becomeSender(true);
      this.#refresh();
    });
    this.#detach = () => {
      window.removeEventListener("storage", onStorage);
      unwatch();
      leave();
    };
  }

  /** `isTaking`: takes over from the current sender; otherwise waits until that one closes. */
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
      // The previous sender may have sent something not loaded here yet.
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
      // Another tab has taken over: waits for its turn again.
      if (this.#resign !== resign) return;
      resign();
      this.#refresh();
    }
  }

  /** After a stopped or failed answer, or a message that did not arrive, the user decides first. */
  #sendNext(): void {
    const { id, turn, sections, isOwner } = this.#store.read();
    const next = this.#waiting[0];
    if (!this.#isSender || this.#isSending || this.#isHeld || next === undefined || turn !== null || !isOwner) return;
    const last = entriesOf(sections).at(-1)?.answer;
    if (last?.view.status !== "done" || isUnacknowledged(id, this.#store.startPlace)) return;
    this.#isSending = true;
    // Not from within the chat change it responds to.
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

/** Checked by hand: the schema library is too heavy for the browser just to check our own data. */
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
