/*
 * Who asks. Built once per request from the session cookie, without a cache:
 * a session that was ended is ended at once.
 */
import type { Actor, Membership, Plan } from "#core/policy.ts";
import { listMemberships } from "./data/memberships.ts";
import type { Db } from "./db/database.ts";
import type { Auth } from "./auth.ts";

const plans: readonly Plan[] = ["free", "starter", "starter-pending-cancel", "professional"];

export async function actorOf(auth: Auth, db: Db, headers: Headers): Promise<Actor> {
  if (!headers.has("cookie")) return { kind: "visitor" };
  const session = await auth.api.getSession({ headers });
  if (session === null) return { kind: "visitor" };
  const { user } = session;
  const me: Actor = {
    kind: "person",
    userId: user.id,
    name: user.name,
    email: user.email,
    plan: plans.find((plan) => plan === user.plan) ?? "free",
    organizationId: null,
    memberships: [],
  };
  me.memberships = await listMemberships(me, db);
  return me;
}

export type { Membership };
