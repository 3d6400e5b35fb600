/* Where a new account begins: the first step that is not done, or the chat. */
import { href, redirect } from "react-router";
import { getProfile } from "#server/data/accounts/profiles.ts";
import { listOffered } from "#server/data/organizations/invitations.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import type { Route } from "./+types/onboarding.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw redirect(`${href("/auth/sign-in")}?from=${encodeURIComponent(url.pathname)}`);
  const { db } = context.get(stetContext);
  const { isOnboarded } = await getProfile(me, db);
  if (!isOnboarded) throw redirect(href("/onboarding/user"));
  throw redirect((await listOffered(me, db)).length > 0 ? href("/onboarding/organization") : href("/chat"));
}
