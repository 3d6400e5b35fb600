/* The slash menu: arrows move, Enter selects, Escape returns to writing. */
import type { Editor } from "@tiptap/core";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { blockChoices, currentBlock } from "./blocks.ts";
import type { BlockChoice } from "./layout.ts";
import { layoutChoices } from "./layout.ts";
import { insertChoices } from "../changes/insertions.tsx";
import { dismissSlash, slashState, type SlashKeys } from "./slash-plugin.ts";
import { useEditorValue } from "../page/use-editor-value.ts";

export function SlashMenu({ editor, keys }: { editor: Editor; keys: SlashKeys }) {
  const query = useEditorValue(editor, () => slashState(editor.state)?.query ?? null);
  const from = useEditorValue(editor, () => slashState(editor.state)?.from ?? null);
  if (query === null || from === null) return null;
  const choices = choicesFor(query);
  return choices.length === 0 ? null : <Choices key={from} editor={editor} keys={keys} from={from} choices={choices} />;
}

export function choicesFor(query: string): readonly BlockChoice[] {
  const asked = query.toLowerCase();
  return [...blockChoices, ...layoutChoices, ...insertChoices].filter(({ label, words }) =>
    `${label} ${words}`
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(asked)),
  );
}

type ChoicesProps = { editor: Editor; keys: SlashKeys; from: number; choices: readonly BlockChoice[] };

function Choices({ editor, keys, from, choices }: ChoicesProps) {
  const [chosen, setAt] = useState(0);
  const at = Math.min(chosen, choices.length - 1);
  const list = useRef<HTMLUListElement>(null);

  function take(choice: BlockChoice) {
    const { state, view } = editor;
    view.dispatch(dismissSlash(state.tr).delete(from, state.selection.from));
    // Choosing a block by name never toggles it off.
    if (currentBlock(editor) !== choice.name) choice.run(editor);
  }
  useLayoutEffect(() => {
    const { left, bottom, top } = editor.view.coordsAtPos(from);
    const { style, offsetHeight } = list.current!;
    style.left = `${Math.min(left, innerWidth - 250)}px`;
    style.top = `${bottom + offsetHeight + 6 > innerHeight ? Math.max(8, top - offsetHeight - 6) : bottom + 6}px`;
  }, [editor, from]);
  useEffect(() =>
    keys.listen((event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) setAt((at + step + choices.length) % choices.length);
      else if (event.key === "Enter" || event.key === "Tab") take(choices[at]!);
      else if (event.key === "Escape") editor.view.dispatch(dismissSlash(editor.state.tr));
      else return false;
      return true;
    }),
  );
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);
  return (
    <ul
      ref={list}
      role="listbox"
      aria-label="Turn into or insert"
      className="scroll-thin fixed z-40 max-h-[300px] w-60 overflow-y-auto rounded-xl border border-rule bg-raised p-1 font-sans shadow-panel"
    >
      {choices.map((choice, i) => (
        <li
          key={choice.name}
          role="option"
          aria-selected={i === at}
          className="flex h-9 cursor-pointer items-center rounded-lg px-3 text-sm touch-target aria-selected:bg-wash-strong"
          onPointerMove={() => setAt(i)}
          onPointerDown={(event) => {
            event.preventDefault();
            take(choice);
          }}
        >
          {choice.label}
          <span className="ml-auto font-mono text-xs text-ink-faint">{choice.hint}</span>
        </li>
      ))}
    </ul>
  );
}
