/* The library of the current workspace. */
import { libraryQuerySchema, librarySearchSchema, precedentQuerySchema } from "#core/requests/library.ts";
import { mayMake, membershipOf } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { listPrecedents } from "#server/data/drafts/precedents.ts";
import { listDraftsToMeasure } from "#server/data/drafts/writing-styles.ts";
import { listTemplates } from "#server/data/library/templates.ts";
import { listBuiltIn } from "#server/library/library.ts";
import { searchLibrary } from "#server/library/search-library.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { PrecedentsPage } from "#ui/library/precedents-page.tsx";
import { LibraryPage } from "#ui/library/library-page.tsx";
import type { Route } from "./+types/library.ts";

export function meta() {
  return [{ title: "Library · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { db, libraryVectors } = context.get(stetContext);
  const given = Object.fromEntries(new URL(request.url).searchParams);
  if (given["shelf"] === "precedents") {
    const precedents = precedentQuerySchema.parse(given);
    return { asked: precedents, ...(await listPrecedents(me, db, precedents)), mayMake: mayMake(me) };
  }
  const { before: _, ...listed } = libraryQuerySchema.parse(given);
  const { after: __, ...searched } = librarySearchSchema.parse(given);
  const asked = { ...listed, ...searched };
  const isSearch = searched.query.trim() !== "";
  const [found, drafts] = await Promise.all([
    isSearch ? searchLibrary(me, db, searched, libraryVectors) : listTemplates(me, db, listed),
    listDraftsToMeasure(me, db),
  ]);
  const organization = membershipOf(me, me.organizationId)?.name ?? null;
  const base = { asked, drafts, organization, mayMake: mayMake(me) };
  if ("found" in found) return { ...base, finds: found, own: { templates: [], hasMore: false }, builtIn: [] };
  return { ...base, finds: null, own: found, builtIn: listBuiltIn(listed) };
}

export default function Library({ loaderData }: Route.ComponentProps) {
  return "precedents" in loaderData ? <PrecedentsPage {...loaderData} /> : <LibraryPage {...loaderData} />;
}
