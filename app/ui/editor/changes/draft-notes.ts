/*
 * The states of the changes answers proposed for this draft, and of the text they
 * wrote. The server stores them, so they are the same on every device and after a
 * reload. Anything not yet confirmed is kept on the device and sent again; what the
 * server refuses is kept too, said, and sent again when asked or at the next visit.
 */
import { writtenBlock } from "#core/changes/change-blocks.ts";
import type { ChangeNote, ChangePlace, ChangeSummary, AppliedChangeRow } from "#core/changes/proposed-change.ts";
import { ask, problemIn, sentenceOf } from "../../ask.ts";
import { keyOfChange, placeOfName, readBlock, reopened } from "../../chat/change-rows.ts";
import { dismissToast, showToast } from "../../kit/toast.tsx";

const storageKey = (draftId: string) => `stet.draft-notes.${draftId}`;

/** `refusals`: how many times it was sent and refused for good. */
type Pending = ChangeNote & { refusals?: number };

export class DraftNotes {
  #draftId: string;
  #rows = new Map<string, ChangeSummary>();
  #changes = new Map<string, AppliedChangeRow>();
  #pending: Pending[];
  /** Not sent again until the person asks for it, or comes back. */
  #refused: Pending[] = [];
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
      for (const note of [...this.#refused, ...this.#pending]) this.#note(note);
    } catch {
      // The next update triggers another read.
    }
    this.#isRead = true;
    this.#publish();
    this.tellServer();
  }

  get hasChanges(): boolean {
    return this.#rows.size > 0;
  }

  /** Undecided changes of the reader's own answers, in the order they were made. */
  open(): ChangeSummary[] {
    return [...this.#rows.values()].filter(({ state, isOwn }) => isOwn === true && (state === "proposed" || state === "refused"));
  }

  /** Whether its state is stored: then an answer's card has no say in it. */
  knows(name: string, index: number): boolean {
    return this.#rows.has(keyOfChange({ ...placeOfName(name), place: index }));
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
    const before = [...this.#pending, ...this.#refused].find((one) => keyOfChange(one) === keyOfChange(note));
    // A piece the server does not have yet stays part of the request.
    const change = note.change ?? before?.change;
    this.#pending = [...this.#pending.filter((one) => one !== before), { ...note, ...(change && { change }) }];
    this.#refused = this.#refused.filter((one) => one !== before);
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
        const { refusals = 0, ...body } = note;
        try {
          await ask(`/api/drafts/${this.#draftId}/made`, { method: "PUT", body });
        } catch (error) {
          const problem = problemIn(error);
          // A final refusal; anything else is retried.
          if (![400, 403, 404, 413].includes(problem.status)) return;
          this.#refused.push({ ...note, refusals: refusals + 1 });
          this.#sayRefused(sentenceOf(problem));
        }
        this.#pending = this.#pending.filter((one) => one !== note);
        this.#keepPending();
      }
    });
  }

  #sayRefused(why: string): void {
    const count = this.#refused.length;
    const what = count === 1 ? "A decision on a change was" : `${count} decisions on changes were`;
    // Refused at an earlier visit as well: it may never be accepted.
    const isOld = this.#refused.every(({ refusals = 0 }) => refusals > 1);
    showToast({
      id: storageKey(this.#draftId),
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
    dismissToast(storageKey(this.#draftId));
    this.tellServer();
  }

  #discardRefused(): void {
    this.#refused = [];
    this.#keepPending();
    dismissToast(storageKey(this.#draftId));
    void this.load();
  }

  /** Resolves once the server has every decision, or cannot be reached. */
  async settled(): Promise<void> {
    for (let told: Promise<void> | null = null; told !== this.#told;) await (told = this.#told);
  }

  #keepPending(): void {
    try {
      const unsent = [...this.#refused, ...this.#pending];
      if (unsent.length === 0) localStorage.removeItem(storageKey(this.#draftId));
      else localStorage.setItem(storageKey(this.#draftId), JSON.stringify(unsent));
    } catch {
      // Storage is full or forbidden: the state lasts as long as the page.
    }
  }

  #publish(): void {
    for (const listener of this.#listeners) listener();
  }
}

function pendingOf(draftId: string): Pending[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(draftId)) ?? "[]");
    return Array.isArray(kept) ? (kept as Pending[]) : [];
  } catch {
    return [];
  }
}
