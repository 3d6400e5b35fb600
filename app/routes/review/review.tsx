/* One review: its table. */
import type { Review } from "#core/review/review.ts";
import { isUuid } from "#core/text/uuid.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { getProject } from "#server/data/organizations/projects.ts";
import { listRows, positionOf } from "#server/data/reviews/review-rows.ts";
import { listQuestionSets } from "#server/library/library.ts";
import { getReview } from "#server/data/reviews/reviews.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import type { Db } from "#server/db/database.ts";
import { ReviewPage } from "#ui/review/review-page.tsx";
import type { OpenedCell } from "#ui/review/review-table.tsx";
import type { Route } from "./+types/review.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.review.name ?? "Review"} · Stet` }];
}

export async function loader({ context, url, params: { reviewId } }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { db } = context.get(stetContext);
  if (!isUuid(reviewId)) throw problem("not-found");
  const review = await getReview(me, db, reviewId);
  // Nothing shows outside its workspace.
  if ((await getProject(me, db, review.projectId)).organizationId !== me.organizationId) throw problem("not-found");
  const sets = review.mayWrite && review.columns.length === 0 ? await listQuestionSets(me, db) : [];
  const opened = await openedCell(me, db, review, url.searchParams);
  return { review, sets, opened, first: await listRows(me, db, { reviewId }) };
}

/** /review/{id}?document={id}&column={id}: a cell, as citations name it. One that was taken away opens nothing. */
async function openedCell(me: Person, db: Db, { id, columns }: Review, search: URLSearchParams): Promise<OpenedCell | null> {
  const [documentId, columnId] = [search.get("document") ?? "", search.get("column") ?? ""];
  if (!isUuid(documentId) || columns.every((column) => column.id !== columnId)) return null;
  const position = await positionOf(me, db, { reviewId: id, documentId });
  return position === null ? null : { position, columnId };
}

export default function ReviewRoute({ loaderData }: Route.ComponentProps) {
  return (
    <ReviewPage key={`${loaderData.review.id} ${loaderData.opened?.position} ${loaderData.opened?.columnId}`} {...loaderData} />
  );
}
