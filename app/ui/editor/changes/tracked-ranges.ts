/*
 * Ranges that follow their words while the writer types elsewhere, for applied
 * changes and passages written by the assistant. Text typed at an edge stays
 * outside; text restored by undo stays inside.
 */
import { Plugin, PluginKey, type EditorState, type Transaction } from "@tiptap/pm/state";

export type TrackedRange = { from: number; to: number };
type Tracked = ReadonlyMap<string, TrackedRange>;
type Said = readonly (readonly [name: string, range: TrackedRange | null])[];

const key = new PluginKey<Tracked>("tracked-ranges");

export function trackedRanges(): Plugin<Tracked> {
  return new Plugin<Tracked>({
    key,
    state: {
      init: () => new Map(),
      apply(tr, before) {
        let after: Map<string, TrackedRange> | null = null;
        if (tr.docChanged && before.size > 0) {
          const inside = tr.getMeta("history$") === undefined ? 1 : -1;
          after = new Map();
          for (const [name, { from, to }] of before) {
            const start = tr.mapping.map(from, inside);
            after.set(name, { from: start, to: Math.max(start, tr.mapping.map(to, -inside)) });
          }
        }
        const set = tr.getMeta(key) as Said | undefined;
        if (!set) return after ?? before;
        after ??= new Map(before);
        for (const [name, range] of set) {
          if (range === null) after.delete(name);
          else after.set(name, range);
        }
        return after;
      },
    },
  });
}

/** Sets its range after `tr`. */
export function track(tr: Transaction, name: string, range: TrackedRange | null): Transaction {
  return tr.setMeta(key, [...((tr.getMeta(key) as Said | undefined) ?? []), [name, range]]);
}

export function trackedRange(state: EditorState, name: string): TrackedRange | null {
  return key.getState(state)?.get(name) ?? null;
}
