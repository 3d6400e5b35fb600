/* One attempt at a run: asks for its cells, several at once, until none is left or the attempt is stopped. */
import { randomUUID } from "node:crypto";
import { isCounted } from "#core/account/plans.ts";
import type { ModelRow } from "#core/models/models.ts";
import { readDocument, type ReadDocument } from "#core/review/judge-finding.ts";
import type { CellFinding } from "#core/review/review.ts";
import type { Person } from "#core/workspace/policy.ts";
import { refuseBeyondTokens } from "../data/accounts/plan-usage.ts";
import {
  beginRun,
  claimCells,
  countReading,
  findDocumentText,
  releaseCell,
  storeAnswer,
  type ClaimedCell,
  type RunFacts,
} from "../data/reviews/review-runs.ts";
import { knownAnswers, type KnownAnswer } from "../data/reviews/known-answers.ts";
import { JobRefused, JobStopped } from "../jobs/job-outcomes.ts";
import type { Work } from "../jobs/jobs.ts";
import type { Model } from "../models/model.ts";
import { askCell, type CellEnd } from "./ask-cell.ts";
import { builtinFinding } from "./builtin-cell.ts";
import type { ReviewServices } from "./review-services.ts";

type Attempt = {
  services: ReviewServices;
  me: Person;
  work: Work<"run-review">;
  facts: RunFacts;
  row: ModelRow;
  /** For one answer. */
  model: () => Model;
  publish: () => void;
};

/** So that a request begins as soon as one ends, and one statement claims several cells. */
const claimedAhead = 8;
/** Documents in hand: their cells are next to each other. */
const documentsKept = 6;
/** In a row without an answer between them: then the provider is left alone for a while. */
const busyAtMost = 5;
/** Of one cell in an attempt. */
const triesOfCell = 3;
const publishEveryMs = 1000;

const unknown: KnownAnswer = { asked: null, reusable: null };
const nothingUsed = { inputTokens: 0, outputTokens: 0, cost: 0 };

export async function answerCells(attempt: Attempt): Promise<void> {
  const { services, me, work, facts, row } = attempt;
  const { db, atOnce } = services;
  const claimId = randomUUID();
  const state = new AttemptState(attempt, claimId);
  const inHand = new Set<Promise<void>>();
  let after: number | undefined;
  try {
    for (;;) {
      await work.progress(facts.cells - facts.left + state.answered, facts.cells);
      state.throwIfStopped();
      // How many of them are asked at once, the lanes say.
      if (inHand.size <= atOnce) {
        if (isCounted(row.id)) await refuseBeyondTokens(me, db).catch(refuseJob);
        const most = atOnce + claimedAhead - inHand.size;
        const cells = await claimCells(me, db, { runId: work.data.runId, claimId, most, after });
        after = cells.at(-1)?.order;
        const known = await state.known(cells);
        for (const [at, cell] of cells.entries()) {
          const answering = state.answer(cell, known[at] ?? unknown).finally(() => inHand.delete(answering));
          inHand.add(answering);
        }
      }
      if (inHand.size === 0) break;
      await Promise.race(inHand);
    }
  } finally {
    // What is being asked is paid for: its answers are kept, also after a pause.
    await Promise.all(inHand);
    attempt.publish();
  }
  state.throwIfStopped();
  if (await isRefused(attempt)) throw new JobRefused("You can no longer change this review.");
}

async function isRefused({ services, me, work }: Attempt): Promise<boolean> {
  return (await beginRun(me, services.db, work.data.runId)) === null;
}

/** A sentence of Stet's own, for the job's list. */
async function refuseJob(error: unknown): Promise<never> {
  if (!(error instanceof Response)) throw error;
  const { title, detail } = (await error.clone().json()) as { title: string; detail?: string };
  throw new JobRefused(detail ?? title);
}

class AttemptState {
  answered = 0;
  readonly #attempt: Attempt;
  readonly #claimId: string;
  readonly #documents = new Map<string, Promise<ReadDocument | null>>();
  readonly #tries = new Map<string, number>();
  /** Ends requests when the server stops. Pausing lets them end by themselves. */
  readonly #closing = new AbortController();
  #busy = 0;
  #publishedAt = 0;
  #error: unknown = null;

  constructor(attempt: Attempt, claimId: string) {
    this.#attempt = attempt;
    this.#claimId = claimId;
    const { signal } = attempt.work;
    const onAbort = () => (signal.reason as JobStopped).why === "closing" && this.#closing.abort();
    signal.addEventListener("abort", onAbort, { once: true });
  }

  throwIfStopped(): void {
    if (this.#error !== null) throw this.#error;
  }

  /** Of the cells of a claim. The built-in editor costs nothing, and is asked. */
  async known(cells: readonly ClaimedCell[]): Promise<KnownAnswer[]> {
    const { me, services, facts, row } = this.#attempt;
    return row.provider === "builtin" || cells.length === 0 ? [] : knownAnswers(me, services.db, facts, cells);
  }

  /** Never rejects; an error stops the attempt. */
  async answer(cell: ClaimedCell, known: KnownAnswer): Promise<void> {
    try {
      if (known.reusable !== null) return await this.#take(cell, answered(known.reusable.finding), known);
      const { services, row, work } = this.#attempt;
      // What was claimed ahead is not asked, and paid for, once the run was stopped.
      const isStopped = async () => (await work.isStopped()) || this.#error !== null;
      const end = await services.lanes.run(row.provider, async () => ((await isStopped()) ? null : this.#ask(cell)));
      await this.#take(cell, end, known);
    } catch (error) {
      this.#error ??= error;
    }
  }

  async #ask(cell: ClaimedCell): Promise<CellEnd> {
    const { row, model, facts } = this.#attempt;
    const document = await this.#document(cell.fileId);
    if (document === null) return answered(failure("This file was deleted."));
    if (document.text.trim() === "") return answered(unreadable(document));
    if (row.provider === "builtin") return answered(builtinFinding(cell.column, document));
    const { column } = cell;
    return askCell({ row, model: model(), column, document, instructions: facts.instructions, signal: this.#closing.signal });
  }

  async #take(cell: ClaimedCell, end: CellEnd | null, { asked, reusable: reused }: KnownAnswer): Promise<void> {
    const { me, services, row, work, facts } = this.#attempt;
    const key = { documentId: cell.documentId, columnId: cell.column.id, claimId: this.#claimId };
    const { reviewId } = facts;
    if (end?.kind === "answered") {
      const { finding, usage } = end;
      const stored = {
        runId: work.data.runId,
        reviewId,
        cell: key,
        version: cell.column.version,
        model: row,
        finding,
        usage,
        asked,
        reused,
      };
      if (!(await storeAnswer(me, services.db, stored))) await countReading(me, services.db, stored);
      return this.#countAnswer();
    }
    if (end !== null) await countReading(me, services.db, { usage: end.usage, model: row, reviewId });
    if (end?.kind === "refused") this.#error ??= new JobRefused(end.sentence);
    if (end?.kind === "busy" && this.#isGivenUp(cell)) return this.#take(cell, answered(failure(end.sentence)), unknown);
    await releaseCell(me, services.db, key);
    if (end?.kind === "busy" && ++this.#busy >= busyAtMost) this.#error ??= new Error(end.sentence);
  }

  #isGivenUp({ documentId, column }: ClaimedCell): boolean {
    const name = `${documentId} ${column.id}`;
    const tries = (this.#tries.get(name) ?? 0) + 1;
    this.#tries.set(name, tries);
    return tries >= triesOfCell;
  }

  #countAnswer(): void {
    this.answered++;
    this.#busy = 0;
    if (Date.now() - this.#publishedAt < publishEveryMs) return;
    this.#publishedAt = Date.now();
    this.#attempt.publish();
  }

  async #document(fileId: string): Promise<ReadDocument | null> {
    const { me, services } = this.#attempt;
    const known = this.#documents.get(fileId);
    const found = known ?? findDocumentText(me, services.db, fileId).then((one) => one && readDocument(one));
    // The least recently used goes first.
    this.#documents.delete(fileId);
    this.#documents.set(fileId, found);
    for (const oldest of this.#documents.keys()) if (this.#documents.size > documentsKept) this.#documents.delete(oldest);
    return found;
  }
}

function answered(finding: CellFinding): CellEnd {
  return { kind: "answered", finding, usage: nothingUsed };
}

function failure(note: string): CellFinding {
  return { state: "failed", answer: "", value: null, sources: [], note };
}

function unreadable({ unreadPages }: ReadDocument): CellFinding {
  const note =
    unreadPages > 0
      ? "The pages of this document are pictures that have not been read. Read them in the project first."
      : "The document has no text that can be read.";
  return { state: "unclear", answer: "", value: null, sources: [], note };
}
