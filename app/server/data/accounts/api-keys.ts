/* An organization's API keys. Its owner and admins create, list and revoke them; the secret is shown only once. */
import { sql } from "kysely";
import { apiKeyPrefixLength, maxLiveApiKeys, type ApiKey, type Scope } from "#core/account/api-key.ts";
import type { NewApiKey } from "#core/account/new-api-key.ts";
import { isMember, mayManage, type Actor, type OrganizationPolicies, type Person, type Server } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { storable } from "#core/text/storable.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { hashOfApiKey, newApiKeySecret } from "../../accounts/api-key-secret.ts";
import { actAs } from "../../db/acting.ts";
import type { Db } from "../../db/database.ts";
import { formerSlugsOf, lacksTwoFactor, policiesOf } from "../admission.ts";

/** Active keys first, then newest first. */
export async function listApiKeys(me: Actor, db: Db): Promise<ApiKey[]> {
  db = actAs(me, db);
  const rows = await db
    .selectFrom("api_keys")
    .select(["id", "name", "prefix", "scopes", "created_at", "expires_at", "last_used_at", "revoked_at"])
    .select(sql<string | null>`(select name from "user" where "user".id = api_keys.created_by)`.as("maker"))
    .select(
      sql<boolean>`exists (select 1 from member where member."organizationId" = api_keys.organization_id
        and member."userId" = api_keys.created_by and member.role <> 'guest')`.as("has_maker"),
    )
    .where("organization_id", "=", managedBy(me).organizationId)
    .orderBy(sql`revoked_at is not null`)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    createdBy: row.maker ?? "",
    hasMaker: row.has_maker,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }));
}

/** Returns the secret, which cannot be read again. */
export async function createApiKey(me: Actor, db: Db, { name, scopes, expiresInDays }: NewApiKey) {
  db = actAs(me, db);
  const { userId, organizationId } = managedBy(me);
  const secret = newApiKeySecret();
  const id = uuidv7();
  const prefix = secret.slice(0, apiKeyPrefixLength);
  await db.transaction().execute(async (trx) => {
    // Serializes concurrent creations, so the limit holds.
    await sql`select id from organization where id = ${organizationId} for update`.execute(trx);
    const { count } = await trx
      .selectFrom("api_keys")
      .select(sql<number>`count(*)::int`.as("count"))
      .where("organization_id", "=", organizationId)
      .where("revoked_at", "is", null)
      .where(sql<boolean>`(expires_at is null or expires_at > now())`)
      .executeTakeFirstOrThrow();
    if (count >= maxLiveApiKeys) throw problem("too-many-keys");
    await trx
      .insertInto("api_keys")
      .values({
        id,
        organization_id: organizationId,
        created_by: userId,
        name: storable(name),
        prefix,
        hash: hashOfApiKey(secret),
        scopes,
        expires_at: expiresInDays === null ? null : new Date(Date.now() + expiresInDays * 86_400_000),
      })
      .execute();
  });
  return { id, prefix, secret };
}

/** Takes effect immediately: every request looks up its key. Revoking twice keeps the first time. */
export async function revokeApiKey(me: Actor, db: Db, id: string): Promise<{ name: string; prefix: string }> {
  db = actAs(me, db);
  const row = await db
    .updateTable("api_keys")
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where("id", "=", id)
    .where("organization_id", "=", managedBy(me).organizationId)
    .returning(["name", "prefix"])
    .executeTakeFirst();
  if (row === undefined) throw problem("not-found");
  return row;
}

/** The current organization, if the person may manage its keys. */
export function managedBy(me: Actor): Person & { organizationId: string } {
  if (me.kind !== "person") throw problem("not-signed-in");
  const { organizationId } = me;
  if (organizationId === null || !isMember(me, organizationId)) throw problem("not-found");
  if (!mayManage(me, organizationId)) throw problem("not-allowed");
  return { ...me, organizationId };
}

export type FoundApiKey = {
  id: string;
  keyName: string;
  scopes: Scope[];
  organizationId: string;
  slug: string;
  organizationName: string;
  isRevoked: boolean;
  isExpired: boolean;
  /** Its creator's account. */
  isSuspended: boolean;
  userId: string;
  name: string;
  email: string;
  isVerified: boolean;
  /** The organization's plan; null if none was set. */
  plan: string | null;
  policies: OrganizationPolicies;
  formerSlugs: string[];
  /** The organization requires two-factor authentication, and the creator doesn't use it. */
  lacksTwoFactor: boolean;
  /** The creator's current role; null if they have left. */
  role: string | null;
};

/** The key with this hash, and the person it acts for. */
export async function findApiKey(me: Server, db: Db, hash: string): Promise<FoundApiKey | undefined> {
  db = actAs(me, db);
  const { rows } = await sql<FoundApiKey>`
    select api_keys.id, api_keys.name as "keyName", api_keys.scopes, api_keys.organization_id as "organizationId", organization.slug, organization.name as "organizationName",
      api_keys.revoked_at is not null as "isRevoked", coalesce(api_keys.expires_at <= now(), false) as "isExpired",
      exists (select 1 from suspensions where suspensions.user_id = person.id) as "isSuspended",
      person.id as "userId", person.name, person.email, person."emailVerified" as "isVerified", organization.plan,
      ${lacksTwoFactor} as "lacksTwoFactor", ${policiesOf} as policies, ${formerSlugsOf} as "formerSlugs",
      (select role from member where member."organizationId" = api_keys.organization_id and member."userId" = person.id limit 1) as role
    from api_keys join organization on organization.id = api_keys.organization_id join "user" person on person.id = api_keys.created_by
    where api_keys.hash = ${hash}`.execute(db);
  return rows[0];
}
