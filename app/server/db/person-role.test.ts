/*
 * On PostgreSQL the database user need not be an administrator: if it may not create the role, the error says what to
 * run.
 */
import { Client } from "pg";
import { expect, test } from "vitest";
import { sql } from "kysely";
import { onPostgres, type Place } from "#test/databases.ts";
import { newPerson, newProject } from "#test/people.ts";
import { actAs } from "./acting.ts";
import { openDatabase } from "./database.ts";

async function asAdministrator(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** A database owned by a user with no other rights on the server. */
async function plainOwner(place: Place): Promise<{ administrator: string; url: string; user: string }> {
  const administrator = (place as { url: string }).url;
  const name = new URL(administrator).pathname.slice(1);
  const user = `owner_of_${name}`;
  await asAdministrator(
    administrator,
    `create role ${user} login`,
    `alter database ${name} owner to ${user}`,
    `alter schema public owner to ${user}`,
  );
  const url = new URL(administrator);
  url.username = user;
  return { administrator, url: url.href, user };
}

onPostgres((place) => {
  test("a user who owns the database and no more gets the statements that an administrator has to run, and then people's rows are kept apart", async () => {
    const { administrator, url, user } = await plainOwner(await place());
    const refused = await openDatabase({ url }).then(
      (database) => database.close(),
      (error: Error) => error.message,
    );
    // Another test's database may have created the role; membership must still be granted.
    expect(refused).toContain(`create role stet_person nologin; grant stet_person to "${user}";`);
    await asAdministrator(
      administrator,
      "do $$ begin create role stet_person nologin; exception when duplicate_object or unique_violation then null; end $$",
      `grant stet_person to "${user}"`,
    );
    const { db, close } = await openDatabase({ url });
    const [me, other] = [await newPerson(db), await newPerson(db)];
    await newProject(db, me);
    const all = sql`select id from projects`;
    expect((await all.execute(actAs(me, db))).rows.length).toBe(1);
    expect((await all.execute(actAs(other, db))).rows).toEqual([]);
    await close();
  });

  test("who does not own the tables is refused: the policies would hide everything from Stet itself", async () => {
    const { administrator, url } = await plainOwner(await place());
    await (await openDatabase({ url: administrator })).close();
    const name = new URL(administrator).pathname.slice(1);
    await asAdministrator(administrator, `grant all on all tables in schema public to owner_of_${name}`);
    await expect(openDatabase({ url })).rejects.toThrow("has to name the owner of Stet's tables");
  });
});
