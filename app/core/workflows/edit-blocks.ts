/* Edits of a workflow by its blocks: each gives the whole text again, with only the lines of what was edited changed. */
import { writeFront } from "../templates/front-matter.ts";
import {
  groupOf,
  isGroupBlock,
  isSetting,
  partsOfText,
  readBlocks,
  wholeStep,
  type HeadKey,
  type InputFields,
  type Lines,
  type StepFields,
} from "./block-text.ts";
import { escaped, headingIn } from "./workflow-file.ts";
import { kindRules, type StepKind } from "./workflow.ts";
import { replaceReferences } from "./workflow-words.ts";

/** New lines end as the others of the text do. */
function joined(source: string, lines: readonly string[], { from, to }: Lines, put: readonly string[]): string {
  const end = source.includes("\r\n") ? "\r" : "";
  const isLast = to >= lines.length;
  const ended = put.map((line, at) => (isLast && at === put.length - 1 ? line : line + end));
  const above = lines.slice(0, from);
  const last = above.at(-1);
  // What was the end of the text is a line of it now.
  if (isLast && from > 0 && put.length > 0 && last?.endsWith(end) === false) above[from - 1] = last + end;
  return [...above, ...ended, ...lines.slice(to)].join("\n");
}

const isBlank = (line: string | undefined) => line === undefined || line.trim() === "";

/** Words with an empty line above and below. */
const withSpace = (words: string) => (words === "" ? [""] : ["", ...escaped(words).split("\n"), ""]);

export function editStep(source: string, at: number, change: Partial<StepFields>): string {
  const { lines } = partsOfText(source);
  const block = readBlocks(source).steps[at];
  if (block === undefined || block.fields === null) return source;
  const before = block.fields;
  const after = { ...before, ...change };
  const above = lines.slice(block.from + 1, block.to);
  const kept = above.slice(0, above.findIndex(isBlank)).filter(isSetting).map(keyOf);
  const put = stepLines(after, block.isInside, before.kind === after.kind ? kept : []);
  return joined(source, lines, block, put);
}

const keyOf = (line: string) => line.slice(0, line.indexOf(":"));

function stepLines(
  { title, kind, result, when, settings, body }: StepFields,
  isInside: boolean,
  order: readonly string[],
): string[] {
  const usual = ["Do", "Result", "When", ...kindRules[kind].settings.map(({ name }) => name)];
  const said = new Map<string, string>(
    usual.flatMap((key) => {
      const value = key === "Do" ? kind : key === "Result" ? result : key === "When" ? when : (settings[key] ?? "");
      return value === "" ? [] : [[key, value] as const];
    }),
  );
  // Lines stay in the order they were written in; a new one comes before the first that usually follows it.
  const keys = order.filter((key, at) => said.has(key) && order.indexOf(key) === at);
  for (const key of said.keys()) {
    if (keys.includes(key)) continue;
    const next = keys.findIndex((one) => usual.indexOf(one) > usual.indexOf(key));
    keys.splice(next < 0 ? keys.length : next, 0, key);
  }
  return [`${isInside ? "###" : "##"} ${title}`, ...keys.map((key) => `${key}: ${said.get(key) ?? ""}`), ...withSpace(body)];
}

/** The lines of a block as they were typed; the heading stays. */
export function editStepText(source: string, at: number, text: string): string {
  const { lines } = partsOfText(source);
  const block = readBlocks(source).steps[at];
  if (block === undefined) return source;
  // A heading would be another step.
  const put = text.split("\n").map((line) => (headingIn(line) === null ? line : `\\${line}`));
  return joined(source, lines, { from: block.from + 1, to: block.to }, [...put, ""]);
}

/** What a step of a kind begins as. */
export function newStep(kind: StepKind): StepFields {
  const { words, settings } = kindRules[kind];
  const first = settings.flatMap(({ name, isRequired, options }): [string, string][] =>
    isRequired && options ? [[name, options[0] ?? ""]] : [],
  );
  return { title: words, kind, result: "", when: "", settings: Object.fromEntries(first), body: "" };
}

/** Puts lines before a line of the text, with an empty one between them and what is above. */
function insertLines(source: string, line: number, put: readonly string[]): string {
  const { lines } = partsOfText(source);
  const gap = line > 0 && !isBlank(lines[line - 1]) ? [""] : [];
  return joined(source, lines, { from: line, to: line }, [...gap, ...put]);
}

/** Before the step that is there now, or behind the last. */
export function insertStep(source: string, at: number, step: StepFields, isInside = false): string {
  return insertStepLines(source, at, stepLines(step, isInside, []));
}

export function insertStepLines(source: string, at: number, put: readonly string[]): string {
  const { steps, sample, lines } = partsOfText(source);
  const line = steps[at]?.from ?? sample?.from ?? lines.length;
  return insertLines(source, line, put);
}

/** `lines` put it back, with what was inside it. */
export function removeStep(source: string, at: number): { source: string; lines: string[] } {
  const { lines } = partsOfText(source);
  const { lines: range } = wholeStep(readBlocks(source).steps, at);
  const left = [...lines.slice(0, range.from), ...lines.slice(range.to)];
  // The text ends with a line break, which the empty line above is now.
  if (range.to >= lines.length) left.splice(isBlank(left.at(-1)) ? -1 : left.length, 1, "");
  return { source: left.join("\n"), lines: linesOf(lines, range) };
}

function linesOf(lines: readonly string[], { from, to }: Lines): string[] {
  const own = lines.slice(from, to).map((line) => line.replace(/\r$/u, ""));
  return isBlank(own.at(-1)) ? own : [...own, ""];
}

/** `at` is where it is then. Null: there is no further. */
export function moveStep(source: string, at: number, by: -1 | 1): { source: string; at: number } | null {
  const { steps } = readBlocks(source);
  const step = steps[at];
  if (step === undefined) return null;
  const own = wholeStep(steps, at);
  const isBeside = (other: number) =>
    steps[other] !== undefined && steps[other].isInside === step.isInside && groupOf(steps, other) === groupOf(steps, at);
  if (by === 1) {
    const next = at + own.count;
    if (!isBeside(next)) return null;
    // The next one moves above it.
    const moved = moveStep(source, next, -1);
    return moved === null ? null : { source: moved.source, at: at + wholeStep(steps, next).count };
  }
  const before = step.isInside ? at - 1 : steps.slice(0, at).findLastIndex(({ isInside }) => !isInside);
  if (before < 0 || !isBeside(before)) return null;
  const taken = removeStep(source, at);
  return { source: insertStepLines(taken.source, before, taken.lines), at: before };
}

/** Into the group above it, at its end; or out of its group, behind it. Null if there is no such place. */
export function regroupStep(source: string, at: number): { source: string; at: number } | null {
  const { steps } = readBlocks(source);
  const step = steps[at];
  if (step === undefined || isGroupBlock(step)) return null;
  const group = groupOf(steps, at);
  if (step.isInside && group === null) return null;
  const above = steps.slice(0, at).findLast(({ isInside }) => !isInside);
  if (!step.isInside && (above === undefined || !isGroupBlock(above))) return null;
  const taken = removeStep(source, at);
  const [heading = "", ...rest] = taken.lines;
  const put = [heading.replace(/^#+/u, step.isInside ? "##" : "###"), ...rest];
  const to = group === null ? at : group + wholeStep(steps, group).count - 1;
  return { source: insertStepLines(taken.source, to, put), at: to };
}

export function editInput(source: string, row: number, change: Partial<InputFields>): string {
  const { lines } = partsOfText(source);
  const input = readBlocks(source).inputs[row];
  if (input === undefined || input.fields === null) return source;
  return joined(source, lines, { from: input.line, to: input.line + 1 }, [inputLineOf({ ...input.fields, ...change })]);
}

/** A row that fields cannot show, as it was typed. */
export function editInputText(source: string, row: number, text: string): string {
  const { lines } = partsOfText(source);
  const input = readBlocks(source).inputs[row];
  return input === undefined ? source : joined(source, lines, { from: input.line, to: input.line + 1 }, [text]);
}

/** As long as it is typed, so not by what a whole input is. */
function inputLineOf({ name, type, options, isOptional, label }: InputFields): string {
  return `- ${name} (${type}${type === "choice" ? `: ${options}` : ""}${isOptional ? ", optional" : ""}): ${label}`;
}

export function insertInput(source: string, row: number, input: InputFields): string {
  return insertInputLine(source, row, inputLineOf(input));
}

export function insertInputLine(source: string, row: number, text: string): string {
  const { lines, inputs, steps, sample } = partsOfText(source);
  const rows = readBlocks(source).inputs;
  const line = rows[row]?.line ?? (rows.at(-1)?.line ?? -2) + 1;
  if (line >= 0) return joined(source, lines, { from: line, to: line }, [text]);
  const [section] = inputs;
  if (section !== undefined) return joined(source, lines, { from: section.from + 1, to: section.to }, ["", text, ""]);
  return insertLines(source, steps[0]?.from ?? sample?.from ?? lines.length, ["## Inputs", "", text, ""]);
}

/** `text` puts it back. Its sample stays until it is emptied. */
export function removeInput(source: string, row: number): { source: string; text: string } {
  const { lines, inputs } = partsOfText(source);
  const rows = readBlocks(source).inputs;
  const input = rows[row];
  if (input === undefined) return { source, text: "" };
  const section = inputs.find(({ from, to }) => from < input.line && input.line < to);
  const isOnly = rows.filter(({ line }) => section !== undefined && section.from < line && line < section.to).length === 1;
  const gone = isOnly && section !== undefined ? section : { from: input.line, to: input.line + 1 };
  return { source: [...lines.slice(0, gone.from), ...lines.slice(gone.to)].join("\n"), text: input.text };
}

export function moveInput(source: string, row: number, by: -1 | 1): string | null {
  const { lines } = partsOfText(source);
  const rows = readBlocks(source).inputs;
  const [one, other] = [rows[row]?.line, rows[row + by]?.line];
  if (one === undefined || other === undefined) return null;
  const swapped = [...lines];
  [swapped[one], swapped[other]] = [lines[other] ?? "", lines[one] ?? ""];
  return swapped.join("\n");
}

/** What a test of the workflow begins with; "" for none. */
export function editSample(source: string, name: string, words: string): string {
  const { lines, sample, samples } = partsOfText(source);
  const section = samples.find((one) => one.level === 3 && one.title.trim() === name);
  const put = words === "" ? [] : [`### ${name}`, ...withSpace(words)];
  if (section === undefined)
    return words === "" ? source : insertLines(source, lines.length, [...(sample === null ? ["## Sample", ""] : []), ...put]);
  const isEmptied = words === "" && samples.length === 1 && sample !== null;
  const range = { from: isEmptied ? sample.from : section.from, to: section.to };
  const left = joined(source, lines, range, put);
  return left.endsWith("\n") ? left : `${left}\n`;
}

export function editHead(source: string, key: HeadKey, value: string): string {
  const { lines, headEnd } = partsOfText(source);
  const at = lines.findIndex((line, index) => index > 0 && index < headEnd && line.startsWith(`${key}:`));
  const put = value === "" ? [] : [`${key}: ${writeFront(value)}`];
  const from = at < 0 ? headEnd : at;
  return joined(source, lines, { from, to: at < 0 ? from : from + 1 }, put);
}

export function editIntroduction(source: string, words: string): string {
  const { lines, headEnd, inputs, steps, sample } = partsOfText(source);
  const first = Math.min(...[...inputs, ...steps, ...(sample === null ? [] : [sample])].map(({ from }) => from), lines.length);
  return joined(source, lines, { from: headEnd + 1, to: first }, withSpace(words));
}

/** A name that was changed is changed wherever it is used, and at its sample. */
export function renameEverywhere(source: string, from: string, to: string): string {
  if (from === "" || to === "" || from === to) return source;
  const { lines, headEnd, samples } = partsOfText(source);
  const heading = samples.find((one) => one.title.trim() === from);
  return lines
    .map((line, at) => {
      if (at <= headEnd) return line;
      if (at === heading?.from) return line.replace(from, () => to);
      return replaceReferences(line, (one) =>
        one.name === from ? `{{${to}${one.part === "" ? "" : `.${one.part}`}}}` : line.slice(one.start, one.end),
      );
    })
    .join("\n");
}
