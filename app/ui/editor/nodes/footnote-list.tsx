/*
 * The footnotes at the foot of the page, numbered in citation order. Clicking the
 * words edits them in place; clicking the number, or Escape, goes back to the
 * citation.
 */
import type { Editor } from "@tiptap/core";
import { useEffect, useMemo, useRef, useState } from "react";
import { footnotesToHtml } from "#core/document/document-html.ts";
import { leaveFootnote, listedNotes, openFootnote, openNote, type ListedNote } from "./footnotes.ts";
import { NoteView } from "./note-view.ts";
import { useEditorValue } from "../page/use-editor-value.ts";
import { ownHtml } from "../../trusted-html.ts";

type Shown = { notes: readonly ListedNote[]; html: readonly string[] };

export function FootnoteList({ editor }: { editor: Editor }) {
  const { notes, html } = useNotes(editor);
  const open = useEditorValue(editor, () => openNote(editor.state));
  if (notes.length === 0) return null;
  return (
    <section aria-label="Footnotes" className="mx-auto w-full max-w-[46rem] px-6 pb-16 sm:px-10">
      <hr className="mb-4 w-24 border-rule-strong" />
      <ol className="flex flex-col gap-1 font-serif text-[0.9375rem] leading-6">
        {notes.map((note, i) => (
          <li key={note.number} data-note={note.number} className="flex items-baseline gap-2 rounded-lg focus-within:bg-wash">
            <button
              type="button"
              aria-label={`Go to footnote ${note.number} in the text`}
              title="Go to it in the text"
              className="w-7 shrink-0 text-right font-sans text-xs text-blue tabular-nums touch-target hover:underline"
              onClick={() => leaveFootnote(editor.view, note.pos)}
            >
              {note.number}
            </button>
            {open === note.pos ? (
              <OpenNote editor={editor} note={note} />
            ) : (
              <ClosedNote editor={editor} note={note} html={html[i] ?? ""} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function useNotes(editor: Editor): Shown {
  const [shown, setShown] = useState(() => notesOf(editor));
  useEffect(() => {
    const changed = ({ transaction }: { transaction: { docChanged: boolean } }) => {
      if (!transaction.docChanged) return;
      setShown((before) => {
        const notes = listedNotes(editor.state);
        const isSame = notes.length === before.notes.length && notes.every((note, i) => note.node === before.notes[i]!.node);
        if (isSame && notes.every((note, i) => note.pos === before.notes[i]!.pos)) return before;
        // The number of a reference in it may have changed.
        const isStill = isSame && !notes.some(({ node }) => node.children.some(({ type }) => type.name === "reference"));
        return isStill ? { notes, html: before.html } : notesOf(editor);
      });
    };
    editor.on("transaction", changed);
    return () => void editor.off("transaction", changed);
  }, [editor]);
  return shown;
}

function notesOf(editor: Editor): Shown {
  const notes = listedNotes(editor.state);
  return { notes, html: notes.length === 0 ? [] : footnotesToHtml(editor.state.doc) };
}

const wordsClass = "note-words min-h-6 min-w-0 flex-1 rounded-md px-1";

function ClosedNote({ editor, note, html }: { editor: Editor; note: ListedNote; html: string }) {
  const canChange = useEditorValue(editor, () => editor.isEditable);
  // React assigns what is not the same object.
  const inner = useMemo(() => ({ __html: ownHtml(html || (canChange ? "Empty note" : "")) }), [html, canChange]);
  if (!canChange) return <div className={wordsClass} dangerouslySetInnerHTML={inner} />;
  return (
    <div
      role="textbox"
      aria-label={`Footnote ${note.number}`}
      tabIndex={0}
      className={`${wordsClass} cursor-text ${html === "" ? "text-ink-faint" : ""}`}
      onFocus={() => openFootnote(editor.view, note.pos)}
      dangerouslySetInnerHTML={inner}
    />
  );
}

function OpenNote({ editor, note }: { editor: Editor; note: ListedNote }) {
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<NoteView | null>(null);
  const label = `Footnote ${note.number}`;
  useEffect(() => {
    const element = document.createElement("div");
    holder.current!.append(element);
    view.current = new NoteView(element, editor.view, editor.state.doc.nodeAt(note.pos)!, label);
    element.scrollIntoView({ block: "nearest" });
    return () => {
      view.current?.destroy();
      view.current = null;
      element.remove();
    };
    // The view stays the same while it is open, wherever its note moves.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [editor]);
  useEffect(() => view.current?.update(note.node), [note.node]);
  return <div ref={holder} className={wordsClass} />;
}
