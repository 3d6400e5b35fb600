import { sql } from "kysely";
import { describe, expect, inject, test } from "vitest";
import { startApp } from "#test/app.ts";
import { newPostgresDatabase } from "#test/postgres.ts";

const folder = inject("postgresFolder");

// The embedded engine has one session, and no limit to take.
describe.skipIf(folder === undefined)("on PostgreSQL", () => {
  test("while all connections are taken, a request is asked to come back", async () => {
    const app = await startApp({ DATABASE_URL: await newPostgresDatabase(folder as string), DATABASE_CONNECTIONS: "2" });
    const person = await app.person();
    const { db } = app.stet;
    const free = Promise.withResolvers<void>();
    const taken = [1, 2].map(() =>
      db.connection().execute(async (held) => {
        await sql`select 1`.execute(held);
        await free.promise;
      }),
    );
    const answer = await app.request("/api/projects", { as: person });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await answer.json()).toMatchObject({ code: "too-busy" });
    free.resolve();
    await Promise.all(taken);
    expect((await app.request("/api/projects", { as: person })).status).toBe(200);
    await app.close();
  }, 60_000);
});
