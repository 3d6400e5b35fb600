/*
 * Builds the actor once per request from the session cookie. Nothing is cached, so ending a session takes effect
 * immediately.
 *
 * This runs on every request, so it costs one signature check and one query, which concurrent requests share.
 * better-auth is called only when a session is due for renewal.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { plans } from "#core/account/plans.ts";
import { theServer, type Actor, type Membership, type Person, type Plan, type Role } from "#core/workspace/policy.ts";
import { findPersonRow, findSessions, type MembershipRow, type PersonRow, type SessionRow } from "../data/upkeep/sessions.ts";
import type { Db } from "../db/database.ts";
import type { Env } from "../env.ts";
import { sessionCookieName, sessionLasts, sessionProlongedAfter, type Auth } from "./auth.ts";

const roles: readonly Role[] = ["owner", "admin", "member", "guest"];

/**
 * `onCookie` receives the cookies of a renewed session; the response must set them or the browser loses the session.
 * Without it, sessions are not renewed.
 */
export type ActorOf = (headers: Headers, onCookie?: (cookie: string) => void) => Promise<Actor>;

type ActorParts = { auth: Auth; db: Db; secret: string; env: Pick<Env, "isHttps" | "DEFAULT_PLAN"> };

export function createActorOf({ auth, db, secret, env }: ActorParts): ActorOf {
  const cookieName = sessionCookieName(env.isHttps);
  const find = createSessionReader(db);
  return async (headers, onCookie) => {
    const token = signedToken(headers.get("cookie") ?? "", cookieName, secret);
    const session = token === null ? null : await find(token);
    if (session === null) return { kind: "visitor" };
    const leftMs = session.expiresAt.getTime() - Date.now();
    if (onCookie !== undefined && leftMs < (sessionLasts - sessionProlongedAfter) * 1000) {
      const prolonged = await auth.api.getSession({ headers, returnHeaders: true });
      for (const cookie of prolonged.headers?.getSetCookie() ?? []) onCookie(cookie);
    }
    return actorOfSession(session, env.DEFAULT_PLAN);
  };
}

/** The person on whose behalf work continues in a workspace; null if they are no longer there. */
export async function findPersonAt(db: Db, newPlan: Plan, { userId, organizationId }: Whereabouts): Promise<Person | null> {
  const row = await findPersonRow(theServer, db, userId);
  if (row === undefined) return null;
  const person = actorOfSession(row, newPlan);
  const membership = person.memberships.find((one) => one.organizationId === organizationId);
  if (organizationId === null) return person;
  return membership === undefined ? null : { ...person, organizationId, plan: membership.plan };
}

type Whereabouts = { userId: string; organizationId: string | null };

function actorOfSession({ userId, name, email, isVerified, plan, isAdministrator, memberships }: PersonRow, newPlan: Plan): Person {
  const ownPlan = planOf(plan);
  const [barred, admitted] = [memberships.filter((one) => one.lacksTwoFactor), memberships.filter((one) => !one.lacksTwoFactor)];
  return {
    kind: "person",
    userId,
    name,
    email,
    isVerified,
    plan: ownPlan,
    ownPlan,
    organizationId: null,
    isAdministrator,
    memberships: admitted.map((row) => membershipFrom(row, newPlan)),
    ...(barred.length > 0 && { barred: barred.map((row) => membershipFrom(row, newPlan)) }),
  };
}

function membershipFrom(
  { organizationId, slug, name, role, plan, policies, formerSlugs }: MembershipRow,
  newPlan: Plan,
): Membership {
  return {
    organizationId,
    slug,
    name,
    // An unknown role gets the fewest permissions.
    role: roles.find((one) => one === role) ?? "guest",
    plan: plan === null ? newPlan : planOf(plan),
    policies,
    ...(formerSlugs.length > 0 && { formerSlugs }),
  };
}

/** An unknown plan gets the lowest limits. */
export function planOf(stored: string | null): Plan {
  return plans.find((one) => one === stored) ?? "free";
}

/** The session token from better-auth's signed cookie; null if it is missing or the signature is not ours. */
export function signedToken(cookies: string, name: string, secret: string): string | null {
  const cookie = cookies
    .split(";")
    .map((one) => one.trim())
    .find((one) => one.startsWith(`${name}=`));
  if (cookie === undefined) return null;
  const value = decoded(cookie.slice(name.length + 1));
  const dot = value.lastIndexOf(".");
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1), "base64");
  const made = createHmac("sha256", secret).update(token).digest();
  return given.length === made.length && timingSafeEqual(given, made) ? token : null;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}

/** Reads sessions; tokens requested while a query runs are batched into the next one. */
function createSessionReader(db: Db): (token: string) => Promise<SessionRow | null> {
  let waiting = new Map<string, PromiseWithResolvers<SessionRow | null>>();
  let isReading = false;

  async function readAll(): Promise<void> {
    while (waiting.size > 0) {
      const together = waiting;
      waiting = new Map();
      try {
        const rows = await findSessions(theServer, db, [...together.keys()]);
        for (const [token, { resolve }] of together) resolve(rows.find((row) => row.token === token) ?? null);
      } catch (error) {
        for (const { reject } of together.values()) reject(error);
      }
    }
    isReading = false;
  }

  return (token) => {
    const asked = waiting.get(token) ?? Promise.withResolvers<SessionRow | null>();
    waiting.set(token, asked);
    if (!isReading) {
      isReading = true;
      // Batch everything that arrives in the same turn of the event loop.
      setImmediate(() => void readAll());
    }
    return asked.promise;
  };
}
