/* What the names of a workflow stand for while it runs, and how they read in a text. */
import type { ContactFields } from "../contacts/contact.ts";
import type { CellState } from "../review/review.ts";
import type { Condition } from "./workflow.ts";
import { holds, replaceReferences, type Reference } from "./workflow-words.ts";

export type RecordField = {
  label: string;
  value: string;
  /** Of what was found in a document. */
  state?: CellState;
  note?: string;
};

export type WorkflowValue =
  | { type: "text"; text: string }
  | { type: "list"; items: string[] }
  | { type: "record"; fields: RecordField[] }
  /** A file of the workspace, or words that were pasted instead of one. */
  | { type: "file"; fileId: string; name: string }
  | { type: "pasted"; name: string; text: string }
  | { type: "files"; files: { fileId: string; name: string }[] }
  | { type: "draft"; draftId: string; projectId: string; name: string }
  | {
      type: "contact";
      contactId: string;
      contact: Pick<ContactFields, "name" | "address" | "country" | "identifiers" | "signatory">;
    }
  /** Of the library. */
  | { type: "item"; id: string; name: string };

export type WorkflowValues = Readonly<Record<string, WorkflowValue>>;

const stateWords: Record<CellState, string> = { found: "", "not-present": "Not present", unclear: "Unclear", failed: "Not read" };

export const nothingSaid: WorkflowValue = { type: "text", text: "" };

/** A value, or what is called `part` in it, as text. A part that is not there is empty. */
export function textOfValue(value: WorkflowValue, part = ""): string {
  if (part !== "") return partOf(value, part);
  switch (value.type) {
    case "text":
      return value.text;
    case "list":
      return value.items.map((one) => `- ${one}`).join("\n");
    case "record":
      return value.fields.map((one) => `${one.label}: ${one.value || stateWords[one.state ?? "found"]}`).join("\n");
    case "files":
      return value.files.map(({ name }) => name).join(", ");
    case "contact":
      return value.contact.name;
    case "pasted":
    case "file":
    case "draft":
    case "item":
      return value.name;
  }
}

function partOf(value: WorkflowValue, part: string): string {
  const asked = part.toLowerCase();
  if (value.type === "record") return value.fields.find(({ label }) => label.toLowerCase() === asked)?.value ?? "";
  if (value.type === "contact") {
    const { address, country, signatory, identifiers, name } = value.contact;
    const number = identifiers[0]?.value ?? "";
    return { name, address, country, signatory, number }[asked] ?? "";
  }
  if (asked === "count")
    return value.type === "list" ? String(value.items.length) : value.type === "files" ? String(value.files.length) : "";
  return asked === "name" ? textOfValue(value) : "";
}

export function valueFor(values: WorkflowValues, { name, part }: Pick<Reference, "name" | "part">): string {
  const value = values[name];
  return value === undefined ? "" : textOfValue(value, part);
}

/** The text with every name replaced by what it stands for. */
export function written(text: string, values: WorkflowValues): string {
  return replaceReferences(text, (one) => valueFor(values, one));
}

export function isTrue(condition: Condition, values: WorkflowValues): boolean {
  const dot = condition.of.indexOf(".");
  const name = dot < 0 ? condition.of : condition.of.slice(0, dot);
  const said = valueFor(values, { name, part: dot < 0 ? "" : condition.of.slice(dot + 1) });
  return holds(condition, said);
}

/** What a for each goes through. */
export function itemsOf(value: WorkflowValue | undefined): WorkflowValue[] {
  switch (value?.type) {
    case "files":
      return value.files.map((file) => Object.assign({ type: "file" as const }, file));
    case "list":
      return value.items.map((text) => ({ type: "text", text }));
    case "text":
      return value.text
        .split("\n")
        .map((line) => line.replace(/^[-*] /u, "").trim())
        .filter(Boolean)
        .map((text) => ({ type: "text", text }));
    default:
      return value === undefined ? [] : [value];
  }
}

/** Whether it is read as a document, not written into a sentence. */
export function isDocument(value: WorkflowValue): boolean {
  return value.type === "file" || value.type === "pasted" || value.type === "draft";
}
