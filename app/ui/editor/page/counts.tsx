/* Text length and reading time, counted when the writer pauses. */
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { useEffect, useState } from "react";
import { documentText } from "#core/document/document-text.ts";
import { countWords } from "#core/text/words.ts";

/** Words per minute for an adult reading prose silently. */
const readingSpeed = 238;
const pauseMs = 400;
/** Stored on this device: whether footnotes count. */
const withNotes = "stet.counts-notes";

export function Counts({ editor }: { editor: Editor }) {
  const [{ words, inNotes, selected }, setCounts] = useState(() => countsOf(editor));
  const [countsNotes, setCountsNotes] = useState(() => localStorage.getItem(withNotes) !== "no");
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
  const counted = countsNotes ? words : words - inNotes;
  const minutes = Math.max(1, Math.round(counted / readingSpeed));
  const isLong = counted >= readingSpeed / 4;
  function turn() {
    localStorage.setItem(withNotes, countsNotes ? "no" : "yes");
    setCountsNotes(!countsNotes);
  }
  const number = (value: number) => value.toLocaleString("en");
  return (
    <p className="text-xs whitespace-nowrap text-ink-faint tabular-nums">
      {selected > 0 ? `${number(selected)} of ` : ""}
      {number(counted)} {counted === 1 ? "word" : "words"}
      {inNotes > 0 && (
        <button
          type="button"
          aria-pressed={countsNotes}
          className="ml-1 touch-target hover:text-ink hover:underline"
          onClick={turn}
        >
          {countsNotes ? "with notes" : "without notes"}
        </button>
      )}
      {isLong && (
        <span className={inNotes > 0 ? "max-sm:hidden" : "@max-sm:hidden"}>
          <span className="mx-1.5" aria-hidden="true">
            ·
          </span>
          {minutes} min read
        </span>
      )}
    </p>
  );
}

function countsOf({ state }: Editor): { words: number; inNotes: number; selected: number } {
  const { from, to } = state.selection;
  return {
    ...wordsIn(state.doc),
    selected: from === to ? 0 : countWords(state.doc.textBetween(from, to, " ")),
  };
}

/** Cache for the last counted document: the caret moves more often than the words change. */
let counted: { document: Node; words: number; inNotes: number } | null = null;

function wordsIn(document: Node): { words: number; inNotes: number } {
  if (counted?.document !== document) {
    const { text, notesAt } = documentText(document);
    const inNotes = notesAt < text.length ? countWords(text.slice(notesAt)) : 0;
    counted = { document, words: countWords(text.slice(0, notesAt)) + inNotes, inNotes };
  }
  return counted;
}
