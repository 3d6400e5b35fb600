/* One review: its table. */
import { isUuid } from "#core/text/uuid.ts";
import { problem } from "#core/workspace/problem.ts";
import { getProject } from "#server/data/organizations/projects.ts";
import { listRows } from "#server/data/reviews/review-rows.ts";
import { listQuestionSets } from "#server/library/library.ts";
import { getReview } from "#server/data/reviews/reviews.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { ReviewPage } from "#ui/review/review-page.tsx";
import type { Route } from "./+types/review.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.review.name ?? "Review"} · Stet` }];
}

export async function loader({ context, params: { reviewId } }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { db } = context.get(stetContext);
  if (!isUuid(reviewId)) throw problem("not-found");
  const review = await getReview(me, db, reviewId);
  // Nothing shows outside its workspace.
  if ((await getProject(me, db, review.projectId)).organizationId !== me.organizationId) throw problem("not-found");
  const sets = review.mayWrite && review.columns.length === 0 ? await listQuestionSets(me, db) : [];
  return { review, sets, first: await listRows(me, db, { reviewId }) };
}

export default function ReviewRoute({ loaderData }: Route.ComponentProps) {
  return <ReviewPage key={loaderData.review.id} {...loaderData} />;
}
