/* A workflow's text and its blocks: printed and read again it is the same, and an edit of a block changes its lines only. */
import { readdirSync, readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { placeOfLine, readBlocks, type StepFields } from "./block-text.ts";
import {
  editHead,
  editInput,
  editIntroduction,
  editSample,
  editStep,
  editStepText,
  insertInput,
  insertInputLine,
  insertStep,
  insertStepLines,
  moveInput,
  moveStep,
  newStep,
  regroupStep,
  removeInput,
  removeStep,
  renameEverywhere,
} from "./edit-blocks.ts";
import { namesAtSteps, wanted } from "./known-names.ts";
import { newWorkflowSource, readWorkflow, writeWorkflow } from "./workflow-file.ts";
import { comparisons, inputTypes, isGroup, kindRules, stepKinds, type Workflow, type WorkflowStep } from "./workflow.ts";

const builtIn = readdirSync("content/workflows")
  .filter((file) => file.endsWith(".md"))
  .map((file) => ({ file, source: readFileSync(`content/workflows/${file}`, "utf8") }));

function read(source: string): Workflow {
  const found = readWorkflow(source);
  if ("refusal" in found) throw new Error(`${found.refusal}\n${source}`);
  return found.workflow;
}
const bare = ({ kind, title: name, result, when, settings, body, steps }: WorkflowStep): object => ({
  kind,
  title: name,
  result,
  when,
  settings,
  body,
  steps: steps.map(bare),
});
const meaning = (source: string) => {
  const { steps, ...others } = read(source);
  return { ...others, steps: steps.map(bare) };
};

const word = fc.stringMatching(/^[a-z]{1,8}$/u);
const line = fc
  .array(fc.oneof(word, fc.constantFrom("#", "##", "###", "\\##", "\\\\#", ":", "{", "}}", "é", "\u2028", "Do: write", "- x")), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.join(" ").trim())
  .filter((text) => text !== "");
const prose = fc.array(fc.oneof(line, fc.constant("")), { maxLength: 5 }).map((lines) => lines.join("\n").trim());
const title = line.filter((text) => text !== "Inputs" && text !== "Sample" && !text.includes("\u2028"));
const oneLine = line.filter((text) => !text.includes("\u2028") && !text.includes("{"));

const input = fc.record({
  type: fc.constantFrom(...inputTypes),
  label: oneLine,
  isOptional: fc.boolean(),
  sample: prose,
  choices: fc.tuple(word, word),
});

/** Every setting of a step that names something has an input of its own to name. */
const step = fc.record({
  kind: fc.constantFrom(...stepKinds.filter((kind) => !isGroup(kind))),
  title,
  hasResult: fc.boolean(),
  isConditional: fc.boolean(),
  comparison: fc.constantFrom(...comparisons),
  number: fc.integer({ min: 0, max: 99 }),
  words: oneLine,
  body: prose.filter((text) => !text.includes("{")),
  all: fc.boolean(),
});
type Given = typeof step extends fc.Arbitrary<infer T> ? T : never;

const givenWorkflow = fc.record({
  name: oneLine,
  summary: oneLine,
  introduction: prose,
  inputs: fc.array(input, { maxLength: 4 }),
  groups: fc.array(
    fc.record({
      group: fc.constantFrom("none" as const, "if" as const, "for each" as const),
      steps: fc.array(step, { minLength: 1, maxLength: 3 }),
    }),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
});
type GivenWorkflow = typeof givenWorkflow extends fc.Arbitrary<infer T> ? T : never;
const workflow = givenWorkflow.map(workflowFrom);

function workflowFrom({ inputs, groups, name, summary, introduction }: GivenWorkflow): Workflow {
  const own = inputs.map(({ choices, type, label, isOptional, sample }, at) => ({
    name: `input${at}`,
    type,
    label,
    isOptional,
    options: type === "choice" ? choices : [],
    sample,
  }));
  const named = [
    { name: "paper", type: "draft" as const, label: "A paper", isOptional: false, options: [], sample: "" },
    { name: "many", type: "files" as const, label: "Papers", isOptional: false, options: [], sample: "" },
  ];
  const steps: WorkflowStep[] = [];
  let count = 0;
  for (const { group, steps: given } of groups) {
    const all = given.map((one) => stepFrom(one, count++));
    if (group === "none") steps.push(...all);
    else steps.push(groupFrom(group, `each${count++}`, all));
  }
  return { name, summary, introduction, jurisdiction: "any", language: "en", inputs: [...own, ...named], steps };
}

function groupFrom(kind: "if" | "for each", each: string, steps: WorkflowStep[]): WorkflowStep {
  const settings: Record<string, string> = kind === "if" ? {} : { In: "{{many}}", Each: each };
  const when = kind === "if" ? { of: "paper", comparison: "is" as const, than: "so" } : null;
  return { kind, title: `Group ${each}`, result: "", when, settings, body: "", steps, line: 0, lines: {} };
}

function stepFrom(given: Given, at: number): WorkflowStep {
  const { kind } = given;
  const settings: Record<string, string> = {};
  for (const { name, isRequired, options } of kindRules[kind].settings) {
    const types = wanted[kind]?.[name];
    if (name === "Choices" || (!isRequired && !given.all)) continue;
    if (types !== undefined) settings[name] = types.includes("draft") ? "{{paper}}" : "{{many}}";
    else settings[name] = options?.[0] ?? (name === "Due" ? "3 days" : given.words);
  }
  const body =
    kindRules[kind].body === "none"
      ? ""
      : kind === "extract"
        ? "- One (date): When?\n- Two: What?"
        : kind === "fill"
          ? `client = ${given.words}`
          : given.body || "Words";
  const than = given.comparison.endsWith("empty") ? "" : given.comparison.endsWith("than") ? String(given.number) : given.words;
  const when = given.isConditional ? { of: "paper", comparison: given.comparison, than } : null;
  const result = given.hasResult ? `result${at}` : "";
  return { kind, title: given.title, result, when, settings, body, steps: [], line: 0, lines: {} };
}

test("a workflow that is printed and read again is the same", () => {
  fc.assert(
    fc.property(workflow, (made) => {
      const source = writeWorkflow(made);
      expect(meaning(source)).toEqual({ ...made, steps: made.steps.map(bare) });
      expect(writeWorkflow(read(source))).toBe(source);
    }),
  );
  for (const { source } of builtIn) expect(meaning(writeWorkflow(read(source)))).toEqual(meaning(source));
});

/** The text with the lines of one block away. */
const without = (source: string, at: number) => {
  const { from, to } = readBlocks(source).steps[at]!;
  return source
    .split("\n")
    .toSpliced(from, to - from)
    .join("\n");
};

/** Ends of lines, and prose that no field shows, are kept where they are not edited. */
const texts = fc
  .record({ made: workflow, isWindows: fc.boolean(), hasOdd: fc.boolean(), isCut: fc.boolean() })
  .map(({ made, isWindows, hasOdd, isCut }) => {
    let source = writeWorkflow(made);
    if (hasOdd) source = source.replace(/^## (?!Inputs$).*$/mu, "## Odd\n<!-- what is this -->\nDo: dance\n\nStays\n\n\n$&");
    if (isCut) source = source.replace(/\n$/u, "");
    return isWindows ? source.replaceAll("\n", "\r\n") : source;
  });

test("a block that is edited is read as it was written, and no other line changes", () => {
  const change: fc.Arbitrary<Partial<StepFields>> = fc.oneof(
    fc.record({ title }),
    fc.record({ body: prose.map((text) => `${text}\n`) }),
    fc.record({ body: prose }),
    fc.record({ result: word }),
    fc.record({ when: word.map((name) => `{{${name}}} is ready `) }),
    fc.record({ when: fc.constant("") }),
  );
  fc.assert(
    fc.property(texts, fc.nat(), change, (source, nth, changed) => {
      const { steps } = readBlocks(source);
      const at = nth % steps.length;
      const edited = editStep(source, at, changed);
      if (steps[at]!.fields === null) {
        expect(edited).toBe(source);
        return;
      }
      expect(without(edited, at)).toBe(without(source, at));
      const asWas = { ...steps[at]!.fields, ...changed };
      expect(readBlocks(edited).steps.map(({ fields }) => fields)).toEqual(
        steps.map(({ fields }, other) => (other === at ? asWas : fields)),
      );
    }),
  );
});

test("steps that are removed and put back, and moved there and back, leave the text as it was", () => {
  fc.assert(
    fc.property(texts, fc.nat(), (text, nth) => {
      const source = text.endsWith("\n") ? text : `${text}${text.includes("\r\n") ? "\r\n" : "\n"}`;
      const at = nth % readBlocks(source).steps.length;
      const gone = removeStep(source, at);
      expect(insertStepLines(gone.source, at, gone.lines)).toBe(source);
      const moved = moveStep(source, at, 1);
      if (moved !== null) expect(moveStep(moved.source, moved.at, -1)).toEqual({ source, at });
      const regrouped = regroupStep(source, at);
      if (regrouped !== null && readBlocks(source).steps[at + 1]?.isInside !== true)
        expect(regroupStep(regrouped.source, regrouped.at)).toEqual({ source, at });
    }),
  );
});

describe.each(builtIn)("$file", ({ source }) => {
  test("is shown whole by its blocks", () => {
    const { head, inputs, steps, introduction } = readBlocks(source);
    const { workflow: whole } = readWorkflow(source) as { workflow: Workflow };
    expect(head).toEqual({ name: whole.name, summary: whole.summary, jurisdiction: whole.jurisdiction, language: whole.language });
    expect(introduction).toBe(whole.introduction);
    expect(inputs.map(({ fields, sample }) => [fields?.name, sample])).toEqual(
      whole.inputs.map(({ name, sample }) => [name, sample]),
    );
    const flat = whole.steps.flatMap((one) => [one].concat(one.steps));
    expect(steps.map(({ fields }) => [fields?.title, fields?.kind, fields?.settings, fields?.body])).toEqual(
      flat.map(({ title: name, kind, settings, body }) => [name, kind, settings, body]),
    );
  });

  test("is as it was when every block is written again with what it holds", () => {
    const { steps, inputs, introduction, head } = readBlocks(source);
    let again = steps.reduce((text, { fields }, at) => editStep(text, at, fields!), source);
    again = inputs.reduce((text, { fields, sample }, at) => editSample(editInput(text, at, fields!), fields!.name, sample), again);
    again = editHead(editIntroduction(again, introduction), "summary", head!.summary);
    expect(again).toBe(source);
  });
});

const small = "---\nkind: workflow\nname: A\n---\n\n## Say it\nDo: output\n\nHello\n";

test("inputs are added, changed, moved and removed, with their samples", () => {
  const fields = { name: "day", type: "date", options: "", isOptional: true, label: "The day" };
  let source = insertInput(small, 0, fields);
  source = insertInput(source, 1, { ...fields, name: "pace", type: "choice", options: "slow / fast", isOptional: false });
  source = editSample(editSample(source, "day", "2026-03-02"), "pace", "## slow");
  expect(source).toBe(
    "---\nkind: workflow\nname: A\n---\n\n## Inputs\n\n- day (date, optional): The day\n- pace (choice: slow / fast): The day\n\n" +
      "## Say it\nDo: output\n\nHello\n\n## Sample\n\n### day\n\n2026-03-02\n\n### pace\n\n\\## slow\n",
  );
  expect(read(source).inputs.map(({ sample }) => sample)).toEqual(["2026-03-02", "## slow"]);
  expect(readBlocks(moveInput(source, 0, 1)!).inputs.map((row) => row.fields?.name)).toEqual(["pace", "day"]);
  expect(moveInput(source, 0, -1)).toBeNull();
  const gone = removeInput(source, 0);
  expect(insertInputLine(gone.source, 0, gone.text)).toBe(source);
  const empty = editSample(editSample(source, "day", ""), "pace", "");
  expect(empty).not.toContain("Sample");
  expect(removeInput(removeInput(empty, 0).source, 0).source).toBe(small);
});

test("a name is changed wherever it is used", () => {
  const source = editSample(
    editStep(insertInput(small, 0, { name: "who", type: "text", options: "", isOptional: false, label: "Who" }), 0, {
      body: "Hello {{who}} {{ who.name }} {{whole}}",
      when: "{{who}} is Ada",
    }),
    "who",
    "Ada",
  );
  const renamed = renameEverywhere(editInput(source, 0, { name: "person" }), "who", "person");
  expect(renamed).toContain("Hello {{person}} {{person.name}} {{whole}}");
  expect(renamed).toContain("When: {{person}} is Ada");
  expect(renamed).toContain("### person\n\nAda");
});

test("what fields cannot show is kept, said, and edited as text", () => {
  const odd = small.replace("Do: output", "Do: dance\nColour: red");
  const [block] = readBlocks(odd).steps;
  expect([block!.fields, block!.text]).toEqual([null, "Do: dance\nColour: red\n\nHello"]);
  expect(editStep(odd, 0, { title: "Other" })).toBe(odd);
  expect(editStepText(odd, 0, "Do: output\n\nHello\n## no step")).toBe(small.replace("Hello\n", "Hello\n\\## no step\n"));
  expect(readBlocks(small.replace("name: A", "name: A\ncolour: red")).head).toBeNull();
  expect(readBlocks("just words").steps).toEqual([]);
});

test("a fault is found at the block it is in", () => {
  const source = insertStep(newWorkflowSource, 2, { ...newStep("write"), result: "sum", body: "{{nothing}}" });
  const found = readWorkflow(source) as { line: number };
  expect(placeOfLine(readBlocks(source), found.line)).toEqual({ step: 2 });
  const bad = editInput(source, 1, { label: "" });
  expect(placeOfLine(readBlocks(bad), (readWorkflow(bad) as { line: number }).line)).toEqual({ input: 1 });
  const lacking = editStep(newWorkflowSource, 0, { settings: {} });
  expect(placeOfLine(readBlocks(lacking), (readWorkflow(lacking) as { line: number }).line)).toEqual({ step: 0 });
});

test("every kind of step can be added, and steps know the names before them", () => {
  for (const kind of stepKinds) {
    const added = insertStep(newWorkflowSource, 1, newStep(kind));
    expect(readBlocks(added).steps[1]?.fields?.kind).toBe(kind);
  }
  const inputs = [{ name: "all", type: "files" as const, options: [] }];
  const each = { kind: "for each" as const, settings: { In: "{{all}}", Each: "one" }, result: "", isInside: false };
  const inside = { kind: "extract" as const, settings: {}, result: "terms", isInside: true };
  const after = { kind: "output" as const, settings: {}, result: "", isInside: false };
  expect(namesAtSteps(inputs, [each, inside, inside, after]).map((names) => Object.fromEntries(names))).toEqual([
    { all: { type: "files" } },
    { all: { type: "files" }, one: { type: "file" } },
    { all: { type: "files" }, one: { type: "file" }, terms: { type: "record" } },
    { all: { type: "files" }, terms: { type: "list" } },
  ]);
});
