import { sql } from "kysely";
import { expect, test } from "vitest";
import { theServer } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import { takeCode } from "./used-codes.ts";

eachDatabase((open) => {
  test("a code is taken once, by each person for themselves", async () => {
    const { db } = await open();
    const [ada, grace] = [await newPerson(db), await newPerson(db)];
    expect(await takeCode(theServer, db, ada.userId, "123456")).toBe(true);
    expect(await takeCode(theServer, db, ada.userId, "123456")).toBe(false);
    expect(await takeCode(theServer, db, ada.userId, "654321")).toBe(true);
    expect(await takeCode(theServer, db, grace.userId, "123456")).toBe(true);
  });

  test("of many at once one takes it", async () => {
    const { db } = await open();
    const { userId } = await newPerson(db);
    const taken = await Promise.all(Array.from({ length: 8 }, () => takeCode(theServer, db, userId, "111222")));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  test("the same six digits may come again once the clock has left them behind", async () => {
    const { db } = await open();
    const { userId } = await newPerson(db);
    await takeCode(theServer, db, userId, "333444");
    const age = (seconds: number) =>
      sql`update tried_codes set tried_at = now() - make_interval(secs => ${seconds}) where user_id = ${userId}`.execute(db);
    await age(100);
    expect(await takeCode(theServer, db, userId, "333444")).toBe(false);
    await age(121);
    expect(await takeCode(theServer, db, userId, "333444")).toBe(true);
  });
});
