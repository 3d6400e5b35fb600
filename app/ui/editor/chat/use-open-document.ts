/* Registers the open document with the chat and connects the window's events to
   it: changes to apply, text to write. */
import type { Editor } from "@tiptap/core";
import type { Transaction } from "@tiptap/pm/state";
import { useEffect } from "react";
import { placeOfName } from "../../chat/change-rows.ts";
import { openDocument, type Item } from "../../chat/open-document.ts";
import { on } from "../../events.ts";
import { DocumentPatches, keepPatches } from "../changes/document-patches.ts";
import { DocumentWriting } from "../changes/document-writing.ts";
import { onUpdate, type Update } from "../../updates.ts";
import { DraftNotes } from "../changes/draft-notes.ts";
import type { DraftStore } from "../saving/draft-store.ts";
import { ChangesByPeople, keepChangesByPeople } from "../changes/imported-changes.ts";
import { proposals, type Proposal } from "../changes/proposals.ts";
import { changedElsewhere } from "../changes/replace-document.ts";
import { nameTurns } from "../page/create-editor.ts";

export function useOpenDocument(editor: Editor | null, store: DraftStore, canChange: boolean): void {
  useEffect(() => {
    if (!editor || !canChange) return;
    const draftId = store.id;
    const notes = new DraftNotes(draftId);
    const patches = new DocumentPatches(editor.view, notes);
    const byPeople = new ChangesByPeople(draftId, patches);
    keepPatches(editor, patches);
    keepChangesByPeople(editor, byPeople);
    store.saveAfter(async () => void (await Promise.all([notes.settled(), byPeople.settled()])));
    const writing = new DocumentWriting(editor.view, notes);
    const plugin = proposals((proposal, isAccepted, why) => patches.decide(proposal, isAccepted, why));
    editor.registerPlugin(plugin);
    const states = new StatesOnServer(editor, store, { notes, byPeople, patches });
    const ends = [
      store.subscribe(() => states.saved()),
      onTurns(editor, { patches, writing, states }),
      notes.subscribe(() => patches.show()),
      openDocument({
        propose: (block, messageId, proposed, by) => patches.propose(block, messageId, proposed, by && { by }),
        withdraw: (block) => patches.withdraw(block),
        outcome: () => patches.outcome(),
        decide: (items, decision, why) => patches[decision === null ? "reopen" : "reject"](items.map(asProposal), why),
        revert: (items) => patches.revert(items),
        workAs: (messageId, agent) => patches.agents.workAs(messageId, agent),
        applyTogether: (messageId, items) => patches.agents.applyTogether(messageId, items),
        takeBackAll: (messageId, changes) => patches.agents.takeBackAll(messageId, changes ?? patches.agents.madeBy(messageId)),
        notes: {
          subscribe: notes.subscribe,
          isRead: () => notes.isRead,
          read: (block) => notes.read(block),
          write: (block, index, note) => patches.note(block, index, note),
          written: (messageId) => wordsWritten(notes, messageId),
        },
      }),
      onUpdate((update) => {
        if (!(update.type === "draft-changes" ? update.draftId === draftId : isNews(update, notes))) return;
        void notes.load();
        void byPeople.load();
      }),
      on("applyPatch", ({ patch, messageId }) => patches.hear(patch, messageId)),
      on("writing-update", ({ content, messageId }) => writing.update(content, messageId)),
      on("writing-complete", ({ content, messageId }) => writing.complete(content, messageId)),
      on("writing-revert", ({ messageId }) => void writing.turn(messageId, false)),
      on("writing-apply", ({ messageId }) => void writing.turn(messageId, true)),
    ];
    void notes.load();
    void byPeople.load();
    return () => {
      for (const end of ends) end();
      writing.close();
      if (!editor.isDestroyed) editor.unregisterPlugin(plugin.spec.key!);
    };
  }, [editor, store, canChange]);
}

function asProposal({ block, index, patch }: Item): Proposal {
  return { block, index, messageId: placeOfName(block).messageId, patch };
}

/** Undo and redo on the keyboard, and texts of other windows. */
function onTurns(
  editor: Editor,
  { patches, writing, states }: { patches: DocumentPatches; writing: DocumentWriting; states: StatesOnServer },
): () => void {
  const turned = ({ transaction }: { transaction: Transaction }) => {
    const isTurn = transaction.getMeta("history$") !== undefined;
    if (isTurn || transaction.getMeta(changedElsewhere) !== undefined) states.isDue = true;
    if (!isTurn) return;
    patches.undone(transaction);
    writing.undone();
  };
  nameTurns(editor, () => patches.turnNote());
  editor.on("transaction", turned);
  return () => void editor.off("transaction", turned);
}

/**
 * Every save moves the open changes, finds some gone and brings others back: after one in which that may have happened,
 * here or in another window, they are read again.
 */
class StatesOnServer {
  isDue = false;
  #editor: Editor;
  #store: DraftStore;
  #shown: { notes: DraftNotes; byPeople: ChangesByPeople; patches: DocumentPatches };
  #saves: number;
  #lost = "";

  constructor(
    editor: Editor,
    store: DraftStore,
    shown: { notes: DraftNotes; byPeople: ChangesByPeople; patches: DocumentPatches },
  ) {
    [this.#editor, this.#store, this.#shown, this.#saves] = [editor, store, shown, store.read().saves];
  }

  saved(): void {
    const { saves } = this.#store.read();
    if (saves === this.#saves || this.#editor.isDestroyed) return;
    this.#saves = saves;
    const lost = this.#shown.patches.lost();
    if (!this.isDue && lost === this.#lost) return;
    [this.isDue, this.#lost] = [false, lost];
    void this.#read();
  }

  async #read(): Promise<void> {
    const { doc } = this.#editor.state;
    await Promise.all([this.#shown.notes.load(), this.#shown.byPeople.load()]);
    // Places are those of the saved text. What was read is shown after a microtask.
    await Promise.resolve();
    if (!this.#editor.isDestroyed && this.#editor.state.doc === doc && this.#store.read().save === "saved")
      this.#shown.patches.findAgain();
  }
}

/** A chat that changed may have replaced an answer whose changes are shown, or brought one back. */
function isNews({ type }: Update, notes: DraftNotes): boolean {
  return /connected/.test(type) || (/^(thread|chat|chat-removed)$/.test(type) && notes.hasChanges);
}

function wordsWritten(notes: DraftNotes, messageId: string): { added: number; deleted: number } | null {
  const rows = notes.written(messageId);
  if (rows.length === 0) return null;
  const standing = rows.filter(({ state }) => state === "applied");
  const sum = (key: "added" | "deleted") => standing.reduce((total, row) => total + row[key], 0);
  return { added: sum("added"), deleted: sum("deleted") };
}
