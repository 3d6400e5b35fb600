/*
 * Connects a draft's comments to its editor: highlights their words, opens a thread
 * on click, and loads other people's comments as updates arrive.
 */
import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { showToast } from "../../kit/toast.tsx";
import { useAction } from "../../palette/actions.ts";
import { onUpdate } from "../../updates.ts";
import { anchorOfSelection, commentPlaces, commentPlugin, commentRange, setComments } from "./comment-plugin.ts";
import { CommentStore, newThread, type CommentsState } from "./comment-store.ts";
import { scrollTo } from "../find/find-plugin.ts";
import { commentedWordsMax } from "#core/comments/comment.ts";

export type Comments = {
  store: CommentStore;
  state: CommentsState;
  /** On the selected words. */
  begin: () => void;
  /** Scrolls to its words and opens it. */
  go: (id: string) => void;
  step: (by: 1 | -1) => void;
};

/** `reveal` makes threads visible if they are hidden. */
export function useComments(editor: Editor | null, draftId: string, reveal: () => void): Comments {
  const [store] = useState(() => new CommentStore(draftId));
  const state = useSyncExternalStore(store.subscribe, store.read, store.read);
  useEffect(() => {
    void store.load();
    store.beginAgain();
    return onUpdate((update) => {
      const isNews = update.type === "comments" && update.draftId === draftId;
      if (isNews || update.type === "reconnected") void store.load();
    });
  }, [store, draftId]);
  usePlugin(editor, store, reveal);
  useEffect(() => {
    if (editor) draw(editor, state);
  }, [editor, state]);
  function begin() {
    const anchor = editor && anchorOfSelection(editor.state);
    if (!anchor) return showToast({ kind: "info", text: "Select the words that the comment is about." });
    if (anchor.quote.length > commentedWordsMax)
      return showToast({ kind: "info", text: "Select a shorter passage to comment on." });
    store.begin(anchor);
    reveal();
  }
  function go(id: string) {
    store.activate(id);
    const range = editor && commentRange(editor.state, id);
    if (range) scrollTo(editor.view, range.start);
    reveal();
  }
  function step(by: 1 | -1) {
    if (!editor) return;
    const isOpen = new Set(state.threads?.filter((one) => !one.isResolved).map(({ id }) => id));
    const ids = commentPlaces(editor.state)
      .map(({ id }) => id)
      .filter((id) => isOpen.has(id));
    const at = ids.indexOf(state.active ?? "");
    const next = at < 0 ? (by > 0 ? ids[0] : ids.at(-1)) : ids[(at + by + ids.length) % ids.length];
    if (next) go(next);
    else showToast({ kind: "info", text: "There are no open comments." });
  }
  useKeys(editor, { begin, step });
  return { store, state, begin, go, step };
}

function usePlugin(editor: Editor | null, store: CommentStore, reveal: () => void): void {
  const pick = useEffectEvent((id: string | null) => {
    if (id === null && store.read().active === newThread) return;
    store.activate(id);
    if (id !== null) reveal();
  });
  useEffect(() => {
    if (!editor) return;
    const plugin = commentPlugin((id) => pick(id));
    editor.registerPlugin(plugin);
    draw(editor, store.read());
    return () => {
      if (!editor.isDestroyed) editor.unregisterPlugin(plugin.spec.key!);
    };
  }, [editor, store]);
}

function draw(editor: Editor, { threads, begun, active }: CommentsState): void {
  const comments = (threads ?? []).map(({ id, anchor, isResolved }) => ({ id, anchor, isQuiet: isResolved }));
  if (begun) comments.push({ id: newThread, anchor: begun, isQuiet: false });
  if (!editor.isDestroyed) editor.view.dispatch(setComments(editor.state.tr, { comments, active }));
}

function useKeys(editor: Editor | null, { begin, step }: Pick<Comments, "begin" | "step">): void {
  const when = () => editor !== null;
  const rest = { group: "Draft", inRichText: true, when };
  useAction({ ...rest, id: "draft.comment", title: "Comment on the selection", shortcut: "mod+alt+m", run: begin });
  useAction({ ...rest, id: "draft.next-comment", title: "Next comment", shortcut: "mod+alt+n", run: () => step(1) });
  useAction({ ...rest, id: "draft.previous-comment", title: "Previous comment", shortcut: "mod+alt+p", run: () => step(-1) });
}
