/*
 * Plan usage. Counted items are created first and then checked against the plan in the same transaction. The
 * workspace's row is locked for counting, so concurrent requests cannot exceed the limit.
 */
import { sql, type RawBuilder } from "kysely";
import { builtinModelId, isCounted, limitKinds, limitSentence, planLimit, type LimitKind } from "#core/account/plans.ts";
import { estimateCost, type ModelRow } from "#core/models/models.ts";
import { membershipOf, theServer, type Actor, type Person } from "#core/workspace/policy.ts";
import type { Usage } from "#core/chat/message.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb, Db, Trx } from "../../db/database.ts";

/** Usage of each kind in the person's current workspace. */
export type PlanUsage = Record<LimitKind, number>;
/** Tokens are consumed; everything else is created and can be freed again. */
type Made = Exclude<LimitKind, "tokensPerDay">;

export async function readPlanUsage(me: Person, db: Db): Promise<PlanUsage> {
  const all = actAs(theServer, db);
  const used = await Promise.all(limitKinds.map(async (kind) => [kind, await countOf[kind](me, all)] as const));
  return Object.fromEntries(used) as PlanUsage;
}

/**
 * Call this in the transaction that creates or restores the item, with the item's workspace. Throws `plan-used-up` if
 * it exceeds the limit.
 */
export async function enforceLimit(me: Person, trx: Trx, kind: Made, organizationId = me.organizationId): Promise<void> {
  // What others have in the workspace counts too.
  trx = actAs(theServer, trx);
  const there = { ...me, organizationId, plan: membershipOf(me, organizationId)?.plan ?? me.ownPlan };
  const limit = planLimit(there.plan, kind);
  if (limit === null) return;
  await lockPlace(there, trx);
  if ((await countOf[kind](there, trx)) > limit) throw problem("plan-used-up", limitSentence(there.plan, kind));
}

/** A turn may start as long as any tokens are left, and is never cut short. */
export async function refuseBeyondTokens(me: Person, db: Db): Promise<void> {
  const limit = planLimit(me.plan, "tokensPerDay");
  if (limit !== null && (await countOf.tokensPerDay(me, actAs(theServer, db))) >= limit)
    throw problem("plan-used-up", limitSentence(me.plan, "tokensPerDay"));
}

/** Call this when someone is promoted from guest, in the same transaction, which holds the organization's row. */
export async function enforceSeats(me: Actor, trx: Db, organizationId: string): Promise<void> {
  trx = actAs(me, trx);
  const { rows } = await sql<{ isFull: boolean }>`select coalesce(seats < (select count(*) from member
      where member."organizationId" = organization.id and member.role <> 'guest'), false) as "isFull"
    from organization where id = ${organizationId}`.execute(trx);
  if (rows[0]?.isFull === true) throw problem("organization-full");
}

/** Seats of the current organization; null in a personal workspace. */
export async function readSeats(me: Person, db: Db): Promise<{ taken: number; limit: number | null } | null> {
  db = actAs(me, db);
  if (me.organizationId === null) return null;
  const { rows } = await sql<{ taken: number; limit: number | null }>`select seats as "limit",
      (select count(*)::int from member where member."organizationId" = organization.id and member.role <> 'guest') as taken
    from organization where id = ${me.organizationId}`.execute(db);
  return rows[0] ?? null;
}

/** `about`: the chat, draft, review or research whose project it was for. */
export type ModelUse = {
  usage: Usage;
  model: Pick<ModelRow, "id" | "price">;
  about: { chatId: string } | { draftId: string } | { reviewId: string } | { researchId: string } | { projectId: string } | null;
};

/**
 * Adds the tokens a model has read and written: to what the plan limits, if the model counts, and in an organization to
 * what it spends. The built-in editor is neither.
 */
export async function countTokens(me: Person, db: Db, use: ModelUse): Promise<void> {
  const counting = countingOf(me, use);
  if (counting !== null) await sql`with ${counting} select 1`.execute(actAs(me, db));
}

/**
 * `countTokens` as parts of a larger statement, "spent as (…), counted as (…)", for what is stored with its cost. They
 * count if `condition` holds. Null if nothing counts.
 */
export function countingOf(
  me: Person,
  { usage, model, about }: ModelUse,
  condition: RawBuilder<boolean> = sql`true`,
): RawBuilder<unknown> | null {
  const { inputTokens, outputTokens, costUsd = estimateCost(usage, model) ?? null } = usage;
  const isMetered = isCounted(model.id);
  if (model.id === builtinModelId || (!isMetered && me.organizationId === null)) return null;
  return sql`spent as (insert into model_uses
      (organization_id, user_id, project_id, in_project, by_key, model, input_tokens, output_tokens, cost_usd)
    select ${me.organizationId}::text, ${me.userId}::text, place.project_id, place.project_id is not null,
      ${me.scopes !== undefined}::boolean, ${model.id}::text, ${inputTokens}::integer, ${outputTokens}::integer, ${costUsd}::numeric
    from (select ${projectOf(about)} as project_id) as place where ${me.organizationId}::text is not null and ${condition}),
  counted as (insert into plan_tokens (organization_id, user_id, day, tokens)
    select ${me.organizationId}::text, ${me.userId}::text, ${today}, ${inputTokens + outputTokens}::bigint
    where ${isMetered}::boolean and ${condition}
    on conflict (organization_id, user_id, day) do update set tokens = plan_tokens.tokens + excluded.tokens)`;
}

function projectOf(about: ModelUse["about"]) {
  if (about === null) return sql`null::uuid`;
  if ("projectId" in about) return sql`${about.projectId}::uuid`;
  if ("reviewId" in about) return sql`(select project_id from reviews where id = ${about.reviewId})`;
  if ("researchId" in about) return sql`(select project_id from research where id = ${about.researchId})`;
  return "chatId" in about
    ? sql`(select project_id from chats where id = ${about.chatId})`
    : sql`(select project_id from drafts where id = ${about.draftId})`;
}

const today = sql`(now() at time zone 'utc')::date`;

/** In an organization, other members' data counts too, so Stet itself does the counting. */
const countOf: Record<LimitKind, (me: Person, db: BoundDb) => Promise<number>> = {
  projects: (me, db) =>
    numberOf(db, sql`count(*) from projects where removed_at is null and not is_unfiled and ${isInPlace(me, "projects.owner_id")}`),
  drafts: (me, db) =>
    numberOf(
      db,
      sql`count(*) from drafts where removed_at is null and ${isInPlace(me, "drafts.owner_id")}
        and exists (select 1 from projects where projects.id = drafts.project_id and projects.removed_at is null)`,
    ),
  storageBytes: (me, db) =>
    numberOf(
      db,
      sql`coalesce(sum(size), 0) from (
        select size::bigint from files where removed_at is null and ${isInPlace(me, "files.owner_id")}
        union all select size::bigint from draft_packages join drafts on drafts.id = draft_packages.draft_id
          where removed_at is null and ${isInPlace(me, "drafts.owner_id")}) as stored`,
    ),
  tokensPerDay: (me, db) =>
    numberOf(db, sql`coalesce(sum(tokens), 0) from plan_tokens where day = ${today} and ${isInPlace(me, "plan_tokens.user_id")}`),
};

async function numberOf(db: BoundDb, what: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ number: string }>`select (select ${what}) as number`.execute(db);
  return Number(rows[0]!.number);
}

/** Personal: what the person has there. Organization: what all members have. For tables with `organization_id`. */
function isInPlace(me: Person, ownerColumn: string) {
  return me.organizationId === null
    ? sql<boolean>`organization_id is null and ${sql.ref(ownerColumn)} = ${me.userId}`
    : sql<boolean>`organization_id = ${me.organizationId}`;
}

/** Locks the workspace's own row, so rows that refer to it can still be written. */
async function lockPlace(me: Person, trx: Trx): Promise<void> {
  if (me.organizationId === null) await sql`select 1 from "user" where id = ${me.userId} for no key update`.execute(trx);
  else await sql`select 1 from organization where id = ${me.organizationId} for no key update`.execute(trx);
}
