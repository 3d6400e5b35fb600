/* Find and replace, over the page. Enter goes to the next, Shift+Enter to the one before, Escape back to the text. */
import type { Editor } from "@tiptap/core";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { Button } from "../kit/button.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { showToast } from "../kit/toast.tsx";
import { findState, goToFound, replaceFound, search } from "./find-plugin.ts";
import { useEditorValue } from "./use-editor-value.ts";

export function FindBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [replacement, setReplacement] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const count = useEditorValue(editor, () => findState(editor.state).found.length);
  const at = useEditorValue(editor, () => findState(editor.state).at);
  const canChange = useEditorValue(editor, () => editor.isEditable);
  useEffect(() => {
    const { from, to } = editor.state.selection;
    const selected = editor.state.doc.textBetween(from, to, " ");
    if (selected !== "" && selected.length < 100) {
      field.current!.value = selected;
      search(editor.view, selected);
    }
    field.current?.select();
    return () => {
      if (!editor.isDestroyed) search(editor.view, "");
    };
  }, [editor]);
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter") goToFound(editor.view, event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") {
      onClose();
      editor.view.focus();
    } else return;
    event.preventDefault();
  }
  function replaceAll() {
    const replaced = replaceFound(editor.view, replacement, true);
    showToast({ kind: "info", text: `${replaced} replaced. Undo brings all of them back.` });
  }
  return (
    <search className="flex flex-wrap items-center gap-2 border-b border-rule bg-desk px-4 py-2">
      <input
        ref={field}
        aria-label="Find"
        placeholder="Find"
        className={inputClass}
        onChange={(event) => search(editor.view, event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span role="status" className="min-w-16 text-xs text-ink-soft tabular-nums">
        {count === 0 ? "None" : `${at + 1} of ${count}`}
      </span>
      <IconButton label="Previous" icon={<ArrowUp />} disabled={count === 0} onClick={() => goToFound(editor.view, -1)} />
      <IconButton label="Next" icon={<ArrowDown />} disabled={count === 0} onClick={() => goToFound(editor.view, 1)} />
      {canChange && (
        <>
          <input
            aria-label="Replace with"
            placeholder="Replace with"
            className={inputClass}
            value={replacement}
            onChange={(event) => setReplacement(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Escape") onKeyDown(event);
            }}
          />
          <Button size="small" disabled={count === 0} onClick={() => replaceFound(editor.view, replacement, false)}>
            Replace
          </Button>
          <Button size="small" disabled={count === 0} onClick={replaceAll}>
            Replace all
          </Button>
        </>
      )}
      <IconButton label="Close" icon={<X />} className="ml-auto" onClick={onClose} />
    </search>
  );
}

const inputClass =
  "h-8 w-44 min-w-0 rounded-lg border border-rule-strong bg-paper px-2.5 text-sm pointer-coarse:h-11 max-sm:flex-1 max-sm:text-base";
