/* Any file of the library: `kind` in its head says which shelf it is on. */
import { kinds } from "./library.ts";
import { readPlaybook } from "../playbooks/playbook-file.ts";
import type { Playbook } from "../playbooks/playbook.ts";
import { readQuestions, type QuestionSet } from "../review/questions-file.ts";
import { readClause, type LibraryClause } from "./clause-file.ts";
import { readWorkflow } from "../workflows/workflow-file.ts";
import type { Workflow } from "../workflows/workflow.ts";
import { readFrontMatter } from "./front-matter.ts";
import { readPrompt, type LibraryPrompt } from "./prompt-file.ts";
import { readTemplate } from "./template-file.ts";
import type { Template } from "./template.ts";

export type LibraryItem =
  | { shelf: "templates"; template: Template }
  | { shelf: "clauses"; clause: LibraryClause }
  | { shelf: "prompts"; prompt: LibraryPrompt }
  | { shelf: "playbooks"; playbook: Playbook }
  | { shelf: "questions"; questions: QuestionSet }
  | { shelf: "workflows"; workflow: Workflow };
export type ReadItem = { item: LibraryItem } | { refusal: string; line?: number };

export function readLibraryFile(source: string): ReadItem {
  switch (kindOf(source)) {
    case "playbook": {
      const read = readPlaybook(source);
      return "refusal" in read ? read : { item: { shelf: "playbooks", ...read } };
    }
    case "clause": {
      const read = readClause(source);
      return "refusal" in read ? read : { item: { shelf: "clauses", ...read } };
    }
    case "prompt": {
      const read = readPrompt(source);
      return "refusal" in read ? read : { item: { shelf: "prompts", ...read } };
    }
    case "questions": {
      const read = readQuestions(source);
      return "refusal" in read ? read : { item: { shelf: "questions", ...read } };
    }
    case "workflow": {
      const read = readWorkflow(source);
      return "refusal" in read ? read : { item: { shelf: "workflows", ...read } };
    }
    default: {
      const read = readTemplate(source);
      return "refusal" in read ? read : { item: { shelf: "templates", ...read } };
    }
  }
}

/** As lists and searches have it. */
export function describe(item: LibraryItem) {
  const { name, summary, jurisdiction, language } = contentOf(item);
  const kind = item.shelf === "templates" ? item.template.kind : kinds[item.shelf];
  return { name, summary, kind, jurisdiction, language };
}

export function contentOf(item: LibraryItem): Template | LibraryClause | LibraryPrompt | Playbook | QuestionSet | Workflow {
  switch (item.shelf) {
    case "templates":
      return item.template;
    case "clauses":
      return item.clause;
    case "prompts":
      return item.prompt;
    case "playbooks":
      return item.playbook;
    case "questions":
      return item.questions;
    case "workflows":
      return item.workflow;
  }
}

function kindOf(source: string): string {
  try {
    const { kind } = readFrontMatter(source).front;
    return typeof kind === "string" ? kind : "";
  } catch {
    return "";
  }
}
