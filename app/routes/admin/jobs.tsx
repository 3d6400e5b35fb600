/* What the installation tried to do and could not. */
import { data } from "react-router";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { listFailedJobs } from "#server/data/installation/failed-jobs.ts";
import { askApi, textsOf } from "#server/pages/ask-api.ts";
import { FailedJobs } from "#ui/admin/failed-jobs.tsx";
import type { Route } from "./+types/jobs.ts";

export function meta() {
  return [{ title: "Jobs · Administration · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const before = new URL(request.url).searchParams.get("before") ?? undefined;
  const page = await listFailedJobs(context.get(actorContext), context.get(stetContext).db, before);
  return { ...page, isFirst: before === undefined };
}

export async function action({ context, request }: Route.ActionArgs) {
  const text = await textsOf(request);
  const [action = "", id = ""] = text("intent").split(" ");
  const answer = await askApi(request, context.get(apiContext), `/api/admin/jobs/${encodeURIComponent(id)}`, { action });
  if (!answer.ok) return data({ said: null, refusal: answer.refusal.sentence }, { status: answer.status });
  const name = String(answer.body.name);
  return data({ said: action === "retry" ? `“${name}” is being retried.` : `“${name}” was discarded.`, refusal: null });
}

export default function Jobs({ loaderData, actionData }: Route.ComponentProps) {
  return <FailedJobs {...loaderData} answered={actionData} />;
}
