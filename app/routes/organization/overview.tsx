/* The organization at a glance, with links to where each setting is changed. */
import { planNames } from "#core/account/plans.ts";
import { roleNames } from "#core/workspace/organization.ts";
import { listInvitations } from "#server/data/organizations/invitations.ts";
import { listMembers } from "#server/data/organizations/members.ts";
import { organizationWorkspace } from "#server/organizations/organization-place.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { OrganizationOverview } from "#ui/organizations/organization-overview.tsx";
import { useWorkspace } from "#ui/shell/use-place.ts";
import type { Route } from "./+types/overview.ts";

export function meta() {
  return [{ title: "Organization · Stet" }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { me, organization, isManager } = organizationWorkspace(context.get(actorContext));
  const { db, env } = context.get(stetContext);
  const members = await listMembers(me, db);
  const invitations = isManager ? await listInvitations(me, db) : [];
  return {
    isManager,
    name: organization.name,
    address: `${new URL(env.url).host}/organizations/${organization.slug}`,
    role: roleNames[organization.role],
    plan: planNames[organization.plan],
    members: organization.role === "guest" ? null : members.length,
    owner: members.find(({ role }) => role === "owner")?.name ?? null,
    open: invitations.filter(({ state }) => state === "pending").length,
  };
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  return <OrganizationOverview base={useWorkspace().path("/settings/organization")} state={loaderData} />;
}
