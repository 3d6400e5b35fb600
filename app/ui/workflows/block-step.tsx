/* A step as a card of fields. What fields cannot show is there as its lines. */
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { StepBlock, StepFields } from "#core/workflows/block-text.ts";
import { editStep, editStepText, renameEverywhere } from "#core/workflows/edit-blocks.ts";
import type { Names } from "#core/workflows/known-names.ts";
import { isGroup, kindRules, stepKinds, workflowLimits } from "#core/workflows/workflow.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { TextArea } from "../kit/text-area.tsx";
import type { EditSource } from "../library/use-kept-source.ts";
import { BodyField, Chosen, ConditionFields, SettingFields, type LibraryNames } from "./block-fields.tsx";
import { nameRefusal, NameField } from "./name-field.tsx";
import { StepIcon } from "./step-icon.tsx";

export type StepActions = {
  up: (() => void) | null;
  down: (() => void) | null;
  regroup: (() => void) | null;
  remove: () => void;
};

type BlockStepProps = {
  block: StepBlock;
  at: number;
  /** "3", "3.1". */
  number: string;
  names: Names;
  /** Names that its result cannot have. */
  taken: readonly string[];
  library: LibraryNames;
  fault: string | null;
  actions: StepActions;
  edit: EditSource;
  /** The steps inside it, and what adds one. */
  children?: ReactNode;
};

export function BlockStep({ block, at, number, fault, actions, edit, children, ...rest }: BlockStepProps) {
  const { fields, title } = block;
  return (
    <section
      aria-label={`Step ${number}: ${title}`}
      data-step={at}
      className={`rounded-xl border bg-paper px-4 py-4 shadow-sm sm:px-5 ${fault === null ? "border-rule" : "border-danger"}`}
    >
      <header className="flex items-center gap-3">
        <StepIcon kind={fields?.kind ?? "output"} />
        <p className="min-w-0 flex-1 truncate text-xs text-ink-faint">
          Step {number} · {fields === null ? "As text" : kindRules[fields.kind].words}
        </p>
        <Actions name={`step ${number}`} isInside={block.isInside} actions={actions} />
      </header>
      {fault !== null && <p className="mt-2 text-danger text-pretty">{fault}</p>}
      {fields === null ? (
        <AsText block={block} onChange={(text) => edit((source) => editStepText(source, at, text))} />
      ) : (
        <Fields {...rest} fields={fields} at={at} edit={edit} />
      )}
      {children}
    </section>
  );
}

function AsText({ block: { title, text }, onChange }: { block: StepBlock; onChange: (text: string) => void }) {
  return (
    <div className="mt-2">
      <h3 className="mb-2 font-serif text-title break-words">{title}</h3>
      <TextArea
        label="Its lines"
        hint="Fields can’t show this step, so these are its lines."
        rows={Math.min(14, text.split("\n").length + 1)}
        value={text}
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}

type FieldsProps = Pick<BlockStepProps, "at" | "names" | "taken" | "library" | "edit"> & { fields: StepFields };

function Fields({ fields, at, names, taken, library, edit }: FieldsProps) {
  const { kind, title, result, when, body } = fields;
  const rules = kindRules[kind];
  const change = (changed: Partial<StepFields>) => edit((source) => editStep(source, at, changed));
  function turnInto(to: StepFields["kind"]) {
    const kept = kindRules[to].settings.filter(({ name }) => fields.settings[name] !== undefined);
    change({ kind: to, settings: Object.fromEntries(kept.map(({ name }) => [name, fields.settings[name] ?? ""])) });
  }
  const rename = (to: string) => edit((source) => renameEverywhere(editStep(source, at, { result: to }), result, to));
  return (
    <div className="mt-3 flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <NameField label="Title" value={title} refusal={titleRefusal} onChange={(text) => change({ title: text })} />
        <Chosen
          label="Kind"
          value={kind}
          options={stepKinds.filter((one) => isGroup(one) === isGroup(kind))}
          words={(one) => kindRules[one as typeof kind].words}
          onChange={(one) => turnInto(one as typeof kind)}
        />
      </div>
      <p className="-mt-1 text-xs text-ink-faint text-pretty">{rules.about}</p>
      <SettingFields fields={fields} names={names} library={library} onChange={change} />
      {(rules.body !== "none" || body !== "") && (
        <BodyField label={rules.bodyHint || "Text"} body={body} names={names} onChange={(text) => change({ body: text })} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {!isGroup(kind) && (
          <NameField
            label="Name of the result (optional)"
            hint="Later steps use it by this name."
            value={result}
            isLate
            refusal={(name) => nameRefusal(name, taken, true)}
            onChange={rename}
          />
        )}
        <div className={when === "" && kind !== "if" ? "" : "sm:col-span-2"}>
          <ConditionFields when={when} names={names} isRequired={kind === "if"} onChange={(text) => change({ when: text })} />
        </div>
      </div>
    </div>
  );
}

function titleRefusal(title: string): string | null {
  const text = title.trim();
  if (text === "") return "A step needs a title.";
  if (text === "Inputs" || text === "Sample") return `“${text}” has a meaning of its own. Use another title.`;
  return text.length > workflowLimits.title ? `A title can have at most ${workflowLimits.title} characters.` : null;
}

type ActionsProps = { name: string; isInside?: boolean; actions: Omit<StepActions, "regroup"> & Partial<StepActions> };

export function Actions({ name, isInside = false, actions: { up, down, regroup, remove } }: ActionsProps) {
  return (
    <span className="flex shrink-0 items-center">
      {regroup != null && (
        <IconButton
          label={isInside ? `Take ${name} out of the group` : `Move ${name} into the group above`}
          icon={isInside ? <ArrowLeft /> : <ArrowRight />}
          data-act="regroup"
          onClick={regroup}
        />
      )}
      <IconButton label={`Move ${name} up`} icon={<ArrowUp />} data-act="up" disabled={up === null} onClick={() => up?.()} />
      <IconButton
        label={`Move ${name} down`}
        icon={<ArrowDown />}
        data-act="down"
        disabled={down === null}
        onClick={() => down?.()}
      />
      <IconButton label={`Remove ${name}`} icon={<Trash2 />} data-act="remove" onClick={remove} />
    </span>
  );
}
