/* A run of a workflow. */
import { z } from "zod";
import { problem } from "#core/workspace/problem.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { RunPage } from "#ui/workflows/run-page.tsx";
import type { Route } from "./+types/run.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.run.name ?? "Run"} · Stet` }];
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const id = z.uuid().safeParse(params.runId);
  if (!id.success) throw problem("not-found");
  return { run: await context.get(stetContext).workflowRuns.read(me, id.data) };
}

export default function RunRoute({ loaderData }: Route.ComponentProps) {
  return <RunPage key={loaderData.run.id} run={loaderData.run} />;
}
