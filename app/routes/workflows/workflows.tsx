/* The workflows of the current workspace. */
import { libraryQuerySchema, librarySearchSchema } from "#core/requests/library.ts";
import { mayMake, membershipOf } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { listWorkflowRuns } from "#server/data/workflows/workflow-runs.ts";
import { findWorkflows } from "#server/library/find-workflows.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { WorkflowsPage } from "#ui/workflows/workflows-page.tsx";
import type { Route } from "./+types/workflows.ts";

const latest = 5;

export function meta() {
  return [{ title: "Workflows · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { db } = context.get(stetContext);
  const given = Object.fromEntries(new URL(request.url).searchParams);
  const [{ query }, { before }] = [librarySearchSchema.parse(given), libraryQuerySchema.parse(given)];
  const [{ own, builtIn, hasMore }, { runs }] = await Promise.all([
    findWorkflows(me, db, { query, before }),
    listWorkflowRuns(me, db, {}),
  ]);
  const organization = membershipOf(me, me.organizationId)?.name ?? null;
  return {
    query,
    own,
    hasMore,
    isFirst: before === undefined,
    builtIn,
    runs: runs.slice(0, latest),
    mayMake: mayMake(me),
    organization,
  };
}

export default function Workflows({ loaderData }: Route.ComponentProps) {
  return <WorkflowsPage {...loaderData} />;
}
