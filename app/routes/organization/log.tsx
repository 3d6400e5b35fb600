/* The security log, newest first, for the organization's managers. */
import { z } from "zod";
import { listEvents } from "#server/data/accounts/security-events.ts";
import { managedPlace } from "#server/organizations/organization-place.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { SecurityLog } from "#ui/organizations/security-log.tsx";
import type { Route } from "./+types/log.ts";

const rows = 50;

export function meta() {
  return [{ title: "Security log · Stet" }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { me, organization } = managedPlace(context.get(actorContext));
  const before = z.uuid().safeParse(url.searchParams.get("before"));
  const page = { limit: rows, ...(before.success && { before: before.data }) };
  return { slug: organization.slug, isFirst: !before.success, ...(await listEvents(me, context.get(stetContext).db, page)) };
}

export default function Log({ loaderData }: Route.ComponentProps) {
  return <SecurityLog {...loaderData} />;
}
