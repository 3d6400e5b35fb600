/* A workflow as blocks: what it is called, what it asks for, and a card for each step. Every change is a change of its text. */
import { Plus } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import {
  editHead,
  editIntroduction,
  insertStep,
  moveStep,
  newStep,
  regroupStep,
  removeStep,
  insertStepLines,
} from "#core/workflows/edit-blocks.ts";
import {
  groupOf,
  isGroupBlock,
  placeOfLine,
  readBlocks,
  wholeStep,
  type Blocks,
  type StepBlock,
} from "#core/workflows/block-text.ts";
import { namesAtSteps, type Names } from "#core/workflows/known-names.ts";
import { inputTypes, isGroup, kindRules, stepKinds, type InputType, type StepKind } from "#core/workflows/workflow.ts";
import { splitList } from "#core/workflows/workflow-words.ts";
import { Button } from "../kit/button.tsx";
import { Menu, MenuItem } from "../kit/menu.tsx";
import { TextArea } from "../kit/text-area.tsx";
import { TextField } from "../kit/text-field.tsx";
import { showToast } from "../kit/toast.tsx";
import type { EditSource } from "../library/use-kept-source.ts";
import type { LibraryNames } from "./block-fields.tsx";
import { BlockInputs, type FocusOn } from "./block-inputs.tsx";
import { BlockStep, type StepActions } from "./block-step.tsx";
import { stepIcons } from "./step-icon.tsx";

type WorkflowBlocksProps = {
  source: string;
  /** Of the reader; `line` counts from 1. */
  fault: { sentence: string; line: number | null } | null;
  library: LibraryNames;
  edit: EditSource;
  onText: () => void;
};

export function WorkflowBlocks({ source, fault, library, edit, onText }: WorkflowBlocksProps) {
  const blocks = useMemo(() => readBlocks(source), [source]);
  const root = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState("");
  const focusOn: FocusOn = (selector) => {
    // The browser has drawn what was changed by then.
    requestAnimationFrame(() => requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(selector)?.focus()));
  };
  const place = fault === null || fault.line === null ? null : placeOfLine(blocks, fault.line);
  const names = useMemo(() => namesOf(blocks), [blocks]);
  const results = blocks.steps.flatMap(({ fields }) => (fields === null || fields.result === "" ? [] : [fields.result]));
  return (
    <div ref={root} className="mx-auto flex w-full max-w-200 flex-col gap-10">
      {fault !== null && place === null && <p className="text-danger text-pretty">{fault.sentence}</p>}
      <Head blocks={blocks} edit={edit} onText={onText} />
      <BlockInputs
        inputs={blocks.inputs}
        taken={results}
        fault={fault !== null && place !== null && "input" in place ? { ...place, sentence: fault.sentence } : null}
        edit={edit}
        focusOn={focusOn}
      />
      <Steps
        blocks={blocks}
        names={names}
        library={library}
        fault={fault !== null && place !== null && "step" in place ? { ...place, sentence: fault.sentence } : null}
        edit={edit}
        focusOn={focusOn}
        onSaid={setSaid}
      />
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </div>
  );
}

/** What is known at each step. */
function namesOf({ inputs, steps }: Blocks): Names[] {
  const typed = inputs.flatMap(({ fields }) => {
    const type = inputTypes.find((one) => one === fields?.type);
    if (fields === null || type === undefined || fields.name === "") return [];
    return [{ name: fields.name, type: type satisfies InputType, options: splitList(fields.options.replaceAll("/", ",")) }];
  });
  return namesAtSteps(
    typed,
    steps.map(({ fields, isInside }) => ({
      kind: fields?.kind ?? "output",
      settings: fields?.settings ?? {},
      result: fields?.result.trim() ?? "",
      isInside,
    })),
  );
}

function Head({ blocks: { head, introduction }, edit, onText }: { blocks: Blocks; edit: EditSource; onText: () => void }) {
  return (
    <section aria-label="About" className="flex flex-col gap-4">
      {head === null ? (
        <p className="text-ink-soft text-pretty">
          Fields can’t show the head of this file.{" "}
          <button type="button" className="text-blue underline underline-offset-4 touch-target" onClick={onText}>
            Edit it as text
          </button>
        </p>
      ) : (
        <>
          <TextField
            label="Name"
            value={head.name}
            onChange={(event) => {
              const { value } = event.currentTarget;
              edit((source) => editHead(source, "name", value));
            }}
          />
          <TextField
            label="Summary"
            value={head.summary}
            onChange={(event) => {
              const { value } = event.currentTarget;
              edit((source) => editHead(source, "summary", value));
            }}
          />
        </>
      )}
      <TextArea
        label="Introduction (optional)"
        rows={Math.min(8, Math.max(2, introduction.split("\n").length))}
        value={introduction}
        onChange={(event) => {
          const { value } = event.currentTarget;
          edit((source) => editIntroduction(source, value));
        }}
      />
    </section>
  );
}

type StepsProps = {
  blocks: Blocks;
  names: readonly Names[];
  library: LibraryNames;
  fault: { step: number; sentence: string } | null;
  edit: EditSource;
  focusOn: FocusOn;
  onSaid: (words: string) => void;
};

function Steps(props: StepsProps) {
  const { steps } = props.blocks;
  const tops = steps.flatMap(({ isInside }, at) => (isInside && groupOf(steps, at) !== null ? [] : [at]));
  return (
    <section aria-label="Steps">
      <h2 className="group-label">Steps</h2>
      <ol className="mt-3 flex flex-col gap-4">
        {tops.map((at, index) => (
          <li key={`step ${index + 1}`}>
            <Step {...props} at={at} number={`${index + 1}`} />
          </li>
        ))}
      </ol>
      <AddStep {...props} label="Add a step" at={steps.length} isInside={false} />
    </section>
  );
}

function Step({ at, number, ...props }: StepsProps & { at: number; number: string }) {
  const { blocks, names, library, fault, edit } = props;
  const { inputs, steps } = blocks;
  const block = steps[at];
  if (block === undefined) return null;
  const { count } = wholeStep(steps, at);
  const taken = [
    ...inputs.flatMap(({ fields }) => (fields === null ? [] : [fields.name])),
    ...steps.flatMap(({ fields }, other) => (fields === null || fields.result === "" || other === at ? [] : [fields.result])),
  ];
  const isOpen = isGroupBlock(block) || count > 1;
  return (
    <BlockStep
      block={block}
      at={at}
      number={number}
      names={names[at] ?? new Map()}
      taken={taken}
      library={library}
      fault={fault?.step === at ? fault.sentence : null}
      actions={actionsOf(props, { at, number, block })}
      edit={edit}
    >
      {isOpen && (
        <div className="mt-5 border-l-2 border-rule pl-3 sm:pl-5">
          <ol className="flex flex-col gap-4">
            {Array.from({ length: count - 1 }, (_, index) => (
              <li key={`step ${number}.${index + 1}`}>
                <Step {...props} at={at + 1 + index} number={`${number}.${index + 1}`} />
              </li>
            ))}
          </ol>
          {isGroupBlock(block) && <AddStep {...props} label={`Add a step to step ${number}`} at={at + count} isInside />}
        </div>
      )}
    </BlockStep>
  );
}

type Acting = { at: number; number: string; block: StepBlock };

function actionsOf({ blocks, edit, focusOn, onSaid }: StepsProps, { at, number, block }: Acting): StepActions {
  // Whether there is such a place depends on the headings only, so any text with the same blocks answers.
  const text = headingsOf(blocks.steps);
  const to = (change: (source: string) => { source: string; at: number } | null, act: string, words: string) => {
    const goal = change(text);
    if (goal === null) return null;
    return () => {
      edit((source) => change(source)?.source ?? source);
      onSaid(words);
      const card = `[data-step="${goal.at}"]`;
      focusOn(`${card} [data-act="${act}"]:not(:disabled), ${card} [data-act="remove"]`);
    };
  };
  return {
    up: to((source) => moveStep(source, at, -1), "up", "Moved up"),
    down: to((source) => moveStep(source, at, 1), "down", "Moved down"),
    regroup: to((source) => regroupStep(source, at), "regroup", block.isInside ? "Taken out of the group" : "Moved into the group"),
    remove() {
      let lines: string[] = [];
      edit((source) => {
        const gone = removeStep(source, at);
        ({ lines } = gone);
        return gone.source;
      });
      const undo = () => {
        edit((source) => insertStepLines(source, at, lines));
        focusOn(`[data-step="${at}"] input`);
      };
      showToast({ kind: "info", text: `Step ${number} removed`, action: { label: "Undo", run: undo } });
      focusOn('[data-act="add-step"]');
    },
  };
}

function headingsOf(steps: readonly StepBlock[]): string {
  const blocks = steps.map(({ isInside, fields }) => `${isInside ? "###" : "##"} A\nDo: ${fields?.kind ?? "none"}\n`);
  return `---\n---\n\n${blocks.join("\n")}`;
}

type AddStepProps = Pick<StepsProps, "edit" | "focusOn"> & { label: string; at: number; isInside: boolean };

function AddStep({ label, at, isInside, edit, focusOn }: AddStepProps) {
  function add(kind: StepKind) {
    edit((source) => insertStep(source, at, newStep(kind), isInside));
    focusOn(`[data-step="${at}"] input`);
  }
  return (
    <div className="mt-4">
      <Menu
        trigger={
          <Button size={isInside ? "small" : "medium"} data-act="add-step">
            <Plus /> {label}
          </Button>
        }
      >
        {stepKinds
          .filter((kind) => !isInside || !isGroup(kind))
          .map((kind) => (
            <MenuItem key={kind} icon={stepIcons[kind]} onSelect={() => add(kind)}>
              {kindRules[kind].words}
            </MenuItem>
          ))}
      </Menu>
    </div>
  );
}
