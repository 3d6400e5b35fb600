/*
 * Invitations to an organization and responses to them. better-auth would answer "not found" for any that is no longer
 * valid; here the recipient, and only the recipient, learns why.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import {
  invitationLasts,
  invitationState,
  mayGiveRole,
  mostOpenInvitations,
  type GivenRole,
  type Invitation,
  type InvitationState,
  type InvitationStatus,
  type OfferedInvitation,
} from "#core/workspace/organization.ts";
import { mayManage, type Actor, type Person, type Role, type Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Alongside, BoundDb, Db } from "../../db/database.ts";
import { enforceSeats } from "../accounts/plan-usage.ts";
import { lockMembers, lockOrganization } from "./locked-organization.ts";

export type PostedInvitation = { id: string; email: string; role: Role; organization: string; expiresAt: Date };

const inSevenDays = sql<Date>`now() + make_interval(days => ${invitationLasts}::int)`;

/** Of the current organization; pending ones first, then newest first. Accepted ones are listed as members. */
export async function listInvitations(me: Person, db: Db): Promise<Invitation[]> {
  db = actAs(me, db);
  if (me.organizationId === null || !mayManage(me, me.organizationId)) throw problem("not-found");
  const rows = await db
    .selectFrom("invitation")
    .innerJoin("user", "user.id", "invitation.inviterId")
    .select(["invitation.id", "invitation.email", "invitation.role", "invitation.status", "invitation.expiresAt"])
    .select(["invitation.createdAt", "user.name as inviter"])
    .where("organizationId", "=", me.organizationId)
    .where("invitation.status", "!=", "accepted")
    .orderBy(sql`invitation.status != 'pending'`)
    .orderBy("invitation.createdAt", "desc")
    .limit(mostOpenInvitations + 50)
    .execute();
  return rows.map(({ id, email, role, inviter, status, expiresAt, createdAt }) => ({
    id,
    email,
    role,
    inviter,
    state: invitationState(status, expiresAt, new Date()),
    expiresAt: expiresAt.toISOString(),
    createdAt: createdAt.toISOString(),
  }));
}

/** Invites an address, or renews its open invitation. */
export async function invite(me: Actor, db: Db, { email, role }: { email: string; role: GivenRole }): Promise<PostedInvitation> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const mine = await lockOrganization(me, trx);
    if (!mayGiveRole(mine.role, role)) throw problem("not-allowed");
    const address = email.trim().toLowerCase();
    await refuseMember(trx, mine.organizationId, address);
    const open = await trx
      .selectFrom("invitation")
      .select(["id", "email", "role"])
      .where("organizationId", "=", mine.organizationId)
      .where("status", "=", "pending")
      .execute();
    const before = open.find((one) => one.email === address);
    if (before !== undefined) {
      if (!mayGiveRole(mine.role, before.role)) throw problem("not-allowed");
      return renew(trx, before.id, { role, inviterId: mine.userId });
    }
    if (open.length >= mostOpenInvitations) throw problem("too-many-invitations");
    const id = randomUUID();
    await trx
      .insertInto("invitation")
      .values({
        id,
        organizationId: mine.organizationId,
        email: address,
        role,
        status: "pending",
        inviterId: mine.userId,
        expiresAt: inSevenDays,
      })
      .execute();
    return posted(trx, id);
  });
}

/** Extends an open invitation to the full period. A revoked or answered one is left as it is. */
export async function resendInvitation(me: Actor, db: Db, id: string): Promise<PostedInvitation> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const mine = await lockOrganization(me, trx);
    await managedInvitation(trx, mine, id);
    return renew(trx, id, { inviterId: mine.userId });
  });
}

export async function revokeInvitation(me: Actor, db: Db, id: string): Promise<{ email: string }> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const mine = await lockOrganization(me, trx);
    const { email } = await managedInvitation(trx, mine, id);
    await trx.updateTable("invitation").set({ status: "revoked" }).where("id", "=", id).execute();
    return { email };
  });
}

async function managedInvitation(
  trx: BoundDb,
  mine: { organizationId: string; role: Role },
  id: string,
): Promise<{ email: string }> {
  if (!mayGiveRole(mine.role, "guest")) throw problem("not-allowed");
  const row = await trx
    .selectFrom("invitation")
    .select(["email", "role", "status"])
    .where("id", "=", id)
    .where("organizationId", "=", mine.organizationId)
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  if (!mayGiveRole(mine.role, row.role)) throw problem("not-allowed");
  if (row.status === "accepted") throw problem("invitation-used");
  if (row.status !== "pending") throw problem("invitation-revoked");
  return { email: row.email };
}

async function refuseMember(trx: BoundDb, organizationId: string, address: string): Promise<void> {
  const there = await trx
    .selectFrom("member")
    .innerJoin("user", "user.id", "member.userId")
    .select("member.id")
    .where("member.organizationId", "=", organizationId)
    .where(sql<boolean>`lower("user".email) = ${address}`)
    .executeTakeFirst();
  if (there !== undefined) throw problem("already-member");
}

async function renew(trx: BoundDb, id: string, change: { role?: GivenRole; inviterId: string }): Promise<PostedInvitation> {
  await trx
    .updateTable("invitation")
    .set({ ...change, expiresAt: inSevenDays })
    .where("id", "=", id)
    .execute();
  return posted(trx, id);
}

async function posted(db: BoundDb, id: string): Promise<PostedInvitation> {
  const row = await db
    .selectFrom("invitation")
    .innerJoin("organization", "organization.id", "invitation.organizationId")
    .select(["invitation.id", "email", "role", "expiresAt", "organization.name as organization"])
    .where("invitation.id", "=", id)
    .executeTakeFirstOrThrow();
  return row;
}

function offered(db: BoundDb) {
  return db
    .selectFrom("invitation")
    .innerJoin("organization", "organization.id", "invitation.organizationId")
    .innerJoin("user as inviter", "inviter.id", "invitation.inviterId")
    .select(["invitation.id", "invitation.email", "invitation.role", "invitation.status", "invitation.expiresAt"])
    .select(["organization.name as organization", "organization.slug", "inviter.name as inviter"]);
}

type OfferedRow = Omit<OfferedInvitation, "expiresAt"> & {
  email: string;
  status: InvitationStatus;
  expiresAt: Date;
};

function offerOf({ id, organization, slug, role, inviter, expiresAt }: OfferedRow): OfferedInvitation {
  return { id, organization, slug, role, inviter, expiresAt: expiresAt.toISOString() };
}

/** Pending invitations for `me`. An unverified address may belong to another person, so it gets none. */
export async function listOffered(me: Person, db: Db): Promise<OfferedInvitation[]> {
  db = actAs(me, db);
  if (!me.isVerified) return [];
  const rows = await offered(db)
    .where("invitation.email", "=", me.email.toLowerCase())
    .where("invitation.status", "=", "pending")
    .where("invitation.expiresAt", ">", sql<Date>`now()`)
    .orderBy("invitation.createdAt")
    .execute();
  return rows.map(offerOf);
}

export type FoundInvitation = { offer: OfferedInvitation; state: InvitationState; email: string };

/**
 * By the id that only the email contains; null if there is none. A signed-in person sees only invitations to their
 * address.
 */
export async function findOffered(me: Actor, db: Db, id: string): Promise<FoundInvitation | "for-another" | null> {
  db = actAs(me, db);
  const row = await offered(db).where("invitation.id", "=", id).executeTakeFirst();
  if (row === undefined) return null;
  if (me.kind === "person" && row.email !== me.email.toLowerCase()) return "for-another";
  return { offer: offerOf(row), state: invitationState(row.status, row.expiresAt, new Date()), email: row.email };
}

export type Acceptance = {
  organizationId: string;
  name: string;
  slug: string;
  role: Role;
  /** Null if the person who sent the invitation no longer manages the organization. */
  inviter: string | null;
};

/** Makes `me` a member, once. Returns the organization, and the address of the person who sent the invitation. */
export async function acceptInvitation(me: Person, db: Db, id: string, alongside?: Alongside<Acceptance>): Promise<Acceptance> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const invitation = await mine(me, trx, id);
    const organization = await trx
      .selectFrom("organization")
      .select(["name", "slug"])
      .where("id", "=", invitation.organizationId)
      .executeTakeFirstOrThrow();
    const members = await trx
      .selectFrom("member")
      .innerJoin("user", "user.id", "member.userId")
      .select(["member.userId", "member.role", "user.email"])
      .where("organizationId", "=", invitation.organizationId)
      .execute();
    if (members.some((member) => member.userId === me.userId)) throw problem("already-member");
    const { organizationId, role } = invitation;
    await trx
      .insertInto("member")
      .values({ id: randomUUID(), organizationId, userId: me.userId, role, createdAt: new Date() })
      .execute();
    if (role !== "guest") await enforceSeats(me, trx, organizationId);
    await trx.updateTable("invitation").set({ status: "accepted" }).where("id", "=", id).execute();
    const inviter = members.find((one) => one.userId === invitation.inviterId && (one.role === "owner" || one.role === "admin"));
    const acceptance = { organizationId, ...organization, role, inviter: inviter?.email ?? null };
    await alongside?.(trx, acceptance);
    return acceptance;
  });
}

export async function declineInvitation(me: Person, db: Db, id: string): Promise<{ organizationId: string }> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const { organizationId } = await mine(me, trx, id);
    await trx.updateTable("invitation").set({ status: "declined" }).where("id", "=", id).execute();
    return { organizationId };
  });
}

/** The open invitation for `me`, locked; otherwise the reason it cannot be used. */
async function mine(me: Person, trx: BoundDb, id: string) {
  const found = await trx.selectFrom("invitation").select("organizationId").where("id", "=", id).executeTakeFirst();
  if (found === undefined) throw problem("not-found");
  await lockMembers(me, trx, found.organizationId);
  const row = await trx
    .selectFrom("invitation")
    .select(["organizationId", "email", "role", "status", "expiresAt", "inviterId"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  if (row.email !== me.email.toLowerCase()) throw problem("invitation-for-another");
  if (!me.isVerified) throw problem("not-verified");
  const state = invitationState(row.status, row.expiresAt, new Date());
  if (state === "accepted") throw problem("invitation-used");
  if (state === "expired") throw problem("invitation-expired");
  if (state !== "pending") throw problem("invitation-revoked");
  return row;
}

/** Who to notify when `email` asks for a new invitation: those who sent an invalid one and may still invite. */
export async function invitersOf(
  me: Server,
  db: Db,
  email: string,
): Promise<{ email: string; organization: string; slug: string }[]> {
  db = actAs(me, db);
  return db
    .selectFrom("invitation")
    .innerJoin("organization", "organization.id", "invitation.organizationId")
    .innerJoin("member", (join) =>
      join.onRef("member.organizationId", "=", "invitation.organizationId").onRef("member.userId", "=", "invitation.inviterId"),
    )
    .innerJoin("user as inviter", "inviter.id", "invitation.inviterId")
    .select(["inviter.email", "organization.name as organization", "organization.slug"])
    .distinct()
    .where("invitation.email", "=", email.trim().toLowerCase())
    .where("member.role", "in", ["owner", "admin"])
    .where(sql<boolean>`(invitation.status = 'revoked' or invitation.status = 'pending' and invitation."expiresAt" <= now())`)
    .limit(5)
    .execute();
}
