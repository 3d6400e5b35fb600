import { sql } from "kysely";
import { expect, test } from "vitest";
import { theServer, type Person } from "#core/workspace/policy.ts";
import type { Db } from "../../db/database.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import { removeConnection } from "./connections.ts";
import { addPasskey, listPasskeys, makeChallenge, removePasskey, takeChallenge, usePasskey } from "./passkeys.ts";

let count = 0;
async function newPasskey(me: Person, db: Db): Promise<string> {
  const id = `credential-${me.userId}-${++count}`;
  await addPasskey(me, db, { id, name: "Laptop", publicKey: "AA", counter: 0, transports: ["usb"], isSynced: false });
  return id;
}

eachDatabase((open) => {
  test("a challenge is answered once, and not after its time", async () => {
    const { db } = await open();
    const id = await makeChallenge(theServer, db, { challenge: "c", userId: null });
    const taken = await Promise.all([takeChallenge(theServer, db, id), takeChallenge(theServer, db, id)]);
    expect(taken.filter((one) => one !== null)).toEqual([{ challenge: "c", userId: null }]);
    const late = await makeChallenge(theServer, db, { challenge: "d", userId: null });
    await sql`update verification set "expiresAt" = now() - interval '1 second' where identifier = ${`passkey:${late}`}`.execute(
      db,
    );
    expect(await takeChallenge(theServer, db, late)).toBeNull();
  });

  test("a device that counts must count on; one that never counts stays at nothing", async () => {
    const { db } = await open();
    const id = await newPasskey(await newPerson(db), db);
    const uses: [number, boolean][] = [
      [0, true],
      [0, true],
      [3, true],
      [3, false],
      [2, false],
      [0, false],
      [2 ** 32 - 1, true],
    ];
    for (const [counter, isGood] of uses)
      expect([counter, await usePasskey(theServer, db, id, counter)]).toEqual([counter, isGood]);
  });

  test("the last sign-in method stays, however many are removed at once", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const connection = `account-${me.userId}`;
    await sql`insert into account (id, "accountId", "providerId", "userId") values (${connection}, ${me.userId}, 'sso', ${me.userId})`.execute(
      db,
    );
    const ids = [await newPasskey(me, db), await newPasskey(me, db)];
    const outcomes = await Promise.all([...ids.map((id) => removePasskey(me, db, id)), removeConnection(me, db, connection)]);
    expect(outcomes.sort()).toEqual(["last", "removed", "removed"]);
    expect(await removePasskey(await newPerson(db), db, ids[0]!)).toBe("none");
    expect((await listPasskeys(me, db)).length).toBeLessThan(2);
  });
});
