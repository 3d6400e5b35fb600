/* How a prompt is filled in before its words go into the composer. */
import { useState } from "react";
import { valuesOf } from "#core/templates/field-values.ts";
import { fillPrompt, keysIn, promptRefusals, type LibraryPrompt } from "#core/templates/prompt-file.ts";
import type { TemplateValues } from "#core/templates/template.ts";

/** What was entered, and how it is kept. */
type Entered = readonly [TemplateValues, (entered: Record<string, string>) => void];

export function usePrompt(prompt: LibraryPrompt, [entered, setEntered]: Entered) {
  const [isComplaining, setComplaining] = useState(false);
  const values = valuesOf(prompt, entered);
  const refusals = promptRefusals(prompt, values);
  const text = fillPrompt(prompt, values);

  /** Null while an answer can't be used, which the form then says. */
  function take(): string | null {
    setComplaining(true);
    return Object.keys(refusals).length > 0 ? null : text;
  }
  const onChange = (changed: TemplateValues) => setEntered({ ...entered, ...changed });
  return { values, asked: keysIn(prompt), refusals, isComplaining, text, onChange, take };
}
