/*
 * The states of the changes answers proposed for this draft, and of the text they
 * wrote. The server stores them, so they are the same on every device and after a
 * reload; what it has not confirmed is in an outbox.
 */
import { writtenBlock } from "#core/changes/change-blocks.ts";
import type { ChangeNote, AppliedChangeRow } from "#core/requests/changes.ts";
import type { ChangePlace } from "#core/changes/proposed-change.ts";
import type { ChangeSummary } from "#core/changes/proposed-change.ts";
import { ask } from "../../ask.ts";
import { FreshRead } from "../../fresh-read.ts";
import { keyOfChange, placeOfName, readBlock, reopened } from "../../chat/change-rows.ts";
import { DecisionOutbox } from "./decision-outbox.ts";

export class DraftNotes {
  #draftId: string;
  #rows = new Map<string, ChangeSummary>();
  #changes = new Map<string, AppliedChangeRow>();
  #outbox: DecisionOutbox<ChangeNote>;
  #listeners = new Set<() => void>();
  #isRead = false;
  #made = new FreshRead(async () => {
    await this.#outbox.settled();
    return ask<{ changes: ChangeSummary[] }>(`/api/drafts/${this.#draftId}/made`);
  });

  constructor(draftId: string) {
    this.#draftId = draftId;
    this.#outbox = new DecisionOutbox({
      key: `stet.draft-notes.${draftId}`,
      send: (body) => ask(`/api/drafts/${draftId}/made`, { method: "PUT", body }),
      isSame: (one, other) => keyOfChange(one) === keyOfChange(other),
      discarded: () => void this.load(),
    });
    for (const note of this.#outbox.unsent) this.#note(note);
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
      const { changes } = await this.#made.read();
      this.#rows = new Map(changes.map((row) => [keyOfChange(row), row]));
      for (const note of this.#outbox.unsent) this.#note(note);
    } catch {
      // The next update triggers another read.
    }
    this.#isRead = true;
    this.#publish();
    this.#outbox.send();
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
    this.#made.changed();
    this.#note(note);
    this.#publish();
    // A piece the server does not have yet stays part of the request.
    this.#outbox.add(note, (before) => ({ ...(before?.change && { change: before.change }), ...note }));
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

  /** Resolves once the server has every decision, or cannot be reached. */
  settled(): Promise<void> {
    return this.#outbox.settled();
  }

  #publish(): void {
    for (const listener of this.#listeners) listener();
  }
}
