/* A database made by an older version is backed up before it is migrated, and left alone if that fails. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { uuidv7 } from "#core/text/uuid.ts";
import { openDatabase, openEngine } from "#server/db/database.ts";
import { silent } from "#server/db/log.ts";
import { migrate, readMigrations } from "#server/db/migrate.ts";
import { readEnv } from "#server/env.ts";
import { createLog } from "#server/log.ts";
import { eachEngine, temporaryFolder, type Place } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import { backupBeforeUpgrade } from "./backup-before-upgrade.ts";
import { listBackups } from "./backup-folder.ts";
import { restore } from "./restore.ts";

const older = readMigrations().slice(0, -1);

eachEngine((newPlace, engine) => {
  const inData = (data: string, place: Place): Place => ("url" in place ? place : { folder: join(data, "database") });

  /** Someone's chat in a database of the version before. */
  async function olderDatabase(): Promise<{ data: string; place: Place; settings: Record<string, string> }> {
    const data = temporaryFolder();
    const given = await newPlace();
    const place = inData(data, given);
    const before = await openEngine(place);
    await migrate(before.db, silent, older);
    const me = await newPerson(before.db);
    await before.db.insertInto("chats").values({ id: uuidv7(), owner_id: me.userId, title: "From before" }).execute();
    await before.close();
    return { data, place, settings: { STET_DATA: data, LOG_LEVEL: "silent", ...("url" in given && { DATABASE_URL: given.url }) } };
  }

  async function open(place: Place, settings: Record<string, string>, said: string[] = []): Promise<string[]> {
    const env = readEnv(settings);
    const beforeUpgrade = backupBeforeUpgrade(env, createLog(env), (sentence) => said.push(sentence));
    const { db, close } = await openDatabase({ ...place, beforeUpgrade });
    const chats = await db.selectFrom("chats").select("title").execute();
    await close();
    return chats.map(({ title }) => title);
  }

  async function appliedIn(place: Place): Promise<string[]> {
    const { db, close } = await openEngine(place);
    const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db);
    await close();
    return rows.map(({ name }) => name);
  }

  test("the backup has what the older version had, and can be restored", async () => {
    const { data, place, settings } = await olderDatabase();
    const said: string[] = [];
    expect(await open(place, settings, said)).toEqual(["From before"]);
    const folder = join(data, "before-upgrades");
    const [backup, ...others] = await listBackups(folder);
    expect(others).toEqual([]);
    expect(said).toEqual(["Backing up the database before the upgrade …", `The backup is ${join(folder, backup!.name)}`]);
    expect(backup!.files).toEqual([]);
    const [target, given] = [join(temporaryFolder(), "data"), await newPlace()];
    await restore(folder, { dataFolder: target, databaseUrl: "url" in given ? given.url : undefined }, undefined);
    expect(await open(inData(target, given), { ...settings, STET_DATA: target })).toEqual(["From before"]);
    // Nothing is left to upgrade.
    await open(place, settings, said);
    expect(said).toHaveLength(2);
  }, 120_000);

  test("a backup that fails stops the upgrade", async () => {
    const { data, place, settings } = await olderDatabase();
    const blocked = join(temporaryFolder(), "file");
    writeFileSync(blocked, "");
    const opened = open(place, { ...settings, BACKUP_FOLDER: join(blocked, "backups") });
    await expect(opened).rejects.toThrow(
      /was not upgraded, because the backup before the upgrade failed: [^]+Nothing was changed\. Make room in .+BACKUP_BEFORE_UPGRADE=off/,
    );
    expect(await appliedIn(place)).toEqual(older.map(({ name }) => name));
    expect(await open(place, { ...settings, BACKUP_BEFORE_UPGRADE: "off" })).toEqual(["From before"]);
    expect(existsSync(join(data, "before-upgrades"))).toBe(false);
  }, 120_000);

  test("a new database needs no backup", async () => {
    const data = temporaryFolder();
    const given = await newPlace();
    const said: string[] = [];
    const settings = { STET_DATA: data, ...("url" in given && { DATABASE_URL: given.url }) };
    expect(await open(inData(data, given), settings, said)).toEqual([]);
    expect(said).toEqual([]);
  }, 120_000);

  if (engine === "postgres")
    test("of processes that start together, one makes a backup", async () => {
      const { data, place, settings } = await olderDatabase();
      const opened = await Promise.all([1, 2, 3].map(() => open(place, settings)));
      expect(opened).toEqual([["From before"], ["From before"], ["From before"]]);
      expect(readdirSync(join(data, "before-upgrades")).filter((name) => name.startsWith("20"))).toHaveLength(1);
    }, 120_000);
});
