import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Person } from "#core/workspace/policy.ts";
import type { BoundDb } from "../../db/database.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import { endOtherSessions, endSession, listSessions } from "./own-sessions.ts";

eachDatabase((open) => {
  test("a person sees and ends only their own, and what has ended is not listed", async () => {
    const { db } = await open();
    const [ada, eve] = [await newPerson(db), await newPerson(db)];
    const [here, phone, old] = [await session(db, ada), await session(db, ada), await session(db, ada, -1)];
    const listed = await listSessions(ada, db, here);
    expect(new Map(listed.map(({ id, isCurrent }) => [id, isCurrent]))).toEqual(
      new Map([
        [here, true],
        [phone, false],
      ]),
    );
    expect(listed.map(({ id }) => id)).not.toContain(old);
    expect(await listSessions(eve, db, "")).toEqual([]);
    expect(await endSession(eve, db, phone)).toBe(false);
    expect(await endOtherSessions(eve, db, "")).toBe(0);
    expect(await endSession(ada, db, phone)).toBe(true);
    expect(await endSession(ada, db, phone)).toBe(false);
    await session(db, ada);
    await endOtherSessions(ada, db, here);
    expect((await listSessions(ada, db, here)).map(({ id }) => id)).toEqual([here]);
  });
});

async function session(db: BoundDb, { userId }: Person, days = 7): Promise<string> {
  const id = randomUUID();
  await sql`insert into session (id, token, "userId", "expiresAt")
    values (${id}, ${randomUUID()}, ${userId}, now() + make_interval(days => ${days}))`.execute(db);
  return id;
}
