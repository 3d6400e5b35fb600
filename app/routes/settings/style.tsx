/* The user's own writing style, in every workspace. */
import { problem } from "#core/workspace/problem.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { loadStyle, submitStyle } from "#server/writing/style-form.ts";
import { StyleSettings } from "#ui/settings/style-settings.tsx";
import type { Route } from "./+types/style.ts";

export function meta() {
  return [{ title: "Style · Stet" }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  return loadStyle(me, context.get(stetContext).db, "person");
}

export function action({ context, request }: Route.ActionArgs) {
  return submitStyle(request, context.get(apiContext), "person");
}

export default function Style({ loaderData, actionData }: Route.ComponentProps) {
  return <StyleSettings of="person" style={loaderData} answered={actionData} />;
}
