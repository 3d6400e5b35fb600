/* A column that was suggested: taken or not, and every part of it editable. */
import { columnFormats, reviewLimits, type ColumnFormat, type NewColumn } from "#core/review/review.ts";
import { TextArea } from "../kit/text-area.tsx";
import { TextField } from "../kit/text-field.tsx";
import { formatWords } from "./format-words.ts";

/** `id`: its place in the list, from 1. */
export type Suggestion = NewColumn & { id: number; isTaken: boolean };

type SuggestedProps = { suggestion: Suggestion; onChange: (to: Suggestion) => void };

export function SuggestedColumn({ suggestion, onChange }: SuggestedProps) {
  const { id: number, label, question, format, choices, isTaken } = suggestion;
  const change = (to: Partial<Suggestion>) => onChange({ ...suggestion, ...to });
  return (
    <li className={`rounded-xl border border-rule p-3 ${isTaken ? "" : "opacity-70"}`}>
      <fieldset className="flex items-start gap-3">
        <legend className="sr-only">Column {number}</legend>
        <input
          type="checkbox"
          aria-label={`Add column ${number}`}
          checked={isTaken}
          onChange={({ target }) => change({ isTaken: target.checked })}
          className="mt-3"
        />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <div className="flex flex-col gap-2 sm:flex-row">
            <TextField
              className="min-w-0 flex-1"
              label={`Heading ${number}`}
              hideLabel
              required={isTaken}
              maxLength={reviewLimits.label}
              value={label}
              onChange={({ target }) => change({ label: target.value })}
            />
            <FormatSelect label={`Answer ${number}`} format={format} onChange={(to) => change({ format: to })} />
          </div>
          <TextArea
            label={`Question ${number}`}
            hideLabel
            rows={2}
            required={isTaken}
            maxLength={reviewLimits.question}
            value={question}
            onChange={({ target }) => change({ question: target.value })}
          />
          {format === "choice" && (
            <TextArea
              label={`Choices ${number}`}
              hideLabel
              rows={3}
              required={isTaken}
              value={choices.join("\n")}
              onChange={({ target }) => change({ choices: target.value.split("\n") })}
              hint="Choices, one per line, at least two."
            />
          )}
        </div>
      </fieldset>
    </li>
  );
}

type FormatProps = { label: string; format: ColumnFormat; onChange: (format: ColumnFormat) => void };

function FormatSelect({ label, format, onChange }: FormatProps) {
  return (
    <select
      aria-label={label}
      value={format}
      onChange={({ target }) => onChange(target.value as ColumnFormat)}
      className="h-10 rounded-lg border border-rule-strong bg-paper px-2.5 max-sm:text-base sm:w-44 pointer-coarse:h-11"
    >
      {columnFormats.map((one) => (
        <option key={one} value={one}>
          {formatWords[one]}
        </option>
      ))}
    </select>
  );
}

/** As it is added: what was left empty in the list of choices is none. */
export function columnOf({ label, question, format, choices }: Suggestion): NewColumn {
  const all = choices.map((one) => one.trim()).filter(Boolean);
  return { label, question, format, choices: format === "choice" ? all : [] };
}
