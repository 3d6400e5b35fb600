/* The text of what a step reads. */
import { storedDocument } from "#core/document/document-repair.ts";
import { documentText } from "#core/document/document-text.ts";
import { readDocument, type ReadDocument } from "#core/review/judge-finding.ts";
import type { StepSource } from "#core/workflows/run.ts";
import { textOfValue, type WorkflowValue } from "#core/workflows/values.ts";
import type { Person } from "#core/workspace/policy.ts";
import { getDraftAsText } from "../data/drafts/drafts.ts";
import { findDocumentText } from "../data/reviews/review-runs.ts";
import type { Db } from "../db/database.ts";
import { JobRefused } from "../jobs/job-outcomes.ts";

/** `value`: what it was read from. */
export type StepDocument = ReadDocument & { value: WorkflowValue };

export async function documentOf(me: Person, db: Db, value: WorkflowValue): Promise<StepDocument> {
  if (value.type === "file") {
    const found = await findDocumentText(me, db, value.fileId);
    if (found === null) throw new JobRefused(`“${value.name}” was deleted, or you no longer have access to it.`);
    if (found.text.trim() === "")
      throw new JobRefused(
        found.unreadPages > 0
          ? `The pages of “${value.name}” are pictures that have not been read. Read them in the project first.`
          : `“${value.name}” has no text that can be read.`,
      );
    return { ...readDocument(found), value };
  }
  if (value.type === "draft") {
    const draft = await getDraftAsText(me, db, value.draftId);
    const { text } = documentText(storedDocument(JSON.parse(draft.document)));
    return { ...readDocument({ name: draft.name, text, blocks: [], unreadPages: 0 }), value };
  }
  const name = value.type === "pasted" ? value.name : "Text";
  const text = value.type === "pasted" ? value.text : textOfValue(value);
  return { ...readDocument({ name, text, blocks: [], unreadPages: 0 }), value };
}

/** The words of a document that a result stands on, with where to open it. */
export function sourcesIn({ name, value }: StepDocument, sources: readonly Omit<StepSource, "document">[]): StepSource[] {
  return sources.map((source) => ({ ...source, document: name, ...(value.type === "file" && { fileId: value.fileId }) }));
}
