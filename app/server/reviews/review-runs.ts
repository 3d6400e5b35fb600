/*
 * Running a review. It is a job (server/jobs); each cell is a unit of its own: claimed, asked, and stored together with
 * what it cost. So a stop or a kill loses no answer, and what was answered is not asked again.
 */
import { isCounted } from "#core/account/plans.ts";
import { modelAccess } from "#core/models/model-access.ts";
import { estimateCost, estimateTokens, type ModelRow } from "#core/models/models.ts";
import { cellInstructions } from "#core/review/cell-question.ts";
import type { RunScope } from "#core/requests/reviews.ts";
import type { ReviewEstimate, SuggestedColumns } from "#core/review/review.ts";
import type { Person } from "#core/workspace/policy.ts";
import { findPersonAt } from "../accounts/actor.ts";
import { refuseBeyondTokens } from "../data/accounts/plan-usage.ts";
import { beginRun, estimateRun, placeOfReview, startRun, type NewRun } from "../data/reviews/review-runs.ts";
import { JobRefused } from "../jobs/job-outcomes.ts";
import type { Work } from "../jobs/jobs.ts";
import { secrecyAt } from "../models/secrecy.ts";
import { answerCells } from "./answer-cells.ts";
import type { ReviewServices } from "./review-services.ts";
import { modelFor, personIn } from "./run-model.ts";
import { suggestColumns, type AskedSuggestions } from "./suggest-columns.ts";

export type ReviewRuns = ReturnType<typeof createReviewRuns>;

/** The question around the document, and a short answer with its quotations. */
const questionTokens = estimateTokens(cellInstructions) + 80;
const answerTokens = 150;
const charactersPerToken = 4;

export function createReviewRuns(services: ReviewServices) {
  const { db, models, jobs, updates, newPlan } = services;

  return {
    /** Null if there is nothing to ask. `chosen`: another model than the review's. */
    async start(person: Person, reviewId: string, scope: RunScope, chosen?: string): Promise<NewRun | null> {
      const place = await placeOfReview(person, db, reviewId);
      const me = personIn(person, place.organizationId);
      const { row } = await modelFor(services, me, chosen ?? place.model);
      if (isCounted(row.id)) await refuseBeyondTokens(me, db);
      const run = await startRun(me, db, { reviewId, scope, model: row.id }, async (trx, { id }) => {
        const data = { runId: id, reviewId, fileName: place.name };
        await jobs.queue(trx, "run-review", { key: id, owner: me, data });
      });
      if (run === null) return null;
      jobs.look();
      updates.publish(me.userId, { kind: "review", reviewId, projectId: place.projectId });
      return run;
    },

    async estimate(person: Person, reviewId: string, scope: RunScope): Promise<ReviewEstimate> {
      const place = await placeOfReview(person, db, reviewId);
      const { row } = await modelFor(services, personIn(person, place.organizationId), place.model);
      const { cells, characters } = await estimateRun(person, db, reviewId, scope);
      return { cells, ...costOf(row, cells, characters), model: row.name };
    },

    /** One request, answered at once. */
    suggest(person: Person, asked: AskedSuggestions, signal: AbortSignal): Promise<SuggestedColumns> {
      return suggestColumns(services, person, asked, signal);
    },

    async work(work: Work<"run-review">): Promise<void> {
      const { data, ownerId, organizationId } = work;
      const me = await findPersonAt(db, newPlan, { userId: ownerId!, organizationId });
      if (me === null) throw new JobRefused("You no longer have access to this workspace.");
      const facts = await beginRun(me, db, data.runId);
      if (facts === null) throw new JobRefused("You can no longer change this review.");
      const found = await models.find(facts.model, modelAccess(me));
      if ("problem" in found) throw new JobRefused(found.problem.title);
      const place = { organizationId: facts.organizationId, projectId: facts.projectId, userId: me.userId };
      const model = () => found.reach(secrecyAt(db, place));
      const publish = () => updates.publish(me.userId, { kind: "review", reviewId: facts.reviewId, projectId: facts.projectId });
      await answerCells({ services, me, work, facts, row: found.row, model, publish });
    },
  };
}

function costOf(row: ModelRow, cells: number, characters: number): Pick<ReviewEstimate, "inputTokens" | "outputTokens" | "cost"> {
  const inputTokens = Math.ceil(characters / charactersPerToken) + cells * questionTokens;
  const outputTokens = cells * answerTokens;
  // Cell by cell: some prices rise with the length of a request.
  const each = { inputTokens: cells === 0 ? 0 : inputTokens / cells, outputTokens: answerTokens };
  const cost = estimateCost(each, row);
  return { inputTokens, outputTokens, cost: cost === undefined ? null : cost * cells };
}
