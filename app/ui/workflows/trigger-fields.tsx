/* Sets up that a workflow runs automatically, with what the form above was given. */
import { useState } from "react";
import { hourWords, weekDays, type Schedule, type WorkflowTrigger } from "#core/workflows/trigger.ts";
import type { Workflow } from "#core/workflows/workflow.ts";
import { SelectField } from "../developers/select-field.tsx";
import { Button } from "../kit/button.tsx";

type When = WorkflowTrigger["when"];
type TriggerFieldsProps = { workflow: Workflow; isPending: boolean; onSet: (when: When) => void };

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const monthDays = Array.from({ length: 31 }, (_, at) => at + 1);

export function TriggerFields({ workflow: { inputs }, isPending, onSet }: TriggerFieldsProps) {
  const files = inputs.filter(({ type }) => type === "file" || type === "files");
  const [every, setEvery] = useState<Schedule["every"] | "upload">("week");
  const [days, setDays] = useState<readonly number[]>([1]);
  const [day, setDay] = useState(1);
  const [hour, setHour] = useState(8);
  const [input, setInput] = useState(files[0]?.name ?? "");
  const isUpload = every === "upload";
  function set() {
    if (isUpload) return onSet({ kind: "upload", input });
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const schedule = every === "week" ? { every, days, hour } : every === "month" ? { every, day, hour } : { every, hour };
    return onSet({ kind: "schedule", schedule, timeZone });
  }
  return (
    <fieldset className="flex flex-col gap-4 rounded-xl border border-rule bg-raised px-4 py-4">
      <legend className="sr-only">When it runs automatically</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="When" value={every} onChange={(event) => setEvery(event.currentTarget.value as typeof every)}>
          <option value="day">Every day</option>
          <option value="week">On days of the week</option>
          <option value="month">Once a month</option>
          {files.length > 0 && <option value="upload">When a file is uploaded</option>}
        </SelectField>
        {!isUpload && <Numbers label="At" value={hour} options={hours} words={hourWords} onChange={setHour} />}
        {every === "month" && <Numbers label="Day of the month" value={day} options={monthDays} words={String} onChange={setDay} />}
        {isUpload && (
          <SelectField label="The file is" value={input} onChange={(event) => setInput(event.currentTarget.value)}>
            {files.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      {every === "week" && <Days days={days} onChange={setDays} />}
      <p className="text-ink-faint text-pretty">
        {isUpload
          ? "It runs as you, for each file that is uploaded into the project above from now on."
          : "It runs as you, with what is filled in above, in your time zone."}
      </p>
      <div>
        <Button pending={isPending} disabled={every === "week" && days.length === 0} onClick={set}>
          Set it up
        </Button>
      </div>
    </fieldset>
  );
}

type NumbersProps = {
  label: string;
  value: number;
  options: readonly number[];
  words: (option: number) => string;
  onChange: (value: number) => void;
};

function Numbers({ label, value, options, words, onChange }: NumbersProps) {
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
      {options.map((one) => (
        <option key={one} value={one}>
          {words(one)}
        </option>
      ))}
    </SelectField>
  );
}

function Days({ days, onChange }: { days: readonly number[]; onChange: (days: readonly number[]) => void }) {
  return (
    <div role="group" aria-label="Days of the week" className="flex flex-wrap gap-x-4 gap-y-1">
      {weekDays.map((name, at) => (
        <label key={name} className="flex min-h-9 items-center gap-2 touch-target">
          <input
            type="checkbox"
            checked={days.includes(at + 1)}
            onChange={(event) => onChange(event.currentTarget.checked ? [...days, at + 1] : days.filter((one) => one !== at + 1))}
          />
          {name}
        </label>
      ))}
    </div>
  );
}
