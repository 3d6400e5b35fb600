/* Steps that make something: a text from a template, and a draft. */
import { draftNameMax } from "#core/document/draft.ts";
import { noContact, partyValues } from "#core/contacts/contact.ts";
import { refusalsOf, valuesOf } from "#core/templates/field-values.ts";
import { fillTemplate } from "#core/templates/fill-template.ts";
import { readTemplate } from "#core/templates/template-file.ts";
import { written } from "#core/workflows/values.ts";
import { readFieldLines, soleReference } from "#core/workflows/workflow-words.ts";
import { createDraft, getDraftVersion } from "../data/drafts/drafts.ts";
import { JobRefused } from "../jobs/job-outcomes.ts";
import { longWork } from "../long-work/long-work.ts";
import { stableId } from "../playbooks/propose-in-draft.ts";
import { findItem } from "./find-item.ts";
import { valueOfSetting, wordsOfSetting, type DoStep, type StepContext } from "./step-context.ts";

export const fillStep: DoStep = async (context) => {
  const { me, services } = context;
  const named = soleReference(context.step.settings["Template"] ?? "") !== null ? valueOfSetting(context, "Template") : null;
  const item = await findItem(
    me,
    services.db,
    "templates",
    named?.type === "item" ? named.id : wordsOfSetting(context, "Template"),
  );
  const read = readTemplate(item.source);
  if ("refusal" in read) throw new JobRefused(`“${item.name}” is not a template.`);
  const values = valuesOf(read.template, fieldsOf(context));
  const [refused] = Object.entries(refusalsOf(read.template, values));
  if (refused !== undefined) throw new JobRefused(`${refused[0]}: ${refused[1]}`);
  const { markdown, open } = fillTemplate(read.template, values);
  const note = open.length === 0 ? "" : `Still to be filled in: ${open.join(", ")}.`;
  return { kind: "done", result: { type: "text", text: markdown }, note };
};

/** A contact fills everything that a party has. */
function fieldsOf({ step, values }: StepContext): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [field, words] of readFieldLines(step.body)) {
    const one = soleReference(words);
    const value = one?.part === "" ? values[one.name] : undefined;
    if (value?.type === "contact") {
      const { name, ...parts } = partyValues({ ...noContact, ...value.contact });
      fields[field] = name;
      for (const [part, text] of Object.entries(parts)) if (text !== "") fields[`${field}.${part}`] = text;
    } else {
      const text = written(words, values).trim();
      if (text !== "") fields[field] = text;
    }
  }
  return fields;
}

export const draftStep: DoStep = async (context) => {
  const { me, services, run, step, values, path } = context;
  const name = (wordsOfSetting(context, "Called").replaceAll(/\s+/gu, " ") || step.title).slice(0, draftNameMax);
  const markdown = written(step.body, values);
  if (run.isTest) return { kind: "done", result: { type: "pasted", name, text: markdown }, note: "A test makes no draft." };
  const id = stableId(`${run.id} ${path}`);
  if (!(await isThere(context, id))) {
    const { content: document } = await longWork(me, "newDraft", { markdown, answer: null });
    await createDraft(me, services.db, { id, projectId: run.projectId, name, document });
    services.updates.publish(me.userId, { kind: "project", projectId: run.projectId });
  }
  const { projectId } = run;
  return { kind: "done", result: { type: "draft", draftId: id, projectId, name }, made: { kind: "draft", id, projectId, name } };
};

async function isThere({ me, services }: StepContext, draftId: string): Promise<boolean> {
  try {
    await getDraftVersion(me, services.db, draftId);
    return true;
  } catch (error) {
    if (error instanceof Response && error.status === 404) return false;
    throw error;
  }
}
