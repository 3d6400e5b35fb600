/* The text of a workflow: read, written again, and its faults with their line and column. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { newWorkflowSource, readWorkflow, writeWorkflow } from "./workflow-file.ts";
import type { Workflow, WorkflowStep } from "./workflow.ts";
import { holds, numberIn, readAskedQuestions, readCondition } from "./workflow-words.ts";
import { isTrue, itemsOf, written } from "./values.ts";

const head = "---\nkind: workflow\nname: A\n---\n\n";
const inputs =
  "## Inputs\n\n- document (file): The text\n- pace (choice: slow / fast, optional): How fast\n- all (files): Files\n\n";
const output = "## Show\nDo: output\n\n{{document}}\n";

function read(source: string): Workflow {
  const found = readWorkflow(source);
  if ("refusal" in found) throw new Error(found.refusal);
  return found.workflow;
}
const refusal = (source: string) => {
  const found = readWorkflow(source);
  return "refusal" in found ? found.refusal : "none";
};
const withoutLines = ({ steps, ...workflow }: Workflow) => ({ ...workflow, steps: steps.map(bare) });
const bare = ({ kind, title, result, when, settings, body, steps }: WorkflowStep): object => ({
  kind,
  title,
  result,
  when,
  settings,
  body,
  steps: steps.map(bare),
});

test("what a new workflow begins as can be read, and is written as it was", () => {
  expect(writeWorkflow(read(newWorkflowSource))).toBe(newWorkflowSource);
});

test("a workflow that was written is the same when it is read again, headings in its words too", () => {
  const source = `${head}What it is for.\n\n${inputs}## Read\nDo: extract\nResult: terms\nWhen: {{pace}} is not fast\nFrom: {{document}}\n\n- Rent (amount): How much?\n\n## Each\nDo: for each\nIn: {{all}}\nEach: one\n\n### Sum up\nDo: write\nResult: summary\n\nSum up {{one}}.\n\\## Not a step\n\n## Say\nDo: output\n\n{{terms.Rent}} {{summary}}\n\n## Sample\n\n### document\n\nThe rent is 5.\n`;
  const workflow = read(source);
  expect(workflow.steps[1]!.steps[0]!.body).toBe("Sum up {{one}}.\n## Not a step");
  expect(workflow.inputs[0]!.sample).toBe("The rent is 5.");
  const again = writeWorkflow(workflow);
  expect(withoutLines(read(again))).toEqual(withoutLines(workflow));
  expect(writeWorkflow(read(again))).toBe(again);
});

test.each(readdirSync("content/workflows").filter((file) => file.endsWith(".md")))("%s is written as it is", (file) => {
  const source = readFileSync(`content/workflows/${file}`, "utf8");
  expect(writeWorkflow(read(source))).toBe(source);
});

test.each([
  ["no steps", `${head}${inputs}`, "Line 1, column 1: The workflow has no steps."],
  ["no kind", `${head}## A\n\nWords`, "Line 7, column 1: “A” needs a line “Do: …”"],
  ["unknown kind", `${head}## A\nDo: dance\n`, "Line 7, column 5: “dance” is no kind of step."],
  ["unknown setting", `${head}## A\nDo: output\nColour: red\n\nWords`, "Line 8, column 1: “Colour” is not known"],
  ["missing setting", `${head}${inputs}## A\nDo: extract\n\n- B: c?`, "“A” needs a line “From: …”"],
  [
    "unknown name",
    `${head}${inputs}## A\nDo: output\n\nOne line\nSee {{nothing}}.`,
    "Line 16, column 5: There is no “nothing” here. Known at this step: document, pace, all.",
  ],
  [
    "unknown name in a setting",
    `${head}${inputs}## A\nDo: extract\nFrom: {{else}}\n\n- B: c?`,
    "Line 14, column 7: There is no “else” here.",
  ],
  ["later result", `${head}${inputs}## A\nDo: output\n\n{{b}}\n\n## B\nDo: output\nResult: b\n\nx`, "There is no “b” here."],
  ["wrong type", `${head}${inputs}## A\nDo: extract\nFrom: {{all}}\n\n- B: c?`, "“all” is a files, and “From” can be"],
  [
    "impossible choice",
    `${head}${inputs}## A\nDo: output\nWhen: {{pace}} is quick\n\nx`,
    "Line 14, column 7: “pace” is never “quick”. It is one of: slow, fast.",
  ],
  ["no condition", `${head}${inputs}## A\nDo: output\nWhen: pace\n\nx`, "Line 14, column 7: Write a condition as"],
  ["bad input", `${head}## Inputs\n\n- a (colour): b\n\n${output}`, "Line 8, column 6: “colour” is no type of an input."],
  ["bad line", `${head}## Inputs\n\nJust words\n\n${output}`, "Line 8, column 1: Write each input as"],
  ["bad question", `${head}${inputs}## A\nDo: extract\nFrom: {{document}}\n\nWhat?`, "Line 16, column 1: Write each question as"],
  ["loose step", `${head}${inputs}### A\nDo: output\n\nx`, "Line 12, column 1: A step below “###” belongs to"],
  ["empty group", `${head}${inputs}## A\nDo: if\nWhen: {{pace}} is fast\n`, "“A” has no steps."],
  ["taken name", `${head}${inputs}## A\nDo: output\nResult: pace\n\nx`, "“pace” is the name of something else already."],
  ["choice without choices", `${head}${inputs}## A\nDo: person\nAsk: choose\n\nWhich?`, "needs at least two choices"],
  ["bad day", `${head}${inputs}## A\nDo: person\nAsk: approve\nDue: soon\n\nWhich?`, "Line 15, column 6: Say after how many days"],
])("a fault is said with its place: %s", (_, source, sentence) => {
  expect(refusal(source)).toContain(sentence);
});

test("conditions compare words and numbers", () => {
  expect(readCondition("{{terms.Rent}} is more than 1,000")).toEqual({
    of: "terms.Rent",
    comparison: "is more than",
    than: "1,000",
  });
  for (const bad of ["{{a}}", "a is b", "{{a}} is more than much", "{{a}} is empty really", "x {{a}} is b"])
    expect(readCondition(bad)).toBeNull();
  const terms = {
    terms: {
      type: "record" as const,
      fields: [
        { label: "Rent", value: "EUR 1,200.50" },
        { label: "End", value: "" },
      ],
    },
  };
  const holdsThere = (text: string) => isTrue(readCondition(text)!, terms);
  expect(holdsThere("{{terms.rent}} is more than 1200")).toBe(true);
  expect(holdsThere("{{terms.Rent}} is less than 1.200,00")).toBe(false);
  expect(holdsThere("{{terms.End}} is empty")).toBe(true);
  expect(holdsThere("{{terms.Rent}} contains eur")).toBe(true);
  expect(holds({ comparison: "is more than", than: "3" }, "none")).toBe(false);
  expect([numberIn("SEK 12 000"), numberIn("1.234.567,8"), numberIn("none"), numberIn("-3")]).toEqual([
    12_000,
    1_234_567.8,
    null,
    -3,
  ]);
});

test("questions have a form, and names are replaced", () => {
  expect(readAskedQuestions("- Ends (date): When?\n- Renewal (choice: automatic / none): How?\n- Law: Which?")).toEqual([
    { label: "Ends", question: "When?", format: "date", choices: [] },
    { label: "Renewal", question: "How?", format: "choice", choices: ["automatic", "none"] },
    { label: "Law", question: "Which?", format: "text", choices: [] },
  ]);
  const values = { list: { type: "list" as const, items: ["a", "b"] }, name: { type: "text" as const, text: "Ada" } };
  expect(written("{{name}}: {{list.count}}\n{{list}} {{gone}}", values)).toBe("Ada: 2\n- a\n- b ");
  expect(itemsOf({ type: "text", text: "- one\n\ntwo" }).length).toBe(2);
});
