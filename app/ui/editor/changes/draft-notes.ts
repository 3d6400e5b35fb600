/*
 * The states of the changes answers proposed for this draft, and of the text they
 * wrote. The server stores them, so they are the same on every device and after a
 * reload. Anything not yet confirmed is kept here and sent again.
 */
import { writtenBlock } from "#core/changes/change-blocks.ts";
import type { ChangeNote, ChangePlace, ChangeSummary, AppliedChangeRow } from "#core/changes/proposed-change.ts";
import { ask, problemIn } from "../../ask.ts";
import { keyOfChange, placeOfName, readBlock, reopened } from "../../chat/change-rows.ts";

const storageKey = (draftId: string) => `stet.draft-notes.${draftId}`;

export class DraftNotes {
  #draftId: string;
  #rows = new Map<string, ChangeSummary>();
  #changes = new Map<string, AppliedChangeRow>();
  #pending: ChangeNote[];
  #listeners = new Set<() => void>();
  #told: Promise<void> = Promise.resolve();
  #isRead = false;

  constructor(draftId: string) {
    this.#draftId = draftId;
    this.#pending = pendingOf(draftId);
    for (const note of this.#pending) this.#note(note);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Until then, the decisions are unknown. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** From the server; offline, the local state has to do. */
  async load(): Promise<void> {
    try {
      await this.#told;
      const { changes } = await ask<{ changes: ChangeSummary[] }>(`/api/drafts/${this.#draftId}/made`);
      this.#rows = new Map(changes.map((row) => [keyOfChange(row), row]));
      for (const note of this.#pending) this.#note(note);
    } catch {
      // The next update triggers another read.
    }
    this.#isRead = true;
    this.#publish();
    this.tellServer();
  }

  /** For one block of an answer, named as in the chat: by message and block. */
  read(name: string): string {
    return readBlock(this.#rows.values(), name);
  }

  decide(
    name: string,
    index: number,
    state: "applied" | "rejected" | null,
    { change, rejectReason }: Pick<ChangeNote, "change" | "rejectReason"> = {},
  ): void {
    this.#keep({ ...placeOfName(name), place: index, state, ...(change && { change }), ...(rejectReason && { rejectReason }) });
  }

  /** What a message wrote, in order. */
  written(messageId: string): ChangeSummary[] {
    return [...this.#rows.values()].filter((row) => row.messageId === messageId && row.block === writtenBlock);
  }

  keepWritten(messageId: string, place: number, state: "applied" | "reverted", change?: AppliedChangeRow): void {
    this.#keep({ messageId, block: writtenBlock, place, state, ...(change && { change }) });
  }

  writtenAt(messageId: string, place: number): Promise<AppliedChangeRow | null> {
    return this.#changeAt({ messageId, block: writtenBlock, place });
  }

  async #changeAt(at: ChangePlace): Promise<AppliedChangeRow | null> {
    const known = this.#changes.get(keyOfChange(at));
    if (known) return known;
    try {
      const query = new URLSearchParams({ messageId: at.messageId, block: at.block, place: String(at.place) });
      const { change } = await ask<{ change: AppliedChangeRow }>(`/api/drafts/${this.#draftId}/made/one?${query.toString()}`);
      this.#changes.set(keyOfChange(at), change);
      return change;
    } catch {
      return null;
    }
  }

  changeOf(name: string, index: number): Promise<AppliedChangeRow | null> {
    return this.#changeAt({ ...placeOfName(name), place: index });
  }

  #keep(note: ChangeNote): void {
    const before = this.#pending.find((one) => keyOfChange(one) === keyOfChange(note));
    // A piece the server does not have yet stays part of the request.
    const change = note.change ?? before?.change;
    this.#pending = [...this.#pending.filter((one) => one !== before), { ...note, ...(change && { change }) }];
    this.#note(note);
    this.#keepPending();
    this.#publish();
    this.tellServer();
  }

  #note({ state, change, rejectReason = null, ...at }: Omit<ChangeNote, "rejectReason"> & { rejectReason?: string | null }): void {
    const key = keyOfChange(at);
    const before = this.#rows.get(key) ?? {
      ...at,
      patch: null,
      reason: null,
      rejectReason,
      textName: null,
      applied: null,
      added: 0,
      deleted: 0,
    };
    if (change) this.#changes.set(key, change);
    if (state === null)
      return void this.#rows.set(key, { ...before, state: "proposed", applied: null, rejectReason, patch: reopened(before.patch) });
    const { applied, added, deleted } = change ?? before;
    this.#rows.set(key, { ...before, state, applied, rejectReason, added, deleted });
  }

  /** Sends one at a time, in the order they were made. */
  tellServer(): void {
    this.#told = this.#told.then(async () => {
      for (let note = this.#pending[0]; note !== undefined; note = this.#pending[0]) {
        try {
          await ask(`/api/drafts/${this.#draftId}/made`, { method: "PUT", body: note });
        } catch (error) {
          // A final refusal; anything else is retried.
          if (![400, 403, 404, 413].includes(problemIn(error).status)) return;
        }
        this.#pending = this.#pending.filter((one) => one !== note);
        this.#keepPending();
      }
    });
  }

  /** Resolves once the server has every decision, or cannot be reached. */
  async settled(): Promise<void> {
    for (let told: Promise<void> | null = null; told !== this.#told;) await (told = this.#told);
  }

  #keepPending(): void {
    try {
      if (this.#pending.length === 0) localStorage.removeItem(storageKey(this.#draftId));
      else localStorage.setItem(storageKey(this.#draftId), JSON.stringify(this.#pending));
    } catch {
      // Storage is full or forbidden: the state lasts as long as the page.
    }
  }

  #publish(): void {
    for (const listener of this.#listeners) listener();
  }
}

function pendingOf(draftId: string): ChangeNote[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(draftId)) ?? "[]");
    return Array.isArray(kept) ? (kept as ChangeNote[]) : [];
  } catch {
    return [];
  }
}
