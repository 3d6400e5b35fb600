/* How current the law behind the answers is. */
import { problem } from "#core/workspace/problem.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { LawSources } from "#ui/settings/law-sources.tsx";
import type { Route } from "./+types/law.ts";

export function meta() {
  return [{ title: "Law · Stet" }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  return { sources: await context.get(stetContext).liveLaw.states(me) };
}

export default function Law({ loaderData }: Route.ComponentProps) {
  return <LawSources {...loaderData} />;
}
