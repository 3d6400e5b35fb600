/* Proposes columns of a review from one or two of its documents: by a model in one request, or from the library. */
import { isCounted } from "#core/account/plans.ts";
import {
  newColumnsOf,
  readSuggestedColumns,
  suggestionAnswerSchema,
  suggestionInstructions,
  suggestionQuestion,
} from "#core/review/column-suggestions.ts";
import { suggestionLimits, type ReviewColumn, type SuggestedColumns, type Usage } from "#core/review/review.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { refuseBeyondTokens } from "../data/accounts/plan-usage.ts";
import { placeOfReview, type ReviewPlace } from "../data/reviews/review-runs.ts";
import { getReview } from "../data/reviews/reviews.ts";
import { countRequest, sampleDocuments, type SampleDocument } from "../data/reviews/suggestion-data.ts";
import { listQuestionSets } from "../library/library.ts";
import type { FoundModel } from "../models/index.ts";
import { fenced } from "../models/fenced.ts";
import { secrecyAt } from "../models/secrecy.ts";
import { partLength } from "./ask-document.ts";
import { askModel } from "./ask-model.ts";
import { libraryColumns } from "./library-columns.ts";
import type { ReviewServices } from "./review-services.ts";
import { modelFor, personIn } from "./run-model.ts";

export type AskedSuggestions = { reviewId: string; documentIds?: readonly string[] | undefined };

/** Of each document: the rules read all of it once for every question of the library. */
const charactersForRules = 20_000;

export async function suggestColumns(
  services: ReviewServices,
  person: Person,
  { reviewId, documentIds }: AskedSuggestions,
  signal: AbortSignal,
): Promise<SuggestedColumns> {
  const { db } = services;
  const place = await placeOfReview(person, db, reviewId);
  const me = personIn(person, place.organizationId);
  const found = await modelFor(services, me, place.model);
  const isBuiltIn = found.row.provider === "builtin";
  const together = Math.min(suggestionLimits.characters, partLength(found.row));
  const characters = isBuiltIn ? charactersForRules : Math.floor(together / suggestionLimits.documents);
  const sample = await sampleDocuments(me, db, { reviewId, documentIds, characters });
  if (sample.length === 0) throw problem("bad-request", "None of these documents has text that can be read.");
  const { columns, instructions } = await getReview(me, db, reviewId);
  const documents = sample.map(({ name, isWhole }) => ({ name, isWhole }));
  if (isBuiltIn) {
    const texts = sample.map(({ text }) => text);
    const chosen = libraryColumns(await listQuestionSets(me, db), texts, columns);
    return { columns: chosen.columns, documents, by: { kind: "library", sets: chosen.sets } };
  }
  if (isCounted(found.row.id)) await refuseBeyondTokens(me, db);
  return { ...(await byModel({ services, me, place, found, reviewId, sample, columns, instructions, signal })), documents };
}

type Asking = {
  services: ReviewServices;
  me: Person;
  place: ReviewPlace;
  found: FoundModel;
  reviewId: string;
  sample: readonly SampleDocument[];
  columns: readonly ReviewColumn[];
  instructions: string;
  signal: AbortSignal;
};

async function byModel(asking: Asking): Promise<Pick<SuggestedColumns, "columns" | "by">> {
  const { services, me, place, found, reviewId, sample, columns, instructions, signal } = asking;
  const { db, lanes } = services;
  const { organizationId, projectId } = place;
  const { row } = found;
  const model = found.reach(secrecyAt(db, { organizationId, projectId, userId: me.userId }));
  const cut = sample.flatMap(({ name, isWhole }) => (isWhole ? [] : [name]));
  const texts = [...sample.map(({ name, text }) => fenced(name, text)), suggestionQuestion({ columns, instructions, cut })];
  const usage: Usage = { inputTokens: 0, outputTokens: 0, cost: 0 };
  const asked = { row, model, instructions: suggestionInstructions, texts, answerSchema: suggestionAnswerSchema, signal };
  const { end, text } = await lanes.run(row.provider, () => askModel(asked, usage));
  // Paid for, whatever it says.
  await countRequest(me, db, { reviewId, model: row, usage });
  if (end.reason === "problem") throw problem(end.code, end.detail);
  const said = readSuggestedColumns(text);
  if (said === null) throw problem("model-nonsense", "The model’s answer couldn’t be read as columns. Try again.");
  return { columns: newColumnsOf(said, columns), by: { kind: "model", name: row.name, cost: usage.cost } };
}
