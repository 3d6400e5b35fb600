/* The collections of the current workspace. */
import { collectionListSchema } from "#core/requests/discovery.ts";
import { mayMake } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { listCollections } from "#server/data/discovery/collections.ts";
import { listProjects } from "#server/data/organizations/projects.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { CollectionsPage } from "#ui/discovery/collections-page.tsx";
import type { Route } from "./+types/collections.ts";

export function meta() {
  return [{ title: "Discovery · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { db } = context.get(stetContext);
  const asked = collectionListSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const [page, { own, shared }] = await Promise.all([listCollections(me, db, asked), listProjects(me, db)]);
  const projects = [...own, ...shared].filter(({ mayWrite }) => mayWrite).map(({ id, name }) => ({ id, name }));
  return { asked, page, projects, mayMake: mayMake(me) };
}

export default function Collections({ loaderData }: Route.ComponentProps) {
  return <CollectionsPage {...loaderData} />;
}
