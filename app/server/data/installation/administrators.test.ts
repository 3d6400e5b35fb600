import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import { actAs, type BoundDb } from "../../db/acting.ts";
import { findSessions } from "../upkeep/sessions.ts";
import { addAdministrator, listAdministrators, removeAdministrator } from "./administrators.ts";
import { getConnection, readConnections, removeConnection, saveConnection, setDefaultModel } from "./model-connections.ts";

async function signIn(db: BoundDb, { userId }: Person): Promise<boolean> {
  const token = randomUUID();
  await sql`insert into session (id, "userId", token, "expiresAt", "createdAt", "updatedAt")
    values (${randomUUID()}, ${userId}, ${token}, now() + interval '1 day', now(), now())`.execute(db);
  const [session] = await findSessions(theServer, db, [token]);
  return session!.isAdministrator;
}

const asAdministrator = (person: Person): Person => ({ ...person, isAdministrator: true });
const connection = {
  provider: "openai" as const,
  name: null,
  url: null,
  sealKey: (id: string) => `sealed for ${id}`,
  lastFour: "4242",
};

eachDatabase((openDb) => {
  test("the first to sign in administers the installation, and no one after them", async () => {
    const { db } = await openDb();
    // Accounts that have not signed in yet do not count: one may have a mistyped address.
    await newPerson(db);
    const people = await Promise.all([1, 2, 3, 4].map(() => newPerson(db)));
    const made = await Promise.all(people.map((person) => signIn(db, person)));
    expect((await sql`select 1 from administrators`.execute(db)).rows).toHaveLength(1);
    const first = asAdministrator(people[made.indexOf(true)] ?? people[0]!);
    expect(await signIn(db, first)).toBe(true);
    expect(await signIn(db, await newPerson(db))).toBe(false);

    const second = await newPerson(db);
    await addAdministrator(first, db, ` ${second.email.toUpperCase()} `);
    await expect(addAdministrator(first, db, second.email)).rejects.toMatchObject({ status: 400 });
    await expect(addAdministrator(first, db, "unknown@example.test")).rejects.toMatchObject({ status: 400 });
    const listed = await listAdministrators(asAdministrator(second), db);
    expect(listed.map(({ email, isMe }) => [email, isMe])).toEqual([
      [first.email, false],
      [second.email, true],
    ]);
    // Two who remove each other at once: one of them stays.
    const removals = await Promise.allSettled([
      removeAdministrator(first, db, listed[1]!.id),
      removeAdministrator(asAdministrator(second), db, listed[0]!.id),
    ]);
    expect(removals.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await sql`select 1 from administrators`.execute(db)).rows).toHaveLength(1);
  });

  test("an installation whose administrator has deleted the account does not take the next to sign in", async () => {
    const { db } = await openDb();
    await sql`delete from administrators`.execute(db);
    const gone = await newPerson(db);
    expect(await signIn(db, gone)).toBe(true);
    await sql`delete from "user" where id = ${gone.userId}`.execute(db);
    expect(await signIn(db, await newPerson(db))).toBe(false);
  });

  describe("to everyone else it does not exist", () => {
    test("the functions answer 404, to a key of an administrator as well", async () => {
      const { db } = await openDb();
      const person = await newPerson(db);
      const id = randomUUID();
      for (const me of [person, { ...asAdministrator(person), scopes: [] }, { kind: "visitor" as const }])
        for (const work of [
          () => listAdministrators(me, db),
          () => addAdministrator(me, db, person.email),
          () => removeAdministrator(me, db, id),
          () => saveConnection(me, db, connection),
          () => getConnection(me, db, id),
          () => removeConnection(me, db, id),
          () => setDefaultModel(me, db, "stet-builtin"),
        ])
          await expect(work()).rejects.toMatchObject({ status: 404 });
    });

    test("the rows as well, even to a query without a condition by one who claims to be an administrator", async () => {
      const { db } = await openDb();
      const stranger = asAdministrator(await newPerson(db));
      await expect(saveConnection(stranger, db, connection)).rejects.toThrow(/row-level security/);
      await expect(addAdministrator(stranger, db, stranger.email)).rejects.toThrow(/row-level security/);
      await expect(setDefaultModel(stranger, db, "stet-builtin")).rejects.toThrow(/row-level security/);
      expect((await sql`select * from administrators`.execute(actAs(stranger, db))).rows).toEqual([]);
    });
  });

  test("a provider has one connection, an address too; a second replaces its key", async () => {
    const { db } = await openDb();
    await sql`delete from administrators`.execute(db);
    const me = asAdministrator(await newPerson(db));
    await signIn(db, me);
    const first = await saveConnection(me, db, connection);
    const again = await saveConnection(me, db, { ...connection, lastFour: "4343" });
    expect(again).toEqual({ id: first.id, isReplaced: true });
    const server = { ...connection, provider: "compatible" as const, sealKey: () => null, lastFour: "" };
    const [one, two] = [
      await saveConnection(me, db, { ...server, url: "http://127.0.0.1:1/v1" }),
      await saveConnection(me, db, { ...server, url: "http://127.0.0.1:2/v1", name: "Two" }),
    ];
    expect(one.id).not.toBe(two.id);
    await setDefaultModel(me, db, "local:one");
    await setDefaultModel(me, db, "local:two");
    const { connections, defaultModel } = await readConnections(theServer, db);
    expect(defaultModel).toBe("local:two");
    expect(connections.map(({ provider, lastFour, sealedKey, name }) => [provider, lastFour, sealedKey, name])).toEqual([
      ["openai", "4343", `sealed for ${first.id}`, null],
      ["compatible", "", null, null],
      ["compatible", "", null, "Two"],
    ]);
    for (const { id } of connections) await removeConnection(me, db, id);
    await setDefaultModel(me, db, null);
    expect(await readConnections(theServer, db)).toEqual({ connections: [], defaultModel: null });
    await expect(removeConnection(me, db, first.id)).rejects.toMatchObject({ status: 404 });
  });
});
