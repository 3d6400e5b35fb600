/* Where the day begins, in every workspace: what waits, what runs, where one was, and a field that asks, finds or starts. */
import { libraryShelves } from "#core/templates/library.ts";
import { homeItemsPerPage, readCursor } from "#core/workspace/home.ts";
import { mayMake, mayManage, membershipOf, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { listJobsAtWork } from "#server/data/accounts/own-jobs.ts";
import { listChats } from "#server/data/chats/chats.ts";
import { listHomeProjects, listWaitingCells, listWaitingChanges, listWaitingComments } from "#server/data/home/home.ts";
import { listWaitingSteps } from "#server/data/workflows/workflow-steps.ts";
import { findSampleProject } from "#server/data/home/sample-project.ts";
import { listInvitations, listOffered } from "#server/data/organizations/invitations.ts";
import { listMembers } from "#server/data/organizations/members.ts";
import { listNews, listRecentDrafts } from "#server/data/organizations/organization-home.ts";
import { deletionOf } from "#server/data/organizations/organizations.ts";
import { findOwnershipOffer } from "#server/data/organizations/ownership.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import type { HomeData } from "#ui/home/home-data.ts";
import type { Stet } from "#server/stet.ts";
import { listChangedLaw } from "#server/data/law/changed-law.ts";
import { listWatchedLaw } from "#server/data/research/watched-law.ts";
import { searchElsewhere } from "#server/knowledge/search-elsewhere.ts";
import { listChangedClauses } from "#server/library/changed-clauses.ts";
import { searchLibrary } from "#server/library/search-library.ts";
import type { Db } from "#server/db/database.ts";
import { HomePage } from "#ui/home/home-page.tsx";
import type { Route } from "./+types/home.ts";

const mostFound = 6;

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.organization?.name ?? "Home"} · Stet` }];
}

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person") throw problem("not-found");
  const stet = context.get(stetContext);
  const { db } = stet;
  const find = (url.searchParams.get("find") ?? "").trim().slice(0, 200);
  const [waiting, jobs, { sessions: chats }, drafts, projects, news, organization, sample, found, changedLaw, watchedLaw, clauses] =
    await Promise.all([
      waitingFor(me, db, url),
      listJobsAtWork(me, db),
      listChats(me, db, { limit: homeItemsPerPage }),
      listRecentDrafts(me, db, homeItemsPerPage),
      listHomeProjects(me, db, { limit: homeItemsPerPage }),
      me.organizationId === null ? [] : listNews(me, db, homeItemsPerPage),
      organizationOf(me, db),
      findSampleProject(me, db),
      find === "" ? null : searched(me, stet, find, request.signal),
      listChangedLaw(me, db, { limit: homeItemsPerPage }),
      listWatchedLaw(me, db, { limit: homeItemsPerPage }),
      listChangedClauses(me, db, { limit: homeItemsPerPage }),
    ]);
  return {
    name: me.name,
    canMake: mayMake(me),
    organization,
    ...waiting,
    jobs,
    chats: chats.map(({ id, title, updatedAt, running, unread }) => ({ id, title, updatedAt, running, unread })),
    drafts,
    projects,
    news,
    sample: sample?.id ?? null,
    find,
    found,
    changedLaw: [...watchedLaw, ...changedLaw, ...clauses].slice(0, homeItemsPerPage),
  };
}

/** What waits for the person, from the places in the lists that the address names. */
async function waitingFor(me: Person, db: Db, { searchParams }: URL) {
  const cursor = (name: string) => readCursor(searchParams.get(name));
  const [comments, changes, cells, steps, invitations] = await Promise.all([
    listWaitingComments(me, db, cursor("comments")),
    listWaitingChanges(me, db, cursor("changes")),
    listWaitingCells(me, db),
    listWaitingSteps(me, db),
    listOffered(me, db),
  ]);
  const isLater = searchParams.has("comments") || searchParams.has("changes");
  const offered = invitations.map(({ id, organization: to, inviter }) => ({ id, organization: to, inviter }));
  return { comments, changes, cells, steps, isLater, invitations: offered };
}

async function searched(me: Person, stet: Stet, words: string, signal: AbortSignal): Promise<HomeData["found"]> {
  const { db } = stet;
  const [projects, elsewhere, { found }] = await Promise.all([
    listHomeProjects(me, db, { limit: mostFound, words }),
    searchElsewhere(stet, me, { words, limit: mostFound, signal }),
    // Drafts and law are found elsewhere.
    searchLibrary(me, db, { query: words, in: libraryShelves }),
  ]);
  const templates = found.slice(0, mostFound).map(({ id, name, line }) => ({ id, name: name.text, summary: line.text }));
  return { projects, ...elsewhere, templates };
}

async function organizationOf(me: Person, db: Db) {
  const membership = membershipOf(me, me.organizationId);
  if (membership === null || me.organizationId === null) return null;
  const isManager = mayManage(me, me.organizationId);
  const isAlone = isManager && (await listMembers(me, db)).length === 1 && (await listInvitations(me, db)).length === 0;
  const [deleteAt, offer] = await Promise.all([deletionOf(me, db), findOwnershipOffer(me, db)]);
  const offeredBy = offer?.isMine === false ? offer.from : null;
  return { name: membership.name, role: membership.role, isManager, isAlone, deleteAt, offeredBy };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomePage {...loaderData} />;
}
