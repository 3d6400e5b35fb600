/* Changes to a draft, proposed there; of a text that is no draft, and in a test, they are only listed. */
import type { RuleChange } from "#core/playbooks/playbook.ts";
import { suggestionReasonMax } from "#core/changes/imported-change.ts";
import { storable } from "#core/text/storable.ts";
import { listMadeSuggestions } from "../data/playbooks/playbook-checks.ts";
import { proposeInDraft, stableId } from "../playbooks/propose-in-draft.ts";
import { checkCorrectness, checkPlainness } from "../prose/check.ts";
import { splitSentences } from "#core/text/sentences.ts";
import { detectLanguage } from "../prose/language.ts";
import { documentOf, type StepDocument } from "./documents.ts";
import { valueOfSetting, type DoStep, type StepContext, type StepEnd } from "./step-context.ts";

type Proposed = RuleChange & { reason: string };
const mostChanges = 100;

export async function proposeSteps(
  { services, me, run, step, path }: StepContext,
  document: StepDocument,
  given: readonly Proposed[],
  more = "",
): Promise<StepEnd> {
  const changes = given.slice(0, mostChanges).map((one, at) => ({
    id: stableId(`${run.id} ${path} ${at}`),
    original: storable(one.original),
    replacement: storable(one.replacement),
    reason: storable(one.reason || step.title).slice(0, suggestionReasonMax),
  }));
  const listed = changes.map(({ original, replacement, reason }) => ({ label: original, value: replacement, note: reason }));
  const { value } = document;
  const count = String(changes.length);
  const fields = [{ label: "Changes", value: count }, ...listed];
  if (value.type !== "draft" || run.isTest) return { kind: "done", result: { type: "record", fields }, note: more };
  const made = await listMadeSuggestions(
    me,
    services.db,
    value.draftId,
    changes.map(({ id }) => id),
  );
  const left = changes.filter(({ id }) => !made.has(id));
  const proposed =
    left.length === 0 ? [] : await proposeInDraft(services.db, me, { draftId: value.draftId, program: run.name, changes: left });
  services.updates.publish(me.userId, { kind: "draft-changes", draftId: value.draftId });
  const refused = proposed.filter((one) => "refused" in one).length;
  const note = refused === 0 ? "" : `${refused} could not be placed in the draft.`;
  return {
    kind: "done",
    result: { type: "record", fields },
    note: [note, more].filter(Boolean).join(" "),
    made: { kind: "changes", id: value.draftId, projectId: value.projectId, name: value.name },
  };
}

/** By rules alone; the corrections of one sentence are one change. */
export const proofreadStep: DoStep = async (context) => {
  const document = await documentOf(context.me, context.services.db, valueOfSetting(context, "Document"));
  const { text } = document;
  const correct = await checkCorrectness(text, context.signal);
  const plain = checkPlainness(text);
  const all = [
    ...correct.findings,
    ...plain.findings.filter((one) => correct.findings.every((other) => one.end <= other.start || other.end <= one.start)),
  ];
  const found = all.filter(({ replacement }) => replacement !== null).toSorted((one, other) => one.start - other.start);
  const changes = splitSentences(text, detectLanguage(text) ?? "en").flatMap(({ start, end }) => {
    const inside = found.filter((one) => start <= one.start && one.end <= end);
    if (inside.length === 0) return [];
    let [replacement, at] = ["", start];
    for (const one of inside) {
      if (one.start < at) continue;
      replacement += text.slice(at, one.start) + one.replacement!;
      at = one.end;
    }
    replacement += text.slice(at, end);
    return [{ original: text.slice(start, end), replacement, reason: [...new Set(inside.map(({ reason }) => reason))].join(" ") }];
  });
  const unfixed = all.length - found.length;
  const notes = [...correct.limits, ...(unfixed > 0 ? [`${unfixed} more places are worth a look: open the draft’s checks.`] : [])];
  return proposeSteps(
    context,
    document,
    changes.filter(({ original, replacement }) => original !== replacement),
    notes.join(" "),
  );
};
