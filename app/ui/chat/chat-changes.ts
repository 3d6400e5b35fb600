/*
 * The states of a chat's proposed changes and the texts they have changed. The
 * server's version wins, so every tab and device agrees. Anything not yet confirmed
 * is stored on the device and sent again.
 */
import type { ChangeSummary, ChatChanges as Sent, ChatText } from "#core/changes/proposed-change.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";
import { onUpdate, type Update } from "../updates.ts";
import { keyOfChange, readBlock, reopened } from "./change-rows.ts";

type Note = Sent["notes"][number];
/** A text changed from `from` to `to`, null meaning its original; `move` relocates the open changes among these. */
export type Changed = { name: string; from?: string; to: string | null; move?: MoveRows };
export type MoveRows = (rows: readonly ChangeSummary[], decided: readonly Note[]) => ChangeSummary[];
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
  #sending: Sent | null = null;
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
      this.#noteTexts(texts);
      for (const one of this.#pending) this.#note(one);
      if (Object.keys(localStorage).some((key) => /^stet\.(patches|draft-edit|changed-text)\./.test(key))) void this.#bringOld();
    } catch {
      // The next update triggers another read; where storage is forbidden, there is nothing to import.
    }
    this.#isRead = true;
    this.#publish();
    this.#send();
  }

  /** An answer that was under way while a newer text was saved changes nothing. */
  #noteTexts(texts: readonly ChatText[]): void {
    for (const [name, { version }] of this.#texts) if (version === refused) this.#texts.delete(name);
    for (const text of texts) if ((this.#texts.get(text.name)?.version ?? 0) <= text.version) this.#texts.set(text.name, text);
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
          version: Math.max(0, known?.version ?? 0),
          ...(text.from !== undefined && { from: text.from }),
        },
      }),
    };
    for (const row of text?.move?.([...this.#rows.values()], notes) ?? []) this.#rows.set(keyOfChange(row), row);
    this.#note(this.#queue(sent));
    this.#keepPending();
    this.#publish();
    this.#send();
  }

  /** What is typed while offline replaces what waits to be sent. */
  #queue(sent: Sent): Sent {
    const last = this.#pending.at(-1);
    if (last?.text && last !== this.#sending && last.notes.length + sent.notes.length === 0 && isBuiltOn(sent, last)) {
      last.text.text = sent.text!.text;
      return last;
    }
    this.#pending = [...this.#pending, sent];
    return sent;
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
          this.#sending = sent;
          await ask(`/api/chats/${this.#chatId}/changes`, { method: "PUT", body: sent });
          this.#pending = this.#pending.slice(1);
        } catch (error) {
          const problem = problemIn(error);
          // A final refusal; anything else is retried.
          if (![400, 403, 404, 409, 413].includes(problem.status)) break;
          const merged = problem.code === "text-changed" && (await this.#merge(sent.text!.name).catch(() => null));
          if (merged === null) break;
          if (merged) continue;
          showToast({ kind: "error", text: sentenceOf(problem) });
          isRefused = true;
          if (sent.text) this.#texts.set(sent.text.name, { ...sent.text, version: refused });
          this.#pending = this.#pending.slice(1).filter((later) => !isBuiltOn(later, sent));
        }
        this.#keepPending();
      }
      if (isRefused) queueMicrotask(() => void this.load());
    });
  }

  /** A draft that was also changed elsewhere: what is unsent becomes one change of both. */
  async #merge(name: string): Promise<boolean> {
    if (!name.includes("-draft-")) return false;
    const [{ rebased }, { texts }] = await Promise.all([
      import("./draft/draft-session.ts"),
      ask<{ texts: ChatText[] }>(`/api/chats/${this.#chatId}/changes`),
    ]);
    const [own, others] = [true, false].map((is) => this.#pending.filter(({ text }) => (text?.name === name) === is));
    const merged = rebased(
      own!,
      texts.find((text) => text.name === name),
    );
    if (!merged) return false;
    this.#pending = [merged, ...others!];
    this.#note(merged);
    this.#keepPending();
    this.#publish();
    return true;
  }

  /** Imports what earlier versions of Stet stored only in this browser. */
  async #bringOld(): Promise<void> {
    const { broughtFromDevice } = await import("./old-device-notes.ts");
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

/** The version of a text that the server refused: any other replaces it. */
const refused = -1;

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
