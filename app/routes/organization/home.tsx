/* The home of an organization: recent work, recent changes, and the remaining onboarding steps. */
import { mayMake } from "#core/workspace/policy.ts";
import { listChats } from "#server/data/chats/chats.ts";
import { listInvitations } from "#server/data/organizations/invitations.ts";
import { listMembers } from "#server/data/organizations/members.ts";
import { listNews, listRecentDrafts } from "#server/data/organizations/organization-home.ts";
import { deletionOf } from "#server/data/organizations/organizations.ts";
import { listProjects } from "#server/data/organizations/projects.ts";
import { organizationWorkspace } from "#server/organizations/organization-place.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { OrganizationHome } from "#ui/organizations/organization-home.tsx";
import type { Route } from "./+types/home.ts";

const shown = 5;

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.name ?? "Home"} · Stet` }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const { me, organization, isManager } = organizationWorkspace(context.get(actorContext));
  const { db } = context.get(stetContext);
  const { sessions } = await listChats(me, db, { limit: shown });
  const { own, shared } = await listProjects(me, db);
  const isAlone = isManager && (await listMembers(me, db)).length === 1 && (await listInvitations(me, db)).length === 0;
  const projects = [...own, ...shared].toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  return {
    name: organization.name,
    role: organization.role,
    canMake: mayMake(me),
    isManager,
    chats: sessions.map(({ id, title, updatedAt }) => ({ id, title, updatedAt })),
    drafts: await listRecentDrafts(me, db, shown),
    projects: projects
      .slice(0, shown)
      .map(({ id, name, ownerName, isOwner, updatedAt }) => ({ id, name, ownerName, isOwner, updatedAt })),
    deleteAt: await deletionOf(me, db),
    news: await listNews(me, db, shown),
    steps: { chat: sessions.length > 0, project: own.length > 0, invite: !isAlone },
  };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <OrganizationHome {...loaderData} />;
}
