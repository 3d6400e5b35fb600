/* An organization's developer settings: what the API is and how to start. */
import { mayMake, mayManage } from "#core/workspace/policy.ts";
import { modelAccess } from "#core/models/model-access.ts";
import { problem } from "#core/workspace/problem.ts";
import { publicApiUrl } from "#server/pages/public-api-url.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { DeveloperGuide } from "#ui/developers/developer-guide.tsx";
import type { Route } from "./+types/developers.ts";

export function meta() {
  return [{ title: "Developers · Stet" }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person" || me.organizationId === null) throw problem("not-found");
  const { env, models } = context.get(stetContext);
  return {
    baseUrl: publicApiUrl(env),
    model: await models.defaultModel(modelAccess(me)),
    isGuest: !mayMake(me),
    isManager: mayManage(me, me.organizationId),
    requestsPerMinute: env.API_REQUESTS_PER_MINUTE,
  };
}

export default function Developers({ loaderData }: Route.ComponentProps) {
  return <DeveloperGuide {...loaderData} />;
}
