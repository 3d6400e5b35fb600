import { sql } from "kysely";
import { expect, test } from "vitest";
import { startApp } from "#test/app.ts";
import { eachEngine } from "#test/databases.ts";

eachEngine((place, engine) => {
  if (engine === "embedded") return;
  test("while all connections are taken, a request is asked to come back", async () => {
    const storage = await place();
    const app = await startApp({ DATABASE_URL: "url" in storage ? storage.url : "", DATABASE_CONNECTIONS: "2" });
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
