/* One collection: its documents as a query finds them, and the one that is open. */
import { phrasesIn, readQuery } from "#core/discovery/query.ts";
import { documentQuerySchema } from "#core/requests/discovery.ts";
import { isUuid } from "#core/text/uuid.ts";
import { problem } from "#core/workspace/problem.ts";
import { getCollection } from "#server/data/discovery/collections.ts";
import { getDocument } from "#server/data/discovery/documents.ts";
import { searchDocuments } from "#server/data/discovery/search-documents.ts";
import { getProject } from "#server/data/organizations/projects.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { CollectionPage } from "#ui/discovery/collection-page.tsx";
import type { Route } from "./+types/collection.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.collection.name ?? "Discovery"} · Stet` }];
}

export async function loader({ context, request, params: { collectionId } }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { db } = context.get(stetContext);
  if (!isUuid(collectionId)) throw problem("not-found");
  const collection = await getCollection(me, db, collectionId);
  // Nothing shows outside its workspace.
  if ((await getProject(me, db, collection.projectId)).organizationId !== me.organizationId) throw problem("not-found");
  const asked = documentQuerySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { query, sort, after, document: id } = asked;
  const [page, document] = await Promise.all([
    searchDocuments(me, db, { collectionId, query, sort, after }),
    id === undefined ? null : getDocument(me, db, { collectionId, id }),
  ]);
  const read = readQuery(query);
  return { collection, asked, page, document, phrases: read.ok ? phrasesIn(read.query) : [] };
}

export default function CollectionRoute({ loaderData }: Route.ComponentProps) {
  return <CollectionPage key={loaderData.collection.id} {...loaderData} />;
}
