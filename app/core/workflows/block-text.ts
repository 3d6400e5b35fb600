/*
 * A workflow's text as blocks. They are a view of the text, and every edit is an edit of its lines: what a block does not
 * show, and every other block, stays as it was word for word, readable or not. Lines count from 0 here.
 */
import { FrontMatterError, readFrontMatter, type FrontMap } from "../templates/front-matter.ts";
import { headingIn, unescaped } from "./workflow-file.ts";
import { comparisons, isGroup, kindRules, stepKinds, type Comparison, type StepKind } from "./workflow.ts";
import { referencesIn } from "./workflow-words.ts";

export type StepFields = {
  title: string;
  kind: StepKind;
  result: string;
  when: string;
  settings: Readonly<Record<string, string>>;
  body: string;
};

export type StepBlock = Lines & {
  /** Below the heading of an if or a for each. */
  isInside: boolean;
  title: string;
  /** Null: its lines hold what fields cannot show. */
  fields: StepFields | null;
  /** Its lines as they are, without the heading. */
  text: string;
};

export type InputFields = { name: string; type: string; options: string; isOptional: boolean; label: string };
export type InputRow = { line: number; text: string; fields: InputFields | null; sample: string };

export const headKeys = ["name", "summary", "jurisdiction", "language"] as const;
export type HeadKey = (typeof headKeys)[number];

export type Blocks = {
  /** Null: it cannot be read, or holds more than fields show. */
  head: Readonly<Record<HeadKey, string>> | null;
  introduction: string;
  inputs: InputRow[];
  steps: StepBlock[];
};

/** Of a part: `from` is its heading, `to` the line behind its last. */
export type Lines = { from: number; to: number };
export type Section = Lines & { level: number; title: string };

export type TextParts = {
  lines: string[];
  /** The line that ends the head; -1 if there is none. */
  headEnd: number;
  inputs: Section[];
  steps: Section[];
  sample: Section | null;
  samples: Section[];
};

const plain = (line: string) => (line.endsWith("\r") ? line.slice(0, -1) : line);

export function partsOfText(source: string): TextParts {
  const lines = source.split("\n");
  const headEnd = lines.findIndex((line, at) => at > 0 && line.trimEnd() === "---");
  const sections: Section[] = [];
  for (let at = headEnd + 1; at < lines.length; at++) {
    const heading = headingIn(plain(lines[at] ?? ""));
    if (heading === null) continue;
    const before = sections.at(-1);
    if (before !== undefined) before.to = at;
    sections.push({ ...heading, from: at, to: lines.length });
  }
  const isCalled = (name: string) => (one: Section) => one.level === 2 && one.title.trim() === name;
  const sampleAt = sections.findIndex(isCalled("Sample"));
  const others = sampleAt < 0 ? sections : sections.slice(0, sampleAt);
  return {
    lines,
    headEnd,
    inputs: others.filter(isCalled("Inputs")),
    steps: others.filter((one) => !isCalled("Inputs")(one)),
    sample: sections[sampleAt] ?? null,
    samples: sampleAt < 0 ? [] : sections.slice(sampleAt + 1),
  };
}

export function readBlocks(source: string): Blocks {
  const parts = partsOfText(source);
  const { lines, headEnd, inputs, steps, sample, samples } = parts;
  const first = Math.min(...[...inputs, ...steps, ...(sample === null ? [] : [sample])].map(({ from }) => from), lines.length);
  return {
    head: headOf(source),
    introduction: wordsIn(lines.slice(headEnd + 1, first)),
    inputs: inputs
      .flatMap(({ from, to }) => rowsOf(lines, { from, to }))
      .map((row) => Object.assign(row, { sample: sampleOf(row) })),
    steps: steps.map((section) => blockOf(lines, section)),
  };

  function sampleOf({ fields }: Pick<InputRow, "fields">): string {
    const found = samples.find((one) => one.level === 3 && one.title.trim() === fields?.name);
    return found === undefined ? "" : wordsIn(lines.slice(found.from + 1, found.to));
  }
}

/** The words between an empty line above and one below, exactly; those lines may be missing. */
function wordsIn(lines: readonly string[]): string {
  const given = lines.map((line) => unescaped(plain(line)));
  if (given[0]?.trim() === "") given.shift();
  if (given.at(-1)?.trim() === "") given.pop();
  return given.join("\n");
}

function headOf(source: string): Blocks["head"] {
  let front: FrontMap;
  try {
    ({ front } = readFrontMatter(source));
  } catch (error) {
    if (error instanceof FrontMatterError) return null;
    throw error;
  }
  const entries = Object.entries(front).filter(([key]) => key !== "kind");
  if (front["kind"] !== "workflow") return null;
  if (entries.some(([key, value]) => typeof value !== "string" || !headKeys.some((one) => one === key))) return null;
  const said = (key: HeadKey, otherwise = "") => (front[key] as string | undefined) || otherwise;
  return {
    name: said("name"),
    summary: said("summary"),
    jurisdiction: said("jurisdiction", "any"),
    language: said("language", "en"),
  };
}

function rowsOf(lines: readonly string[], { from, to }: Lines): Omit<InputRow, "sample">[] {
  const rows: Omit<InputRow, "sample">[] = [];
  for (let line = from + 1; line < to; line++) {
    const text = plain(lines[line] ?? "");
    if (text.trim() !== "") rows.push({ line, text, fields: inputFieldsOf(text) });
  }
  return rows;
}

/** As they are while they are typed: a name or a label may still be missing. */
function inputFieldsOf(text: string): InputFields | null {
  const said = /^- ([^\s():]*) \(([^()]*)\):(.*)$/u.exec(text);
  if (said === null) return null;
  const [, name = "", form = "", label = ""] = said;
  const isOptional = /, *optional$/u.test(form);
  const kind = form.replace(/, *optional$/u, "");
  const colon = kind.indexOf(":");
  return {
    name,
    type: (colon < 0 ? kind : kind.slice(0, colon)).trim(),
    options: colon < 0 ? "" : kind.slice(colon + 1).replace(/^ /u, ""),
    isOptional,
    label: label.replace(/^ /u, ""),
  };
}

export const isSetting = (line: string) => /^[A-Z][a-z]*:/u.test(line);

function blockOf(lines: readonly string[], { level, title, from, to }: Section): StepBlock {
  const own = lines.slice(from + 1, to).map(plain);
  const text = own.join("\n").replace(/\n$/u, "");
  return { from, to, isInside: level === 3, title, text, fields: fieldsOf(title, own) };
}

function fieldsOf(title: string, lines: readonly string[]): StepFields | null {
  const blank = lines.findIndex((line) => line.trim() === "");
  const above = blank < 0 ? lines : lines.slice(0, blank);
  const said = new Map<string, string>();
  for (const line of above) {
    const key = line.slice(0, line.indexOf(":"));
    if (!isSetting(line) || said.has(key)) return null;
    said.set(key, line.slice(key.length + 1).replace(/^ /u, ""));
  }
  const kind = stepKinds.find((one) => one === said.get("Do")?.trim());
  if (kind === undefined) return null;
  const { Do: _, Result: result = "", When: when = "", ...settings } = Object.fromEntries(said);
  if (Object.keys(settings).some((key) => !kindRules[kind].settings.some(({ name }) => name === key))) return null;
  return { title, kind, result, when, settings, body: blank < 0 ? "" : wordsIn(lines.slice(blank)) };
}

/** Where a fault of the reader is: `line` as it says it, from 1. */
export function placeOfLine({ inputs, steps }: Blocks, line: number): { step: number } | { input: number } | null {
  const at = line - 1;
  const input = inputs.findIndex((row) => row.line === at);
  if (input >= 0) return { input };
  // What a step lacks is said behind its last line, if it has no other.
  const step = steps.findIndex(({ from, to }) => at >= from && (at < to || at === from + 1));
  return step < 0 ? null : { step };
}

/** The blocks of a step with those inside it. */
export function wholeStep(steps: readonly StepBlock[], at: number): { count: number; lines: Lines } {
  let end = at + 1;
  if (steps[at]?.isInside === false) while (steps[end]?.isInside === true) end++;
  return { count: end - at, lines: { from: steps[at]?.from ?? 0, to: steps[end - 1]?.to ?? 0 } };
}

/** Which group a step is inside of. */
export function groupOf(steps: readonly StepBlock[], at: number): number | null {
  if (steps[at]?.isInside !== true) return null;
  const found = steps.slice(0, at).findLastIndex(({ isInside }) => !isInside);
  return found < 0 ? null : found;
}

export const isGroupBlock = ({ fields }: StepBlock) => fields !== null && isGroup(fields.kind);

export type LooseCondition = { name: string; part: string; comparison: Comparison; than: string };

/** As it is typed: what it compares with may still be missing. Null if it is another text. */
export function looseCondition(text: string): LooseCondition | null {
  const [one] = referencesIn(text);
  if (one === undefined || text.slice(0, one.start).trim() !== "") return null;
  const rest = text.slice(one.end).trimStart();
  const comparison = comparisons.find((each) => rest === each || rest.startsWith(`${each} `));
  if (comparison === undefined) return null;
  return { name: one.name, part: one.part, comparison, than: rest.slice(comparison.length + 1) };
}

export function writeLooseCondition({ name, part, comparison, than }: LooseCondition): string {
  const words = comparison.endsWith("empty") ? "" : ` ${than}`;
  return `{{${name}${part === "" ? "" : `.${part}`}}} ${comparison}${words}`;
}
