/*
 * Who may do what, as plain functions, asked by server and screen alike.
 * Who may not see a thing gets 404, never 403: a 403 would say that it exists.
 */

export type Plan = "free" | "starter" | "starter-pending-cancel" | "professional";

/** Who asks. Built once per request; every function in server/data takes it first. */
export type Actor =
  | {
      kind: "person";
      userId: string;
      name: string;
      email: string;
      /** Whether the address is proven to be theirs: what is offered by e-mail waits for this. */
      isVerified: boolean;
      plan: Plan;
      organizationId: string | null;
      memberships: Membership[];
    }
  | { kind: "visitor" }
  /** Stet itself: the run log, the reaper, sweeps. Never built from a request. */
  | { kind: "server" };
export type Person = Extract<Actor, { kind: "person" }>;
export type Server = Extract<Actor, { kind: "server" }>;
export const theServer: Server = { kind: "server" };
export type Membership = { organizationId: string; slug: string; role: "owner" | "admin" | "member" | "guest" };

export type Owned = { ownerId: string; organizationId: string | null };

/** A chat belongs to one person; being in the same organization does not open it. */
export function canSeeChat(me: Actor, chat: Owned): boolean {
  return me.kind === "person" && chat.ownerId === me.userId && (chat.organizationId === null || isMember(me, chat.organizationId));
}

export function canChangeChat(me: Actor, chat: Owned): boolean {
  return canSeeChat(me, chat);
}

export function isMember(me: Actor, organizationId: string): boolean {
  return me.kind === "person" && me.memberships.some((m) => m.organizationId === organizationId);
}
