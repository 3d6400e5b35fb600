/* Backups on the administrators' page: made now as a job, checked, found damaged, and only in the folder that is set. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BackupReport } from "#core/installation/stored.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { temporaryFolder } from "#test/databases.ts";

const folder = temporaryFolder();
let app: TestApp;
let head: TestPerson;
beforeAll(async () => {
  app = await startApp({ BACKUP_FOLDER: folder, BACKUP_HOURS: "6", BACKUP_PASSPHRASE: "a long passphrase" });
  head = await app.person();
});
afterAll(() => app.close());

const report = async () => (await (await app.request("/api/admin/backups", { as: head })).json()) as BackupReport;
const post = (path: string, as = head, at = app) => at.request(`/api/admin/backups${path}`, { body: {}, as });
const detailOf = async (answer: Response) => ((await answer.json()) as { detail?: string }).detail;

test("one is made now, while Stet runs, checked, and in the log; a second waits for the first", async () => {
  expect(await report()).toMatchObject({
    folder,
    hours: 6,
    keep: 14,
    isEncrypted: true,
    isBeforeUpgrade: true,
    backups: [],
    jobs: [],
  });
  const [first, second] = [await post(""), await post("")];
  expect([first.status, second.status, await detailOf(second)]).toEqual([200, 400, "A backup is being made already."]);
  await app.stet.jobs.settled();
  const { backups, jobs } = await report();
  expect(jobs).toEqual([]);
  expect(backups).toEqual([
    expect.objectContaining({ isEncrypted: true, missing: 0, check: { at: expect.any(String), problem: null } }),
  ]);
  const { rows } = await sql`select kind, email from security_events where kind like 'backup-%'`.execute(app.stet.database.db);
  expect(rows).toEqual([{ kind: "backup-begun", email: head.email }]);
});

test("a damaged one is found and named by the next check", async () => {
  const { backups } = await report();
  const { name } = backups![0]!;
  const file = join(folder, name, "database.jsonl.gz");
  const bytes = readFileSync(file);
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  writeFileSync(file, bytes);
  expect((await post(`/${name}/check`)).status).toBe(200);
  await app.stet.jobs.settled();
  expect((await report()).backups![0]!.check!.problem).toContain("database.jsonl.gz is not what was stored there");
});

test("only what is in the folder is checked, and only by administrators", async () => {
  for (const name of ["2020-01-01T00-00-00Z", "..%2F..", "backups.json"]) expect((await post(`/${name}/check`)).status).toBe(404);
  const other = await app.person();
  expect([(await post("", other)).status, (await app.request("/api/admin/backups", { as: other })).status]).toEqual([404, 404]);
});

test("why one could not be made is on the page", async () => {
  const broken = temporaryFolder();
  writeFileSync(join(broken, "backups.json"), "nonsense");
  const quiet = await startApp({ BACKUP_FOLDER: broken });
  const first = await quiet.person();
  await post("", first, quiet);
  await quiet.stet.jobs.settled();
  const { jobs } = (await (await quiet.request("/api/admin/backups", { as: first })).json()) as BackupReport;
  expect(jobs).toMatchObject([{ name: null, isFailed: true, problem: expect.stringContaining("not valid JSON") }]);
  await quiet.close();
});

test("without a folder, none is made", async () => {
  const quiet = await startApp();
  const refused = await post("", await quiet.person(), quiet);
  expect([refused.status, await detailOf(refused)]).toEqual([400, "No backups are set up. Set BACKUP_FOLDER and restart Stet."]);
  await quiet.close();
});
