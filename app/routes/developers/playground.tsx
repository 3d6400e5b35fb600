import { modelAccess } from "#core/models/model-access.ts";
import { problem } from "#core/workspace/problem.ts";
import { publicApiUrl } from "#server/pages/public-api-url.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { DeveloperHeading } from "#ui/developers/developer-page.tsx";
import { Playground } from "#ui/developers/playground.tsx";
import type { Route } from "./+types/playground.ts";

export function meta() {
  return [{ title: "Playground · Stet" }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { models, env } = context.get(stetContext);
  const [choices, defaultModel] = await Promise.all([models.choices(modelAccess(me)), models.defaultModel(modelAccess(me))]);
  return { models: choices, defaultModel, baseUrl: publicApiUrl(env) };
}

export default function PlaygroundPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <DeveloperHeading title="Playground" lead="Send a model the request your program would send, and see the response." />
      <Playground {...loaderData} />
    </>
  );
}
