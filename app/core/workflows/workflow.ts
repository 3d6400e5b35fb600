/*
 * A workflow: work that is done the same way each time, as a readable text (workflow-file.ts). It asks for typed inputs and
 * goes through its steps; the result of a step has a name under which later steps use it: {{terms}}, {{terms.Rent}}.
 */
import type { NewColumn } from "../review/review.ts";
import type { TemplateJurisdiction } from "../templates/template.ts";
import type { ProseLanguage } from "../text/sentences.ts";

export const inputTypes = [
  "text",
  "long text",
  "date",
  "number",
  "yes/no",
  "choice",
  "file",
  "files",
  "draft",
  "contact",
  "template",
  "playbook",
] as const;
export type InputType = (typeof inputTypes)[number];

export type WorkflowInput = {
  name: string;
  type: InputType;
  label: string;
  isOptional: boolean;
  /** Of a choice. */
  options: readonly string[];
  /** What a test begins with; "" for none. */
  sample: string;
};

export const stepKinds = [
  "write",
  "find",
  "extract",
  "fill",
  "review",
  "check",
  "proofread",
  "change",
  "person",
  "draft",
  "email",
  "output",
  "if",
  "for each",
] as const;
export type StepKind = (typeof stepKinds)[number];

/** What a person is asked for. */
export const personAsks = ["approve", "answer", "choose"] as const;
export type PersonAsk = (typeof personAsks)[number];
export const findPlaces = ["law", "files", "library", "web"] as const;

/** A condition on a value, without code. */
export const comparisons = [
  "is not empty",
  "is empty",
  "is not",
  "is more than",
  "is less than",
  "is",
  "does not contain",
  "contains",
] as const;
export type Comparison = (typeof comparisons)[number];
export type Condition = { of: string; comparison: Comparison; than: string };

export type WorkflowStep = {
  kind: StepKind;
  title: string;
  /** Under which later steps use its result; "" for none. */
  result: string;
  /** It is skipped unless this holds. */
  when: Condition | null;
  /** The lines "Key: value" that its kind has. */
  settings: Readonly<Record<string, string>>;
  /** What is below those lines. */
  body: string;
  /** Of an if or a for each. */
  steps: readonly WorkflowStep[];
  /** Where it begins in the file. */
  line: number;
  /** Where its settings are, by their names, and its `body`. */
  lines: Readonly<Record<string, number>>;
};

export type Workflow = {
  name: string;
  jurisdiction: TemplateJurisdiction;
  language: ProseLanguage;
  summary: string;
  introduction: string;
  inputs: readonly WorkflowInput[];
  steps: readonly WorkflowStep[];
};

export const workflowLimits = {
  inputs: 30,
  steps: 60,
  title: 120,
  setting: 400,
  body: 20_000,
  /** Of a for each. */
  items: 200,
  files: 200,
  value: 200_000,
  dueDays: 365,
} as const;

export type SettingRule = {
  name: string;
  isRequired: boolean;
  hint: string;
  options?: readonly string[];
};
type KindRule = {
  words: string;
  about: string;
  settings: readonly SettingRule[];
  body: "required" | "optional" | "none";
  bodyHint: string;
};

const required = (name: string, hint: string, options?: readonly string[]): SettingRule => ({
  name,
  isRequired: true,
  hint,
  ...(options && { options }),
});
const optional = (name: string, hint: string, options?: readonly string[]): SettingRule => ({
  ...required(name, hint, options),
  isRequired: false,
});

/** What each kind of step has: the reader, the writer, the blocks and the guide all go by it. */
export const kindRules: Record<StepKind, KindRule> = {
  write: {
    words: "Ask the model",
    about: "A model writes, with the values named in its instructions. With no model, a person is asked to.",
    settings: [
      optional("Answer", "The form of the answer", ["text", "yes-no", "choice", "number", "date", "list"]),
      optional("Choices", "Of a choice: one, two, three"),
    ],
    body: "required",
    bodyHint: "What to write",
  },
  find: {
    words: "Find",
    about: "Passages of the law, of files, of the library or of the web.",
    settings: [required("In", "Where to look", findPlaces), optional("Jurisdictions", "Of law: EU, SE, GB, NL, DE")],
    body: "required",
    bodyHint: "What to look for",
  },
  extract: {
    words: "Read out",
    about: "Questions about one document, each answered with the words that the answer rests on.",
    settings: [required("From", "{{document}}"), optional("Questions", "A set of questions of the library")],
    body: "optional",
    bodyHint: "One question per line: - Rent (amount): How much is the rent?",
  },
  fill: {
    words: "Fill a template",
    about: "A template of the library, with values and parties.",
    settings: [required("Template", "Its name in the library, or {{template}}")],
    body: "optional",
    bodyHint: "One field per line: client = {{client}}",
  },
  review: {
    words: "Review table",
    about: "Puts files into the table of a review and asks a set of questions about each.",
    settings: [required("Documents", "{{files}}"), required("Questions", "A set of questions of the library")],
    body: "none",
    bodyHint: "",
  },
  check: {
    words: "Check against a playbook",
    about: "Holds a document against the rules of a playbook. In a draft, it proposes what would meet them.",
    settings: [required("Document", "{{document}} or {{draft}}"), required("Playbook", "Its name in the library, or {{playbook}}")],
    body: "none",
    bodyHint: "",
  },
  proofread: {
    words: "Proofread",
    about: "Spelling, grammar, typography and plain words, by rules. In a draft, it proposes the corrections.",
    settings: [required("Document", "{{draft}} or {{text}}")],
    body: "none",
    bodyHint: "",
  },
  change: {
    words: "Change a draft",
    about: "A model proposes changes to a draft, to be accepted one by one.",
    settings: [required("Draft", "{{draft}}")],
    body: "required",
    bodyHint: "What to change",
  },
  person: {
    words: "Ask a person",
    about: "Waits for a person, for days if need be.",
    settings: [
      required("Ask", "For what", personAsks),
      optional("For", "Who is asked", ["starter", "anyone"]),
      optional("Due", "After how many days: 3 days"),
      optional("Choices", "To choose from: one, two, three"),
      optional("Proposal", "What they begin from: {{letter}}"),
    ],
    body: "required",
    bodyHint: "What they are asked",
  },
  draft: {
    words: "Make a draft",
    about: "A draft in the project of the run.",
    settings: [required("Called", "The draft’s name")],
    body: "required",
    bodyHint: "The text, such as {{letter}}",
  },
  email: {
    words: "Prepare an email",
    about: "An email that a person sees, and sends from their own mail program or not.",
    settings: [required("To", "Addresses or contacts, with commas between: {{client}}"), required("Subject", "What it is about")],
    body: "required",
    bodyHint: "The text of the email",
  },
  output: { words: "Show the result", about: "What the run has found.", settings: [], body: "required", bodyHint: "The result" },
  if: {
    words: "Only if",
    about: "Steps that are done only if a condition holds.",
    settings: [],
    body: "none",
    bodyHint: "",
  },
  "for each": {
    words: "For each",
    about: "Steps that are done for each file, or each line of a list.",
    settings: [required("In", "{{files}}"), required("Each", "The name of one of them: document")],
    body: "none",
    bodyHint: "",
  },
};

export const isGroup = (kind: StepKind) => kind === "if" || kind === "for each";

/** A question of an extract step. */
export type AskedQuestion = NewColumn;
