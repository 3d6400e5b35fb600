/* An organization's writing style, for its managers. */
import { managedPlace } from "#server/organizations/organization-place.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { loadStyle, submitStyle } from "#server/writing/style-form.ts";
import { StyleSettings } from "#ui/settings/style-settings.tsx";
import type { Route } from "./+types/style.ts";

export function meta() {
  return [{ title: "Style · Stet" }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { me } = managedPlace(context.get(actorContext));
  return loadStyle(me, context.get(stetContext).db, "organization");
}

export function action({ context, request }: Route.ActionArgs) {
  return submitStyle(request, context.get(apiContext), "organization");
}

export default function Style({ loaderData, actionData }: Route.ComponentProps) {
  return <StyleSettings of="organization" style={loaderData} answered={actionData} />;
}
