/* One research: its question, plan, answers, memo, authorities and log. */
import { isUuid } from "#core/text/uuid.ts";
import { problem } from "#core/workspace/problem.ts";
import { getProject } from "#server/data/organizations/projects.ts";
import { getResearchGraph } from "#server/data/research/research-graph.ts";
import { listSearches } from "#server/data/research/research-searches.ts";
import { getResearch } from "#server/data/research/research.ts";
import { listWatchedLaw } from "#server/data/research/watched-law.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { ResearchPage } from "#ui/research/research-page.tsx";
import type { Route } from "./+types/research.ts";

const mostChanged = 20;

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.research.question.slice(0, 80) ?? "Research"} · Stet` }];
}

export async function loader({ context, params: { researchId } }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { db } = context.get(stetContext);
  if (!isUuid(researchId)) throw problem("not-found");
  const research = await getResearch(me, db, researchId);
  // Nothing shows outside its workspace.
  if ((await getProject(me, db, research.projectId)).organizationId !== me.organizationId) throw problem("not-found");
  const [log, graph, changed] = await Promise.all([
    listSearches(me, db, researchId),
    getResearchGraph(me, db, researchId),
    listWatchedLaw(me, db, { researchId, limit: mostChanged }),
  ]);
  return { research, log, graph, changed };
}

export default function ResearchRoute({ loaderData }: Route.ComponentProps) {
  return <ResearchPage key={loaderData.research.id} {...loaderData} />;
}
