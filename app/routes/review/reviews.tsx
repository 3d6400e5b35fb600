/* The reviews of the current workspace. */
import { reviewListSchema } from "#core/requests/reviews.ts";
import { mayMake } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { listProjects } from "#server/data/organizations/projects.ts";
import { listReviews } from "#server/data/reviews/reviews.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { ReviewsPage } from "#ui/review/reviews-page.tsx";
import type { Route } from "./+types/reviews.ts";

export function meta() {
  return [{ title: "Review · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { db } = context.get(stetContext);
  const { before } = reviewListSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const [page, { own, shared }] = await Promise.all([listReviews(me, db, { before }), listProjects(me, db)]);
  const projects = [...own, ...shared]
    .filter(({ mayWrite }) => mayWrite)
    .map(({ id, name, counts }) => ({ id, name, files: counts.files }));
  return { ...page, isFirst: before === undefined, projects, mayMake: mayMake(me) };
}

export default function Reviews({ loaderData }: Route.ComponentProps) {
  return <ReviewsPage {...loaderData} />;
}
