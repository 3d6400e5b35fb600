/* What a run is given: each input as its type wants it, and only what the person may see. */
import type { GivenInput } from "#core/requests/workflows.ts";
import { refusalOf } from "#core/templates/field-values.ts";
import { readLibraryFile } from "#core/templates/library-file.ts";
import type { WorkflowValue, WorkflowValues } from "#core/workflows/values.ts";
import type { Workflow, WorkflowInput } from "#core/workflows/workflow.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { getContact } from "../data/contacts/contacts.ts";
import { getDraftAsText } from "../data/drafts/drafts.ts";
import { findFile } from "../data/files/files.ts";
import type { Db } from "../db/database.ts";
import { findLibraryTemplate } from "../library/library.ts";

export async function readInputs(
  me: Person,
  db: Db,
  { inputs }: Pick<Workflow, "inputs">,
  given: Readonly<Record<string, GivenInput>>,
): Promise<WorkflowValues> {
  const unknown = Object.keys(given).find((name) => !inputs.some((input) => input.name === name));
  if (unknown !== undefined) throw problem("bad-request", `This workflow has no input “${unknown}”.`);
  const values: Record<string, WorkflowValue> = {};
  for (const input of inputs) {
    const value = await valueOf(me, db, input, given[input.name]);
    if (value === null && !input.isOptional) throw problem("bad-request", `“${input.label}” is missing.`);
    values[input.name] = value ?? { type: "text", text: "" };
  }
  return values;
}

async function valueOf(me: Person, db: Db, input: WorkflowInput, given: GivenInput | undefined): Promise<WorkflowValue | null> {
  if (given === undefined) return null;
  const { type, label } = input;
  const wrong = problem("bad-request", `“${label}” can’t be this. It is a ${type}.`);
  switch (type) {
    case "file":
      if ("pasted" in given) return given.pasted.trim() === "" ? null : { type: "pasted", name: label, text: given.pasted };
      if ("draftId" in given) return draftValue(me, db, given.draftId);
      if (!("fileId" in given)) throw wrong;
      return { type: "file", ...(await fileOf(me, db, given.fileId)) };
    case "files": {
      if (!("fileIds" in given)) throw wrong;
      const files = await Promise.all(given.fileIds.map((id) => fileOf(me, db, id)));
      return files.length === 0 ? null : { type: "files", files };
    }
    case "draft":
      if ("pasted" in given) return given.pasted.trim() === "" ? null : { type: "pasted", name: label, text: given.pasted };
      if (!("draftId" in given)) throw wrong;
      return draftValue(me, db, given.draftId);
    case "contact": {
      if ("text" in given && given.text.trim() !== "") return { type: "text", text: given.text.trim() };
      if (!("contactId" in given)) throw wrong;
      const { name, address, country, identifiers, signatory } = await getContact(me, db, given.contactId);
      return { type: "contact", contactId: given.contactId, contact: { name, address, country, identifiers, signatory } };
    }
    case "template":
    case "playbook": {
      if (!("itemId" in given)) throw wrong;
      const { id, source } = await findLibraryTemplate(me, db, given.itemId);
      const read = readLibraryFile(source);
      const shelf = type === "template" ? "templates" : "playbooks";
      if ("refusal" in read || read.item.shelf !== shelf) throw wrong;
      return { type: "item", id, name: read.item.shelf === "templates" ? read.item.template.name : read.item.playbook.name };
    }
    default:
      if (!("text" in given)) throw wrong;
      return wordsOf(input, given.text);
  }
}

function wordsOf({ name, type, label, options }: WorkflowInput, given: string): WorkflowValue | null {
  const text = type === "long text" ? given.trim() : given.replaceAll(/\s+/gu, " ").trim();
  if (text === "") return null;
  if (type === "date" || type === "number" || type === "yes/no" || type === "choice") {
    const refusal = refusalOf({ name, type, options }, name, text);
    if (refusal !== null) throw problem("bad-request", `${label}: ${refusal}`);
  }
  return { type: "text", text };
}

async function draftValue(me: Person, db: Db, draftId: string): Promise<WorkflowValue> {
  const { name, projectId } = await getDraftAsText(me, db, draftId);
  return { type: "draft", draftId, projectId, name };
}

async function fileOf(me: Person, db: Db, fileId: string): Promise<{ fileId: string; name: string }> {
  const file = await findFile(me, db, fileId);
  return { fileId, name: file.name };
}
