/*
 * Beside a selection: a comment on it, a rewrite (rewrite-form.tsx), a suggestion (suggest-form.tsx), or clauses of the
 * library that are like it.
 */
import type { Editor } from "@tiptap/core";
import { LibraryBig, MessageSquarePlus, PenLine } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "../../kit/icon-button.tsx";
import { late } from "../../kit/late.ts";
import type { CommentAnchor } from "#core/comments/comment-anchor.ts";
import { useAction } from "../../palette/actions.ts";
import { mostSimilarText } from "#core/templates/library.ts";
import { openSimilar } from "../changes/library-asked.ts";
import { withdrawSuggestion } from "../suggesting/withdraw-suggestion.ts";
import { anchorOfSelection } from "../comments/comment-plugin.ts";
import { useEditorValue } from "../page/use-editor-value.ts";
import type { VariantsAsked } from "./variants-dialog.tsx";

const rewriteForm = late(() => import("./rewrite-form.tsx"));
const RewriteForm = rewriteForm.part("RewriteForm");
const SuggestForm = late(() => import("./suggest-form.tsx")).part("SuggestForm");
const VariantsDialog = late(() => import("./variants-dialog.tsx")).part("VariantsDialog");

/** Longer passages are a task for the assistant, with separate changes. */
const longest = 20_000;

type SelectionMenuProps = {
  editor: Editor;
  draftId: string;
  canChange: boolean;
  /** Instead of changing it. */
  maySuggest: boolean;
  onComment: () => void;
};

export function SelectionMenu({ editor, draftId, canChange, maySuggest, onComment }: SelectionMenuProps) {
  const range = useEditorValue(editor, selectedRange);
  const isPressed = usePressed(editor);
  const isElsewhere = useWritesElsewhere(editor);
  const [openFor, setOpenFor] = useState<string | null>(null);
  const [asked, setAsked] = useState<VariantsAsked | null>(null);
  const isOpen = range !== null && openFor === range;
  const [suggestion, setSuggestion] = useState<CommentAnchor | null>(null);
  const mayRewrite = canChange && range !== null;
  useEffect(() => {
    if (mayRewrite) rewriteForm.fetch();
  }, [mayRewrite]);
  function open() {
    if (canChange) setOpenFor(range);
    else setSuggestion(anchorOfSelection(editor.state));
  }
  useAction({
    id: "draft.modify",
    title: canChange ? "Rewrite selection" : "Suggest other words",
    group: "Draft",
    shortcut: "mod+j",
    inRichText: true,
    run: open,
    when: () => (canChange || maySuggest) && range !== null,
  });
  useSimilar(editor, mayRewrite);
  // It stays if the role ends while it is open, with what was typed.
  if (suggestion !== null)
    return (
      <SuggestForm
        onWithdraw={(id) => void withdrawSuggestion(draftId, id)}
        draftId={draftId}
        anchor={suggestion}
        mayNow={maySuggest}
        onClose={() => setSuggestion(null)}
      />
    );
  if (asked !== null) return <VariantsDialog editor={editor} asked={asked} onAsk={setAsked} onClose={() => setAsked(null)} />;
  if (range === null || isPressed || (isElsewhere && !isOpen)) return null;
  return (
    <Beside key={`${range} ${isOpen}`} editor={editor}>
      {isOpen ? (
        <RewriteForm editor={editor} draftId={draftId} onClose={() => setOpenFor(null)} onVariants={setAsked} />
      ) : (
        <div className="flex">
          {(canChange || maySuggest) && (
            <IconButton
              label={canChange ? "Rewrite" : "Suggest other words"}
              shortcut="mod+j"
              icon={<PenLine />}
              onMouseDown={(event) => event.preventDefault()}
              onClick={open}
            />
          )}
          <IconButton
            label="Comment"
            shortcut="mod+alt+m"
            icon={<MessageSquarePlus />}
            onMouseDown={(event) => event.preventDefault()}
            onClick={onComment}
          />
          {canChange && (
            <IconButton
              label="Similar clauses"
              icon={<LibraryBig />}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => findSimilar(editor)}
            />
          )}
        </div>
      )}
    </Beside>
  );
}

function useSimilar(editor: Editor, mayNow: boolean): void {
  useAction({
    id: "draft.similar",
    title: "Similar clauses in the library",
    group: "Draft",
    keywords: "selection find clause variant alternative",
    inRichText: true,
    run: () => findSimilar(editor),
    when: () => mayNow,
  });
}

function findSimilar({ state }: Editor): void {
  const { from, to } = state.selection;
  openSimilar(state.doc.textBetween(from, to, "\n", " ").slice(0, mostSimilarText));
}

function selectedRange({ state }: Editor): string | null {
  const { from, to } = state.selection;
  if (to <= from || to - from > longest || state.doc.textBetween(from, to, " ").trim() === "") return null;
  return `${from} ${to}`;
}

/** Hidden while the pointer is still selecting. */
function usePressed(editor: Editor): boolean {
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    const { dom } = editor.view;
    const down = () => setPressed(true);
    const up = () => setPressed(false);
    dom.addEventListener("pointerdown", down);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", up);
    return () => {
      dom.removeEventListener("pointerdown", down);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", up);
    };
  }, [editor]);
  return isPressed;
}

/** Whether another field has focus, in which case the bar would only cover the text. */
function useWritesElsewhere(editor: Editor): boolean {
  const [isElsewhere, setElsewhere] = useState(false);
  useEffect(() => {
    const look = ({ target }: FocusEvent) =>
      setElsewhere(target instanceof Element && target.matches("input, textarea, [contenteditable]") && target !== editor.view.dom);
    document.addEventListener("focusin", look);
    return () => document.removeEventListener("focusin", look);
  }, [editor]);
  return isElsewhere;
}

function Beside({ editor, children }: { editor: Editor; children: React.ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const scroller = editor.view.dom.closest("[data-draft-scroll]");
    function place() {
      const { from, to } = editor.state.selection;
      const [start, end] = [editor.view.coordsAtPos(from), editor.view.coordsAtPos(to)];
      const { style, offsetWidth, offsetHeight } = panel.current!;
      style.left = `${Math.max(8, Math.min(end.left - offsetWidth / 2, innerWidth - offsetWidth - 8))}px`;
      const above = start.top - offsetHeight - 8;
      style.top = `${above > 110 ? above : Math.min(end.bottom + 8, innerHeight - offsetHeight - 8)}px`;
    }
    place();
    // The form is larger than the buttons, and comes after them.
    const sizes = new ResizeObserver(place);
    sizes.observe(panel.current!);
    scroller?.addEventListener("scroll", place, { passive: true });
    window.addEventListener("resize", place);
    return () => {
      sizes.disconnect();
      scroller?.removeEventListener("scroll", place);
      window.removeEventListener("resize", place);
    };
  }, [editor]);
  return (
    <div ref={panel} className="fixed z-30 rounded-xl border border-rule bg-raised p-1 shadow-panel">
      {children}
    </div>
  );
}
