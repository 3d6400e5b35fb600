/*
 * Own suggestions on their way to the server: kept on the device, shown in the text
 * meanwhile, and sent as one set for each stretch of text, which replaces what was
 * suggested there before.
 */
import type { Editor } from "@tiptap/core";
import type { ImportedChange, NewSuggestion } from "#core/changes/imported-change.ts";
import { ask, problemIn } from "../../ask.ts";
import { DecisionOutbox } from "../changes/decision-outbox.ts";
import { keepUnsent, showOpen, type UnsentSuggestions } from "../changes/imported-changes.ts";
import type { DraftStore } from "../saving/draft-store.ts";
import { outboxKey } from "./suggesting-choice.ts";

type SuggestionSet = { id: string; replaces: string[]; suggestions: NewSuggestion[] };

const outboxes = new WeakMap<Editor, SuggestionOutbox>();

export function outboxOf(editor: Editor, store: DraftStore): SuggestionOutbox {
  const outbox = outboxes.get(editor) ?? new SuggestionOutbox(editor, store);
  outboxes.set(editor, outbox);
  return outbox;
}

export class SuggestionOutbox implements UnsentSuggestions {
  #outbox: DecisionOutbox<SuggestionSet>;
  #store: DraftStore;
  #editor: Editor;

  constructor(editor: Editor, store: DraftStore) {
    this.#store = store;
    this.#editor = editor;
    this.#outbox = new DecisionOutbox({
      key: outboxKey(store.id),
      noun: { one: "A suggestion", several: "suggestions" },
      send: (set) => this.#send(set),
      isSame: (one, other) => one.id === other.id,
      discarded: () => showOpen(editor),
    });
    keepUnsent(editor, this);
    this.#outbox.send();
  }

  settled(): Promise<void> {
    return this.#outbox.settled();
  }

  /** After a lost connection, or once the text is saved that they are about. */
  sendAgain(): void {
    if (this.#outbox.unsent.length > 0) this.#outbox.send();
  }

  add(set: SuggestionSet): void {
    this.#outbox.add(set, (before) => {
      // That may have arrived without an answer.
      const stay = (before?.suggestions ?? []).filter(({ id }) => !set.replaces.includes(id));
      return { ...set, replaces: [...(before?.replaces ?? []), ...set.replaces], suggestions: [...stay, ...set.suggestions] };
    });
    showOpen(this.#editor);
    void this.#store.flush();
  }

  over(open: readonly ImportedChange[]): readonly ImportedChange[] {
    let all = open;
    for (const { replaces, suggestions } of this.#outbox.unsent) {
      const gone = new Set([...replaces, ...suggestions.map(({ id }) => id)]);
      all = [...all.filter(({ id }) => !gone.has(id)), ...suggestions.map(shownAs)];
    }
    return all;
  }

  async #send({ replaces, suggestions }: SuggestionSet): Promise<void> {
    try {
      await ask(`/api/drafts/${this.#store.id}/changes`, { body: { replaces, suggestions } });
    } catch (error) {
      const isAhead = problemIn(error).code === "changes-unplaced" && this.#store.read().save !== "saved";
      // Sent again once it is saved.
      throw isAhead ? new Error("The text is not saved yet") : error;
    }
  }
}

function shownAs({ id, anchor, replacement }: NewSuggestion): ImportedChange {
  const { quote: original, before, after, start } = anchor;
  const place = { start, end: start + original.length };
  const patch = { original, replacement, summary: "Suggested by you", before, after, place, isTyped: true } as const;
  return { id, patch, decision: null, isSuggested: true, isMine: true };
}
