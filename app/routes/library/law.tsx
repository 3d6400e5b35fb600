/* The law shelf of the library. */
import { shelfQuerySchema } from "#core/requests/law.ts";
import { mayMake } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { listLawJobs } from "#server/data/law/law-jobs.ts";
import { listActs, shelfJurisdictions } from "#server/data/law/law-shelf.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { LawShelfPage } from "#ui/law-shelf/law-shelf-page.tsx";
import type { Route } from "./+types/law.ts";

export function meta() {
  return [{ title: "Law · Library · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { db, embeddings, liveLaw } = context.get(stetContext);
  const asked = shelfQuerySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const [page, jurisdictions, jobs] = await Promise.all([
    listActs(me, db, { ...asked, model: embeddings?.model ?? null }),
    shelfJurisdictions(me, db),
    listLawJobs(me, db),
  ]);
  const sources = liveLaw.names();
  return { asked, page, jurisdictions, jobs, sources, mayAdd: mayMake(me), isLive: liveLaw.isLive() };
}

export default function Law({ loaderData }: Route.ComponentProps) {
  return <LawShelfPage {...loaderData} />;
}
