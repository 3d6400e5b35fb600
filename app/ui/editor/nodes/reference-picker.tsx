/* Chooses the target of a cross-reference by number or words. Arrows move, Enter selects, Escape closes. */
import type { Editor } from "@tiptap/core";
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { referenceTargets, type ReferenceTarget } from "#core/clauses/references.ts";
import { insertReference, isPickingReference, pickReference } from "./references.ts";
import { useEditorValue } from "../page/use-editor-value.ts";

type PickerProps = { editor: Editor; language: string | null };

export function ReferencePicker({ editor, language }: PickerProps) {
  const isPicking = useEditorValue(editor, () => isPickingReference(editor.state));
  return isPicking && <Picker editor={editor} language={language} />;
}

const mostShown = 60;

/** Prefix matches come before other matches. */
export function targetsFor(targets: readonly ReferenceTarget[], query: string): readonly ReferenceTarget[] {
  const asked = query.trim().toLowerCase();
  if (asked === "") return targets.slice(0, mostShown);
  const begins = targets.filter(({ label }) => label.toLowerCase().startsWith(asked));
  const holds = targets.filter((one) => !begins.includes(one) && one.words.toLowerCase().includes(asked));
  return [...begins, ...holds].slice(0, mostShown);
}

function Picker({ editor, language }: PickerProps) {
  // The text cannot change meanwhile, because the focus is here.
  const [targets] = useState(() => referenceTargets(editor.state.doc));
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const panel = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const shown = targetsFor(targets, query);

  useLayoutEffect(() => {
    const { left, bottom, top } = editor.view.coordsAtPos(editor.state.selection.from);
    const { style, offsetHeight, offsetWidth } = panel.current!;
    style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`;
    style.top = `${Math.max(8, bottom + offsetHeight + 6 > innerHeight ? top - offsetHeight - 6 : bottom + 6)}px`;
  }, [editor]);
  useLayoutEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);

  function close() {
    pickReference(editor.view, false);
    editor.view.focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && shown.length > 0) setAt((at + step + shown.length) % shown.length);
    else if (event.key === "Enter" && shown[at]) insertReference(editor.view, shown[at], language);
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
  }
  return (
    <div
      ref={panel}
      className="fixed z-40 flex w-[min(26rem,calc(100vw-1rem))] flex-col rounded-xl border border-rule bg-raised font-sans shadow-panel"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) pickReference(editor.view, false);
      }}
    >
      <input
        dir="auto"
        autoFocus
        role="combobox"
        aria-label="Refer to"
        aria-expanded="true"
        aria-controls="reference-targets"
        aria-activedescendant={shown[at] && `reference-target-${at}`}
        placeholder="Number or words of a clause"
        className="h-11 shrink-0 border-b border-rule bg-transparent px-4 text-sm outline-none max-sm:text-base"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul
        ref={list}
        id="reference-targets"
        role="listbox"
        aria-label="Clauses, headings and footnotes"
        className="scroll-thin h-64 overflow-y-auto p-1"
      >
        {shown.map((target, i) => (
          <Row
            key={target.pos}
            id={`reference-target-${i}`}
            target={target}
            isChosen={i === at}
            onPoint={() => setAt(i)}
            onTake={() => insertReference(editor.view, target, language)}
          />
        ))}
        {shown.length === 0 && (
          <li role="presentation" className="px-3 py-2 text-sm text-ink-soft">
            {targets.length === 0 ? "There are no clauses, headings or footnotes yet." : "No matches"}
          </li>
        )}
      </ul>
    </div>
  );
}

const kindWords: Record<ReferenceTarget["kind"], string> = { clause: "", heading: "Heading", footnote: "Footnote" };

type RowProps = { id: string; target: ReferenceTarget; isChosen: boolean; onPoint: () => void; onTake: () => void };

function Row({ id, target: { kind, label, words }, isChosen, onPoint, onTake }: RowProps) {
  const isNumbered = /^\d/.test(label);
  return (
    <li
      id={id}
      role="option"
      aria-selected={isChosen}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 text-sm touch-target aria-selected:bg-wash-strong"
      onPointerMove={onPoint}
      onPointerDown={(event) => {
        event.preventDefault();
        onTake();
      }}
    >
      <span className="w-14 shrink-0 text-ink-soft tabular-nums">{isNumbered ? label : ""}</span>
      <span className="min-w-0 flex-1 truncate">{words || "Empty"}</span>
      {kind !== "clause" && <span className="shrink-0 text-xs text-ink-faint">{kindWords[kind]}</span>}
    </li>
  );
}
