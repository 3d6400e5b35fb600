/* The stored law, and how its sources answer. What the law shelf has of it is everyone's; here all of it is looked after. */
import { data } from "react-router";
import { shelfQuerySchema } from "#core/requests/law.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { administrator } from "#server/data/installation/administrators.ts";
import { listLawJobs } from "#server/data/law/law-jobs.ts";
import { listActs, shelfJurisdictions } from "#server/data/law/law-shelf.ts";
import { askApi, textsOf } from "#server/pages/ask-api.ts";
import { LawReport } from "#ui/admin/law-report.tsx";
import type { Route } from "./+types/law.ts";

export function meta() {
  return [{ title: "Law · Administration · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const me = administrator(context.get(actorContext));
  const { db, liveLaw } = context.get(stetContext);
  const asked = shelfQuerySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const [page, jurisdictions, jobs, sources] = await Promise.all([
    listActs(me, db, { ...asked, model: null }),
    shelfJurisdictions(me, db),
    listLawJobs(me, db),
    liveLaw.states(me),
  ]);
  return { asked, page, jurisdictions, jobs, sources, names: liveLaw.names() };
}

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  const id = text("act");
  const answer = await askApi(request, context.get(apiContext), "/api/law/acts/refresh", { id });
  if (!answer.ok) return data({ id, refusal: answer.refusal.sentence }, { status: answer.status });
  return data({ id, refusal: null });
}

export default function Law({ loaderData, actionData }: Route.ComponentProps) {
  return <LawReport {...loaderData} answered={actionData} />;
}
