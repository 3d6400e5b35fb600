/* Ending a person's access in any way notifies their watchers on every process. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, describe, expect, inject, test } from "vitest";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPostgresDatabase } from "#test/postgres.ts";
import { joinOrganization, newOrganization, newPerson, newProject } from "#test/people.ts";
import { openDatabase, type BoundDb } from "../db/database.ts";
import type { Database } from "../db/engine.ts";
import { createRevocations, type Revocations } from "./revocations.ts";

type Ending = { of: string; end: () => Promise<unknown> };
const endings: Record<string, (db: BoundDb) => Promise<Ending>> = {
  "a session": async (db) => {
    const { userId } = await newPerson(db);
    await sql`insert into session (id, token, "userId", "expiresAt") values (${userId}, ${userId}, ${userId}, now() + interval '1 day')`.execute(
      db,
    );
    return { of: userId, end: () => sql`delete from session where "userId" = ${userId}`.execute(db) };
  },
  "an account, by its sessions": async (db) => {
    const { userId } = await newPerson(db);
    await sql`insert into session (id, token, "userId", "expiresAt") values (${userId}, ${userId}, ${userId}, now() + interval '1 day')`.execute(
      db,
    );
    return { of: userId, end: () => sql`delete from "user" where id = ${userId}`.execute(db) };
  },
  "a membership": async (db) => {
    const { userId } = await newPerson(db);
    await joinOrganization(db, userId, (await newOrganization(db)).organizationId);
    return { of: userId, end: () => sql`delete from member where "userId" = ${userId}`.execute(db) };
  },
  "a role": async (db) => {
    const { userId } = await newPerson(db);
    await joinOrganization(db, userId, (await newOrganization(db)).organizationId, "admin");
    return { of: userId, end: () => sql`update member set role = 'guest' where "userId" = ${userId}`.execute(db) };
  },
  "an organization": async (db) => {
    const { userId } = await newPerson(db);
    const { organizationId } = await newOrganization(db);
    await joinOrganization(db, userId, organizationId);
    return { of: userId, end: () => sql`delete from organization where id = ${organizationId}`.execute(db) };
  },
  "a share": async (db) => {
    const [owner, viewer] = [await newPerson(db), await newPerson(db)];
    const id = await newProject(db, owner, { sharedWith: viewer });
    return { of: viewer.userId, end: () => sql`delete from project_shares where project_id = ${id}::uuid`.execute(db) };
  },
  "a share by address": async (db) => {
    const [owner, viewer] = [await newPerson(db), await newPerson(db)];
    const id = await newProject(db, owner, { sharedWithAddress: viewer.email });
    return { of: viewer.userId, end: () => sql`delete from project_shares where project_id = ${id}::uuid`.execute(db) };
  },
  "an address": async (db) => {
    const { userId } = await newPerson(db);
    return {
      of: userId,
      end: () => sql`update "user" set email = ${`${randomUUID()}@example.test`} where id = ${userId}`.execute(db),
    };
  },
  "a shared project that is deleted": async (db) => {
    const [owner, viewer] = [await newPerson(db), await newPerson(db)];
    const id = await newProject(db, owner, { sharedWith: viewer });
    return { of: viewer.userId, end: () => sql`update projects set removed_at = now() where id = ${id}::uuid`.execute(db) };
  },
  "a chat that leaves a shared project": async (db) => {
    const [owner, viewer] = [await newPerson(db), await newPerson(db)];
    const id = await newProject(db, owner, { sharedWith: viewer });
    const chatId = uuidv7();
    await sql`insert into chats (id, owner_id, project_id, title) values (${chatId}::uuid, ${owner.userId}, ${id}::uuid, '')`.execute(
      db,
    );
    return { of: viewer.userId, end: () => sql`update chats set project_id = null where id = ${chatId}::uuid`.execute(db) };
  },
  "a key": async (db) => {
    const { userId } = await newPerson(db);
    const { organizationId } = await newOrganization(db);
    await sql`insert into api_keys (id, organization_id, created_by, name, prefix, hash, scopes)
      values (${uuidv7()}::uuid, ${organizationId}, ${userId}, 'k', 'p', ${userId}, '{}')`.execute(db);
    return { of: userId, end: () => sql`update api_keys set revoked_at = now() where created_by = ${userId}`.execute(db) };
  },
};

function heardOf(revocations: Revocations, userId: string) {
  const heard = { times: 0, unwatch: () => {} };
  heard.unwatch = revocations.watch(userId, () => heard.times++);
  return heard;
}

eachDatabase((open) => {
  let opened: Promise<Revocations> | undefined;
  const revocationsOf = (database: Database) => (opened ??= createRevocations(database));
  afterAll(async () => (await opened)?.close());

  test.each(Object.entries(endings))("%s", async (_, prepare) => {
    const database = await open();
    const revocations = await revocationsOf(database);
    const { of, end } = await prepare(database.db);
    const stranger = heardOf(revocations, (await newPerson(database.db)).userId);
    const heard = heardOf(revocations, of);
    await end();
    await expect.poll(() => heard.times, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(stranger.times).toBe(0);
    heard.unwatch();
    stranger.unwatch();
    expect(revocations.watching).toBe(0);
  });

  test("what is rolled back is not heard", async () => {
    const database = await open();
    const revocations = await revocationsOf(database);
    const { of, end } = await endings["a session"]!(database.db);
    const heard = heardOf(revocations, of);
    const undone = database.db.transaction().execute(async (trx) => {
      await sql`delete from session where "userId" = ${of}`.execute(trx);
      throw new Error("no");
    });
    await expect(undone).rejects.toThrow("no");
    expect(heard.times).toBe(0);
    await end();
    await expect.poll(() => heard.times, { timeout: 10_000 }).toBe(1);
    heard.unwatch();
  });
});

const folder = inject("postgresFolder");

// The embedded database belongs to one process.
describe.skipIf(folder === undefined)("on PostgreSQL", () => {
  test("another process hears it", async () => {
    const there = { url: await newPostgresDatabase(folder as string) };
    const [one, other] = [await openDatabase(there), await openDatabase(there)];
    const revocations = await createRevocations(other);
    const { of, end } = await endings["a session"]!(one.db);
    const heard = heardOf(revocations, of);
    await end();
    await expect.poll(() => heard.times, { timeout: 10_000 }).toBe(1);
    await revocations.close();
    await Promise.all([one.close(), other.close()]);
  });
});
