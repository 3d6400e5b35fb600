/* better-auth's sessions, read with the person and the memberships in one query. */
import { sql } from "kysely";
import type { OrganizationPolicies, Server } from "#core/workspace/policy.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { prepared } from "../../db/prepared.ts";
import { membershipsOf } from "../admission.ts";

export type PersonRow = {
  userId: string;
  name: string;
  email: string;
  isVerified: boolean;
  plan: string | null;
  isAdministrator: boolean;
  memberships: MembershipRow[];
};
export type MembershipRow = {
  organizationId: string;
  slug: string;
  name: string;
  role: string;
  plan: string | null;
  policies: OrganizationPolicies;
  lacksTwoFactor: boolean;
  formerSlugs: string[];
};
export type SessionRow = PersonRow & { token: string; expiresAt: Date };

const personColumns = sql`person.id as "userId", person.name, person.email, person."emailVerified" as "isVerified", person.plan,
      exists (select 1 from administrators where administrators.user_id = person.id) as "isAdministrator",
      ${membershipsOf} as memberships`;

/** For work that continues without a session. */
export async function findPersonRow(me: Server, db: Db, userId: string): Promise<PersonRow | undefined> {
  db = actAs(me, db);
  const { rows } = await sql<PersonRow>`select ${personColumns} from "user" person where person.id = ${userId}`.execute(db);
  return rows[0];
}

/** The tokens' valid sessions. Even an active one ends thirty days after sign-in; none belongs to a suspended account. */
export async function findSessions(me: Server, db: Db, tokens: readonly string[]): Promise<SessionRow[]> {
  db = actAs(me, db);
  const { rows } = await sql<SessionRow>`
    select session.token, session."expiresAt", ${personColumns}
    from session join "user" person on person.id = session."userId"
    where session.token = any(${[...tokens]}::text[]) and session."expiresAt" > now()
      and session."createdAt" > now() - interval '30 days'
      and not exists (select 1 from suspensions where suspensions.user_id = person.id) ${prepared}`.execute(db);
  return rows;
}
