/* Whether a workflow fits together: every name is known where it is used, and every value can be what it is used as. */
import { itemOf, knownInput, resultOf, wanted, type Known, type Names } from "./known-names.ts";
import { isGroup, workflowLimits, type Condition, type Workflow, type WorkflowStep } from "./workflow.ts";
import {
  dueDays,
  readAskedQuestions,
  readFieldLines,
  referencesIn,
  soleReference,
  splitList,
  WorkflowFault,
  writeCondition,
} from "./workflow-words.ts";

export function checkWorkflow({ inputs, steps }: Pick<Workflow, "inputs" | "steps">): void {
  const names = new Map<string, Known>();
  for (const input of inputs) {
    if (names.has(input.name)) throw new WorkflowFault(1, 1, `Two inputs are called “${input.name}”.`);
    names.set(input.name, knownInput(input));
  }
  if (inputs.length > workflowLimits.inputs)
    throw new WorkflowFault(1, 1, `A workflow can have at most ${workflowLimits.inputs} inputs.`);
  const all = steps.flatMap((step) => [step, ...step.steps]);
  if (all.length === 0) throw new WorkflowFault(1, 1, "The workflow has no steps. Begin each with a line “## Title” and “Do: …”.");
  if (all.length > workflowLimits.steps)
    throw new WorkflowFault(1, 1, `A workflow can have at most ${workflowLimits.steps} steps.`);
  checkSteps(steps, names);
}

function checkSteps(steps: readonly WorkflowStep[], names: Map<string, Known>): void {
  for (const step of steps) {
    checkStep(step, names);
    if (isGroup(step.kind)) {
      if (step.steps.length === 0)
        throw new WorkflowFault(step.line, 1, `“${step.title}” has no steps. Put them below it with “###”.`);
      const inside = new Map(names);
      const each = step.settings["Each"];
      if (each !== undefined) {
        if (!/^[A-Za-z]\w{0,39}$/u.test(each) || names.has(each))
          throw new WorkflowFault(
            step.line,
            1,
            `“${each}” can’t be the name of one of them: use a new name of letters and digits.`,
          );
        inside.set(each, itemOf(names, step.settings["In"] ?? ""));
      }
      checkSteps(step.steps, inside);
      // What an if may not have done is empty; of a for each, all results together are a list.
      for (const [name, known] of inside)
        if (!names.has(name) && name !== each) names.set(name, step.kind === "for each" ? { type: "list" } : known);
    }
    if (step.result === "") continue;
    if (names.has(step.result)) throw new WorkflowFault(step.line, 1, `“${step.result}” is the name of something else already.`);
    names.set(step.result, resultOf(step));
  }
}

function checkStep(step: WorkflowStep, names: Names): void {
  const { line, settings, when, body, kind, title } = step;
  const at = (key: string) => step.lines[key] ?? line;
  for (const [key, value] of Object.entries(settings)) checkReferences(value, names, { line: at(key), before: key.length + 2 });
  checkReferences(body, names, { line: at("body"), before: 0 });
  for (const [key, types] of Object.entries(wanted[kind] ?? {})) {
    const one = soleReference(settings[key] ?? "");
    const known = one === null ? undefined : names.get(one.name);
    if (one === null || known === undefined)
      throw new WorkflowFault(at(key), 1, `“${key}” of “${title}” is one name in braces: ${key}: {{name}}.`);
    if (one.part === "" && !types.includes(known.type))
      throw new WorkflowFault(at(key), 1, `“${one.name}” is a ${known.type}, and “${key}” can be: ${types.join(", ")}.`);
  }
  if (when !== null) checkCondition(when, at("When"), names);
  checkWords(step, at);
}

function checkCondition(when: Condition, line: number, names: Names): void {
  const { of, comparison, than } = when;
  checkReferences(writeCondition(when), names, { line, before: 6 });
  const values = names.get(of)?.values;
  if (values === undefined || !/^is(?: not)?$/u.test(comparison)) return;
  if (!values.some((one) => one.toLowerCase() === than.toLowerCase()))
    throw new WorkflowFault(line, 7, `“${of}” is never “${than}”. It is one of: ${values.join(", ")}.`);
}

function checkWords({ kind, settings, body, line, title }: WorkflowStep, at: (key: string) => number): void {
  const needsChoices = settings["Ask"] === "choose" || settings["Answer"] === "choice";
  if (needsChoices && splitList(settings["Choices"] ?? "").length < 2)
    throw new WorkflowFault(line + 1, 1, `“${title}” needs at least two choices: Choices: one, two.`);
  if (!needsChoices && settings["Choices"] !== undefined) throw new WorkflowFault(at("Choices"), 1, "Only a choice has choices.");
  if (settings["Due"] !== undefined && dueDays(settings["Due"]) === null)
    throw new WorkflowFault(at("Due"), 6, "Say after how many days it is due, such as “3 days”.");
  const bodyLine = at("body");
  if (kind === "extract") {
    const asked = readAskedQuestions(body, bodyLine);
    if (asked.length === 0 && settings["Questions"] === undefined)
      throw new WorkflowFault(line, 1, `“${title}” asks nothing. Write a question per line, or name a set: Questions: leases.`);
  }
  if (kind === "fill") readFieldLines(body, bodyLine);
}

/** `before`: characters of the file's line before the text. */
function checkReferences(text: string, names: Names, { line, before: given }: { line: number; before: number }): void {
  for (const { name, start } of referencesIn(text)) {
    if (names.has(name)) continue;
    const before = text.slice(0, start).split("\n");
    const known = [...names.keys()].join(", ") || "none yet";
    throw new WorkflowFault(
      line + before.length - 1,
      before.at(-1)!.length + 1 + (before.length === 1 ? given : 0),
      `There is no “${name}” here. Known at this step: ${known}.`,
    );
  }
}
