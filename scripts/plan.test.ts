/* The administrator's command, as typed: with Stet stopped, and with Stet running. */
import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openDoor } from "#server/process/administration.ts";
import { openDatabase } from "#server/db/database.ts";
import { silent } from "#server/db/log.ts";
import { readEnv } from "#server/env.ts";
import { temporaryFolder } from "#test/databases.ts";
import { newOrganization, newPerson } from "#test/people.ts";

const run = promisify(execFile);

async function command(folder: string, ...words: string[]): Promise<string> {
  const env = { PATH: process.env["PATH"], STET_DATA: folder };
  const options = { cwd: join(import.meta.dirname, ".."), env };
  const { stdout } = await run(process.execPath, ["scripts/plan.ts", ...words], options).catch((error: { stderr: string }) => ({
    stdout: error.stderr,
  }));
  return stdout.trim();
}

test("gives people and organizations a plan, whether Stet runs or not", { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  const open = () => openDatabase({ folder: `${folder}/database` });
  let database = await open();
  const me = await newPerson(database.db);
  const { slug } = await newOrganization(database.db);
  await database.close();

  expect(await command(folder, me.email, "professional")).toBe(`${me.email} now has the plan Professional.`);
  expect(await command(folder, "nobody@example.test", "free")).toBe("No account uses the address nobody@example.test.");
  expect(await command(folder, me.email, "gold")).toMatch(/^Say who and which plan/);
  expect(await command(folder, me.email, "free", "--seats", "5")).toMatch(/^Say who and which plan/);

  database = await open();
  // The folder is locked by a process that takes no commands, and the command reports that.
  expect(await command(folder, me.email, "free")).toMatch(/in use by another process/);
  const env = readEnv({ STET_DATA: folder });
  const close = await openDoor({ env, db: database.db, log: silent as never, backups: undefined as never });
  expect(statSync(join(folder, "administration.sock")).mode & 0o777).toBe(0o600);
  expect(await command(folder, `organization:${slug}`, "starter", "--seats", "5")).toBe(
    `organization:${slug} now has the plan Starter, with 5 seats.`,
  );
  expect(await command(folder, "organization:nobody", "starter")).toBe("There is no organization with the address nobody.");
  close();

  const rows = await database.db.selectFrom("organization").select(["plan", "seats"]).where("slug", "=", slug).execute();
  expect(rows).toEqual([{ plan: "starter", seats: 5 }]);
  const events = await database.db.selectFrom("security_events").select(["kind", "subject"]).execute();
  expect(events).toEqual([{ kind: "plan-changed", subject: "starter, 5 seats" }]);
  await database.close();
});
