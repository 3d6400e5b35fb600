/* The productions of a collection. */
import { isUuid } from "#core/text/uuid.ts";
import { problem } from "#core/workspace/problem.ts";
import { getCollection } from "#server/data/discovery/collections.ts";
import { listProductions } from "#server/data/discovery/productions.ts";
import { getProject } from "#server/data/organizations/projects.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { ProductionsPage } from "#ui/discovery/productions-page.tsx";
import type { Route } from "./+types/productions.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `Productions of ${loaderData?.collection.name ?? "a collection"} · Stet` }];
}

export async function loader({ context, params: { collectionId } }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { db } = context.get(stetContext);
  if (!isUuid(collectionId)) throw problem("not-found");
  const collection = await getCollection(me, db, collectionId);
  // Nothing shows outside its workspace.
  if ((await getProject(me, db, collection.projectId)).organizationId !== me.organizationId) throw problem("not-found");
  return { collection, productions: await listProductions(me, db, collectionId) };
}

export default function Productions({ loaderData }: Route.ComponentProps) {
  return <ProductionsPage {...loaderData} />;
}
