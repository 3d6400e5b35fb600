/*
 * Asks for a rewrite of the selection. The result is proposed in the text, to be
 * applied or rejected there; the selection itself is not changed. On failure the
 * error is logged and the form closes. Several versions are chosen from in a
 * dialog first (variants-dialog.tsx).
 */
import type { Editor } from "@tiptap/core";
import { CornerDownLeft } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import type { Patch } from "#core/changes/patch.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { ask } from "../../ask.ts";
import { useOpenDocument } from "../../chat/open-document.ts";
import { rememberedChoices } from "../../composer/remembered-choices.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { Spinner } from "../../kit/spinner.tsx";
import { Switch } from "../../kit/switch.tsx";
import { showToast } from "../../kit/toast.tsx";
import type { VariantsAsked } from "./variants-dialog.tsx";

type Rewrite = { label: string; prompt: string };

/** One key each while the field is empty: 1 to 5. 0 asks for versions. */
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

const besideCharacters = 80;

type RewriteFormProps = { editor: Editor; draftId: string; onClose: () => void; onVariants: (asked: VariantsAsked) => void };

export function RewriteForm({ editor, draftId, onClose, onVariants }: RewriteFormProps) {
  const [words, setWords] = useState("");
  const [inVersions, setInVersions] = useState(false);
  const { isPending, modify } = useRewrite(editor, draftId, onClose);
  function run(prompt: string, summary: string) {
    if (!inVersions) return void modify(prompt, summary);
    const patch = patchOf(editor, summary);
    onVariants({ patch, prompt, body: passageToSend(draftId, patch, prompt) });
    onClose();
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (words.trim() !== "" && !isPending) run(words.trim(), words.trim());
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const digit = words === "" && !isPending ? digitOf(event) : null;
    if (digit !== null) event.preventDefault();
    if (digit === 0) setInVersions(!inVersions);
    const rewrite = digit === null ? undefined : rewrites[digit - 1];
    if (rewrite !== undefined) run(rewrite.prompt, rewrite.label);
    if (event.key !== "Escape") return;
    onClose();
    editor.view.focus();
  }
  return (
    <form onSubmit={onSubmit} onKeyDown={onKeyDown} aria-label="Rewrite selection" className="w-80 max-w-[calc(100vw-2rem)] p-1">
      <div className="flex items-center gap-1 rounded-lg border border-rule-strong bg-paper pr-1 pl-3">
        <input
          dir="auto"
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
          <RewriteButton key={rewrite.label} rewrite={rewrite} digit={at + 1} disabled={isPending} onPress={run} />
        ))}
      </div>
      <div className="mt-1.5 flex flex-wrap gap-1 border-b border-rule pb-1.5">
        {others.map((rewrite) => (
          <RewriteButton key={rewrite.label} rewrite={rewrite} disabled={isPending} onPress={run} />
        ))}
      </div>
      <div className="mt-1 px-2 text-xs text-ink-soft">
        <Switch
          label={<>Three versions to choose from{digitMark(0)}</>}
          checked={inVersions}
          onChange={setInVersions}
          disabled={isPending}
        />
      </div>
    </form>
  );
}

function useRewrite(editor: Editor, draftId: string, onClose: () => void) {
  const document = useOpenDocument();
  const [isPending, setPending] = useState(false);
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
      const { text, model: by } = await ask<{ text: string; model: string }>("/api/text-modify", {
        body: passageToSend(draftId, patch, prompt),
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
  return { isPending, modify };
}

function passageToSend(draftId: string, { original }: Patch, prompt: string): object {
  const { model } = rememberedChoices();
  return { draftId, originalText: original, prompt, ...(model !== undefined && { model }) };
}

function digitOf({ key, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent<HTMLElement>): number | null {
  if (ctrlKey || metaKey || altKey || nativeEvent.isComposing || !/^\d$/.test(key)) return null;
  return Number(key) <= rewrites.length ? Number(key) : null;
}

type RewriteButtonProps = {
  rewrite: Rewrite;
  digit?: number;
  disabled: boolean;
  onPress: (prompt: string, summary: string) => void;
};

function RewriteButton({ rewrite: { label, prompt }, digit, disabled, onPress }: RewriteButtonProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      aria-keyshortcuts={digit?.toString()}
      className="rounded-md px-2 py-1 text-xs text-ink-soft touch-target hover:bg-wash hover:text-ink disabled:opacity-50"
      onClick={() => onPress(prompt, label)}
    >
      {label}
      {digit !== undefined && digitMark(digit)}
    </button>
  );
}

function digitMark(digit: number) {
  return (
    <span aria-hidden="true" className="ml-1.5 text-ink-faint tabular-nums pointer-coarse:hidden">
      {digit}
    </span>
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
