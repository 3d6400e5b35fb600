/* The form that runs or tests a workflow, and says what that will cost. */
import { FlaskConical, Play, Repeat } from "lucide-react";
import { useState } from "react";
import { useNavigate, useRevalidator, useSearchParams } from "react-router";
import type { GivenInput } from "#core/requests/workflows.ts";
import type { RunEstimate } from "#core/workflows/run.ts";
import type { WorkflowTrigger } from "#core/workflows/trigger.ts";
import type { Workflow } from "#core/workflows/workflow.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { SelectField } from "../developers/select-field.tsx";
import { Button } from "../kit/button.tsx";
import { showToast } from "../kit/toast.tsx";
import { useWorkspace } from "../shell/use-place.ts";
import { InputField, type Choices } from "./input-field.tsx";
import { TriggerFields } from "./trigger-fields.tsx";

export type RunFormProps = {
  id: string;
  workflow: Workflow;
  isBuiltIn: boolean;
  publishedVersion: number | null;
  projects: { id: string; name: string }[];
  choices: Choices;
};

export function RunForm({ id, workflow, isBuiltIn, publishedVersion, projects, choices }: RunFormProps) {
  const [search] = useSearchParams();
  const projectId = search.get("project") ?? "";
  const canRun = isBuiltIn || publishedVersion !== null;
  const { pending, estimate, set, start, calculate, setUp } = useRun({ id, workflow, projectId, canRun });
  const [isSettingUp, setSettingUp] = useState(false);
  return (
    <form
      aria-label="Run"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void start(!canRun);
      }}
      className="flex flex-col gap-5"
    >
      <ChooseProject projectId={projectId} projects={projects} />
      {workflow.inputs.map((input) => (
        <InputField
          key={`${input.name} ${projectId}`}
          input={input}
          choices={choices}
          onChange={(value) => set(input.name, value)}
        />
      ))}
      <Estimate estimate={estimate} isPending={pending === "estimate"} onAsk={() => void calculate()} />
      <div className="flex flex-wrap gap-2">
        {canRun && (
          <Button type="submit" variant="primary" pending={pending === "run"}>
            <Play /> Run
          </Button>
        )}
        <Button pending={pending === "test"} onClick={() => void start(true)}>
          <FlaskConical /> Test
        </Button>
        {canRun && (
          <Button variant="quiet" aria-expanded={isSettingUp} onClick={() => setSettingUp(!isSettingUp)}>
            <Repeat /> Run automatically
          </Button>
        )}
      </div>
      {isSettingUp && (
        <TriggerFields
          workflow={workflow}
          isPending={pending === "trigger"}
          onSet={(when) => void setUp(when).then((isSet) => isSet && setSettingUp(false))}
        />
      )}
      <p className="text-xs text-ink-faint text-pretty">
        A test runs the newest version, with sample values for what you leave empty. It creates no drafts or reviews, isn’t listed,
        and is deleted after a day.
      </p>
    </form>
  );
}

type EstimateProps = { estimate: RunEstimate | null; isPending: boolean; onAsk: () => void };

function Estimate({ estimate, isPending, onAsk }: EstimateProps) {
  return (
    <div aria-live="polite" className="text-ink-soft">
      {estimate === null ? (
        <Button size="small" variant="quiet" pending={isPending} onClick={onAsk}>
          What will it cost?
        </Button>
      ) : (
        <p>{estimateWords(estimate)}</p>
      )}
    </div>
  );
}

type Attempt = "run" | "test" | "estimate" | "trigger";
type Running = { id: string; workflow: Workflow; projectId: string; canRun: boolean };

function useRun({ id, workflow, projectId, canRun }: Running) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [given, setGiven] = useState<Readonly<Record<string, GivenInput>>>({});
  const [pending, setPending] = useState<Attempt | null>(null);
  const [estimate, setEstimate] = useState<RunEstimate | null>(null);
  const body = (isTest: boolean) => {
    const inputs = isTest ? { ...samplesOf(workflow), ...given } : given;
    return { inputs, projectId: projectId || null, isTest };
  };
  async function attempt(what: Attempt, work: () => Promise<void>) {
    setPending(what);
    try {
      await work();
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    } finally {
      setPending(null);
    }
  }
  return {
    pending,
    estimate,
    set(name: string, value: GivenInput | null) {
      setEstimate(null);
      setGiven((before) => {
        const others = Object.entries(before).filter(([one]) => one !== name);
        return Object.fromEntries(value === null ? others : [...others, [name, value]]);
      });
    },
    start: (isTest: boolean) =>
      attempt(isTest ? "test" : "run", async () => {
        const { id: runId } = await ask<{ id: string }>(`/api/workflows/${id}/runs`, { body: body(isTest) });
        await navigate(place.path(`/workflows/runs/${runId}`));
      }),
    async setUp(when: WorkflowTrigger["when"]): Promise<boolean> {
      let isSet = false;
      await attempt("trigger", async () => {
        await ask(`/api/workflows/${id}/triggers`, { body: { inputs: given, projectId: projectId || null, when } });
        isSet = true;
        showToast({ kind: "success", text: "It runs automatically from now on" });
        await revalidate();
      });
      return isSet;
    },
    calculate: () =>
      attempt("estimate", async () => {
        setEstimate(await ask<RunEstimate>(`/api/workflows/${id}/estimate`, { body: body(!canRun) }));
      }),
  };
}

function ChooseProject({ projectId, projects }: { projectId: string; projects: RunFormProps["projects"] }) {
  const [, setSearch] = useSearchParams();
  return (
    <SelectField
      label="Project"
      value={projectId}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setSearch(value === "" ? {} : { project: value }, { replace: true, preventScrollReset: true });
      }}
    >
      <option value="">None yet</option>
      {projects.map((one) => (
        <option key={one.id} value={one.id}>
          {one.name}
        </option>
      ))}
    </SelectField>
  );
}

function estimateWords({ modelSteps, cost, model }: RunEstimate): string {
  if (modelSteps === 0) return "It asks no model, and costs nothing.";
  const requests = modelSteps === 1 ? "one question" : `${modelSteps} questions`;
  return `About ${requests} to ${model}${cost === null ? "; its price is not known." : cost === 0 ? ", which costs nothing." : `: about $${cost.toFixed(2)}.`}`;
}

function samplesOf({ inputs }: Workflow): Record<string, GivenInput> {
  return Object.fromEntries(
    inputs.flatMap(({ name, type, sample }): [string, GivenInput][] => {
      if (sample === "") return [];
      const isPasted = type === "file" || type === "draft";
      const isItem = type === "template" || type === "playbook";
      return [[name, isPasted ? { pasted: sample } : isItem ? { itemId: sample } : { text: sample }]];
    }),
  );
}
