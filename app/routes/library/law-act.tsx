/* One act of the law shelf. */
import { actQuerySchema } from "#core/requests/law.ts";
import { mayMake } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { listLawJobs } from "#server/data/law/law-jobs.ts";
import { getAct, getLastChange } from "#server/data/law/law-shelf.ts";
import { listActSections } from "#server/data/law/law-shelf-sections.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { ActPage } from "#ui/law-shelf/act-page.tsx";
import type { Route } from "./+types/law-act.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.act.title ?? "Law"} · Stet` }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { db, embeddings, liveLaw, lawRequests } = context.get(stetContext);
  const asked = actQuerySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const act = await getAct(me, db, asked.id, embeddings?.model ?? null);
  const [lastChange, page, jobs, refusal] = await Promise.all([
    getLastChange(me, db, act.id),
    listActSections(me, db, asked),
    listLawJobs(me, db, { actId: act.id }),
    lawRequests.refreshRefusal(act.id),
  ]);
  return { asked, act, lastChange, page, jobs, refusal, sources: liveLaw.names(), mayRefresh: mayMake(me) };
}

export default function LawAct({ loaderData }: Route.ComponentProps) {
  return <ActPage key={loaderData.act.id} {...loaderData} />;
}
