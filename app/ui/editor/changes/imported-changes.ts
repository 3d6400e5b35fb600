/*
 * Changes that people propose: tracked in the imported file, or suggested by colleagues. They are shown in the text like
 * the assistant's, with their author, and decided there. The server stores the decisions for every device. Changes
 * without a certain place are in unplaced-changes.tsx.
 */
import type { Editor } from "@tiptap/core";
import { useEffect } from "react";
import type { AnchorGiven } from "#core/requests/comments.ts";
import type { ChangeDecision, ImportedChange } from "#core/changes/imported-change.ts";
import { decisionsAtOnce } from "#core/changes/proposed-change.ts";
import { FreshRead } from "../../fresh-read.ts";
import { ask } from "../../ask.ts";
import { onUpdate } from "../../updates.ts";
import { DecisionOutbox } from "./decision-outbox.ts";
import { DocumentPatches, type Decided } from "./document-patches.ts";
import { DraftNotes } from "./draft-notes.ts";
import { proposals, type Proposal } from "./proposals.ts";
import { withdrawSuggestion } from "../suggesting/withdraw-suggestion.ts";

const importedBlock = "imported";
const suggestedPrefix = "suggested.";
const minePrefix = `${suggestedPrefix}mine.`;
/** Proposed by a program with the reader's key: theirs to withdraw, but not typed by them. */
const keyPrefix = `${suggestedPrefix}key.`;

export function isByPeople({ block }: Pick<Proposal, "block">): boolean {
  return block === importedBlock || block.startsWith(suggestedPrefix);
}

/** Own suggestions that the server does not have yet (suggesting/suggestion-outbox.ts). */
export type UnsentSuggestions = {
  settled(): Promise<void>;
  /** The open ones, as they will be. */
  over(open: readonly ImportedChange[]): readonly ImportedChange[];
};

const opened = new WeakMap<Editor, ChangesByPeople>();
const unsentIn = new WeakMap<Editor, UnsentSuggestions>();

export function keepChangesByPeople(editor: Editor, changes: ChangesByPeople): void {
  opened.set(editor, changes);
  const unsent = unsentIn.get(editor);
  if (unsent) changes.withUnsent(unsent);
}

export function keepUnsent(editor: Editor, unsent: UnsentSuggestions): void {
  unsentIn.set(editor, unsent);
  opened.get(editor)?.withUnsent(unsent);
}

/** Undefined if the reader doesn't decide on changes here. */
export function changesByPeopleIn(editor: Editor): ChangesByPeople | undefined {
  return opened.get(editor);
}

export function showOpen(editor: Editor): void {
  opened.get(editor)?.showOpen();
}

/** The id of a suggestion that the reader has typed, as long as it is open. */
export function ownSuggestion({ block }: Pick<Proposal, "block">): string | null {
  return block.startsWith(minePrefix) ? block.slice(minePrefix.length) : null;
}

export class ChangesByPeople {
  #draftId: string;
  #patches: DocumentPatches;
  #outbox: DecisionOutbox<ChangeDecision>;
  #changes = new FreshRead(async () => {
    await this.#unsent?.settled();
    this.#outbox.send();
    await this.#outbox.settled();
    return ask<{ changes: ImportedChange[] }>(`/api/drafts/${this.#draftId}/changes`);
  });
  /** Of the file, by their index in its block; null until they are read. */
  #ofFile: ImportedChange[] | null = null;
  #open: readonly ImportedChange[] = [];
  /** Here or by another person: their words are in the text, and undoing an earlier rejection does not open them again. */
  #accepted = new Set<string>();
  #unsent: UnsentSuggestions | null = null;
  /** The suggestions in the text, by id. */
  #shown = new Map<string, { block: string; patch: ImportedChange["patch"] }>();

  constructor(draftId: string, patches: DocumentPatches) {
    this.#draftId = draftId;
    this.#patches = patches;
    this.#outbox = new DecisionOutbox({
      key: `stet.draft-decisions.${draftId}`,
      send: async (...decisions) => {
        await this.#unsent?.settled();
        await ask(`/api/drafts/${draftId}/changes`, { method: "PATCH", body: { decisions: decisions.flat() } });
      },
      atOnce: decisionsAtOnce,
      isSame: (one, other) => one.changeId === other.changeId,
      discarded: () => void this.load(),
    });
  }

  settled(): Promise<void> {
    return this.#outbox.settled();
  }

  async load(): Promise<void> {
    const changes = await this.#read();
    if (changes === null) return;
    const ofFile = changes.filter(({ isSuggested, decision }) => !isSuggested && decision === null);
    if (this.#ofFile === null) this.#proposeFile(ofFile);
    else this.#followFile(this.#ofFile, ofFile);
    this.#open = changes.filter(({ isSuggested, decision }) => isSuggested && decision === null);
    this.showOpen();
  }

  withUnsent(unsent: UnsentSuggestions): void {
    this.#unsent = unsent;
    this.showOpen();
  }

  showOpen(): void {
    const open = this.#unsent?.over(this.#open) ?? this.#open;
    // An own one that the server has stored has got its author and its time.
    for (const change of open)
      if (this.#shown.get(change.id)?.patch.date !== change.patch.date || !this.#shown.has(change.id)) this.#suggest(change);
    for (const [id, { block }] of this.#shown) {
      if (open.some((one) => one.id === id)) continue;
      this.#shown.delete(id);
      this.#patches.withdraw(block);
    }
  }

  #proposeFile(open: ImportedChange[]): void {
    this.#ofFile = open;
    const decided: Decided = (index, ...decision) => this.#decide(open[index]!.id, ...decision);
    const patches = open.map(({ patch }) => patch);
    const isAccepted = (index: number) => this.#accepted.has(open[index]!.id);
    this.#patches.propose(importedBlock, "", patches, { decided, isAccepted });
  }

  #suggest({ id, patch, isMine }: ImportedChange): void {
    const block = `${!isMine ? suggestedPrefix : patch.isTyped ? minePrefix : keyPrefix}${id}`;
    this.#shown.set(id, { block, patch });
    const decided: Decided = (_, ...decision) => this.#decide(id, ...decision);
    this.#patches.propose(block, "", [patch], { decided, isAccepted: () => this.#accepted.has(id) });
  }

  /** Null if they can't be read now. */
  async rejected(): Promise<readonly ImportedChange[] | null> {
    return (await this.#read())?.filter(({ decision }) => decision === "rejected") ?? null;
  }

  /**
   * A rejected one, at `anchor`; without it, it is open and listed among those that have no place. False if the server
   * can't be reached now: it will be open when it has been.
   */
  async reopen(changeId: string, anchor: AnchorGiven | null): Promise<boolean> {
    this.#decide(changeId, null, anchor);
    const change = (await this.#read())?.find(({ id }) => id === changeId);
    if (change === undefined) return false;
    const file = this.#ofFile;
    if (change.isSuggested || file === null) await this.load();
    const suggested = this.#shown.get(changeId)?.block;
    if (suggested) this.#patches.reopened({ block: suggested, index: 0, messageId: "", patch: change.patch });
    else if (file !== null) this.#showAgain(file, change);
    return true;
  }

  /** Another window, or another person, decides and reopens the same changes. */
  #followFile(file: ImportedChange[], open: readonly ImportedChange[]): void {
    this.#patches.follow(
      importedBlock,
      open.map((change) => proposalOf(file, change)),
    );
  }

  #showAgain(file: ImportedChange[], change: ImportedChange): void {
    const proposal = proposalOf(file, change);
    this.#patches.again(proposal);
    this.#patches.reopened(proposal);
  }

  /** With the decisions that the server does not have yet. */
  async #read(): Promise<readonly ImportedChange[] | null> {
    try {
      const { changes } = await this.#changes.read();
      const unsent = new Map(this.#outbox.unsent.map(({ changeId, decision }) => [changeId, decision]));
      for (const one of changes) if (unsent.has(one.id)) one.decision = unsent.get(one.id)!;
      this.#accepted = new Set(changes.filter(({ decision }) => decision === "accepted").map(({ id }) => id));
      return changes;
    } catch {
      // Offline, they load the next time the draft is opened.
      return null;
    }
  }

  #decide(changeId: string, isAccepted: boolean | null, anchor?: AnchorGiven | null): void {
    const decision = isAccepted === null ? null : isAccepted ? "accepted" : "rejected";
    this.#changes.changed();
    if (decision === "accepted") this.#accepted.add(changeId);
    else this.#accepted.delete(changeId);
    this.#outbox.add({ changeId, decision, ...(anchor && { anchor }) });
  }
}

function proposalOf(file: ImportedChange[], change: ImportedChange): Proposal {
  const known = file.findIndex(({ id }) => id === change.id);
  const index = known < 0 ? file.push(change) - 1 : known;
  return { block: importedBlock, index, messageId: "", patch: change.patch };
}

/** Open suggestions in the text of someone who makes them and does not write: they can take back their own. */
export function useSuggestionsShown(editor: Editor | null, draftId: string, isOn: boolean): void {
  useEffect(() => {
    if (!editor || !isOn) return;
    const patches = new DocumentPatches(editor.view, new DraftNotes(draftId));
    const changes = new ChangesByPeople(draftId, patches);
    const plugin = proposals(({ block }) => {
      void withdrawSuggestion(draftId, block.slice(block.lastIndexOf(".") + 1));
      patches.withdraw(block);
    }, isMine);
    editor.registerPlugin(plugin);
    void changes.load();
    const end = onUpdate((update) => {
      const isNews = update.type === "draft-changes" ? update.draftId === draftId : /connected/.test(update.type);
      if (isNews) void changes.load();
    });
    return () => {
      end();
      if (!editor.isDestroyed) editor.unregisterPlugin(plugin.spec.key!);
    };
  }, [editor, draftId, isOn]);
}

function isMine({ block }: Pick<Proposal, "block">): boolean {
  return block.startsWith(minePrefix) || block.startsWith(keyPrefix);
}
