import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { sql } from "kysely";
import { storageRefusal } from "#server/db/unavailable.ts";
import { describe, expect, inject, test } from "vitest";
import { startApp } from "#test/app.ts";
import { newPostgresDatabase } from "#test/postgres.ts";

const folder = inject("postgresFolder");

// The embedded engine has a single session, so there is no connection limit to reach.
describe.skipIf(folder === undefined)("on PostgreSQL", () => {
  test("while all connections are taken, a request is asked to come back", async () => {
    const app = await startApp({ DATABASE_URL: await newPostgresDatabase(folder as string), DATABASE_CONNECTIONS: "2" });
    const person = await app.person();
    const { db } = app.stet.database;
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
    const program = await app.request("/v1/models", { headers: { authorization: "Bearer stet_anything" } });
    expect([program.status, program.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await program.json()).toMatchObject({ error: { code: "too_busy", type: "server_error" } });
    const page = await app.request("/vault", { as: person, headers: { accept: "text/html" } });
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "5"]);
    expect([page.headers.get("content-type"), await page.text()]).toEqual([
      "text/html; charset=utf-8",
      expect.stringContaining("Stet is busy at the moment."),
    ]);
    free.resolve();
    await Promise.all(taken);
    expect((await app.request("/api/projects", { as: person })).status).toBe(200);
    await app.close();
  }, 60_000);

  test("while the database is away, a request is asked to come back, and works once it is there", async () => {
    const url = await newPostgresDatabase(folder as string);
    const relay = await startRelay(new URL(url).port);
    const app = await startApp({ DATABASE_URL: url.replace(/:\d+\//, `:${relay.port}/`) });
    const person = await app.person();
    const held = app.stet.database.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      relay.cut();
      await sql`select 1`.execute(trx);
    });
    expect(storageRefusal(await held.catch((error: unknown) => error))?.status).toBe(503);
    const answer = await app.request("/api/projects", { as: person });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await answer.json()).toMatchObject({ code: "database-unavailable" });
    relay.mend();
    await expect.poll(async () => (await app.request("/api/projects", { as: person })).status).toBe(200);
    await app.close();
    relay.cut();
  }, 60_000);
});

/** A connection to PostgreSQL that can be cut. */
async function startRelay(port: string) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((from) => {
    if (isCut) return void from.resetAndDestroy();
    const to = connect(Number(port), "127.0.0.1");
    for (const socket of [from, to]) sockets.add(socket.on("error", () => undefined));
    from.pipe(to).pipe(from);
  }).listen(0, "127.0.0.1");
  server.unref();
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.resetAndDestroy();
    },
    mend: () => (isCut = false),
  };
}
