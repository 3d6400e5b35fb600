/* The schedule: one when it is due, whichever process asks, as many kept as are set, and the last good one is shown. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startApp, type TestApp } from "#test/app.ts";
import { eachPreparedEngine, temporaryFolder, type Place } from "#test/databases.ts";
import { listBackups, writeManifest } from "./backup-folder.ts";
import { plainSeal } from "./sealing.ts";

const hourMs = 3_600_000;

async function madeAt(folder: string, at: number): Promise<string> {
  const time = new Date(at).toISOString().replace(/\.\d+/, "");
  const name = time.replaceAll(":", "-");
  const database = { object: `${name}/database.jsonl.gz`, bytes: 0, sha256: "0".repeat(64) };
  await writeManifest(folder, { name, at: time, rows: 1, isEncrypted: false, database, files: [], missing: [] }, plainSeal);
  return name;
}

const namesIn = async (folder: string) => (await listBackups(folder)).map(({ name }) => name);

eachPreparedEngine((newPlace, engine) => {
  const settingsOf = (place: Place): Record<string, string> => ("url" in place ? { DATABASE_URL: place.url } : {});

  test("one is made when the newest is old enough; the oldest go, and the last one is shown", async () => {
    const folder = temporaryFolder();
    const app = await startApp({
      ...settingsOf(await newPlace()),
      BACKUP_FOLDER: folder,
      BACKUP_HOURS: "6",
      BACKUP_KEEP: "2",
    });
    const shown = async () => ((await (await app.request("/health/ready")).json()) as { lastBackup: string }).lastBackup;
    expect(await shown()).toBe("never");
    const [old, older] = [await madeAt(folder, Date.now() - 7 * hourMs), await madeAt(folder, Date.now() - 8 * hourMs)];
    await app.stet.backups.makeDue();
    const [made, ...others] = await namesIn(folder);
    expect(others).toEqual([old]);
    expect([old, older]).not.toContain(made);
    const last = await shown();
    expect(last).toBe((await listBackups(folder))[0]!.at);
    // Not yet due, and not after a restart either.
    await app.stet.backups.makeDue();
    expect(await namesIn(folder)).toEqual([made, old]);
    await app.close();
  });

  if (engine === "postgres")
    test("of two processes that find it due at the same moment, one makes it", async () => {
      const folder = temporaryFolder();
      const settings = {
        ...settingsOf(await newPlace()),
        STET_DATA: temporaryFolder(),
        AUTH_SECRET: "the same secret on both of the servers",
        BACKUP_FOLDER: folder,
      };
      const apps: TestApp[] = [await startApp(settings), await startApp(settings)];
      for (const { stet } of apps) stet.jobs.wake("make-backup");
      await expect.poll(() => namesIn(folder), { timeout: 30_000 }).toHaveLength(1);
      for (const { stet } of apps) await stet.jobs.settled();
      expect(await namesIn(folder)).toHaveLength(1);
      // Made by one, and shown by both.
      for (const app of apps)
        expect(await (await app.request("/health/ready")).json()).toMatchObject({ lastBackup: expect.stringMatching(/^\d{4}-/) });
      for (const app of apps) await app.close();
    });
});

test("a backup that fails is an error of its job, and the last good one stays", async () => {
  const folder = temporaryFolder();
  const app = await startApp({ BACKUP_FOLDER: folder, BACKUP_HOURS: "1" });
  const name = await madeAt(folder, Date.now() - 2 * hourMs);
  // Something else stands where the objects are stored.
  writeFileSync(join(folder, "objects"), "");
  mkdirSync(join(folder, "backups.json"));
  await expect(app.stet.backups.makeDue()).rejects.toThrow();
  expect(await namesIn(folder)).toEqual([name]);
  expect(await (await app.request("/health/ready")).json()).toMatchObject({
    lastBackup: expect.stringContaining(name.slice(0, 10)),
  });
  await app.close();
});
