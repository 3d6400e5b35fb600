/*
 * Places in the document that keep their words while the writer types
 * elsewhere: an applied change, a passage the assistant wrote. What is typed at
 * the edge stays outside; what undo brings back stays inside.
 */
import { Plugin, PluginKey, type EditorState, type Transaction } from "@tiptap/pm/state";

export type TrackedRange = { from: number; to: number };
type Tracked = ReadonlyMap<string, TrackedRange>;

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
        const set = tr.getMeta(key) as [string, TrackedRange | null] | undefined;
        if (!set) return after ?? before;
        after ??= new Map(before);
        if (set[1] === null) after.delete(set[0]);
        else after.set(set[0], set[1]);
        return after;
      },
    },
  });
}

/** Sets where it stands after `tr`. One name for each transaction. */
export function track(tr: Transaction, name: string, range: TrackedRange | null): Transaction {
  return tr.setMeta(key, [name, range]);
}

export function trackedRange(state: EditorState, name: string): TrackedRange | null {
  return key.getState(state)?.get(name) ?? null;
}
