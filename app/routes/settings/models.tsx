/* Which model is good at what here, as far as measured. */
import { findModel } from "#core/models/models.ts";
import { problem } from "#core/workspace/problem.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { readModelResults } from "#server/models/model-results.ts";
import { ModelResults } from "#ui/settings/model-results.tsx";
import type { Route } from "./+types/models.ts";

export function meta() {
  return [{ title: "Models · Stet" }];
}

export async function loader({ context }: Route.LoaderArgs) {
  if (context.get(actorContext).kind !== "person") throw problem("not-signed-in");
  const results = await readModelResults(context.get(stetContext).env.STET_DATA);
  const models = (results ?? []).flatMap(({ model, graded }) => (graded === null ? [model] : [model, graded.by]));
  const names = Object.fromEntries(models.map((model) => [model, findModel(model)?.name ?? model.replace(/^local:/, "")]));
  return { results, names };
}

export default function Models({ loaderData }: Route.ComponentProps) {
  return <ModelResults {...loaderData} />;
}
