import { sql } from "kysely";
import { expect, test } from "vitest";
import { theServer } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { sweepLimits } from "../data/upkeep/limits-used.ts";
import { createLimiter, forgetCount, givePointsBack, takePoints } from "./limiter.ts";

eachDatabase((open) => {
  const to = { name: "tries", points: 6, seconds: 900 };

  test("of thirty at once as many get through as there are points, and a second process has none left", async () => {
    const { db } = await open();
    const counted = [{ limiter: createLimiter(db, to), key: "ada@example.test" }];
    const taken = await Promise.all(Array.from({ length: 30 }, () => takePoints(counted)));
    expect(taken.filter(({ secondsToWait }) => secondsToWait === null)).toHaveLength(6);
    const { secondsToWait } = await takePoints([{ limiter: createLimiter(db, to), key: "ada@example.test" }]);
    expect(secondsToWait).toBeGreaterThan(800);
    expect((await takePoints([{ limiter: createLimiter(db, to), key: "grace@example.test" }])).left).toBe(5);
  });

  test("where one of two counts is spent, the other is not charged", async () => {
    const { db } = await open();
    const [account, network] = [createLimiter(db, to), createLimiter(db, { ...to, name: "network" })];
    const both = [
      { limiter: account, key: "a" },
      { limiter: network, key: "n" },
    ];
    for (let tries = 0; tries < 9; tries++) await takePoints(both);
    await forgetCount(both[0]!);
    await givePointsBack(both);
    expect(await takePoints([both[1]!])).toMatchObject({ secondsToWait: null, left: 0 });
  });

  test("points come back when their time is over, and are swept then", async () => {
    const { db } = await open();
    const counted = [{ limiter: createLimiter(db, to), key: "a" }];
    for (let tries = 0; tries < 6; tries++) await takePoints(counted);
    expect((await takePoints(counted)).secondsToWait).not.toBe(null);
    await sql`update limits_used set expires_at = now() - interval '1 second'`.execute(db);
    expect((await takePoints(counted)).left).toBe(5);
    await sql`update limits_used set expires_at = now() - interval '1 second'`.execute(db);
    await sweepLimits(theServer, db);
    expect(await db.selectFrom("limits_used").selectAll().execute()).toEqual([]);
  });

  test("who is counted is not kept in words", async () => {
    const { db } = await open();
    await takePoints([{ limiter: createLimiter(db, to), key: "ada@example.test" }]);
    expect(JSON.stringify(await db.selectFrom("limits_used").selectAll().execute())).not.toContain("ada");
  });
});
