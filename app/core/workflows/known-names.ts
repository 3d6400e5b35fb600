/* What the names of a workflow can stand for, as far as its text says: to check it, and to offer them where one is wanted. */
import { splitList, soleReference } from "./workflow-words.ts";
import { isGroup, type InputType, type StepKind, type WorkflowInput, type WorkflowStep } from "./workflow.ts";

export type ValueType = InputType | "record" | "passages" | "list" | "nothing";
/** What a name stands for. `values`: what it can be, if that is limited. */
export type Known = { type: ValueType; values?: readonly string[] };
export type Names = ReadonlyMap<string, Known>;

const documents: readonly ValueType[] = ["file", "draft", "text", "long text"];

/** What certain settings have to name. */
export const wanted: Partial<Record<StepKind, Readonly<Record<string, readonly ValueType[]>>>> = {
  extract: { From: documents },
  review: { Documents: ["files", "file"] },
  check: { Document: documents },
  proofread: { Document: documents },
  change: { Draft: ["draft"] },
  "for each": { In: ["files", "list", "text", "long text"] },
};

export function knownInput({ type, options }: Pick<WorkflowInput, "type" | "options">): Known {
  if (type === "yes/no") return { type, values: ["yes", "no"] };
  return { type, ...(type === "choice" && { values: options }) };
}

export function itemOf(names: Names, from: string): Known {
  const known = names.get(soleReference(from)?.name ?? "");
  return { type: known?.type === "files" ? "file" : "text" };
}

export function resultOf({ kind, settings }: Pick<WorkflowStep, "kind" | "settings">): Known {
  const choices = splitList(settings["Choices"] ?? "");
  switch (kind) {
    case "write":
      if (settings["Answer"] === "yes-no") return { type: "yes/no", values: ["yes", "no"] };
      return settings["Answer"] === "choice" ? { type: "choice", values: choices } : { type: "text" };
    case "person":
      if (settings["Ask"] === "approve") return { type: "yes/no", values: ["yes", "no"] };
      return settings["Ask"] === "choose" ? { type: "choice", values: choices } : { type: "text" };
    case "email":
      return { type: "yes/no", values: ["yes", "no"] };
    case "find":
      return { type: "passages" };
    case "draft":
    case "fill":
      return { type: kind === "draft" ? "draft" : "text" };
    case "output":
      return { type: "text" };
    default:
      return { type: "record" };
  }
}

type NamingStep = Pick<WorkflowStep, "kind" | "settings" | "result"> & { isInside: boolean };

/** For each of these steps, in the order of the text: what is known where it is. */
export function namesAtSteps(
  inputs: readonly Pick<WorkflowInput, "name" | "type" | "options">[],
  steps: readonly NamingStep[],
): Names[] {
  const names = new Map<string, Known>(inputs.map((input) => [input.name, knownInput(input)]));
  let inside = names;
  let group: NamingStep | null = null;
  const leave = () => {
    const each = group?.settings["Each"] ?? "";
    for (const [name, known] of inside)
      if (!names.has(name) && name !== each) names.set(name, group?.kind === "for each" ? { type: "list" } : known);
    [inside, group] = [names, null];
  };
  return steps.map((step) => {
    if (!step.isInside) leave();
    const here = new Map(inside);
    if (isGroup(step.kind)) {
      [group, inside] = [step, new Map(names)];
      const each = step.settings["Each"] ?? "";
      if (each !== "") inside.set(each, itemOf(names, step.settings["In"] ?? ""));
    } else if (step.result !== "") inside.set(step.result, resultOf(step));
    return here;
  });
}
