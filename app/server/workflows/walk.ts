/*
 * Goes through the steps of a run. What is stored is read, not done again; everything else is done and stored, one step
 * at a time. So it can restart at any time: after a kill, after a person's answer, after a retry.
 */
import type { RunState } from "#core/workflows/run.ts";
import { isTrue, itemsOf, nothingSaid, textOfValue, type WorkflowValue, type WorkflowValues } from "#core/workflows/values.ts";
import { isGroup, workflowLimits, type StepKind, type Workflow, type WorkflowStep } from "#core/workflows/workflow.ts";
import { writeCondition } from "#core/workflows/workflow-words.ts";
import { storeStep, type NewStep, type StoredStep } from "../data/workflows/workflow-steps.ts";
import { JobRefused, JobStopped } from "../jobs/job-outcomes.ts";
import { askPersonStep, changeStep, outputStep, writeStep } from "./ask-steps.ts";
import { emailStep } from "./email-step.ts";
import { draftStep, fillStep } from "./make-steps.ts";
import { proofreadStep } from "./propose-steps.ts";
import { checkStep, extractStep, findStep, reviewStep } from "./read-steps.ts";
import { givenOf, valueOfSetting, type DoStep, type Part, type StepContext, type StepEnd } from "./step-context.ts";

const doing: Record<Exclude<StepKind, "if" | "for each">, DoStep> = {
  write: writeStep,
  find: findStep,
  extract: extractStep,
  fill: fillStep,
  review: reviewStep,
  check: checkStep,
  proofread: proofreadStep,
  change: changeStep,
  person: askPersonStep,
  email: emailStep,
  draft: draftStep,
  output: outputStep,
};

export type Walking = Omit<StepContext, "step" | "path" | "values" | "part"> & {
  turn: number;
  stored: readonly StoredStep[];
  isLast: boolean;
  progress: (done: number) => Promise<void>;
  publish: () => void;
};

/** `lost`: the run has moved on without this walk. `waitsOn`: the work that it waits for. */
export type WalkEnd = { state: RunState | "lost"; waitsOn?: string };

class Ended extends Error {
  readonly end: WalkEnd;
  constructor(end: WalkEnd) {
    super(end.state);
    this.end = end;
  }
}

export async function walk(walking: Walking, workflow: Workflow, inputs: WorkflowValues): Promise<WalkEnd> {
  const walker = new Walker(walking);
  try {
    await walker.steps(workflow.steps, "", { ...inputs });
    return { state: "done" };
  } catch (error) {
    if (error instanceof Ended) return error.end;
    throw error;
  }
}

type Values = Record<string, WorkflowValue>;

class Walker {
  readonly #walking: Walking;
  readonly #stored: Map<string, StoredStep>;
  #place = 0;

  constructor(walking: Walking) {
    this.#walking = walking;
    this.#stored = new Map(walking.stored.map((one) => [one.path, one]));
  }

  async steps(steps: readonly WorkflowStep[], before: string, values: Values): Promise<void> {
    for (const [at, step] of steps.entries()) {
      const path = `${before}${at + 1}`;
      const result = await (isGroup(step.kind) ? this.#group(step, path, values) : this.#one(step, path, values));
      if (step.result !== "") values[step.result] = result ?? nothingSaid;
    }
  }

  async #one(step: WorkflowStep, path: string, values: Values): Promise<WorkflowValue | null> {
    const place = ++this.#place;
    await this.#walking.progress(place - 1);
    const stored = this.#stored.get(path);
    if (stored !== undefined) return this.#again(stored);
    const base = { path, place, kind: step.kind, title: step.title };
    if (step.when !== null && !isTrue(step.when, values)) {
      await this.#store({ ...base, state: "skipped", note: `Not so: ${writeCondition(step.when)}` });
      return null;
    }
    const given = givenOf(step, values);
    const end = await this.#do(step, { path, place, values });
    if (end.kind === "failed") {
      await this.#store({ ...base, given, state: "failed", note: end.note });
      throw new Ended({ state: "failed" });
    }
    return this.#keep({ ...base, given }, end);
  }

  /** What an earlier turn has stored. */
  #again({ state, result, kind, question, waitsOn }: StoredStep): WorkflowValue | null {
    if (state === "waiting") throw new Ended({ state: "waiting", ...(waitsOn !== null && { waitsOn }) });
    if (state === "failed") throw new Ended({ state: "failed" });
    this.#stopIfRefused({ kind, ask: question?.ask, isInstead: question?.isInstead === true, result });
    return result;
  }

  /** A person's no ends the run. */
  #stopIfRefused({
    kind,
    ask,
    isInstead,
    result,
  }: {
    kind: StepKind;
    ask: string | undefined;
    isInstead: boolean;
    result: WorkflowValue | null;
  }) {
    if (kind === "person" && ask === "approve" && !isInstead && result?.type === "text" && result.text === "no")
      throw new Ended({ state: "stopped" });
  }

  async #keep(base: Pick<NewStep, "path" | "place" | "kind" | "title" | "given">, end: StepEnd): Promise<WorkflowValue | null> {
    const { row } = this.#walking;
    if (end.kind === "asked") {
      const { question, waitsFor, dueInDays = null, usage, note = "" } = end;
      const paid = usage === undefined ? {} : { usage, model: row };
      await this.#store({ ...base, state: "waiting", question, waitsFor, dueInDays, note, ...paid });
      throw new Ended({ state: "waiting" });
    }
    if (end.kind === "waits") {
      await this.#store({ ...base, state: "waiting", waitsOn: end.on, made: end.made, note: end.note });
      throw new Ended({ state: "waiting", waitsOn: end.on });
    }
    const { result, sources = [], made = null, note = "", usage } = end;
    await this.#store({ ...base, state: "done", result, sources, made, note, ...(usage !== undefined && { usage, model: row }) });
    return result;
  }

  async #do(
    step: WorkflowStep,
    { path, place, values }: { path: string; place: number; values: WorkflowValues },
  ): Promise<StepEnd | { kind: "failed"; note: string }> {
    const part = (key: string, title: string, of: () => Promise<Part>) => this.#part({ step, path, place, title }, key, of);
    try {
      return await doing[step.kind as keyof typeof doing]({ ...this.#walking, step, path, values, part });
    } catch (error) {
      const note = await this.#failureOf(error);
      if (note === null) throw error;
      return { kind: "failed", note };
    }
  }

  /** Null: it may go well when it is tried again. */
  async #failureOf(error: unknown): Promise<string | null> {
    if (error instanceof Ended || error instanceof JobStopped || this.#walking.signal.aborted) return null;
    if (error instanceof JobRefused) return error.message;
    if (error instanceof Response) {
      const { title, detail } = (await error.clone().json()) as { title: string; detail?: string };
      return detail ?? title;
    }
    return this.#walking.isLast ? "This step failed several times. Try again later from here." : null;
  }

  async #part(
    { step, path, place, title }: { step: WorkflowStep; path: string; place: number; title: string },
    key: string,
    of: () => Promise<Part>,
  ): Promise<Omit<Part, "usage">> {
    const at = `${path}.${key}`;
    const stored = this.#stored.get(at);
    if (stored !== undefined) return { result: stored.result, sources: stored.sources, note: stored.note };
    await this.#walking.progress(place - 1);
    const { usage, ...part } = await of();
    await this.#store({
      path: at,
      place,
      isPart: true,
      kind: step.kind,
      title,
      state: "done",
      ...part,
      usage,
      model: this.#walking.row,
    });
    return part;
  }

  async #group(step: WorkflowStep, path: string, values: Values): Promise<WorkflowValue | null> {
    const place = ++this.#place;
    const base = { path, place, kind: step.kind, title: step.title };
    const holds = step.when === null || isTrue(step.when, values);
    if (!holds) {
      if (!this.#stored.has(path)) await this.#store({ ...base, state: "skipped", note: `Not so: ${writeCondition(step.when!)}` });
      return null;
    }
    if (step.kind === "if") {
      const condition = writeCondition(step.when!);
      if (!this.#stored.has(path)) await this.#store({ ...base, state: "done", given: [{ label: "When", text: condition }] });
      await this.steps(step.steps, `${path}.1.`, values);
      return null;
    }
    return this.#each(step, { base, values });
  }

  async #each(
    step: WorkflowStep,
    { base, values }: { base: Pick<NewStep, "path" | "place" | "kind" | "title">; values: Values },
  ): Promise<WorkflowValue | null> {
    const each = step.settings["Each"] ?? "";
    const items = this.#itemsOf(step, values).slice(0, workflowLimits.items);
    if (!this.#stored.has(base.path))
      await this.#store({
        ...base,
        state: "done",
        given: [{ label: each, text: items.map((one) => textOfValue(one)).join(", ") }],
      });
    const results = new Map<string, string[]>();
    for (const [at, item] of items.entries()) {
      const inside: Values = { ...values, [each]: item };
      await this.steps(step.steps, `${base.path}.${at + 1}.`, inside);
      for (const [name, value] of Object.entries(inside))
        if (!(name in values) && name !== each) results.set(name, [...(results.get(name) ?? []), textOfValue(value)]);
    }
    for (const { result } of step.steps) if (result !== "") values[result] = { type: "list", items: results.get(result) ?? [] };
    return null;
  }

  #itemsOf(step: WorkflowStep, values: Values): WorkflowValue[] {
    try {
      return itemsOf(valueOfSetting({ step, values }, "In"));
    } catch (error) {
      // Nothing was given.
      if (error instanceof JobRefused) return [];
      throw error;
    }
  }

  async #store(step: NewStep): Promise<void> {
    const { me, services, run, turn, publish } = this.#walking;
    if (!(await storeStep(me, services.db, { id: run.id, turn }, step))) throw new Ended({ state: "lost" });
    publish();
  }
}
