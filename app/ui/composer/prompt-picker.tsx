/* Load prompt: saves the composer's text for later, or inserts a saved one. */
import { BookmarkPlus, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { EmptyState } from "../kit/empty-state.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { showToast } from "../kit/toast.tsx";
import { keepPrompt, listPrompts, removePrompt, type Prompt } from "./prompts.ts";

type PromptPickerProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The composer's current text. */
  current: () => string;
  onLoad: (text: string) => void;
};

export function PromptPicker({ open, onOpenChange, current, onLoad }: PromptPickerProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Load prompt"
      description="Saved to your account, so you have them on all your devices."
      size="medium"
    >
      {open && <Prompts current={current()} onLoad={(text) => (onOpenChange(false), onLoad(text))} />}
    </Dialog>
  );
}

function Prompts({ current, onLoad }: { current: string; onLoad: (text: string) => void }) {
  const [prompts, setPrompts] = useState<readonly Prompt[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const canSave = current.trim() !== "" && !prompts?.some((prompt) => prompt.text === current.trim());

  function change(asked: Promise<Prompt[]>) {
    asked.then(setPrompts, (error: unknown) => showToast({ kind: "error", text: sentenceOf(problemIn(error)) }));
  }
  function remove({ id, text }: Prompt) {
    change(removePrompt(id));
    showToast({ kind: "success", text: "Prompt deleted", action: { label: "Undo", run: () => change(keepPrompt(text)) } });
  }
  useEffect(() => {
    listPrompts().then(setPrompts, (error: unknown) => setProblem(sentenceOf(problemIn(error))));
  }, []);

  if (problem !== null) return <EmptyState title="The prompts could not be loaded">{problem}</EmptyState>;
  if (prompts === null) return <Spinner label="Loading prompts" className="mx-auto my-8" />;
  const save = (
    <Button disabled={!canSave} onClick={() => change(keepPrompt(current.trim()))}>
      <BookmarkPlus /> Save the current text
    </Button>
  );
  if (prompts.length === 0) {
    return (
      <EmptyState title="No prompts yet" action={save}>
        {canSave ? "Save what you have typed and reuse it in any chat." : "Type something you want to reuse, then save it here."}
      </EmptyState>
    );
  }
  return (
    <>
      {save}
      <ul className="-mx-2 mt-4 border-t border-rule pt-2">
        {prompts.map((prompt) => (
          <li key={prompt.id} className="flex items-start gap-1">
            <button
              type="button"
              onClick={() => onLoad(prompt.text)}
              className="line-clamp-3 min-h-9 min-w-0 flex-1 rounded-lg px-2 py-2 text-left font-serif text-base break-words touch-target hover:bg-wash"
            >
              {prompt.text}
            </button>
            <IconButton label="Delete prompt" size="small" icon={<Trash2 />} className="mt-1.5" onClick={() => remove(prompt)} />
          </li>
        ))}
      </ul>
    </>
  );
}
