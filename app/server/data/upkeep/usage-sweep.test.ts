/* Old usage rows become monthly totals: nothing is counted twice or lost, and recent rows stay. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { theServer } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import { addUsage, countUsageByMonth, type ApiUse } from "../accounts/api-usage.ts";
import { getOwnAccount } from "../accounts/own-data.ts";
import { sweepUsage } from "./usage-sweep.ts";

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const monthOf = (at: Date) => at.toISOString().slice(0, 7);

async function manager(db: BoundDb) {
  const there = { ...(await newOrganization(db)), role: "owner" as const };
  const person = await newPerson(db);
  await joinOrganization(db, person.userId, there.organizationId, "owner");
  return { ...person, memberships: [there], organizationId: there.organizationId };
}

const rowsOf = async (db: BoundDb, table: "api_usage" | "api_usage_months", organizationId: string) =>
  (await db.selectFrom(table).selectAll().where("organization_id", "=", organizationId).execute()).length;

eachDatabase((open) => {
  test("what an organization used of the API is the same before and after, by month, however often it is swept", async () => {
    const { db } = await open();
    const me = await manager(db);
    const { organizationId } = me;
    const use = (at: Date, status = 200, model: string | null = "gpt-5"): ApiUse => {
      const counted = { inputTokens: 10, outputTokens: 3, isEstimated: false };
      return { organizationId, keyId: null, route: "/v1/models", model, ...counted, status, ms: 5, at };
    };
    const [old, older, young] = [daysAgo(500), daysAgo(600), daysAgo(1)];
    await addUsage(theServer, db, [use(older), use(older, 500), use(old, 499), use(old, 200, null), use(young)]);
    const before = await countUsageByMonth(me, db);
    expect(before).toEqual([
      { month: monthOf(young), requests: 1, failures: 0, inputTokens: 10, outputTokens: 3 },
      { month: monthOf(old), requests: 2, failures: 0, inputTokens: 20, outputTokens: 6 },
      { month: monthOf(older), requests: 2, failures: 1, inputTokens: 20, outputTokens: 6 },
    ]);
    await Promise.all([sweepUsage(theServer, db, 400), sweepUsage(theServer, db, 400)]);
    expect([await rowsOf(db, "api_usage", organizationId), await rowsOf(db, "api_usage_months", organizationId)]).toEqual([1, 3]);
    expect(await countUsageByMonth(me, db)).toEqual(before);
    // Late rows of a month that was already swept are added to its total.
    await addUsage(theServer, db, [use(old)]);
    await sweepUsage(theServer, db, 400);
    await sweepUsage(theServer, db, 400);
    expect((await countUsageByMonth(me, db))[1]).toMatchObject({ requests: 3, inputTokens: 30 });
    await expect(countUsageByMonth({ ...me, memberships: [{ ...me.memberships[0]!, role: "member" }] }, db)).rejects.toMatchObject({
      status: 403,
    });
  });

  test("so is what people have used of their plan, in each place", async () => {
    const { db } = await open();
    const me = await manager(db);
    const add = (place: string | null, days: number, tokens: number) =>
      sql`insert into plan_tokens (organization_id, user_id, day, tokens)
        values (${place}, ${me.userId}, (now() at time zone 'UTC')::date - ${days}::int, ${tokens})`.execute(db);
    await add(null, 0, 1);
    await add(null, 700, 20);
    await add(me.organizationId, 700, 300);
    const months = async () => (await getOwnAccount(me, db))["tokensByMonth"];
    const before = await months();
    expect(before).toHaveLength(3);
    await sweepUsage(theServer, db, 400);
    const left = await db.selectFrom("plan_tokens").select("tokens").where("user_id", "=", me.userId).execute();
    expect(left.map(({ tokens }) => Number(tokens))).toEqual([1]);
    expect(await months()).toEqual(before);
  });
});
