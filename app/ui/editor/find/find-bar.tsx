/* Find and replace, above the page. Enter goes to the next match, Shift+Enter to
   the previous one, Escape back to the text. */
import type { Editor } from "@tiptap/core";
import { ArrowDown, ArrowUp, CaseSensitive, WholeWord, X } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { Button } from "../../kit/button.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { showToast } from "../../kit/toast.tsx";
import { endSearch, findState, goToFound, replaceFound, search, type FindRules } from "./find-plugin.ts";
import { useEditorValue } from "../page/use-editor-value.ts";

export function FindBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [query, setQuery] = useState(() => selectedWords(editor));
  const [rules, setRules] = useState<FindRules>({ isSameCase: false, isWholeWord: false });
  const [replacement, setReplacement] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const count = useEditorValue(editor, () => findState(editor.state).found.length);
  const at = useEditorValue(editor, () => findState(editor.state).at);
  const canChange = useEditorValue(editor, () => editor.isEditable);
  useEffect(() => {
    const selected = selectedWords(editor);
    if (selected !== "") search(editor.view, selected);
    field.current?.select();
    return () => {
      if (!editor.isDestroyed) endSearch(editor.view);
    };
  }, [editor]);
  function find(next: string, by: FindRules) {
    setQuery(next);
    setRules(by);
    search(editor.view, next, by);
  }
  function close() {
    onClose();
    editor.view.focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    goToFound(editor.view, event.shiftKey ? -1 : 1);
    event.preventDefault();
  }
  function onEscape(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    close();
    event.preventDefault();
  }
  function replaceAll() {
    const replaced = replaceFound(editor.view, replacement, true);
    showToast({ kind: "info", text: `${replaced} replaced. Undo restores all of them.` });
  }
  return (
    <search className="flex flex-wrap items-center gap-2 border-b border-rule bg-desk px-4 py-2" onKeyDown={onEscape}>
      <input
        dir="auto"
        ref={field}
        aria-label="Find"
        placeholder="Find"
        className={inputClass}
        value={query}
        onChange={(event) => find(event.target.value, rules)}
        onKeyDown={onKeyDown}
      />
      <IconButton
        label="Match case"
        icon={<CaseSensitive />}
        pressed={rules.isSameCase}
        onClick={() => find(query, { ...rules, isSameCase: !rules.isSameCase })}
      />
      <IconButton
        label="Whole words"
        icon={<WholeWord />}
        pressed={rules.isWholeWord}
        onClick={() => find(query, { ...rules, isWholeWord: !rules.isWholeWord })}
      />
      <span role="status" className="min-w-16 text-xs text-ink-soft tabular-nums">
        {query === "" ? "" : count === 0 ? "None" : `${at + 1} of ${count}`}
      </span>
      <IconButton label="Previous" icon={<ArrowUp />} disabled={count === 0} onClick={() => goToFound(editor.view, -1)} />
      <IconButton label="Next" icon={<ArrowDown />} disabled={count === 0} onClick={() => goToFound(editor.view, 1)} />
      {canChange && (
        <>
          <input
            dir="auto"
            aria-label="Replace with"
            placeholder="Replace with"
            className={inputClass}
            value={replacement}
            onChange={(event) => setReplacement(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") replaceFound(editor.view, replacement, false);
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
      <IconButton label="Close" icon={<X />} className="ml-auto" onClick={close} />
    </search>
  );
}

/** The selection becomes the query, unless it is a whole passage. */
function selectedWords({ state }: Editor): string {
  const { from, to } = state.selection;
  const words = state.doc.textBetween(from, to, " ");
  return words.length < 100 ? words : "";
}

const inputClass =
  "h-8 w-44 min-w-0 rounded-lg border border-rule-strong bg-paper px-2.5 text-sm pointer-coarse:h-11 max-sm:grow max-sm:basis-40 max-sm:text-base";
