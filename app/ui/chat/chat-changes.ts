/*
 * The states of a chat's proposed changes and the texts they have changed. The
 * server's version wins, so every tab and device agrees. Anything not yet confirmed
 * is stored on the device and sent again.
 */
import type { Patch } from "#core/changes/patch.ts";
import type { ChangeSummary, ChatChanges as Sent, ChatText } from "#core/changes/proposed-change.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";
import { onUpdate, type Update } from "../updates.ts";
import { keyOfChange, readBlock, reopened } from "./change-rows.ts";
import { broughtFromDevice } from "./old-device-notes.ts";

type Note = Sent["notes"][number];
/** A text changed from `from` to `to`, null meaning its original; `move` relocates open changes in it. */
export type Changed = { name: string; from?: string; to: string | null; move?: (patches: readonly Patch[]) => Patch[] };
const storageKey = (chatId: string) => `stet.chat-changes.${chatId}`;

export class ChatChanges {
  /** Null for a shared copy, which has no changes. */
  #chatId: string | null;
  /** Ids of the chat's messages that are on the page. */
  #messageIds: () => ReadonlySet<string>;
  #rows = new Map<string, ChangeSummary>();
  #texts = new Map<string, ChatText>();
  #pending: Sent[];
  #listeners = new Set<() => void>();
  #sent: Promise<void> = Promise.resolve();
  #isRead = false;
  #read = new Map<string, string>();
  #unlisten: (() => void) | null = null;

  constructor(chatId: string | null, messageIds: () => ReadonlySet<string>) {
    this.#chatId = chatId;
    this.#messageIds = messageIds;
    this.#pending = chatId === null ? [] : pendingOf(chatId);
  }

  /** The first subscriber triggers the initial read. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#unlisten === null && this.#chatId !== null) {
      this.#unlisten = onUpdate((update) => {
        if (update.type === "chat-changes" ? update.chatId === this.#chatId : this.#isNews(update)) void this.load();
      });
      void this.load();
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#unlisten?.();
      this.#unlisten = null;
    };
  };

  #isNews(update: Update): boolean {
    if (update.type !== "draft-changes") return /connected/.test(update.type);
    return [...this.#rows.values()].some(({ draft }) => draft?.id === update.draftId);
  }

  isRead = (): boolean => this.#isRead;

  /** The rows of one answer block, named by message and block, as JSON. */
  read = (name: string): string => {
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    const json = readBlock(this.#rows.values(), name);
    this.#read.set(name, json);
    return json;
  };

  /** A text after changes and edits; null if it is unchanged. */
  text = (name: string): string | null => this.#texts.get(name)?.text ?? null;

  async load(): Promise<void> {
    try {
      await this.#sent;
      const { changes, texts } = await ask<{ changes: ChangeSummary[]; texts: ChatText[] }>(`/api/chats/${this.#chatId}/changes`);
      this.#rows = new Map(changes.map((row) => [keyOfChange(row), row]));
      this.#texts = new Map(texts.map((text) => [text.name, text]));
      for (const one of this.#pending) this.#note(one);
      this.#bringOld();
    } catch {
      // The next update triggers another read.
    }
    this.#isRead = true;
    this.#publish();
    this.#send();
  }

  /** Decisions, and the text that results from them. */
  change(notes: readonly Note[], text?: Changed): void {
    const known = text && this.#texts.get(text.name);
    const sent: Sent = {
      notes: [...notes],
      ...(text && {
        text: {
          name: text.name,
          text: text.to,
          version: known?.version ?? 0,
          ...(known?.text == null && text.from !== undefined && { from: text.from }),
        },
      }),
    };
    if (text !== undefined) this.#movePatches(text, notes);
    this.#pending = [...this.#pending, sent];
    this.#note(sent);
    this.#keepPending();
    this.#publish();
    this.#send();
  }

  /** Mirrors how the server moves them. */
  #movePatches({ name, move }: Changed, notes: readonly Note[]): void {
    const decided = new Set(notes.map(keyOfChange));
    const open = [...this.#rows.values()].filter(({ state }) => state === "proposed" || state === "gone");
    const own = open.filter((row) => row.textName === name && row.patch?.place !== undefined && !decided.has(keyOfChange(row)));
    const moved = move?.(own.map(({ patch }) => patch!)) ?? [];
    for (const [i, patch] of moved.entries()) {
      const row = own[i]!;
      this.#rows.set(keyOfChange(row), { ...row, patch, state: patch.place === null ? "gone" : "proposed" });
    }
  }

  #note({ notes, text }: Sent): void {
    if (text) this.#texts.set(text.name, { name: text.name, text: text.text, version: text.version + 1 });
    for (const { state, applied = null, located, rejectReason = null, ...at } of notes) {
      const key = keyOfChange(at);
      const before = this.#rows.get(key) ?? {
        ...at,
        patch: null,
        reason: null,
        rejectReason,
        textName: null,
        added: 0,
        deleted: 0,
      };
      const patch = state === null ? reopened(before.patch, located) : before.patch;
      this.#rows.set(key, { ...before, patch, state: state ?? "proposed", applied, rejectReason });
    }
  }

  /** Sends one at a time, in the order they were made. */
  #send(): void {
    this.#sent = this.#sent.then(async () => {
      let isRefused = false;
      for (let one = this.#pending[0]; one !== undefined; one = this.#pending[0]) {
        const sent = one;
        try {
          await ask(`/api/chats/${this.#chatId}/changes`, { method: "PUT", body: sent });
          this.#pending = this.#pending.slice(1);
        } catch (error) {
          const problem = problemIn(error);
          // A final refusal; anything else is retried.
          if (![400, 403, 404, 409, 413].includes(problem.status)) break;
          showToast({ kind: "error", text: sentenceOf(problem) });
          isRefused = true;
          this.#pending = this.#pending.slice(1).filter((later) => !isBuiltOn(later, sent));
        }
        this.#keepPending();
      }
      if (isRefused) queueMicrotask(() => void this.load());
    });
  }

  /** Imports what earlier versions of Stet stored only in this browser. */
  #bringOld(): void {
    const { notes, texts } = broughtFromDevice(this.#messageIds());
    const unknown = notes.filter((note) => !this.#rows.has(keyOfChange(note)));
    const changed = texts.filter(({ name }) => !this.#texts.has(name));
    if (unknown.length > 0) this.change(unknown);
    for (const { name, text } of changed) this.change([], { name, to: text });
  }

  #keepPending(): void {
    if (this.#chatId === null) return;
    try {
      if (this.#pending.length === 0) localStorage.removeItem(storageKey(this.#chatId));
      else localStorage.setItem(storageKey(this.#chatId), JSON.stringify(this.#pending));
    } catch {
      // Storage is full or forbidden: the changes last as long as the page.
    }
  }

  #publish(): void {
    this.#read.clear();
    for (const listener of this.#listeners) listener();
  }
}

/** It builds on the other change's text, which the server does not have. */
function isBuiltOn({ text }: Sent, { text: earlier }: Sent): boolean {
  return text !== undefined && text.name === earlier?.name;
}

function pendingOf(chatId: string): Sent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(chatId)) ?? "[]");
    return Array.isArray(kept) ? (kept as Sent[]) : [];
  } catch {
    return [];
  }
}
