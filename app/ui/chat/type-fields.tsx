/* The fields of the chosen kind of text. Each is a line of the question in the composer, which stays what is sent. */
import { useEffect, useState } from "react";
import { fieldIn, fieldsOf, withField } from "#core/prose/type-fields.ts";
import { composerField, setText } from "../composer/field-text.ts";
import { TextField } from "../kit/text-field.tsx";

export function TypeFields({ type }: { type: string }) {
  const [question, setQuestion] = useState(() => composerField()?.value ?? "");
  useEffect(() => {
    const field = composerField();
    if (field === null) return;
    const heard = () => setQuestion(field.value);
    heard();
    field.addEventListener("input", heard);
    return () => field.removeEventListener("input", heard);
  }, []);
  function write(label: string, value: string) {
    const field = composerField();
    if (field !== null) setText(field, withField(field.value, label, value));
  }
  return (
    <fieldset className="mx-auto mt-5 grid max-w-[40rem] gap-3 sm:grid-cols-3">
      <legend className="sr-only">About the text</legend>
      {fieldsOf(type).map(({ label, hint }) => (
        <TextField
          key={label}
          label={label}
          placeholder={hint}
          value={fieldIn(question, label)}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => write(label, event.currentTarget.value)}
        />
      ))}
    </fieldset>
  );
}
