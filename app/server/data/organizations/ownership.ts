/*
 * Handing an organization over: its owner offers it to a member or admin, who accepts or declines. Until then nothing
 * changes. An offer ends with the ownership of the person who made it, with the membership of the other, and after a week.
 */
import { sql } from "kysely";
import { offerLasts, type OwnershipOffer } from "#core/workspace/organization.ts";
import type { Actor, Person, Role } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Alongside, BoundDb, Db } from "../../db/database.ts";
import { lockOrganization } from "./locked-organization.ts";

type Named = { email: string; name: string };

/** Replaces an earlier offer. Returns to whom it was made. */
export async function offerOwnership(me: Actor, db: Db, toUserId: string, alongside?: Alongside<Named>): Promise<Named> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const { organizationId, role, userId } = await lockOrganization(me, trx);
    if (role !== "owner") throw problem("not-allowed");
    const next = await trx
      .selectFrom("member")
      .innerJoin("user", "user.id", "member.userId")
      .select(["user.email", "user.name", "member.role"])
      .where("member.organizationId", "=", organizationId)
      .where("member.userId", "=", toUserId)
      .executeTakeFirst();
    if (next === undefined || toUserId === userId) throw problem("not-found");
    if (next.role === "guest") throw problem("bad-request", "A guest cannot own an organization. Make them a member first.");
    await sql`insert into ownership_offers (organization_id, made_by, user_id) values (${organizationId}, ${userId}, ${toUserId})
      on conflict (organization_id) do update set made_by = excluded.made_by, user_id = excluded.user_id, created_at = now()`.execute(
      trx,
    );
    const to = { email: next.email, name: next.name };
    await alongside?.(trx, to);
    return to;
  });
}

/** Returns to whom it was made; null if there is none. */
export async function withdrawOffer(me: Actor, db: Db): Promise<Named | null> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const { organizationId, role } = await lockOrganization(me, trx);
    if (role !== "owner") throw problem("not-allowed");
    const open = await openOffer(trx, organizationId);
    await trx.deleteFrom("ownership_offers").where("organization_id", "=", organizationId).execute();
    return open === undefined ? null : { email: open.toEmail, name: open.toName };
  });
}

/** If it is accepted, the owner becomes an admin, and `me` the owner. Returns who had offered it. */
export async function answerOffer(
  me: Actor,
  db: Db,
  answer: "accepted" | "declined",
  alongside?: Alongside<Named>,
): Promise<Named> {
  db = actAs(me, db);
  return db.transaction().execute(async (trx) => {
    const { organizationId, userId } = await lockOrganization(me, trx);
    const offer = await openOffer(trx, organizationId);
    if (offer?.toUser !== userId) throw problem("offer-gone");
    await trx.deleteFrom("ownership_offers").where("organization_id", "=", organizationId).execute();
    if (answer === "accepted") {
      await setRole(trx, organizationId, offer.fromUser, "admin");
      await setRole(trx, organizationId, userId, "owner");
    }
    const from = { email: offer.fromEmail, name: offer.fromName };
    await alongside?.(trx, from);
    return from;
  });
}

async function setRole(trx: BoundDb, organizationId: string, userId: string, role: Role): Promise<void> {
  await trx.updateTable("member").set({ role }).where("organizationId", "=", organizationId).where("userId", "=", userId).execute();
}

/** Of the current organization, for the person who made it and the one it was made to; null for everyone else. */
export async function findOwnershipOffer(me: Person, db: Db): Promise<OwnershipOffer | null> {
  if (me.organizationId === null) return null;
  const offer = await openOffer(actAs(me, db), me.organizationId);
  if (offer === undefined || (offer.fromUser !== me.userId && offer.toUser !== me.userId)) return null;
  const { fromUser, fromName, toName, until } = offer;
  return { isMine: fromUser === me.userId, from: fromName, to: toName, until: until.toISOString() };
}

type OpenOffer = {
  fromUser: string;
  fromName: string;
  fromEmail: string;
  toUser: string;
  toName: string;
  toEmail: string;
  until: Date;
};

async function openOffer(db: BoundDb, organizationId: string): Promise<OpenOffer | undefined> {
  const { rows } = await sql<OpenOffer>`select giver.id as "fromUser", giver.name as "fromName", giver.email as "fromEmail",
      taker.id as "toUser", taker.name as "toName", taker.email as "toEmail",
      offered.created_at + make_interval(days => ${offerLasts}) as until
    from ownership_offers offered
      join member owning on owning."organizationId" = offered.organization_id and owning."userId" = offered.made_by
        and owning.role = 'owner'
      join member taking on taking."organizationId" = offered.organization_id and taking."userId" = offered.user_id
        and taking.role <> 'guest'
      join "user" giver on giver.id = offered.made_by join "user" taker on taker.id = offered.user_id
    where offered.organization_id = ${organizationId} and offered.created_at > now() - make_interval(days => ${offerLasts})`.execute(
    db,
  );
  return rows[0];
}
