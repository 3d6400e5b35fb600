/* How long the text is, and how long it takes to read. Counted when the writer pauses. */
import type { Editor } from "@tiptap/core";
import { useEffect, useState } from "react";
import { documentText } from "#core/document-text.ts";
import { countWords } from "#core/words.ts";

/** Words a minute of an adult reading prose silently. */
const readingSpeed = 238;
const pauseMs = 400;

export function Counts({ editor }: { editor: Editor }) {
  const [{ words, selected }, setCounts] = useState(() => countsOf(editor));
  useEffect(() => {
    let timer = 0;
    const later = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => setCounts(countsOf(editor)), pauseMs);
    };
    editor.on("transaction", later);
    return () => {
      clearTimeout(timer);
      editor.off("transaction", later);
    };
  }, [editor]);
  const minutes = Math.max(1, Math.round(words / readingSpeed));
  const number = (value: number) => value.toLocaleString("en");
  return (
    <p className="text-xs text-ink-faint tabular-nums">
      {selected > 0 ? `${number(selected)} of ` : ""}
      {number(words)} {words === 1 ? "word" : "words"}
      <span className="mx-1.5" aria-hidden="true">
        ·
      </span>
      {minutes} min read
    </p>
  );
}

function countsOf({ state }: Editor): { words: number; selected: number } {
  const { from, to } = state.selection;
  return {
    words: countWords(documentText(state.doc).text),
    selected: from === to ? 0 : countWords(state.doc.textBetween(from, to, " ")),
  };
}
