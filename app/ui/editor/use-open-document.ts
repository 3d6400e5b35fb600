/* Tells the chat that a document is open, and lets the window's events reach it: changes to apply, words to write. */
import type { Editor } from "@tiptap/core";
import { useEffect } from "react";
import { openDocument } from "../chat/open-document.ts";
import { on } from "../events.ts";
import { DocumentPatches } from "./document-patches.ts";
import { DocumentWriting } from "./document-writing.ts";
import { proposeImported } from "./imported-changes.ts";
import { proposals } from "./proposals.ts";

export function useOpenDocument(editor: Editor | null, draftId: string, canChange: boolean): void {
  useEffect(() => {
    if (!editor || !canChange) return;
    const patches = new DocumentPatches(editor.view);
    const writing = new DocumentWriting(editor.view);
    const plugin = proposals((proposal, isAccepted) => patches.decide(proposal, isAccepted));
    editor.registerPlugin(plugin);
    const undone = ({ transaction }: { transaction: { getMeta(key: string): unknown } }) => {
      if (transaction.getMeta("history$") !== undefined) patches.undone();
    };
    editor.on("transaction", undone);
    const ends = [
      openDocument({
        propose: (block, messageId, proposed) => patches.propose(block, messageId, proposed),
        withdraw: (block) => patches.withdraw(block),
        outcome: () => patches.outcome(),
        revert: (applied) => patches.revert(applied),
      }),
      on("applyPatch", ({ patch, messageId }) => patches.hear(patch, messageId)),
      on("writing-update", ({ content, messageId }) => writing.update(content, messageId)),
      on("writing-complete", ({ content, messageId }) => writing.complete(content, messageId)),
      on("writing-revert", ({ messageId }) => writing.turn(messageId, false)),
      on("writing-apply", ({ messageId }) => writing.turn(messageId, true)),
    ];
    void proposeImported(draftId, patches);
    return () => {
      for (const end of ends) end();
      writing.close();
      editor.off("transaction", undone);
      if (!editor.isDestroyed) editor.unregisterPlugin(plugin.spec.key!);
    };
  }, [editor, draftId, canChange]);
}
