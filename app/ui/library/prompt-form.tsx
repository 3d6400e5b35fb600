/* Asks for what a prompt needs, in a dialog, and hands over its words. */
import { useState } from "react";
import { promptLimits, type LibraryPrompt } from "#core/templates/prompt-file.ts";
import { DialogForm } from "./dialog-form.tsx";
import { TemplateFields } from "./template-fields.tsx";
import { usePrompt } from "./use-prompt.ts";

type PromptFormProps = { prompt: LibraryPrompt; onBack: () => void; onTake: (text: string) => void };

export function PromptForm({ prompt, onBack, onTake }: PromptFormProps) {
  const { take, ...fields } = usePrompt(prompt, useState<Record<string, string>>({}));
  function insert(): boolean {
    const text = take();
    if (text !== null) onTake(text);
    return text !== null;
  }
  return (
    <DialogForm
      title={prompt.name}
      lang={prompt.language}
      back="Other prompts"
      onBack={onBack}
      focusOn="textarea, input, select"
      action="Insert"
      onSubmit={insert}
    >
      <TemplateFields {...fields} fields={prompt.fields} longest={promptLimits.value} />
      <p className="mt-4 text-ink-faint">What you leave empty stays in [brackets].</p>
    </DialogForm>
  );
}
