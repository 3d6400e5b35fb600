/*
 * Beside a selection: asks for a rewrite. The result is proposed in the text, to be
 * applied or rejected there; the selection itself is not changed. On failure the
 * error is logged and the menu closes.
 */
import type { Editor } from "@tiptap/core";
import { CornerDownLeft, MessageSquarePlus, PenLine } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import type { Patch } from "#core/changes/patch.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { ask } from "../../ask.ts";
import { useOpenDocument } from "../../chat/open-document.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { Spinner } from "../../kit/spinner.tsx";
import { showToast } from "../../kit/toast.tsx";
import { rememberedChoices } from "../../composer/remembered-choices.ts";
import { useAction } from "../../palette/actions.ts";
import { useEditorValue } from "./use-editor-value.ts";

type Rewrite = { label: string; prompt: string };

/** One key each while the field is empty: 1 to 5. */
const rewrites: readonly Rewrite[] = [
  { label: "Shorter", prompt: "Shorten this: keep every point, in clearly fewer words." },
  { label: "Warmer", prompt: "Change the tone of this: warmer and friendlier." },
  { label: "Plainer", prompt: "Put this in plain language: short sentences, everyday words, no jargon." },
  {
    label: "For a judge",
    prompt: "Rewrite this for a judge: formal, exact and restrained, the point first, nothing overstated.",
  },
  {
    label: "For a twelve-year-old",
    prompt: "Rewrite this for a twelve-year-old: short sentences, everyday words, hard ideas explained, never childish.",
  },
];

const others: readonly Rewrite[] = [
  { label: "Improve", prompt: "Improve this: clearer and better flowing, in the same voice." },
  { label: "Expand", prompt: "Expand this with what follows from it, without new facts." },
  { label: "Humanize", prompt: "Humanize this: plain, natural words in place of clichés and machine wording." },
  { label: "More formal", prompt: "Change the tone of this: more formal." },
  { label: "To English", prompt: "Translate this into English." },
  { label: "To Swedish", prompt: "Translate this into Swedish." },
  { label: "To German", prompt: "Translate this into German." },
  { label: "To Dutch", prompt: "Translate this into Dutch." },
];

/** Longer passages are a task for the assistant, with separate changes. */
const longest = 20_000;
const besideCharacters = 80;

type SelectionMenuProps = { editor: Editor; canChange: boolean; onComment: () => void };

export function SelectionMenu({ editor, canChange, onComment }: SelectionMenuProps) {
  const range = useEditorValue(editor, selectedRange);
  const isPressed = usePressed(editor);
  const isElsewhere = useWritesElsewhere(editor);
  const [openFor, setOpenFor] = useState<string | null>(null);
  const isOpen = range !== null && openFor === range;
  useAction({
    id: "draft.modify",
    title: "Rewrite selection",
    group: "Draft",
    shortcut: "mod+j",
    inRichText: true,
    run: () => setOpenFor(range),
    when: () => canChange && range !== null,
  });
  if (range === null || isPressed || (isElsewhere && !isOpen)) return null;
  return (
    <Beside key={`${range} ${isOpen}`} editor={editor}>
      {isOpen ? (
        <ModifyForm editor={editor} onClose={() => setOpenFor(null)} />
      ) : (
        <div className="flex">
          {canChange && (
            <IconButton
              label="Rewrite"
              shortcut="mod+j"
              icon={<PenLine />}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => setOpenFor(range)}
            />
          )}
          <IconButton
            label="Comment"
            shortcut="mod+alt+m"
            icon={<MessageSquarePlus />}
            onMouseDown={(event) => event.preventDefault()}
            onClick={onComment}
          />
        </div>
      )}
    </Beside>
  );
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
    scroller?.addEventListener("scroll", place, { passive: true });
    window.addEventListener("resize", place);
    return () => {
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

function ModifyForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const document = useOpenDocument();
  const [isPending, setPending] = useState(false);
  const [words, setWords] = useState("");
  const ended = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    ended.current = controller;
    return () => controller.abort();
  }, []);
  async function modify(prompt: string, summary: string) {
    const patch = patchOf(editor, summary);
    setPending(true);
    try {
      const model = rememberedChoices().model;
      const body = { originalText: patch.original, prompt, ...(model !== undefined && { model }) };
      const { text, model: by } = await ask<{ text: string; model: string }>("/api/text-modify", {
        body,
        signal: ended.current.signal,
      });
      if (text.trim() === patch.original.trim()) showToast({ kind: "info", text: "Nothing needed changing." });
      else document?.propose(`selection.${uuidv7()}`, "", [{ ...patch, replacement: text }], { model: by, prompt: summary });
      // The selection would cover the proposal.
      editor.commands.setTextSelection(editor.state.selection.to);
    } catch (error) {
      if (!(error instanceof DOMException)) console.error("Failed to modify text", error);
    }
    onClose();
    editor.view.focus();
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (words.trim() !== "" && !isPending) void modify(words.trim(), words.trim());
  }
  return (
    <form
      onSubmit={onSubmit}
      aria-label="Rewrite selection"
      className="w-80 max-w-[calc(100vw-2rem)] p-1"
      onKeyDown={(event) => {
        const rewrite = rewriteFor(event);
        if (rewrite !== undefined && words === "" && !isPending) {
          event.preventDefault();
          void modify(rewrite.prompt, rewrite.label);
        }
        if (event.key !== "Escape") return;
        onClose();
        editor.view.focus();
      }}
    >
      <div className="flex items-center gap-1 rounded-lg border border-rule-strong bg-paper pr-1 pl-3">
        <input
          ref={takeFocus}
          aria-label="Instruction"
          placeholder="Say what to change…"
          value={words}
          disabled={isPending}
          onChange={(event) => setWords(event.target.value)}
          className="h-9 min-w-0 flex-1 bg-transparent outline-none pointer-coarse:h-11 max-sm:text-base"
        />
        {isPending ? (
          <Spinner className="mx-2 size-4" />
        ) : (
          <IconButton type="submit" label="Run" size="small" icon={<CornerDownLeft />} disabled={words.trim() === ""} />
        )}
      </div>
      <div className="mt-1.5 flex flex-wrap gap-1 border-b border-rule pb-1.5">
        {rewrites.map((rewrite, at) => (
          <RewriteButton key={rewrite.label} rewrite={rewrite} digit={at + 1} disabled={isPending} onPress={modify} />
        ))}
      </div>
      <div className="mt-1.5 flex flex-wrap gap-1">
        {others.map((rewrite) => (
          <RewriteButton key={rewrite.label} rewrite={rewrite} disabled={isPending} onPress={modify} />
        ))}
      </div>
    </form>
  );
}

function rewriteFor({ key, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent<HTMLElement>): Rewrite | undefined {
  if (ctrlKey || metaKey || altKey || nativeEvent.isComposing || !/^[1-9]$/.test(key)) return undefined;
  return rewrites[Number(key) - 1];
}

type RewriteButtonProps = {
  rewrite: Rewrite;
  digit?: number;
  disabled: boolean;
  onPress: (prompt: string, summary: string) => Promise<void>;
};

function RewriteButton({ rewrite: { label, prompt }, digit, disabled, onPress }: RewriteButtonProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      aria-keyshortcuts={digit?.toString()}
      className="rounded-md px-2 py-1 text-xs text-ink-soft touch-target hover:bg-wash hover:text-ink disabled:opacity-50"
      onClick={() => void onPress(prompt, label)}
    >
      {label}
      {digit !== undefined && (
        <span aria-hidden="true" className="ml-1.5 text-ink-faint tabular-nums pointer-coarse:hidden">
          {digit}
        </span>
      )}
    </button>
  );
}

function takeFocus(field: HTMLInputElement | null): void {
  field?.focus({ preventScroll: true });
}

/** The selection as a change still to be written; the surrounding text tells identical passages apart. */
function patchOf(editor: Editor, summary: string): Patch {
  const { doc, selection } = editor.state;
  const words = (from: number, to: number) => doc.textBetween(Math.max(0, from), Math.min(doc.content.size, to), "\n\n", "\n");
  const { from, to } = selection;
  return {
    original: words(from, to),
    replacement: "",
    summary,
    before: words(from - besideCharacters, from),
    after: words(to, to + besideCharacters),
  };
}
