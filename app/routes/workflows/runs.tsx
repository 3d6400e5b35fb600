/* The runs of workflows in the current workspace. */
import { runListSchema } from "#core/requests/workflows.ts";
import { problem } from "#core/workspace/problem.ts";
import { listWorkflowRuns } from "#server/data/workflows/workflow-runs.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { RunsPage } from "#ui/workflows/runs-page.tsx";
import type { Route } from "./+types/runs.ts";

export function meta() {
  return [{ title: "Workflow runs · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { workflowId, state, before } = runListSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const page = await listWorkflowRuns(me, context.get(stetContext).db, { workflowId, state, before });
  return { page, state, workflowId, isFirst: before === undefined };
}

export default function Runs({ loaderData }: Route.ComponentProps) {
  return <RunsPage {...loaderData} />;
}
