/*
 * What has been used of a plan. A thing that is counted is made first and then
 * held to the plan, in one transaction: the place's own row is locked for the
 * counting, so of many made at the same time only as many stay as fit.
 */
import { sql, type RawBuilder } from "kysely";
import { limitKinds, limitSentence, planLimit, type LimitKind } from "#core/account/plans.ts";
import { membershipOf, theServer, type Actor, type Person } from "#core/workspace/policy.ts";
import type { Usage } from "#core/chat/message.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db, Trx } from "../../db/database.ts";

/** How much of each kind the place in which the person works has used. */
export type PlanUsage = Record<LimitKind, number>;
/** What is used up as it is used; everything else is made, and can be let go of again. */
type Made = Exclude<LimitKind, "tokensPerDay">;

export async function readPlanUsage(me: Person, db: Db): Promise<PlanUsage> {
  const all = actAs(theServer, db);
  const used = await Promise.all(limitKinds.map(async (kind) => [kind, await countOf[kind](me, all)] as const));
  return Object.fromEntries(used) as PlanUsage;
}

/**
 * Call it when the thing is made or brought back, in the same transaction, with
 * the place where it stands. Throws `plan-used-up` where it does not fit.
 */
export async function enforceLimit(me: Person, trx: Trx, kind: Made, organizationId = me.organizationId): Promise<void> {
  // What others of the place have counts too.
  trx = actAs(theServer, trx);
  const there = { ...me, organizationId, plan: membershipOf(me, organizationId)?.plan ?? me.ownPlan };
  const limit = planLimit(there.plan, kind);
  if (limit === null) return;
  await lockPlace(there, trx);
  if ((await countOf[kind](there, trx)) > limit) throw problem("plan-used-up", limitSentence(there.plan, kind));
}

/** A turn begins as long as something is left, and is never cut short. */
export async function refuseBeyondTokens(me: Person, db: Db): Promise<void> {
  const limit = planLimit(me.plan, "tokensPerDay");
  if (limit !== null && (await countOf.tokensPerDay(me, actAs(theServer, db))) >= limit)
    throw problem("plan-used-up", limitSentence(me.plan, "tokensPerDay"));
}

/** Call it when somebody has become more than a guest, in the same transaction, which holds the organization's row. */
export async function enforceSeats(me: Actor, trx: Db, organizationId: string): Promise<void> {
  trx = actAs(me, trx);
  const { rows } = await sql<{ isFull: boolean }>`select coalesce(seats < (select count(*) from member
      where member."organizationId" = organization.id and member.role <> 'guest'), false) as "isFull"
    from organization where id = ${organizationId}`.execute(trx);
  if (rows[0]?.isFull === true) throw problem("organization-full");
}

/** Of the organization where the person works; null in one's own place. */
export async function readSeats(me: Person, db: Db): Promise<{ taken: number; limit: number | null } | null> {
  db = actAs(me, db);
  if (me.organizationId === null) return null;
  const { rows } = await sql<{ taken: number; limit: number | null }>`select seats as "limit",
      (select count(*)::int from member where member."organizationId" = organization.id and member.role <> 'guest') as taken
    from organization where id = ${me.organizationId}`.execute(db);
  return rows[0] ?? null;
}

/** Adds what a model has read and written. */
export async function countTokens(me: Person, db: Db, { inputTokens, outputTokens }: Usage): Promise<void> {
  db = actAs(me, db);
  await sql`insert into plan_tokens (organization_id, user_id, day, tokens)
    values (${me.organizationId}, ${me.userId}, ${today}, ${inputTokens + outputTokens})
    on conflict (organization_id, user_id, day) do update set tokens = plan_tokens.tokens + excluded.tokens`.execute(db);
}

const today = sql`(now() at time zone 'utc')::date`;

/** In an organization, what others have counts too: for Stet itself to count. */
const countOf: Record<LimitKind, (me: Person, db: BoundDb) => Promise<number>> = {
  projects: (me, db) =>
    numberOf(db, sql`count(*) from projects where removed_at is null and ${isInPlace(me, "projects.owner_id")}`),
  drafts: (me, db) =>
    numberOf(
      db,
      sql`count(*) from drafts where removed_at is null and ${isInPlace(me, "drafts.owner_id")}
        and exists (select 1 from projects where projects.id = drafts.project_id and projects.removed_at is null)`,
    ),
  storageBytes: (me, db) =>
    numberOf(db, sql`coalesce(sum(size::bigint), 0) from files where removed_at is null and ${isInPlace(me, "files.owner_id")}`),
  tokensPerDay: (me, db) =>
    numberOf(db, sql`coalesce(sum(tokens), 0) from plan_tokens where day = ${today} and ${isInPlace(me, "plan_tokens.user_id")}`),
};

async function numberOf(db: BoundDb, what: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ number: string }>`select (select ${what}) as number`.execute(db);
  return Number(rows[0]!.number);
}

/** What one has in one's own place; in an organization, what all its members have there. On a table with `organization_id`. */
function isInPlace(me: Person, ownerColumn: string) {
  return me.organizationId === null
    ? sql<boolean>`organization_id is null and ${sql.ref(ownerColumn)} = ${me.userId}`
    : sql<boolean>`organization_id = ${me.organizationId}`;
}

/** Its row stands for the place: rows that refer to it can still be written meanwhile. */
async function lockPlace(me: Person, trx: Trx): Promise<void> {
  if (me.organizationId === null) await sql`select 1 from "user" where id = ${me.userId} for no key update`.execute(trx);
  else await sql`select 1 from organization where id = ${me.organizationId} for no key update`.execute(trx);
}
