/* The workflows of the current workspace. */
import { libraryQuerySchema } from "#core/requests/library.ts";
import { mayMake, membershipOf } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { listTemplates } from "#server/data/library/templates.ts";
import { listPublished } from "#server/data/workflows/published.ts";
import { listWorkflowRuns } from "#server/data/workflows/workflow-runs.ts";
import { searchBuiltIn } from "#server/library/library.ts";
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
  const { query, before } = libraryQuerySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const asked = { shelf: "workflows" as const, query, before };
  const [{ templates, hasMore }, { runs }] = await Promise.all([listTemplates(me, db, asked), listWorkflowRuns(me, db, {})]);
  const ids = templates.map(({ id }) => id);
  const versions = await listPublished(me, db, ids);
  const own = templates.map((one) => Object.assign(one, versions.get(one.id) ?? { version: 1, publishedVersion: null }));
  const builtIn = before === undefined ? searchBuiltIn(asked) : [];
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
