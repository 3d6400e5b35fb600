/* The library of the current workspace. */
import { libraryQuerySchema, precedentQuerySchema } from "#core/requests/library.ts";
import { mayMake, membershipOf } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { listPrecedents } from "#server/data/drafts/precedents.ts";
import { listDraftsToMeasure } from "#server/data/drafts/writing-styles.ts";
import { listTemplates } from "#server/data/library/templates.ts";
import { searchBuiltIn } from "#server/library/library.ts";
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
  const { db } = context.get(stetContext);
  const given = Object.fromEntries(new URL(request.url).searchParams);
  if (given["shelf"] === "precedents") {
    const precedents = precedentQuerySchema.parse(given);
    return { asked: precedents, ...(await listPrecedents(me, db, precedents)), mayMake: mayMake(me) };
  }
  const { before: _, ...asked } = libraryQuerySchema.parse(given);
  const [own, drafts] = await Promise.all([listTemplates(me, db, asked), listDraftsToMeasure(me, db)]);
  const organization = membershipOf(me, me.organizationId)?.name ?? null;
  return { asked, own, drafts, organization, builtIn: searchBuiltIn(asked), mayMake: mayMake(me) };
}

export default function Library({ loaderData }: Route.ComponentProps) {
  return "precedents" in loaderData ? <PrecedentsPage {...loaderData} /> : <LibraryPage {...loaderData} />;
}
