/* The fields of a step, each as its setting wants it: what may be chosen is chosen, also among the names known there. */
import { useId, useRef } from "react";
import { looseCondition, writeLooseCondition, type StepFields } from "#core/workflows/block-text.ts";
import { wanted, type Names } from "#core/workflows/known-names.ts";
import { comparisons, kindRules, type SettingRule } from "#core/workflows/workflow.ts";
import { SelectField } from "../developers/select-field.tsx";
import { TextArea } from "../kit/text-area.tsx";
import { TextField } from "../kit/text-field.tsx";

/** Names of what the library has, which a step may use. */
export type LibraryNames = Readonly<Record<"Template" | "Playbook" | "Questions", readonly string[]>>;

type FieldsProps = { fields: StepFields; names: Names; library: LibraryNames; onChange: (change: Partial<StepFields>) => void };

export function SettingFields({ fields, names, library, onChange }: FieldsProps) {
  const { kind, settings } = fields;
  const asksChoice = settings["Ask"] === "choose" || settings["Answer"] === "choice";
  const shown = kindRules[kind].settings.filter(
    ({ name }) => name !== "Choices" || asksChoice || settings["Choices"] !== undefined,
  );
  if (shown.length === 0) return null;
  return (
    <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
      {shown.map((rule) => (
        <SettingField
          key={rule.name}
          rule={rule}
          kind={kind}
          value={settings[rule.name] ?? ""}
          names={names}
          library={library}
          onChange={(value) => onChange({ settings: { ...settings, [rule.name]: value } })}
        />
      ))}
    </div>
  );
}

type SettingProps = Pick<FieldsProps, "names" | "library"> & {
  rule: SettingRule;
  kind: StepFields["kind"];
  value: string;
  onChange: (value: string) => void;
};

function SettingField({ rule, kind, value, names, library, onChange }: SettingProps) {
  const { name, isRequired, hint, options } = rule;
  const words = name === "In" && kind === "for each" ? "Goes through" : (settingWords[name] ?? name);
  const label = isRequired ? words : `${words} (optional)`;
  const types = wanted[kind]?.[name];
  if (types !== undefined) {
    const fitting = [...names].filter(([, { type }]) => types.includes(type)).map(([one]) => `{{${one}}}`);
    return <Chosen label={label} value={value} options={fitting} empty="Choose" words={withoutBraces} onChange={onChange} />;
  }
  if (options !== undefined)
    return (
      <Chosen
        label={label}
        value={value}
        options={options}
        empty={isRequired ? "Choose" : "Not said"}
        words={optionIn}
        onChange={onChange}
      />
    );
  const own = name === "Template" || name === "Playbook" || name === "Questions" ? library[name] : [];
  const inputs = [...names].filter(([, { type }]) => type === name.toLowerCase()).map(([one]) => `{{${one}}}`);
  return <Suggested label={label} hint={hint} value={value} options={[...inputs, ...own]} onChange={onChange} />;
}

/** What the settings and their options are called on screen; in the text they are short. */
const settingWords: Readonly<Record<string, string>> = {
  Answer: "Form of the answer",
  In: "Where to look",
  From: "Document",
  Questions: "Set of questions",
  Documents: "Files",
  Ask: "What is asked for",
  For: "Who is asked",
  Due: "Due after",
  Proposal: "What they begin from",
  Called: "Name of the draft",
  Each: "Name of each of them",
};
const optionWords: Readonly<Record<string, string>> = {
  approve: "An approval",
  answer: "An answer",
  choose: "A choice",
  starter: "The person who started it",
  anyone: "Anyone who writes in the project",
  "yes-no": "Yes or no",
  choice: "One of several",
};
const optionIn = (option: string) => optionWords[option] ?? capitalized(option);
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const asItIs = (option: string) => option;
const withoutBraces = (text: string) => (text.startsWith("{{") ? text.slice(2, -2) : text);

type ChosenProps = {
  label: string;
  value: string;
  options: readonly string[];
  /** What stands for no choice; none if there has to be one. */
  empty?: string;
  words?: (option: string) => string;
  onChange: (value: string) => void;
};

/** A value that is none of the options stays chosen until another is. */
export function Chosen({ label, value, options, empty, words = asItIs, onChange }: ChosenProps) {
  const all = value === "" || options.includes(value) ? options : [value, ...options];
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {(empty !== undefined || value === "") && <option value="">{empty ?? "Choose"}</option>}
      {all.map((one) => (
        <option key={one} value={one}>
          {words(one)}
        </option>
      ))}
    </SelectField>
  );
}

type SuggestedProps = { label: string; hint: string; value: string; options: readonly string[]; onChange: (value: string) => void };

function Suggested({ label, hint, value, options, onChange }: SuggestedProps) {
  const list = useId();
  return (
    <>
      <TextField
        label={label}
        hint={hint}
        value={value}
        autoComplete="off"
        list={options.length === 0 ? undefined : list}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {options.length > 0 && (
        <datalist id={list}>
          {options.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </>
  );
}

type ConditionProps = Pick<FieldsProps, "names"> & { when: string; isRequired: boolean; onChange: (when: string) => void };

export function ConditionFields({ when, names, isRequired, onChange }: ConditionProps) {
  const condition = looseCondition(when);
  if (when !== "" && condition === null)
    return <TextField label="Only if" value={when} onChange={(event) => onChange(event.currentTarget.value)} />;
  const { name = "", part = "", comparison = "is", than = "" } = condition ?? {};
  const set = (change: Partial<NonNullable<typeof condition>>) =>
    onChange(writeLooseCondition({ name, part, comparison, than, ...change }));
  const known = names.get(name);
  const hasParts = known?.type === "record" || known?.type === "contact" || part !== "";
  const values = comparison === "is" || comparison === "is not" ? known?.values : undefined;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(10rem,100%),1fr))] gap-x-4 gap-y-4">
      <Chosen
        label="Only if"
        value={name}
        options={[...names.keys()]}
        empty={isRequired ? "Choose" : "Always"}
        onChange={(one) => (one === "" ? onChange("") : set({ name: one, part: "" }))}
      />
      {name !== "" && hasParts && (
        <TextField label="Part" value={part} hint="Such as Rent" onChange={(event) => set({ part: event.currentTarget.value })} />
      )}
      {name !== "" && (
        <Chosen
          label="Comparison"
          value={comparison}
          options={comparisons}
          onChange={(one) => set({ comparison: one as typeof comparison })}
        />
      )}
      {name !== "" && !comparison.endsWith("empty") && values !== undefined && (
        <Chosen label="Value" value={than} options={values} onChange={(one) => set({ than: one })} />
      )}
      {name !== "" && !comparison.endsWith("empty") && values === undefined && (
        <TextField label="Value" value={than} onChange={(event) => set({ than: event.currentTarget.value })} />
      )}
    </div>
  );
}

type BodyProps = Pick<FieldsProps, "names"> & { label: string; body: string; onChange: (body: string) => void };

/** The words of a step, with the names that may be put into them. */
export function BodyField({ label, body, names, onChange }: BodyProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  function insert(name: string) {
    const { current } = area;
    const [from, to] = [current?.selectionStart ?? body.length, current?.selectionEnd ?? body.length];
    const words = `{{${name}}}`;
    onChange(body.slice(0, from) + words + body.slice(to));
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(from + words.length, from + words.length);
    });
  }
  return (
    <div>
      <TextArea
        ref={area}
        label={label}
        dir="auto"
        rows={Math.min(14, Math.max(3, body.split("\n").length + 1))}
        value={body}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {names.size > 0 && (
        <div role="group" aria-label="Insert a name" className="mt-2 flex flex-wrap items-center gap-1.5">
          <span className="text-xs text-ink-faint">Insert</span>
          {[...names.keys()].map((name) => (
            <button
              key={name}
              type="button"
              aria-label={`Insert ${name}`}
              onClick={() => insert(name)}
              className="h-6 rounded-md border border-rule bg-raised px-1.5 font-mono text-xs text-ink-soft touch-target hover:border-rule-strong hover:text-ink"
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
