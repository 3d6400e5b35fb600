/* What plans count: many at once get as many as fit (B09), one's own place and an organization's are counted apart. */
import { expect, test } from "vitest";
import { planLimit, plans } from "#core/plans.ts";
import type { Person } from "#core/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson, newProject } from "#test/people.ts";
import type { Db } from "../db/database.ts";
import { countTokens, holdToPlan, readPlanUsage, refuseBeyondTokens } from "./plan-usage.ts";

/** As whoever makes a project does it: held to the plan and made in one transaction. */
const make = (me: Person, db: Db) =>
  db.transaction().execute(async (trx) => {
    await holdToPlan(me, trx, "projects");
    await newProject(trx, me, { organizationId: me.organizationId });
  });

const made = async (asked: Promise<void>[]) =>
  (await Promise.allSettled(asked)).filter(({ status }) => status === "fulfilled").length;

eachDatabase((open) => {
  test("twenty at once where ten fit make exactly ten", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    expect(planLimit("free", "projects")).toBe(10);
    expect(await made(Array.from({ length: 20 }, () => make(me, db)))).toBe(10);
    expect((await readPlanUsage(me, db)).projects).toBe(10);
    await expect(make(me, db)).rejects.toMatchObject({ status: 403 });
    expect(await made([make({ ...me, plan: "professional" }, db)])).toBe(1);
  });

  test("an organization's members share its plan, and what one has for oneself does not count there", async () => {
    const { db } = await open();
    const there = await newOrganization(db);
    const placed = { memberships: [there], organizationId: there.organizationId };
    const [ann, ben] = await Promise.all([newPerson(db), newPerson(db)]);
    for (const one of [ann, ben]) await joinOrganization(db, one.userId, there.organizationId);
    const annThere = { ...ann, ...placed };
    const benThere = { ...ben, ...placed };
    await make(ann, db);
    expect(await made([annThere, benThere].flatMap((one) => Array.from({ length: 8 }, () => make(one, db))))).toBe(10);
    expect([(await readPlanUsage(ann, db)).projects, (await readPlanUsage(benThere, db)).projects]).toEqual([1, 10]);
  });

  test("tokens are counted by day and place, and refused when they are used up", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const limit = planLimit("free", "tokensPerDay")!;
    await countTokens(me, db, { inputTokens: limit - 10, outputTokens: 9 });
    await refuseBeyondTokens(me, db);
    await countTokens(me, db, { inputTokens: 0, outputTokens: 1 });
    await expect(refuseBeyondTokens(me, db)).rejects.toMatchObject({ status: 403 });
    await refuseBeyondTokens({ ...me, plan: "starter" }, db);
    const there = await newOrganization(db);
    await refuseBeyondTokens({ ...me, memberships: [there], organizationId: there.organizationId }, db);
    expect((await readPlanUsage(me, db)).tokensPerDay).toBe(limit);
    await db.updateTable("plan_tokens").set({ day: "2020-01-01" }).where("user_id", "=", me.userId).execute();
    await refuseBeyondTokens(me, db);
  });
});

test("no plan includes less than the one before it", () => {
  const rising = plans.filter((plan) => plan !== "starter-pending-cancel");
  for (const kind of ["projects", "tokensPerDay"] as const) {
    const limits = rising.map((plan) => planLimit(plan, kind) ?? Infinity);
    expect(limits).toEqual(limits.toSorted((a, b) => a - b));
  }
});
