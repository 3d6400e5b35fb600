/* Shows a card's open changes in the open document, block by block, until they are stored: from then on, the rows do. */
import { useEffect } from "react";
import type { Patch } from "#core/changes/patch.ts";
import type { OpenDocument } from "../open-document.ts";
import type { PatchItem } from "./patch-items.ts";

type Shown = { document: OpenDocument | null; messageId: string; items: readonly PatchItem[]; isKnown: boolean };

export function useDocumentChanges({ document, messageId, items, isKnown }: Shown): void {
  useEffect(() => {
    if (document === null) return;
    const blocks = new Map<string, (Patch | null)[]>();
    for (const { block, index, patch, note } of items) {
      const patches = blocks.get(block) ?? [];
      const isOpen = isKnown && !note.applied && !note.rejected && !note.gone;
      while (patches.length < index) patches.push(null);
      patches[index] = isOpen ? patch : null;
      blocks.set(block, patches);
    }
    for (const [block, patches] of blocks) document.propose(block, messageId, patches);
  }, [document, messageId, items, isKnown]);
  const names = [...new Set(items.map(({ block }) => block))].join("\n");
  useEffect(() => {
    return () => names.split("\n").forEach((name) => document?.withdraw(name));
  }, [document, names]);
}
