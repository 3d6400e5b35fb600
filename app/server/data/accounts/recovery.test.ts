import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { theServer } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { newOrganization, newPerson } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import { findRecovery, proveByReset } from "./recovery.ts";

/** A person with every kind of sign-in method. */
async function furnished(db: BoundDb, isProven: boolean): Promise<string> {
  const { userId } = await newPerson(db);
  const { organizationId } = await newOrganization(db);
  await sql`update "user" set "emailVerified" = ${isProven}, "twoFactorEnabled" = true where id = ${userId}`.execute(db);
  await sql`insert into account (id, "accountId", "providerId", "userId", "createdAt") values
    (${randomUUID()}, ${userId}, 'credential', ${userId}, now() - interval '2 days'),
    (${randomUUID()}, ${userId}, 'google', ${userId}, now() - interval '1 day')`.execute(db);
  await sql`insert into passkeys (id, user_id, name, public_key, counter, transports, is_synced)
    values (${userId}, ${userId}, 'Laptop', 'x', 0, '[]', false)`.execute(db);
  await sql`insert into "twoFactor" (id, secret, "backupCodes", "userId") values (${userId}, 'x', 'x', ${userId})`.execute(db);
  await sql`insert into api_keys (id, organization_id, created_by, name, prefix, hash, scopes)
    values (${uuidv7()}::uuid, ${organizationId}, ${userId}, 'k', 'p', ${userId}, '{}')`.execute(db);
  await sql`insert into verification (id, identifier, value, "expiresAt")
    values (${userId}, ${`reset-password:${userId}`}, ${userId}, now() + interval '1 hour')`.execute(db);
  return userId;
}

async function leftOf(db: BoundDb, userId: string) {
  const recovery = await findRecovery(theServer, db, userId);
  const { rows } = await sql<{ lock: boolean }>`select "twoFactorEnabled" and exists
    (select 1 from "twoFactor" where "userId" = ${userId}) as lock from "user" where id = ${userId}`.execute(db);
  return { ...recovery, ...rows[0] };
}
const all = { passkeys: 1, connections: 1, keys: 1, lock: true };
const none = { passkeys: 0, connections: 0, keys: 0, lock: false };

eachDatabase((open) => {
  test("proving the address takes away whatever was added before", async () => {
    const { db } = await open();
    const userId = await furnished(db, false);
    expect(await leftOf(db, userId)).toEqual({ ...all, isProven: false });
    await sql`update "user" set "emailVerified" = true where id = ${userId}`.execute(db);
    expect(await leftOf(db, userId)).toEqual({ ...none, isProven: true });
  });

  test("an account that was made elsewhere keeps that sign-in method when its address is verified", async () => {
    const { db } = await open();
    const userId = await furnished(db, false);
    await sql`delete from account where "userId" = ${userId} and "providerId" = 'credential'`.execute(db);
    await sql`update "user" set "emailVerified" = true where id = ${userId}`.execute(db);
    expect(await leftOf(db, userId)).toEqual({ ...none, connections: 1, isProven: true });
  });

  test.each([
    { isProven: false, keepMethods: true, left: { ...none, isProven: true } },
    { isProven: false, keepMethods: false, left: { ...none, isProven: true } },
    { isProven: true, keepMethods: true, left: { ...all, isProven: true } },
    { isProven: true, keepMethods: false, left: { ...none, lock: true, isProven: true } },
  ])("a new password by email: proven $isProven, keep $keepMethods", async ({ isProven, keepMethods, left }) => {
    const { db } = await open();
    const userId = await furnished(db, isProven);
    const bystander = await furnished(db, false);
    await proveByReset(theServer, db, userId, { keepMethods });
    expect(await leftOf(db, userId)).toEqual(left);
    expect(await leftOf(db, bystander)).toEqual({ ...all, isProven: false });
  });
});
