/* Registers the open document with the chat and connects the window's events to
   it: changes to apply, text to write. */
import type { Editor } from "@tiptap/core";
import { useEffect } from "react";
import { openDocument } from "../../chat/open-document.ts";
import { on } from "../../events.ts";
import { DocumentPatches } from "../changes/document-patches.ts";
import { DocumentWriting } from "../changes/document-writing.ts";
import { onUpdate, type Update } from "../../updates.ts";
import { DraftNotes } from "../changes/draft-notes.ts";
import type { DraftStore } from "../saving/draft-store.ts";
import { ChangesByPeople, keepChangesByPeople } from "../changes/imported-changes.ts";
import { proposals } from "../changes/proposals.ts";

export function useOpenDocument(editor: Editor | null, store: DraftStore, canChange: boolean): void {
  useEffect(() => {
    if (!editor || !canChange) return;
    const draftId = store.id;
    const notes = new DraftNotes(draftId);
    const patches = new DocumentPatches(editor.view, notes);
    const byPeople = new ChangesByPeople(draftId, patches);
    keepChangesByPeople(editor, byPeople);
    store.saveAfter(async () => void (await Promise.all([notes.settled(), byPeople.settled()])));
    const writing = new DocumentWriting(editor.view, notes);
    const plugin = proposals((proposal, isAccepted, why) => patches.decide(proposal, isAccepted, why));
    editor.registerPlugin(plugin);
    const undone = ({ transaction }: { transaction: { getMeta(key: string): unknown } }) => {
      if (transaction.getMeta("history$") === undefined) return;
      patches.undone();
      writing.undone();
    };
    editor.on("transaction", undone);
    const ends = [
      notes.subscribe(() => patches.show()),
      openDocument({
        propose: (block, messageId, proposed, by) => patches.propose(block, messageId, proposed, by && { by }),
        withdraw: (block) => patches.withdraw(block),
        outcome: () => patches.outcome(),
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
      editor.off("transaction", undone);
      if (!editor.isDestroyed) editor.unregisterPlugin(plugin.spec.key!);
    };
  }, [editor, store, canChange]);
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
