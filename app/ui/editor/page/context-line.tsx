/* Above the chat beside a draft: the context of the next question, and passages that can be added to it. */
import type { Editor } from "@tiptap/core";
import { TextSelect, Quote, X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { contextBlocksMax, selectionPreview, toggleContextBlock, type ContextBlock } from "#core/chat/context-blocks.ts";
import { Button } from "../../kit/button.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { Popover } from "../../kit/popover.tsx";
import { chosenBlocks } from "../chat/draft-question.ts";
import { useEditorValue } from "./use-editor-value.ts";

type ChoiceProps = { editor: Editor; chosen: readonly ContextBlock[]; onChoose: (blocks: readonly ContextBlock[]) => void };
type ContextLineProps = ChoiceProps & { children?: ReactNode };

export function ContextLine({ editor, chosen, onChoose, children }: ContextLineProps) {
  const selected = useEditorValue(editor, selectedWords);
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-b border-rule px-4 py-2 text-xs text-ink-soft">
      <span className="sr-only">Your current text is sent with your question.</span>
      {selected !== "" && (
        <span className="flex max-w-full items-center gap-1.5 rounded-md bg-blue-soft px-2 py-1 text-blue" title={selected}>
          <TextSelect className="size-3.5 shrink-0" aria-hidden="true" />
          <span className="line-clamp-2 min-w-0">{selected}</span>
        </span>
      )}
      {chosen.map((block) => (
        <span key={block.id} className="flex max-w-full items-center gap-1 rounded-md bg-wash-strong py-0.5 pl-2">
          <span className="max-w-40 truncate">{block.preview}</span>
          <IconButton
            label={`Leave out: ${block.preview}`}
            size="small"
            icon={<X />}
            onClick={() => onChoose(chosen.filter((one) => one !== block))}
          />
        </span>
      ))}
      <Passages editor={editor} chosen={chosen} onChoose={onChoose} />
      {children}
    </div>
  );
}

function selectedWords({ state }: Editor): string {
  const { from, to } = state.selection;
  const words = from === to ? "" : state.doc.textBetween(from, Math.min(to, from + 4000), " ", " ");
  return words.trim() === "" ? "" : selectionPreview(words);
}

function Passages({ editor, chosen, onChoose }: ChoiceProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      title="Passages for the question"
      className="w-96 max-w-[calc(100vw-2rem)] p-3"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="small" variant="quiet">
          <Quote />
          Passages
        </Button>
      }
    >
      {open && <PassageList editor={editor} chosen={chosen} onChoose={onChoose} />}
    </Popover>
  );
}

function PassageList({ editor, chosen, onChoose }: ChoiceProps) {
  const [blocks] = useState(() => chosenBlocks(editor.state.doc));
  const ids = chosen.map(({ id }) => id);
  if (blocks.length === 0) return <p className="py-3 text-sm text-ink-soft">Passages of at least 20 characters appear here.</p>;
  return (
    <>
      <p className="mt-1 mb-2 text-xs text-ink-soft">
        {chosen.length} of {contextBlocksMax} selected. A heading includes the text below it.
      </p>
      <ul className="scroll-thin max-h-80 overflow-y-auto">
        {blocks.map((block) => (
          <li key={block.id}>
            <label
              className={`flex items-start gap-2.5 rounded-lg px-2 py-1.5 text-sm touch-target hover:bg-wash ${block.type === "heading" ? "font-medium" : ""}`}
            >
              <input
                type="checkbox"
                className="mt-1"
                checked={ids.includes(block.id)}
                disabled={!ids.includes(block.id) && chosen.length >= contextBlocksMax}
                onChange={() => {
                  const next = toggleContextBlock(ids, block.id);
                  onChoose(next.flatMap((id) => chosen.find((one) => one.id === id) ?? blocks.find((one) => one.id === id) ?? []));
                }}
              />
              <span dir="auto" className="min-w-0 flex-1">
                {block.preview}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}
