/*
 * The states of a chat's proposed changes and the texts they have changed. The
 * server's version wins, so every tab and device agrees. Anything not yet confirmed
 * is stored on the device and sent again.
 */
import type { ChangeSummary, ChatText } from "#core/changes/proposed-change.ts";
import type { ChatChanges as Sent } from "#core/requests/changes.ts";
import { ask } from "../ask.ts";
import { FreshRead } from "../fresh-read.ts";
import { onUpdate, type Update } from "../updates.ts";
import { keyOfChange, readBlock, reopened } from "./change-rows.ts";
import { otherKeys, UnsentChanges, type Unsent } from "./unsent-changes.ts";

type Note = Sent["notes"][number];
/** A text changed from `from` to `to`, null meaning `original`; `move` relocates the open changes among these. */
export type Changed = { name: string; from?: string; to: string | null; original?: string; move?: MoveRows };
export type MoveRows = (rows: readonly ChangeSummary[], decided: readonly Note[]) => ChangeSummary[];
/** Until what the server could not store is sent again. */
const retryMs = 8000;
/** A question does not wait longer for what was decided before it. */
const mostWaitMs = 2000;

export class ChatChanges {
  /** Null for a shared copy, which has no changes. */
  #chatId: string | null;
  /** Ids of the chat's messages that are on the page. */
  #messageIds: () => ReadonlySet<string>;
  #rows = new Map<string, ChangeSummary>();
  #texts = new Map<string, ChatText>();
  #unsent: UnsentChanges;
  #listeners = new Set<() => void>();
  #sent: Promise<void> = Promise.resolve();
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isRead = false;
  #stored = new FreshRead(async () => {
    await this.#sent;
    await this.#takeOver();
    return ask<{ changes: ChangeSummary[]; texts: ChatText[] }>(`/api/chats/${this.#chatId}/changes`);
  });
  #read = new Map<string, string>();
  #unlisten: (() => void) | null = null;

  constructor(chatId: string | null, messageIds: () => ReadonlySet<string>) {
    this.#chatId = chatId;
    this.#messageIds = messageIds;
    this.#unsent = new UnsentChanges(chatId ?? "");
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
      void this.leave();
    };
  };

  /** Leaves what is unsent to the next page that shows the chat. */
  async leave(): Promise<void> {
    clearTimeout(this.#retry);
    await this.#sent;
    if (this.#listeners.size === 0) this.#unsent.letGo();
  }

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

  /** Undecided changes of a text that have a place in it, from the answers on the page. */
  open = (name: string): ChangeSummary[] =>
    [...this.#rows.values()].filter(
      ({ textName, state, patch, messageId }) =>
        textName === name && state === "proposed" && patch?.place && this.#messageIds().has(messageId),
    );

  /** Whether any of a message's texts was changed. */
  hasTexts = (messageId: string): boolean =>
    [...this.#texts.values()].some(({ name, text }) => text !== null && name.startsWith(`${messageId}.`));

  /** Why the server has not stored this text, or these decisions; null if it has, or still may. */
  refusal = (name: string): string | null => this.#unsent.refusal(name);

  /** Whether this device has what the server has not stored. */
  isKept = (): boolean => this.#unsent.isKept;

  /** Resolves when what was decided is stored, or after two seconds. */
  stored = async (): Promise<void> => {
    if (this.#unsent.next() === undefined) return;
    await Promise.race([this.#sent, new Promise((resolve) => setTimeout(resolve, mostWaitMs))]);
  };

  /** Sends again what was refused of a text or a card. */
  sendAgain(name: string): void {
    this.#unsent.release(name);
    this.#publish();
    this.#send();
  }

  /** Gives up what the server has not stored of a text or a card. */
  discard(name: string): void {
    for (const { text } of this.#unsent.discard(name)) if (text) this.#texts.delete(text.name);
    void this.load();
  }

  async load(): Promise<void> {
    try {
      const { changes, texts } = await this.#stored.read();
      this.#rows = new Map(changes.map((row) => [keyOfChange(row), row]));
      this.#noteTexts(texts);
      if (Object.keys(localStorage).some((key) => /^stet\.(patches|draft-edit|changed-text)\./.test(key))) void this.#bringOld();
    } catch {
      // The next update triggers another read; where storage is forbidden, there is nothing to import.
    }
    for (const one of this.#unsent.read()) this.#note(one);
    this.#isRead = true;
    this.#publish();
    this.#send();
  }

  /** What closed pages have left on this device. */
  async #takeOver(): Promise<void> {
    try {
      if (otherKeys(this.#chatId!, this.#unsent.key).length === 0) return;
      const { takeOver } = await import("./send-changes.ts");
      await takeOver(this.#chatId!, this.#unsent, () => void this.load());
    } catch {
      // Forbidden storage, or no connection: the next read takes it over.
    }
  }

  /** An answer that was under way while a newer text was saved changes nothing. */
  #noteTexts(texts: readonly ChatText[]): void {
    for (const text of texts) if ((this.#texts.get(text.name)?.version ?? 0) <= text.version) this.#texts.set(text.name, text);
  }

  /** Decisions, and the text that results from them. */
  change(notes: readonly Note[], text?: Changed): void {
    this.#stored.changed();
    const known = text && this.#texts.get(text.name);
    const sent: Unsent = {
      notes: [...notes],
      ...(text && {
        text: {
          name: text.name,
          text: text.to,
          version: known?.version ?? 0,
          ...(text.from !== undefined && { from: text.from }),
        },
      }),
      ...(text?.to === null && text.original !== undefined && { original: text.original }),
    };
    for (const row of text?.move?.([...this.#rows.values()], notes) ?? []) this.#rows.set(keyOfChange(row), row);
    this.#note(this.#unsent.add(sent));
    this.#publish();
    this.#send();
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

  /** One at a time, in the order they were made. */
  #send(): void {
    clearTimeout(this.#retry);
    if (this.#unsent.next() === undefined) return;
    this.#sent = this.#sent.then(async () => {
      try {
        const { sendAll } = await import("./send-changes.ts");
        const waitsFor = await sendAll(this.#chatId!, this.#unsent, this.#isShown);
        // Asking again without a session would open the dialog that was just closed.
        if (waitsFor === null || waitsFor.status === 401) return;
      } catch {
        // Even the code for it could not be fetched.
      }
      if (this.#listeners.size > 0) this.#retry = setTimeout(() => this.#send(), retryMs);
    });
  }

  /** Something of what is unsent became something else, or the server's answer to it is known. */
  #isShown = (merged?: Unsent): void => {
    if (merged) this.#note(merged);
    this.#publish();
  };

  /** Imports what earlier versions of Stet stored only in this browser. */
  async #bringOld(): Promise<void> {
    const { broughtFromDevice } = await import("./old-device-notes.ts");
    const { notes, texts } = broughtFromDevice(this.#messageIds());
    const unknown = notes.filter((note) => !this.#rows.has(keyOfChange(note)));
    const changed = texts.filter(({ name }) => !this.#texts.has(name));
    if (unknown.length > 0) this.change(unknown);
    for (const { name, text } of changed) this.change([], { name, to: text });
  }

  #publish(): void {
    this.#read.clear();
    for (const listener of this.#listeners) listener();
  }
}
