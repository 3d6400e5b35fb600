/*
 * A workflow's file: front matter with `kind: workflow`, its inputs, and a heading for each step. Whatever is wrong with
 * one is said in a sentence, with its line and column.
 *
 *   ## Inputs
 *   - document (file): The agreement
 *   - urgency (choice: normal / urgent, optional): How soon
 *
 *   ## Read the terms
 *   Do: extract
 *   Result: terms
 *   From: {{document}}
 *
 *   - Rent (amount): How much is the rent?
 */
import { oneOf, Refusal, refuseUnknown, textOf } from "../templates/front-fields.ts";
import { FrontMatterError, readFrontMatter, writeFront } from "../templates/front-matter.ts";
import { jurisdictions, templateLimits } from "../templates/template.ts";
import { proseLanguages } from "../text/sentences.ts";
import { checkWorkflow } from "./check-workflow.ts";
import {
  inputTypes,
  isGroup,
  kindRules,
  stepKinds,
  workflowLimits,
  type StepKind,
  type Workflow,
  type WorkflowInput,
  type WorkflowStep,
} from "./workflow.ts";
import { readCondition, WorkflowFault, writeCondition } from "./workflow-words.ts";

export type ReadWorkflow = { workflow: Workflow } | { refusal: string; line?: number; column?: number };

const known = ["name", "kind", "jurisdiction", "language", "summary"];
const nameForm = /^[A-Za-z]\w{0,39}$/;

export function readWorkflow(source: string): ReadWorkflow {
  try {
    if (source.length > templateLimits.source) throw new Refusal("The file is too long for a workflow.");
    const { front } = readFrontMatter(source);
    if (front["kind"] !== "workflow") throw new Refusal("The head of a workflow has a line “kind: workflow”.");
    refuseUnknown(front, known, "the head of a workflow");
    const name = textOf(front, "name", templateLimits.name);
    if (name === "") throw new Refusal("The workflow has no name. Add a line “name: …” to its head.");
    const workflow = {
      name,
      jurisdiction: oneOf(front, "jurisdiction", jurisdictions, "any"),
      language: oneOf(front, "language", proseLanguages, "en"),
      summary: textOf(front, "summary"),
      ...partsOf(source),
    };
    checkWorkflow(workflow);
    return { workflow };
  } catch (error) {
    if (error instanceof WorkflowFault) {
      const { line, column, message } = error;
      return { refusal: `Line ${line}, column ${column}: ${message}`, line, column };
    }
    if (error instanceof Refusal || error instanceof FrontMatterError) return { refusal: error.message };
    throw error;
  }
}

/** Lines that belong to one heading; `line` is that of the heading, `level` its number of #. */
type Section = { level: number; title: string; line: number; lines: string[] };

/** The heading of a part of the file or of a step, if the line is one. */
export function headingIn(line: string): { level: number; title: string } | null {
  const [, marks = "", title = ""] = /^(#{2,3}) +(\S.*)$/u.exec(line) ?? [];
  return marks === "" ? null : { level: marks.length, title };
}

function partsOf(source: string): Pick<Workflow, "introduction" | "inputs" | "steps"> {
  const lines = source
    .replaceAll("\r\n", "\n")
    .replace(/^\ufeff/, "")
    .split("\n");
  const head = lines.findIndex((line, at) => at > 0 && line.trimEnd() === "---");
  const introduction: string[] = [];
  const sections: Section[] = [];
  for (let at = head + 1; at < lines.length; at++) {
    const line = lines[at]!;
    const heading = headingIn(line);
    if (heading !== null) sections.push({ level: heading.level, title: heading.title.trim(), line: at + 1, lines: [] });
    else (sections.at(-1)?.lines ?? introduction).push(unescaped(line));
  }
  const isInputs = ({ level, title }: Section) => level === 2 && title === "Inputs";
  const sampleAt = sections.findIndex(({ level, title }) => level === 2 && title === "Sample");
  const samples = sampleAt < 0 ? [] : sections.slice(sampleAt + 1);
  const others = sampleAt < 0 ? sections : sections.slice(0, sampleAt);
  const inputs = others.filter(isInputs).flatMap(inputsOf);
  for (const { level, title, line, lines: text } of samples) {
    const input = inputs.find(({ name }) => name === title);
    if (level !== 3 || input === undefined)
      throw new WorkflowFault(line, 1, "Below “## Sample”, put each sample below a line “### name” of an input.");
    input.sample = text.join("\n").trim();
  }
  return { introduction: introduction.join("\n").trim(), inputs, steps: stepsOf(others.filter((one) => !isInputs(one))) };
}

function inputsOf({ lines, line: heading }: Section): WorkflowInput[] {
  return lines.flatMap((text, at) => (text.trim() === "" ? [] : [inputOf(text, heading + 1 + at)]));
}

function inputOf(text: string, line: number): WorkflowInput {
  const [, name = "", form = "", label = ""] = /^- ([^\s():]+) \(([^()]*)\):(.*)$/u.exec(text) ?? [];
  if (name === "") throw new WorkflowFault(line, 1, "Write each input as “- name (type): What is asked for”.");
  if (!nameForm.test(name))
    throw new WorkflowFault(line, 3, `“${name}” can’t be a name. Use letters, digits and underscores, beginning with a letter.`);
  const column = text.indexOf("(") + 2;
  const isOptional = /, *optional$/u.test(form);
  const [said, options] = splitAt(form.replace(/, *optional$/u, ""), ":");
  const type = inputTypes.find((one) => one === said);
  if (type === undefined)
    throw new WorkflowFault(line, column, `“${said}” is no type of an input. It is one of: ${inputTypes.join(", ")}.`);
  const chosen = options
    .split("/")
    .map((one) => one.trim())
    .filter(Boolean);
  if ((type === "choice") !== chosen.length > 1)
    throw new WorkflowFault(
      line,
      column,
      type === "choice" ? "A choice needs its options: (choice: normal / urgent)." : "Only a choice has options.",
    );
  if (label.trim() === "") throw new WorkflowFault(line, text.length + 1, "Say behind the colon what is asked for.");
  return { name, type, label: label.trim(), isOptional, options: chosen, sample: "" };
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text.trim(), ""] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function stepsOf(sections: readonly Section[]): WorkflowStep[] {
  const steps: (WorkflowStep & { steps: WorkflowStep[] })[] = [];
  for (const section of sections) {
    const step = { ...stepOf(section), steps: [] as WorkflowStep[] };
    if (section.level === 2) steps.push(step);
    else {
      const group = steps.at(-1);
      if (group === undefined || !isGroup(group.kind))
        throw new WorkflowFault(
          section.line,
          1,
          "A step below “###” belongs to an “if” or a “for each”. Other steps begin with “##”.",
        );
      if (isGroup(step.kind)) throw new WorkflowFault(section.line, 1, "Groups can’t be inside each other.");
      group.steps.push(step);
    }
  }
  return steps;
}

function stepOf({ title, line, lines }: Section): Omit<WorkflowStep, "steps"> {
  if (title.length > workflowLimits.title)
    throw new WorkflowFault(line, 1, `A title can have at most ${workflowLimits.title} characters.`);
  const { pairs, bodyAt } = settingsIn(lines, line);
  const said = pairs.get("Do");
  if (said === undefined) throw new WorkflowFault(line + 1, 1, `“${title}” needs a line “Do: …” below its heading.`);
  const kind = stepKinds.find((one) => one === said.value);
  if (kind === undefined)
    throw new WorkflowFault(said.line, 5, `“${said.value}” is no kind of step. It is one of: ${stepKinds.join(", ")}.`);
  const rules = kindRules[kind];
  const settings: Record<string, string> = {};
  for (const [key, { value, line: at }] of pairs) {
    if (key === "Do" || key === "When" || key === "Result") continue;
    const rule = rules.settings.find((one) => one.name === key);
    const may = ["Do", "Result", "When", ...rules.settings.map((one) => one.name)].join(", ");
    if (rule === undefined) throw new WorkflowFault(at, 1, `“${key}” is not known in a step “${kind}”. It can have: ${may}.`);
    if (rule.options !== undefined && !rule.options.includes(value))
      throw new WorkflowFault(at, key.length + 3, `“${value}” is not possible here. It is one of: ${rule.options.join(", ")}.`);
    settings[key] = value;
  }
  const missing = rules.settings.find((one) => one.isRequired && settings[one.name] === undefined);
  if (missing !== undefined)
    throw new WorkflowFault(line + 1, 1, `“${title}” needs a line “${missing.name}: …” (${missing.hint}).`);
  const result = pairs.get("Result");
  if (result !== undefined && !nameForm.test(result.value))
    throw new WorkflowFault(result.line, 9, `“${result.value}” can’t be a name. Use letters, digits and underscores.`);
  const body = lines.slice(bodyAt).join("\n").trim();
  checkBody(kind, body, { title, line });
  const blank = lines.slice(bodyAt).findIndex((one) => one.trim() !== "");
  const places = {
    ...Object.fromEntries([...pairs].map(([key, one]) => [key, one.line])),
    body: line + 1 + bodyAt + Math.max(0, blank),
  };
  const when = whenOf(pairs.get("When"), kind, line);
  return { kind, title, result: result?.value ?? "", when, settings, body, line, lines: places };
}

function checkBody(kind: StepKind, body: string, { title, line }: { title: string; line: number }): void {
  const { body: rule, bodyHint } = kindRules[kind];
  if (rule === "required" && body === "")
    throw new WorkflowFault(line, 1, `“${title}” needs words below its settings: ${bodyHint}.`);
  if (rule === "none" && body !== "") throw new WorkflowFault(line, 1, `“${title}” can have no words below its settings.`);
  if (body.length > workflowLimits.body)
    throw new WorkflowFault(line, 1, `A step can have at most ${workflowLimits.body.toLocaleString("en")} characters.`);
}

type Said = { value: string; line: number };

function whenOf(said: Said | undefined, kind: StepKind, line: number) {
  if (said === undefined) {
    if (kind === "if") throw new WorkflowFault(line + 1, 1, "An “if” needs a line “When: {{name}} is …”.");
    return null;
  }
  const condition = readCondition(said.value);
  if (condition === null)
    throw new WorkflowFault(
      said.line,
      7,
      "Write a condition as “{{name}} is value”, “{{name}} contains word” or “{{name}} is not empty”.",
    );
  return condition;
}

/** The lines "Key: value" below a heading, up to the first empty line. */
function settingsIn(lines: readonly string[], heading: number): { pairs: Map<string, Said>; bodyAt: number } {
  const pairs = new Map<string, Said>();
  for (const [at, text] of lines.entries()) {
    const line = heading + 1 + at;
    if (text.trim() === "") return { pairs, bodyAt: at };
    const [, key = "", value = ""] = /^([A-Z][a-z]*):(.*)$/u.exec(text) ?? [];
    if (key === "") throw new WorkflowFault(line, 1, "Between a heading and the empty line below it there are lines “Key: value”.");
    if (pairs.has(key)) throw new WorkflowFault(line, 1, `“${key}” is there twice.`);
    if (value.trim() === "") throw new WorkflowFault(line, key.length + 2, `“${key}” has no value.`);
    if (value.length > workflowLimits.setting) throw new WorkflowFault(line, 1, `“${key}” is too long.`);
    pairs.set(key, { value: value.trim(), line });
  }
  return { pairs, bodyAt: lines.length };
}

/** The file of a workflow; read again, it is the same workflow. */
export function writeWorkflow({ inputs, steps, introduction, ...head }: Workflow): string {
  const front = (["name", "jurisdiction", "language", "summary"] as const)
    .filter((key) => head[key] !== "")
    .map((key) => `${key}: ${writeFront(head[key])}`);
  const samples = inputs.filter(({ sample }) => sample !== "").map(({ name, sample }) => `### ${name}\n\n${escaped(sample)}`);
  const parts = [
    `---\nkind: workflow\n${front.join("\n")}\n---`,
    ...(introduction === "" ? [] : [escaped(introduction)]),
    ...(inputs.length === 0 ? [] : [`## Inputs\n\n${inputs.map(inputLine).join("\n")}`]),
    ...steps.flatMap((step) => [writeStep(step, "##"), ...step.steps.map((one) => writeStep(one, "###"))]),
    ...(samples.length === 0 ? [] : ["## Sample", ...samples]),
  ];
  return `${parts.join("\n\n")}\n`;
}

export function inputLine({ name, type, options, isOptional, label }: Omit<WorkflowInput, "sample">): string {
  const form = `${type}${options.length > 0 ? `: ${options.join(" / ")}` : ""}${isOptional ? ", optional" : ""}`;
  return `- ${name} (${form}): ${label}`;
}

function writeStep({ kind, title, result, when, settings, body }: WorkflowStep, mark: string): string {
  const lines = [
    `${mark} ${title}`,
    `Do: ${kind}`,
    ...(result === "" ? [] : [`Result: ${result}`]),
    ...(when === null ? [] : [`When: ${writeCondition(when)}`]),
    ...kindRules[kind].settings.filter(({ name }) => settings[name]).map(({ name }) => `${name}: ${settings[name]}`),
  ];
  return `${lines.join("\n")}${body === "" ? "" : `\n\n${escaped(body)}`}`;
}

/** Of a line that would begin a step or a part of the file, or that would be read as one that was escaped. */
export function escaped(text: string): string {
  return text
    .split("\n")
    .map((line) => (/^(?:#{2,3} |\\+#)/u.test(line) ? `\\${line}` : line))
    .join("\n");
}

export const unescaped = (line: string) => line.replace(/^\\(?=\\*#)/u, "");

/** What a new workflow begins as. */
export const newWorkflowSource = `---
kind: workflow
name: Untitled workflow
jurisdiction: any
language: en
summary: What it does, in one sentence.
---

## Inputs

- document (file): The agreement to read
- audience (choice: client / colleague): Who the summary is for

## Read the terms
Do: extract
Result: terms
From: {{document}}

- Parties (list): Who are the parties to this agreement?
- Ends (date): On what date does the agreement end?
- Notice: On what notice may it be terminated?

## Check the terms
Do: person
Result: checked
Ask: approve

Are these terms right?

{{terms}}

## Write the summary
Do: write
Result: summary

Summarize {{document}} in five sentences for a {{audience}}. Mention these terms: {{terms}}

## Keep it
Do: draft
Called: Summary of {{document}}

{{summary}}

## Sample

### document

Services agreement between Alder Ltd and Birch AB. It ends on 31 December 2027. Either party may terminate it on three months’ written notice.
`;
