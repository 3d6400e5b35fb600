/* The rows of a card: the patches of its blocks, with a change for every occurrence expanded into one row each. */
import type { AgentChange } from "#core/agent/agent.ts";
import { expandedBlock } from "#core/changes/change-blocks.ts";
import type { BlockNote } from "../change-rows.ts";

export type PatchList = { block: string; patches: readonly AgentChange[] };

export type PatchItem = {
  /** With the message, the key used by the document and the states. */
  block: string;
  index: number;
  patch: AgentChange;
  note: BlockNote;
  /** One occurrence of a change that applies to all. */
  isExpanded: boolean;
};

/** By block name, then by index in the block. */
export type Notes = Record<string, Record<string, BlockNote>>;

export function itemsOf(messageId: string, lists: readonly PatchList[], notes: Notes): PatchItem[] {
  return lists.flatMap(({ block, patches }) =>
    patches.flatMap((patch, index) => {
      const name = `${messageId}.${block}`;
      const expanded = patch.all ? expandedItems(expandedBlock(name, index), notes) : [];
      if (expanded.length > 0) return expanded;
      const note = notes[name]?.[index] ?? {};
      return [{ block: name, index, patch: locatedAs(patch, note), note, isExpanded: false }];
    }),
  );
}

function expandedItems(block: string, notes: Notes): PatchItem[] {
  return Object.entries(notes[block] ?? {})
    .flatMap(([index, note]) => (note.patch ? [{ block, index: Number(index), patch: note.patch, note, isExpanded: true }] : []))
    .toSorted((a, b) => a.index - b.index);
}

/**
 * With the position that the server located. Until then, a change for every
 * occurrence is treated as an ambiguous one.
 */
function locatedAs({ all: _all, except: _except, ...patch }: AgentChange, { patch: stored }: BlockNote): AgentChange {
  if (stored?.place === undefined) return patch;
  const { place, before, after } = stored;
  const { occurrence: _, ...rest } = patch;
  return { ...rest, place, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}
