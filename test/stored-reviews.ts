/* Reviews in a database, without the API: documents, questions, and answers as a run stores them. */
import { randomUUID } from "node:crypto";
import type { CellFinding, NewColumn } from "#core/review/review.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { createFile } from "#server/data/files/files.ts";
import { addColumns, addDocuments } from "#server/data/reviews/review-parts.ts";
import { claimCells, storeAnswer } from "#server/data/reviews/review-runs.ts";
import { createReview } from "#server/data/reviews/reviews.ts";
import type { BoundDb } from "#server/db/acting.ts";
import { newProject } from "./people.ts";

export const law: NewColumn = { label: "Law", question: "Which law governs it?", format: "text", choices: [] };
export const end: NewColumn = { label: "End", question: "When does it end?", format: "date", choices: [] };

export async function newFile(me: Person, db: BoundDb, projectId: string, name: string): Promise<string> {
  const stored = { kind: "text", contentType: "text/plain", size: 1, status: "ready", problem: null, modifiedAt: null } as const;
  const document = { text: `${name}. It is governed by the law of Sweden.`, blocks: [] };
  const key = uuidv7();
  return (await createFile(me, db, { key, originalName: name, sha256: key, projectId, document, ...stored })).file.id;
}

export async function newReview(me: Person, db: BoundDb, { documents = 3, columns = [law, end] } = {}) {
  const projectId = await newProject(db, me, { organizationId: me.organizationId });
  for (let at = 1; at <= documents; at++) await newFile(me, db, projectId, `Agreement ${at}.txt`);
  const id = await createReview(me, db, { projectId, name: "Agreements" });
  await addDocuments(me, db, id, undefined);
  return { id, projectId, columnIds: await addColumns(me, db, id, columns) };
}

export const found = (answer: string): CellFinding => ({ state: "found", answer, value: null, sources: [], note: null });
export const model = { id: "local:m", price: null };
export const usage = { inputTokens: 100, outputTokens: 10, cost: 0.01 };
/** `answer`: the words, or the whole finding. */
export async function answerAll(me: Person, db: BoundDb, runId: string, answer: string | CellFinding): Promise<number> {
  const claimId = randomUUID();
  const cells = await claimCells(me, db, { runId, claimId, most: 100 });
  for (const { documentId, column } of cells) {
    const cell = { documentId, columnId: column.id, claimId };
    const finding = typeof answer === "string" ? found(answer) : answer;
    await storeAnswer(me, db, { runId, reviewId: runId, cell, version: column.version, model, finding, usage });
  }
  return cells.length;
}
