/* An organization's pseudonyms, for its managers. */
import { managedPlace } from "#server/organizations/organization-place.ts";
import { actorContext, apiContext, stetContext } from "#server/contexts.ts";
import { getPseudonyms } from "#server/data/pseudonyms/own-lists.ts";
import { submitPseudonyms } from "#server/pseudonyms/pseudonyms-form.ts";
import { PseudonymSettings } from "#ui/pseudonyms/pseudonym-settings.tsx";
import type { Route } from "./+types/pseudonyms.ts";

export function meta() {
  return [{ title: "Pseudonyms · Stet" }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { me } = managedPlace(context.get(actorContext));
  return getPseudonyms(me, context.get(stetContext).db, null);
}

export function action({ context, request }: Route.ActionArgs) {
  return submitPseudonyms(request, context.get(apiContext), "/api/organization/pseudonyms");
}

export default function Pseudonyms({ loaderData, actionData }: Route.ComponentProps) {
  return <PseudonymSettings of="organization" list={loaderData} suggestions={[]} answered={actionData} />;
}
