/* What runs here, as administrators see it: of settings the names, and nothing else of them. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { About } from "#core/installation/about.ts";
import { startApp } from "#test/app.ts";

test("the version, the database, and the names of what the environment sets", async () => {
  const secret = "a secret that no page may show";
  const app = await startApp({ METRICS_TOKEN: secret });
  const answer = await app.request("/api/admin/about", { as: await app.person() });
  const text = await answer.text();
  const about = JSON.parse(text) as About;
  expect(about.settings).toContain("METRICS_TOKEN");
  expect(about.settings).not.toContain("SMTP_URL");
  expect(text).not.toContain(secret);
  const migrations = readdirSync(join(import.meta.dirname, "../server/db/migrations")).toSorted();
  expect(`${about.schema}.sql`).toBe(migrations.at(-1));
  expect(about.version).toMatch(/^\d+\.\d+\.\d+/);
  expect(about.database).toMatch(/^PostgreSQL \d+/);
  expect((await app.request("/api/admin/about", { as: await app.person() })).status).toBe(404);
  await app.close();
});
