/* Redirects to the first unanswered step, or to the chat when all are done. */
import { href, redirect } from "react-router";
import { getProfile } from "#server/data/accounts/profiles.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import type { Route } from "./+types/onboarding.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw redirect(`${href("/auth/sign-in")}?from=${encodeURIComponent(url.pathname)}`);
  const { isOnboarded } = await getProfile(me, context.get(stetContext).db);
  if (!isOnboarded) throw redirect(href("/onboarding/user"));
  throw redirect(me.memberships.length === 0 ? href("/onboarding/organization") : href("/chat"));
}
