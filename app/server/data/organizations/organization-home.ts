/* What an organization's home shows besides chats and projects. All of it is visible to `me` anyway. */
import { sql } from "kysely";
import type { OrganizationNews, RecentDraft } from "#core/workspace/organization.ts";
import { membershipOf, type Person } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { isHere, seenDrafts, seenProjects, sharedWith } from "../visible.ts";

/** The most recently changed drafts, by any author. */
export async function listRecentDrafts(me: Person, db: Db, limit: number): Promise<RecentDraft[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("drafts")
    .select(["id", "project_id", "name", "updated_at"])
    .where(seenDrafts(me))
    .where(isHere(me, "drafts.organization_id"))
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, projectId: row.project_id, name: row.name, updatedAt: row.updated_at.toISOString() }));
}

/** The last thirty days, newest first: who joined (not shown to guests), and which projects were shared with `me`. */
export async function listNews(me: Person, db: Db, limit: number): Promise<OrganizationNews[]> {
  db = actAs(me, db);
  const isGuest = membershipOf(me, me.organizationId)?.role === "guest";
  const joined = isGuest
    ? []
    : await db
        .selectFrom("member")
        .innerJoin("user", "user.id", "member.userId")
        .select(["user.id", "user.name", "member.createdAt as at"])
        .where("member.organizationId", "=", me.organizationId ?? "")
        .where("member.userId", "!=", me.userId)
        .where("member.createdAt", ">", lately)
        .orderBy("member.createdAt", "desc")
        .limit(limit)
        .execute();
  const shared = await db
    .selectFrom("project_shares")
    .innerJoin("projects", "projects.id", "project_shares.project_id")
    .innerJoin("user", "user.id", "projects.owner_id")
    .select(["projects.id", "projects.name as project", "user.name", "project_shares.created_at as at"])
    .where(sharedWith(me))
    .where(seenProjects(me))
    .where(isHere(me, "projects.organization_id"))
    .where("project_shares.created_at", ">", lately)
    .orderBy("project_shares.created_at", "desc")
    .limit(limit)
    .execute();
  const news: OrganizationNews[] = [
    ...joined.map(({ id, name, at }) => ({ kind: "joined" as const, id, name, at: at.toISOString() })),
    ...shared.map(({ id, name, project, at }) => ({ kind: "shared" as const, id, name, project, at: at.toISOString() })),
  ];
  return news.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, limit);
}

const lately = sql<Date>`now() - interval '30 days'`;
