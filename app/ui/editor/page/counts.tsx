/* Text length and reading time, counted when the writer pauses. */
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { Selection } from "@tiptap/pm/state";
import { useEffect, useState } from "react";
import { documentText, textOffset } from "#core/document/document-text.ts";
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
    // A footnote, and what is being suggested, have fields of their own.
    document.addEventListener("selectionchange", later);
    return () => {
      clearTimeout(timer);
      editor.off("transaction", later);
      document.removeEventListener("selectionchange", later);
    };
  }, [editor]);
  const counted = countsNotes ? words : words - inNotes;
  const minutes = Math.max(1, Math.round(counted / readingSpeed));
  const isLong = counted >= readingSpeed / 4;
  function turn() {
    localStorage.setItem(withNotes, countsNotes ? "no" : "yes");
    setCountsNotes(!countsNotes);
  }
  const isSelected = selected.words + selected.inNotes > 0;
  const number = (value: number) => value.toLocaleString("en");
  return (
    <p className="text-xs whitespace-nowrap text-ink-faint tabular-nums">
      {isSelected ? `${number(countsNotes ? selected.words + selected.inNotes : selected.words)} of ` : ""}
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

type Counted = { words: number; inNotes: number };

function countsOf({ state, view }: Editor): Counted & { selected: Counted } {
  const selected = selectedInField(view.dom) ?? selectedWords(state.doc, state.selection);
  return { ...wordsIn(state.doc), selected };
}

/** Null if the caret is not in a field beside or within the text. */
function selectedInField(text: HTMLElement): Counted | null {
  const selection = getSelection();
  const { anchorNode } = selection ?? {};
  const field = (anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement)?.closest(".suggesting-field, .note-words");
  if (!selection || !field || !(text.closest("main") ?? text).contains(field)) return null;
  const part = selection.getRangeAt(0).cloneContents();
  for (const deleted of part.querySelectorAll("del")) deleted.remove();
  for (const block of part.querySelectorAll("p, h1, h2, h3, h4, pre")) block.append("\n");
  const words = countWords(part.textContent);
  return field.matches(".note-words") ? { words: 0, inNotes: words } : { words, inNotes: 0 };
}

/** Of cells, each is a range of its own. */
function selectedWords(document: Node, { ranges, empty }: Selection): Counted {
  const selected = { words: 0, inNotes: 0 };
  if (empty) return selected;
  const shown = documentText(document);
  for (const { $from, $to } of ranges) {
    const [start, end] = [textOffset(shown, document, $from.pos), textOffset(shown, document, $to.pos)];
    selected.words += countWords(shown.text.slice(start, end));
    document.nodesBetween($from.pos, $to.pos, (node) => {
      if (node.type.name === "footnote") selected.inNotes += countWords(node.textContent);
    });
  }
  return selected;
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
