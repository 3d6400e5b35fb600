/* The research of the current workspace. */
import { researchQuerySchema } from "#core/requests/research.ts";
import { mayMake } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { listResearch } from "#server/data/research/research.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { ResearchListPage } from "#ui/research/research-list-page.tsx";
import { newResearchChoices } from "./new-research-choices.ts";
import type { Route } from "./+types/researches.ts";

export function meta() {
  return [{ title: "Research · Stet" }];
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const stet = context.get(stetContext);
  const asked = researchQuerySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const [page, choices] = await Promise.all([listResearch(me, stet.db, asked), newResearchChoices(me, stet)]);
  return { asked, page, mayMake: mayMake(me), choices };
}

export default function Researches({ loaderData }: Route.ComponentProps) {
  return <ResearchListPage {...loaderData} />;
}
