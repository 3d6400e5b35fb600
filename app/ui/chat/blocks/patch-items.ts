/* What a card lists: the patches of its blocks, and in place of one for every place a row for each. */
import type { AgentChange } from "#core/agent/agent.ts";
import { expandedBlock } from "#core/changes/change-blocks.ts";
import type { BlockNote } from "../change-rows.ts";

export type PatchList = { block: string; patches: readonly AgentChange[] };

export type PatchItem = {
  /** With the message, as the document and the states know it. */
  block: string;
  index: number;
  patch: AgentChange;
  note: BlockNote;
  /** One of the places of a change for every place. */
  isExpanded: boolean;
};

/** By the name of a block, and by the place in it. */
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

/** With the place that the server has found. Until then a change for every place is one whose words are there several times. */
function locatedAs({ all: _all, except: _except, ...patch }: AgentChange, { patch: stored }: BlockNote): AgentChange {
  if (stored?.place === undefined) return patch;
  const { place, before, after } = stored;
  const { occurrence: _, ...rest } = patch;
  return { ...rest, place, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}
