/* How a prompt is filled in before its words go into the composer. */
import { useState } from "react";
import { valuesOf } from "#core/templates/field-values.ts";
import { fillPrompt, keysIn, promptRefusals, type LibraryPrompt } from "#core/templates/prompt-file.ts";
import type { TemplateValues } from "#core/templates/template.ts";

export function usePrompt(prompt: LibraryPrompt) {
  const [values, setValues] = useState<Record<string, string>>(() => valuesOf(prompt));
  const [isComplaining, setComplaining] = useState(false);
  const refusals = promptRefusals(prompt, values);
  const text = fillPrompt(prompt, values);

  /** Null while an answer can't be used, which the form then says. */
  function take(): string | null {
    setComplaining(true);
    return Object.keys(refusals).length > 0 ? null : text;
  }
  const setSome = (changed: TemplateValues) => setValues((before) => ({ ...before, ...changed }));
  return { values, asked: keysIn(prompt), refusals, isComplaining, text, setValues: setSome, take };
}
