/*
 * Tracks the authorship of every run of characters through each change: from the
 * transaction's own annotation (`authored`), from what was pasted, and from what
 * undo restores. Anything else was typed here, and content from elsewhere without
 * an annotation is unknown.
 */
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey, type EditorState, type Transaction } from "@tiptap/pm/state";
import { changeOrigins, isSameOrigin, lengthOf, replaceRuns, typed, unknown, type Runs } from "#core/authorship/authorship.ts";
import { follow, startFollowing, type Cause, type Followed } from "#core/authorship/authorship-follow.ts";
import { runsIn, setRuns } from "./authored-documents.ts";
import { pastedBy, pastedFrom, type PastedText } from "../clipboard/pasted-text.ts";
import { changedElsewhere } from "../changes/replace-document.ts";
import type { Authored } from "../clipboard/pasted-text.ts";

const key = new PluginKey<Followed>("authorship");
const authoredKey = "stet-authored";

/** Annotates a transaction with the authorship of the words it inserts. */
export function authored(tr: Transaction, said: Authored): Transaction {
  return tr.setMeta(authoredKey, said);
}

export function currentRuns(state: EditorState): Runs {
  return key.getState(state)?.runs ?? [];
}

/** `document` is the editor's initial document, as the store has it. */
export function authorship(document: Node | object, draftId: string): Plugin<Followed> {
  let pasted: PastedText | null = null;
  return new Plugin<Followed>({
    key,
    state: {
      init(_, state) {
        const runs = runsIn(document as Node);
        const begun = startFollowing(lengthOf(runs) === state.doc.content.size ? runs : runsIn(state.doc));
        setRuns(state.doc, begun.runs);
        return begun;
      },
      apply(tr, before) {
        if (!tr.docChanged) return before;
        const isPasted = /^(paste|drop)$/.test(String(tr.getMeta("uiEvent")));
        const said = (tr.getMeta(authoredKey) as Authored | undefined) ?? {};
        const after = follow(before, tr, causeOf(tr, said, isPasted ? pasted : null));
        const runs = corrected(after.runs, tr, isPasted && pasted ? { ...said, ...pastedFrom(tr, pasted) } : said);
        setRuns(tr.doc, runs);
        return { ...after, runs };
      },
    },
    props: {
      handlePaste(view, event, slice) {
        pasted = pastedBy(view, event.clipboardData, slice, draftId);
        return false;
      },
      handleDrop(view, event, slice, isMoved) {
        pasted = pastedBy(view, isMoved ? null : event.dataTransfer, slice, draftId, isMoved);
        return false;
      },
    },
  });
}

function causeOf(tr: Transaction, { origin, origins }: Authored, pasted: PastedText | null): Cause {
  const step = tr.getMeta("history$") as { redo: boolean } | undefined;
  if (step) return { kind: step.redo ? "redo" : "undo" };
  const isUndoable = tr.getMeta("addToHistory") !== false;
  const isElsewhere = tr.getMeta(changedElsewhere) === true || tr.getMeta("stet-deed") !== undefined;
  const one = origin ?? pasted?.origin ?? (isElsewhere ? unknown : typed);
  return { kind: "new", isUndoable, origin: one, ...(origins && { origins }) };
}

function corrected(followed: Runs, tr: Transaction, { runs, piece, pieces = [], quotes = [], origin }: Authored): Runs {
  if (runs && lengthOf(runs) === tr.doc.content.size) return runs;
  let found = followed;
  for (const one of piece ? [piece, ...pieces] : pieces) {
    const to = one.from + lengthOf(one.runs);
    if (to <= tr.doc.content.size) found = replaceRuns(found, one.from, to, one.runs);
  }
  for (const { from, to, of = origin, origin: quoted } of quotes)
    found = changeOrigins(found, from, to, (one) => (of && isSameOrigin(one, of) ? quoted : one));
  return found;
}
