/* Asks for what a prompt needs, in a dialog, and hands over its words. */
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { promptLimits, type LibraryPrompt } from "#core/templates/prompt-file.ts";
import { Button } from "../kit/button.tsx";
import { TemplateFields } from "./template-fields.tsx";
import { usePrompt } from "./use-prompt.ts";

type PromptFormProps = { prompt: LibraryPrompt; onBack: () => void; onTake: (text: string) => void };

export function PromptForm({ prompt, onBack, onTake }: PromptFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { take, asked, setValues, values, refusals, isComplaining } = usePrompt(prompt);
  useEffect(() => form.current?.querySelector<HTMLElement>("textarea, input, select")?.focus(), []);
  function insert() {
    const text = take();
    if (text !== null) return onTake(text);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  }
  return (
    <form
      ref={form}
      aria-label={prompt.name}
      onSubmit={(event) => {
        event.preventDefault();
        // React passes it on to the form that the dialog was opened from: the composer would send.
        event.stopPropagation();
        insert();
      }}
    >
      <div className="mb-4 flex items-center gap-2">
        <Button variant="quiet" size="small" aria-label="Other prompts" onClick={onBack}>
          <ArrowLeft />
        </Button>
        <h3 lang={prompt.language} dir="auto" className="min-w-0 truncate font-serif text-title">
          {prompt.name}
        </h3>
      </div>
      <TemplateFields
        fields={prompt.fields}
        asked={asked}
        values={values}
        refusals={refusals}
        isComplaining={isComplaining}
        longest={promptLimits.value}
        onChange={setValues}
      />
      <p className="mt-4 text-ink-faint">What you leave empty stays in [brackets].</p>
      <div className="sticky -bottom-5 -mx-5 mt-4 -mb-5 flex justify-end border-t border-rule bg-raised px-5 py-3">
        <Button type="submit" variant="primary">
          Insert
        </Button>
      </div>
    </form>
  );
}
