/* What the user writes, and in which language: plain form fields. */
import { writingLanguages, writtenKinds, type Writes } from "#core/account/profile.ts";

export function WritesFields({ writes }: { writes: Writes }) {
  return (
    <>
      <fieldset>
        <legend className="mb-1.5 font-medium">What do you write?</legend>
        <div className="flex flex-wrap gap-2">
          {writtenKinds.map(({ id, name }) => (
            <Choice key={id} type="checkbox" name="types" value={id} label={name} isChosen={writes.types?.includes(id) ?? false} />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-1.5 font-medium">Mostly in</legend>
        <div className="flex flex-wrap gap-2">
          {Object.entries(writingLanguages).map(([code, name]) => (
            <Choice key={code} type="radio" name="language" value={code} label={name} isChosen={writes.language === code} />
          ))}
        </div>
      </fieldset>
    </>
  );
}

type ChoiceProps = { type: "checkbox" | "radio"; name: string; value: string; label: string; isChosen: boolean };

/** A chip that is a checkbox or a radio button. */
function Choice({ type, name, value, label, isChosen }: ChoiceProps) {
  return (
    <label className="relative inline-flex h-9 items-center rounded-full border border-rule-strong px-3.5 text-ink-soft touch-target transition-colors hover:bg-wash has-checked:border-blue has-checked:bg-blue-soft has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-blue">
      <input type={type} name={name} value={value} defaultChecked={isChosen} className="sr-only" />
      {label}
    </label>
  );
}
