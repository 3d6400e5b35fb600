import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { apiKeyPattern, maxLiveApiKeys } from "#core/account/api-key.ts";
import type { NewApiKey } from "#core/account/new-api-key.ts";
import { withWorkspace, theServer, type Person, type Role } from "#core/workspace/policy.ts";
import type { BoundDb } from "#server/db/database.ts";
import { createUsageRecorder } from "#server/billing/usage-recorder.ts";
import { createLog } from "#server/log.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson } from "#test/people.ts";
import { hashOfApiKey } from "../../accounts/api-key-secret.ts";
import { createApiKey, findApiKey, listApiKeys, revokeApiKey } from "./api-keys.ts";
import { addUsage, countUsage, type ApiUse } from "./api-usage.ts";

const log = createLog({ LOG_LEVEL: "silent" });
const wish: NewApiKey = { name: "Site", scopes: ["chat", "projects:read"], expiresInDays: 30 };
const refused = (status: number) => expect.objectContaining({ status });

/** A person with this role, working in an organization of their own. */
async function worker(db: BoundDb, role: Role, organization?: Awaited<ReturnType<typeof newOrganization>>): Promise<Person> {
  const membership = { ...(organization ?? (await newOrganization(db))), role };
  const person = await newPerson(db, { memberships: [membership] });
  await joinOrganization(db, person.userId, membership.organizationId, role);
  return withWorkspace(person, membership.slug)!;
}

function useOf(me: Person, keyId: string | null, rest: Partial<ApiUse> = {}): ApiUse {
  const use = { route: "/v1/models", model: null, inputTokens: 0, outputTokens: 0, isEstimated: false, status: 200, ms: 3 };
  return { ...use, organizationId: me.organizationId!, keyId, at: new Date(), ...rest };
}

eachDatabase((open) => {
  describe("keys", () => {
    test("a key is found by what was shown once, and the table does not hold it", async () => {
      const { db } = await open();
      const me = await worker(db, "admin");
      const { id, secret, prefix } = await createApiKey(me, db, wish);
      expect(secret).toMatch(apiKeyPattern);
      expect(await findApiKey(theServer, db, hashOfApiKey(secret))).toMatchObject({
        id,
        userId: me.userId,
        organizationId: me.organizationId,
        scopes: wish.scopes,
        role: "admin",
        isRevoked: false,
        isExpired: false,
      });
      const [row] = await db.selectFrom("api_keys").selectAll().where("id", "=", id).execute();
      expect(JSON.stringify(row)).not.toContain(secret.slice(prefix.length));
      expect(JSON.stringify(await listApiKeys(me, db))).not.toContain(secret.slice(prefix.length));
      expect(await findApiKey(theServer, db, secret)).toBeUndefined();
    });

    test("lives for the days that were asked for, or without end", async () => {
      const { db } = await open();
      const me = await worker(db, "admin");
      const days = 30 * 86_400_000;
      const earliest = Date.now() + days;
      const { id } = await createApiKey(me, db, wish);
      const latest = Date.now() + days;
      const { id: endless } = await createApiKey(me, db, { ...wish, expiresInDays: null });
      const ends = new Map((await listApiKeys(me, db)).map((key) => [key.id, key.expiresAt]));
      expect(Date.parse(ends.get(id)!)).toBeGreaterThanOrEqual(earliest);
      expect(Date.parse(ends.get(id)!)).toBeLessThanOrEqual(latest);
      expect(ends.get(endless)).toBeNull();
    });

    test("is revoked once and for all, expires, and follows its maker out of the organization", async () => {
      const { db } = await open();
      const me = await worker(db, "owner");
      const { id, secret } = await createApiKey(me, db, wish);
      await revokeApiKey(me, db, id);
      const [first] = await listApiKeys(me, db);
      await revokeApiKey(me, db, id);
      expect((await listApiKeys(me, db))[0]!.revokedAt).toBe(first!.revokedAt);
      expect(await findApiKey(theServer, db, hashOfApiKey(secret))).toMatchObject({ isRevoked: true });

      const other = await createApiKey(me, db, { ...wish, expiresInDays: null });
      await db.updateTable("api_keys").set({ expires_at: new Date() }).where("id", "=", other.id).execute();
      expect(await findApiKey(theServer, db, hashOfApiKey(other.secret))).toMatchObject({ isExpired: true });
      await db.deleteFrom("member").where("userId", "=", me.userId).execute();
      expect(await findApiKey(theServer, db, hashOfApiKey(other.secret))).toMatchObject({ role: null });
    });

    test("whose maker's account is gone works no more, and what it used still shows as its own", async () => {
      const { db } = await open();
      const organization = await newOrganization(db);
      const me = await worker(db, "owner", organization);
      const gone = await worker(db, "admin", organization);
      const { id, secret } = await createApiKey(gone, db, wish);
      await addUsage(theServer, db, [useOf(gone, id)]);
      await sql`delete from "user" where id = ${gone.userId}`.execute(db);
      expect(await findApiKey(theServer, db, hashOfApiKey(secret))).toBeUndefined();
      expect(await listApiKeys(me, db)).toMatchObject([{ id, createdBy: "", hasMaker: false }]);
      expect(await countUsage(me, db, 1)).toMatchObject([{ keyId: id, requests: 1 }]);
    });

    test("only the owner and admins make, see and revoke them, and only their own organization's", async () => {
      const { db } = await open();
      const organization = await newOrganization(db);
      const admin = await worker(db, "admin", organization);
      const { id } = await createApiKey(admin, db, wish);
      for (const role of ["member", "guest"] as const) {
        const me = await worker(db, role, organization);
        await expect(listApiKeys(me, db)).rejects.toEqual(refused(403));
        await expect(createApiKey(me, db, wish)).rejects.toEqual(refused(403));
        await expect(revokeApiKey(me, db, id)).rejects.toEqual(refused(403));
      }
      const stranger = await worker(db, "owner");
      await expect(revokeApiKey(stranger, db, id)).rejects.toEqual(refused(404));
      expect(await listApiKeys(stranger, db)).toEqual([]);
      await expect(listApiKeys({ ...stranger, organizationId: organization.organizationId }, db)).rejects.toEqual(refused(404));
      await expect(listApiKeys({ ...admin, organizationId: null }, db)).rejects.toEqual(refused(404));
      await expect(createApiKey({ ...admin, scopes: ["chat"] }, db, wish)).rejects.toEqual(refused(403));
      expect(await listApiKeys(admin, db)).toMatchObject([{ id, revokedAt: null, hasMaker: true }]);
    });

    test("there are at most as many as are said, however many are asked for at once", async () => {
      const { db } = await open();
      const me = await worker(db, "owner");
      const asked = await Promise.allSettled(Array.from({ length: maxLiveApiKeys + 5 }, () => createApiKey(me, db, wish)));
      expect(asked.filter(({ status }) => status === "rejected")).toHaveLength(5);
      const [one] = await listApiKeys(me, db);
      await revokeApiKey(me, db, one!.id);
      await createApiKey(me, db, wish);
    });
  });

  describe("usage", () => {
    test("is counted by day, key and model, and a key knows when it was used last", async () => {
      const { db } = await open();
      const me = await worker(db, "owner");
      const { id } = await createApiKey(me, db, wish);
      const now = new Date();
      const twoDaysAgo = new Date(now.getTime() - 2 * 86_400_000);
      await addUsage(theServer, db, [
        useOf(me, id, { model: "o3", inputTokens: 10, outputTokens: 5, at: now }),
        useOf(me, id, { model: "o3", inputTokens: 1, outputTokens: 2, at: now, status: 502 }),
        useOf(me, null, { model: "o3", at: now }),
        useOf(me, id, { at: twoDaysAgo }),
        useOf(me, id, { at: new Date(now.getTime() - 40 * 86_400_000) }),
      ]);
      const day = now.toISOString().slice(0, 10);
      expect(await countUsage(me, db, 7)).toEqual([
        {
          day: twoDaysAgo.toISOString().slice(0, 10),
          keyId: id,
          model: null,
          requests: 1,
          failures: 0,
          inputTokens: 0,
          outputTokens: 0,
        },
        { day, keyId: null, model: "o3", requests: 1, failures: 0, inputTokens: 0, outputTokens: 0 },
        { day, keyId: id, model: "o3", requests: 2, failures: 1, inputTokens: 11, outputTokens: 7 },
      ]);
      expect(await countUsage(me, db, 2)).toHaveLength(2);
      expect((await listApiKeys(me, db))[0]!.lastUsedAt).toBe(now.toISOString());
      await addUsage(theServer, db, [useOf(me, id, { at: twoDaysAgo })]);
      expect((await listApiKeys(me, db))[0]!.lastUsedAt).toBe(now.toISOString());
    });

    test("is for those who manage the organization; no one sees another's", async () => {
      const { db } = await open();
      const organization = await newOrganization(db);
      const me = await worker(db, "owner", organization);
      await addUsage(theServer, db, [useOf(me, null)]);
      await expect(countUsage(await worker(db, "member", organization), db, 7)).rejects.toEqual(refused(403));
      await expect(countUsage({ ...me, organizationId: null }, db, 7)).rejects.toEqual(refused(404));
      expect(await countUsage(await worker(db, "owner"), db, 7)).toEqual([]);
    });

    test("what was used of an organization that is gone costs the others nothing", async () => {
      const { db } = await open();
      const me = await worker(db, "owner");
      const gone = useOf({ ...me, organizationId: "gone" }, "0190a000-0000-7000-8000-000000000000");
      await addUsage(theServer, db, [gone, useOf(me, gone.keyId)]);
      expect(await countUsage(me, db, 1)).toMatchObject([{ keyId: null, requests: 1 }]);
    });

    test("is recorded behind the requests, all of it, and waits while the database is down", async () => {
      const { db } = await open();
      const me = await worker(db, "owner");
      const usage = createUsageRecorder({ db, log });
      for (let i = 0; i < 1200; i++) usage.record(useOf(me, null, { outputTokens: 1 }));
      await usage.close();
      expect(await countUsage(me, db, 1)).toMatchObject([{ requests: 1200, outputTokens: 1200 }]);

      const odd = createUsageRecorder({ db, log });
      for (const outputTokens of [1, 2 ** 40, 1]) odd.record(useOf(me, null, { outputTokens }));
      await odd.close();
      expect(await countUsage(me, db, 1)).toMatchObject([{ requests: 1202, outputTokens: 1202 }]);

      let isDown = true;
      const shaky = new Proxy(db, {
        get(target, name) {
          if (isDown && name === "transaction") throw new Error("down");
          const value: unknown = Reflect.get(target, name);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      const later = createUsageRecorder({ db: shaky, log });
      later.record(useOf(me, null, { outputTokens: 1 }));
      await later.stored();
      isDown = false;
      await later.close();
      expect(await countUsage(me, db, 1)).toMatchObject([{ requests: 1203 }]);
    });
  });
});
