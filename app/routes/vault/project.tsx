/* A project: its contents, and who can see it. */
import { problem } from "#core/workspace/problem.ts";
import { isUuid } from "#core/text/uuid.ts";
import { listProjectChats } from "#server/data/chats/chats.ts";
import { listDrafts } from "#server/data/drafts/list-drafts.ts";
import { listFiles } from "#server/data/files/files.ts";
import { acceptShare, listShares } from "#server/data/organizations/project-shares.ts";
import { getProject } from "#server/data/organizations/projects.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { ProjectPage } from "#ui/projects/project-page.tsx";
import type { Route } from "./+types/project.ts";

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.project.name ?? "Project"} · Stet` }];
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-signed-in");
  const { db } = context.get(stetContext);
  if (!isUuid(params.projectId)) throw problem("not-found");
  const project = await getProject(me, db, params.projectId).catch((refusal: unknown) => {
    if (me.isVerified) throw refusal;
    // The same for every project, so that it reveals nothing about this one.
    throw problem("not-verified-yet");
  });
  // Nothing shows outside its workspace.
  if (project.organizationId !== me.organizationId) throw problem("not-found");
  if (!project.isOwner) await acceptShare(me, db, project.id);
  const [chats, drafts, files, shares] = await Promise.all([
    listProjectChats(me, db, project.id, { limit: 100 }),
    listDrafts(me, db, project.id),
    listFiles(me, db, { projectId: project.id, limit: 500 }),
    project.isOwner ? listShares(me, db, project.id) : [],
  ]);
  return { project, chats: chats.sessions, hasOlderChats: chats.hasOlder, drafts, files, shares };
}

export default function ProjectRoute({ loaderData }: Route.ComponentProps) {
  return <ProjectPage key={loaderData.project.id} {...loaderData} />;
}
