/* Steps that read: out of a document, against a playbook, in law, files and the library, and as a review. */
import { isCounted } from "#core/account/plans.ts";
import { readPlaybook } from "#core/playbooks/playbook-file.ts";
import { positionWords, type RuleFinding } from "#core/playbooks/playbook.ts";
import { readQuestions } from "#core/review/questions-file.ts";
import type { CellFinding, NewColumn, Usage } from "#core/review/review.ts";
import { jurisdictions as known } from "#core/templates/template.ts";
import type { StepSource } from "#core/workflows/run.ts";
import { written, type RecordField, type WorkflowValue } from "#core/workflows/values.ts";
import { workflowLimits } from "#core/workflows/workflow.ts";
import { readAskedQuestions, soleReference, splitList } from "#core/workflows/workflow-words.ts";
import { refuseBeyondTokens } from "../data/accounts/plan-usage.ts";
import { getLatestCheck } from "../data/playbooks/playbook-checks.ts";
import { listRows } from "../data/reviews/review-rows.ts";
import { addColumns, addDocuments } from "../data/reviews/review-parts.ts";
import { createReview, getReview } from "../data/reviews/reviews.ts";
import { JobRefused } from "../jobs/job-outcomes.ts";
import { searchLibrary } from "../library/search-library.ts";
import { holdRule, nothingUsed } from "../playbooks/hold-rule.ts";
import { stableId } from "../playbooks/propose-in-draft.ts";
import { askCell } from "../reviews/ask-cell.ts";
import { builtinFinding } from "../reviews/builtin-cell.ts";
import { documentOf, sourcesIn, type StepDocument } from "./documents.ts";
import { findItem } from "./find-item.ts";
import { findOnWeb } from "./find-on-web.ts";
import { valueOfSetting, wordsOfSetting, type DoStep, type StepContext, type StepEnd } from "./step-context.ts";

export const extractStep: DoStep = async (context) => {
  const document = await documentOf(context.me, context.services.db, valueOfSetting(context, "From"));
  return readOut(context, document, await questionsOf(context));
};

async function questionsOf(context: StepContext): Promise<NewColumn[]> {
  const named = wordsOfSetting(context, "Questions");
  const ofSet = named === "" ? [] : await questionSet(context, named);
  return [...ofSet, ...readAskedQuestions(context.step.body)];
}

async function questionSet({ me, services }: StepContext, named: string): Promise<readonly NewColumn[]> {
  const { source } = await findItem(me, services.db, "questions", named);
  const read = readQuestions(source);
  if ("refusal" in read) throw new JobRefused(`“${named}” is not a set of questions.`);
  return read.questions.columns;
}

async function readOut(context: StepContext, document: StepDocument, columns: readonly NewColumn[], keyed = ""): Promise<StepEnd> {
  const fields: RecordField[] = [];
  const sources: StepSource[] = [];
  for (const [at, column] of columns.entries()) {
    const part = await context.part(`${keyed}q${at + 1}`, column.label, async () => {
      const { finding, usage } = await answerOf(context, column, document);
      const field = { label: column.label, value: finding.answer, state: finding.state, note: finding.note ?? "" };
      return { result: { type: "record", fields: [field] }, sources: sourcesIn(document, finding.sources), note: "", usage };
    });
    if (part.result?.type === "record") fields.push(...part.result.fields);
    sources.push(...part.sources);
  }
  return { kind: "done", result: { type: "record", fields }, sources, note: unclearIn(fields) };
}

function unclearIn(fields: readonly RecordField[]): string {
  const count = fields.filter(({ state }) => state === "unclear" || state === "failed").length;
  if (count === 0) return "";
  return count === 1 ? "One answer is unclear: look at its words." : `${count} answers are unclear: look at their words.`;
}

async function answerOf(
  { row, asker, services, me, signal }: StepContext,
  column: NewColumn,
  document: StepDocument,
): Promise<{ finding: CellFinding; usage: Usage }> {
  if (row.provider === "builtin") return { finding: builtinFinding(column, document), usage: nothingUsed };
  if (isCounted(row.id)) await refuseBeyondTokens(me, services.db);
  const end = await services.lanes.run(row.provider, () =>
    askCell({ row, model: asker.model(), column, document, instructions: "", signal }),
  );
  if (end.kind === "answered") return end;
  signal.throwIfAborted();
  if (end.kind === "refused") throw new JobRefused(end.sentence);
  throw new Error(end.kind === "busy" ? end.sentence : "It was stopped.");
}

export const checkStep: DoStep = async (context) => {
  const { me, services, run, path } = context;
  const named = soleReference(context.step.settings["Playbook"] ?? "") !== null ? valueOfSetting(context, "Playbook") : null;
  const item = await findItem(
    me,
    services.db,
    "playbooks",
    named?.type === "item" ? named.id : wordsOfSetting(context, "Playbook"),
  );
  const read = readPlaybook(item.source);
  if ("refusal" in read) throw new JobRefused(`“${item.name}” is not a playbook.`);
  const document = await documentOf(me, services.db, valueOfSetting(context, "Document"));
  const { value } = document;
  if (value.type === "draft" && !run.isTest) {
    const id = stableId(`${run.id} ${path}`);
    await services.playbookChecks.start(me, value.draftId, { playbookId: item.id, model: context.row.id, id });
    const made = { kind: "changes" as const, id: value.draftId, projectId: value.projectId, name: value.name };
    return { kind: "waits", on: id, made, note: `“${value.name}” is being held against “${item.name}”.` };
  }
  const found: { title: string; finding: RuleFinding }[] = [];
  for (const [at, rule] of read.playbook.rules.entries()) {
    const part = await context.part(`r${at + 1}`, rule.title, async () => {
      const { finding, usage } = await holdRule(context.asker, document, rule);
      return {
        result: { type: "text", text: JSON.stringify(finding) },
        sources: sourcesIn(document, finding.sources),
        note: "",
        usage,
      };
    });
    if (part.result?.type === "text") found.push({ title: rule.title, finding: JSON.parse(part.result.text) as RuleFinding });
  }
  const sources = found.flatMap(({ finding }) => sourcesIn(document, finding.sources));
  return { kind: "done", result: checkResult(found), sources };
};

/** By rule, and how many are what: {{check.Not acceptable}}. */
export function checkResult(found: readonly { title: string; finding: RuleFinding }[]): WorkflowValue {
  const count = (position: RuleFinding["position"]) => String(found.filter(({ finding }) => finding.position === position).length);
  return {
    type: "record",
    fields: [
      { label: "Rules", value: String(found.length) },
      { label: "Standard", value: count("standard") },
      { label: "Fallback", value: count("fallback") },
      { label: "Not acceptable", value: count("outside") },
      { label: "Absent", value: count("absent") },
      { label: "Unclear", value: String(Number(count("unclear")) + Number(count("failed"))) },
      ...found.map(({ title, finding }) => ({ label: title, value: positionWords(finding), note: finding.note })),
    ],
  };
}

/** What a check of a draft has found, once its job has ended. */
export async function checkedDraft(
  { me, services }: Pick<StepContext, "me" | "services">,
  draftId: string,
): Promise<WorkflowValue> {
  const check = await getLatestCheck(me, services.db, draftId);
  const rules = check?.rules ?? [];
  return checkResult(rules.flatMap(({ rule, finding }) => (finding === null ? [] : [{ title: rule.title, finding }])));
}

const shownPassages = 8;
const passageLength = 1200;

export const findStep: DoStep = async (context) => {
  const { step, values, me, services, signal } = context;
  const question = written(step.body, values).slice(0, 2000);
  if (step.settings["In"] === "web") return findOnWeb(context, question);
  const found: { label: string; text: string; url?: string; fileId?: string }[] = [];
  if (step.settings["In"] === "law") {
    const loaded = await services.law.loaded(me);
    const asked = splitList(step.settings["Jurisdictions"] ?? "").filter((one) => known.some((each) => each === one));
    const jurisdictions = asked.length === 0 ? loaded : loaded.filter((one) => asked.includes(one));
    const hits = await services.law.search(me, { question, jurisdictions, limit: shownPassages });
    for (const { label, text, url, act } of hits) found.push({ label: `${label} ${act.title}`, text, url });
  } else if (step.settings["In"] === "files") {
    const asked = { question, ids: [], everywhere: true, limit: shownPassages };
    const { passages } = await services.fileSearch.search(me, asked, signal);
    for (const { file, passage } of passages)
      found.push({
        label: file.name,
        text: file.document.text.slice(passage.start, passage.end),
        ...(file.documentId !== undefined && { fileId: file.documentId }),
      });
  } else {
    const asked = { query: question.slice(0, 200), in: ["clauses", "templates"] } as const;
    const hits = await searchLibrary(me, services.db, asked);
    for (const { name, line } of hits.found.slice(0, shownPassages)) found.push({ label: name.text, text: line.text });
    for (const { name, excerpt } of hits.similar.slice(0, shownPassages)) found.push({ label: name, text: excerpt });
  }
  const fields = found.map(({ label, text }) => ({ label, value: text.slice(0, passageLength) }));
  const sources = found.map(({ label, text, ...where }): StepSource => {
    const words = text.slice(0, passageLength);
    return { quoted: words, words, verdict: "verified", document: label, ...where };
  });
  return { kind: "done", result: { type: "record", fields }, sources, note: found.length === 0 ? "Nothing was found." : "" };
};

/** How many files a test reads. */
const tested = 2;

export const reviewStep: DoStep = async (context) => {
  const { me, services, run, path, step } = context;
  const value = valueOfSetting(context, "Documents");
  const columns = await questionSet(context, wordsOfSetting(context, "Questions"));
  const files = value.type === "files" ? value.files : value.type === "file" ? [value] : [];
  if (run.isTest || files.length === 0) {
    const documents =
      files.length === 0 ? [value] : files.slice(0, tested).map(({ fileId, name }) => ({ type: "file" as const, fileId, name }));
    const fields: RecordField[] = [];
    for (const [at, one] of documents.entries()) {
      const document = await documentOf(me, services.db, one);
      const end = await readOut(context, document, columns, `d${at + 1}`);
      if (end.kind === "done" && end.result?.type === "record")
        fields.push(...end.result.fields.map((field) => Object.assign(field, { label: `${document.name}: ${field.label}` })));
    }
    return { kind: "done", result: { type: "record", fields }, note: run.isTest ? `A test reads at most ${tested} files.` : "" };
  }
  const id = stableId(`${run.id} ${path}`);
  const made = { kind: "review" as const, id, projectId: run.projectId, name: `${run.name}: ${step.title}`.slice(0, 200) };
  const review = await getReview(me, services.db, id).catch(async (error: unknown) => {
    if (!(error instanceof Response) || error.status !== 404) throw error;
    await createReview(me, services.db, { id, projectId: run.projectId, name: made.name });
    return getReview(me, services.db, id);
  });
  if (review.columns.length === 0) await addColumns(me, services.db, id, columns);
  await addDocuments(
    me,
    services.db,
    id,
    files.map(({ fileId }) => fileId),
  );
  if ((await getReview(me, services.db, id)).documents === 0)
    throw new JobRefused("A review reads the files of its project. Begin the run in the project that has these files.");
  const begun = await services.reviewRuns.start(me, id, { all: true });
  const on = begun?.id ?? review.runs.find(({ state }) => state !== "failed")?.id;
  if (on === undefined) return { kind: "done", made, result: await reviewed(context, id) };
  return { kind: "waits", on, made, note: `${files.length === 1 ? "One file is" : `${files.length} files are`} being read.` };
};

/** The answers of a review, once its run has ended. */
export async function reviewed({ me, services }: Pick<StepContext, "me" | "services">, reviewId: string): Promise<WorkflowValue> {
  const { columns } = await getReview(me, services.db, reviewId);
  const rows = await listRows(me, services.db, { reviewId, limit: workflowLimits.files });
  const fields = rows.flatMap(({ name, cells }) =>
    columns.map(({ id, label }) => {
      const cell = cells.find(({ columnId }) => columnId === id);
      const value = cell?.held?.answer ?? cell?.found?.answer ?? "";
      const field: RecordField = { label: `${name}: ${label}`, value };
      if (cell?.found) field.state = cell.found.state;
      return field;
    }),
  );
  return { type: "record", fields };
}
