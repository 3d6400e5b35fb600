/* What a workflow asks for, a row for each input. */
import { Plus } from "lucide-react";
import type { InputFields, InputRow } from "#core/workflows/block-text.ts";
import {
  editInput,
  editInputText,
  editSample,
  insertInput,
  insertInputLine,
  moveInput,
  removeInput,
  renameEverywhere,
} from "#core/workflows/edit-blocks.ts";
import { inputTypes } from "#core/workflows/workflow.ts";
import { Button } from "../kit/button.tsx";
import { TextArea } from "../kit/text-area.tsx";
import { TextField } from "../kit/text-field.tsx";
import { showToast } from "../kit/toast.tsx";
import type { EditSource } from "../library/use-kept-source.ts";
import { capitalized, Chosen } from "./block-fields.tsx";
import { Actions, type StepActions } from "./block-step.tsx";
import { nameRefusal, NameField } from "./name-field.tsx";

export type FocusOn = (selector: string) => void;
type BlockInputsProps = {
  inputs: readonly InputRow[];
  /** Names of results. */
  taken: readonly string[];
  fault: { input: number; sentence: string } | null;
  edit: EditSource;
  focusOn: FocusOn;
};

export function BlockInputs({ inputs, taken, fault, edit, focusOn }: BlockInputsProps) {
  function add() {
    const names = new Set([...taken, ...inputs.map(({ fields }) => fields?.name)]);
    let count = inputs.length + 1;
    while (names.has(`input${count}`)) count++;
    const fresh = { name: `input${count}`, type: "text", options: "", isOptional: false, label: "What is asked for" };
    edit((source) => insertInput(source, inputs.length, fresh));
    focusOn(`[data-input="${inputs.length}"] input`);
  }
  function remove(at: number) {
    const { text } = inputs[at] ?? { text: "" };
    edit((source) => removeInput(source, at).source);
    const undo = { label: "Undo", run: () => edit((source) => insertInputLine(source, at, text)) };
    showToast({ kind: "info", text: "Input removed", action: undo });
    focusOn('[data-act="add-input"]');
  }
  function move(at: number, by: -1 | 1) {
    edit((source) => moveInput(source, at, by) ?? source);
    focusOn(`[data-input="${at + by}"] [data-act="${by === 1 ? "down" : "up"}"]`);
  }
  return (
    <section aria-label="Inputs">
      <h2 className="group-label">Inputs</h2>
      <p className="mt-1 text-ink-faint">What is asked for before it runs.</p>
      <ul className="mt-3 flex flex-col gap-3">
        {inputs.map((row, at) => (
          <InputCard
            key={`input ${number(at)}`}
            at={at}
            row={row}
            fault={fault?.input === at ? fault.sentence : null}
            taken={[...taken, ...inputs.flatMap(({ fields }, other) => (fields === null || other === at ? [] : [fields.name]))]}
            actions={{
              up: at === 0 ? null : () => move(at, -1),
              down: at === inputs.length - 1 ? null : () => move(at, 1),
              remove: () => remove(at),
            }}
            edit={edit}
          />
        ))}
      </ul>
      <Button className="mt-3" size="small" data-act="add-input" onClick={add}>
        <Plus /> Add an input
      </Button>
    </section>
  );
}

const number = (at: number) => at + 1;

type InputCardProps = {
  at: number;
  row: InputRow;
  fault: string | null;
  taken: readonly string[];
  actions: Omit<StepActions, "regroup">;
  edit: EditSource;
};

function InputCard({ at, row, fault, taken, actions, edit }: InputCardProps) {
  return (
    <li
      data-input={at}
      className={`rounded-xl border bg-paper px-4 py-3 shadow-sm sm:px-5 ${fault === null ? "border-rule" : "border-danger"}`}
    >
      <div className="flex items-center justify-between gap-3">
        <p className="text-xs text-ink-faint">Input {number(at)}</p>
        <Actions name={`input ${number(at)}`} actions={actions} />
      </div>
      {fault !== null && <p className="mb-2 text-danger text-pretty">{fault}</p>}
      {row.fields === null ? (
        <TextField
          label="Its line"
          hint="Fields can’t show this input, so this is its line."
          value={row.text}
          onChange={(event) => {
            const { value } = event.currentTarget;
            edit((source) => editInputText(source, at, value));
          }}
        />
      ) : (
        <Row at={at} fields={row.fields} sample={row.sample} taken={taken} edit={edit} />
      )}
    </li>
  );
}

type RowProps = { at: number; fields: InputFields; sample: string; taken: readonly string[]; edit: EditSource };

function Row({ at, fields, sample, taken, edit }: RowProps) {
  const { name, type, options, isOptional, label } = fields;
  const change = (changed: Partial<InputFields>) => edit((source) => editInput(source, at, changed));
  return (
    <div className="grid gap-4 sm:grid-cols-6">
      <TextField
        className="sm:col-span-4"
        label="What is asked for"
        value={label}
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
      <label className="flex min-h-10 items-center gap-2.5 self-end touch-target sm:col-span-2">
        <input type="checkbox" checked={isOptional} onChange={(event) => change({ isOptional: event.currentTarget.checked })} />
        Optional
      </label>
      <NameField
        className="sm:col-span-3"
        label="Name"
        hint="Steps use it by this name."
        value={name}
        isLate
        refusal={(text) => nameRefusal(text, taken, false)}
        onChange={(to) => edit((source) => renameEverywhere(editInput(source, at, { name: to }), name, to))}
      />
      <div className="sm:col-span-3">
        <Chosen label="Type" value={type} options={inputTypes} words={capitalized} onChange={(to) => change({ type: to })} />
      </div>
      {type === "choice" && (
        <TextField
          className="sm:col-span-6"
          label="Options"
          hint="With slashes between: normal / urgent"
          value={options}
          onChange={(event) => change({ options: event.currentTarget.value.replaceAll(/[()]/gu, "") })}
        />
      )}
      {type !== "files" && (
        <details className="sm:col-span-6" open={sample !== "" && sample.length < 80}>
          <summary className="cursor-pointer text-ink-faint touch-target hover:text-ink">Sample for tests</summary>
          <div className="mt-2">
            <TextArea
              label="Sample"
              hideLabel
              rows={Math.min(8, Math.max(2, sample.split("\n").length))}
              value={sample}
              onChange={(event) => {
                const words = event.currentTarget.value;
                edit((source) => editSample(source, name, words));
              }}
            />
          </div>
        </details>
      )}
    </div>
  );
}
