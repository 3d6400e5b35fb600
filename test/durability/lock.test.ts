/* Two processes on one folder would lose each other's rows: the second is refused. */
import { expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { temporaryFolder } from "#test/databases.ts";
import { readRound, runUntilKilled } from "./kill.ts";

const writer = new URL("./writer.ts", import.meta.url).pathname;
const writeUntil = (folder: string, isReady: (line: string) => boolean) =>
  runUntilKilled([writer, folder], { killAfterMs: 0, isReady });

test("a second process is told whose folder it is, and gets it once the first has gone", async () => {
  const folder = temporaryFolder();
  const first = await openDatabase({ folder });
  const { lines, killed } = await writeUntil(folder, () => false);
  expect(killed).toBe(false);
  expect(readRound(lines).broken).toBe(
    `broken The database in ${folder} is in use by another process of Stet. Stop that one, or set another folder.`,
  );
  await expect(openDatabase({ folder })).rejects.toThrow("is in use by another process");
  await first.close();
  await expect(writeUntil(folder, (line) => line.startsWith("ack"))).resolves.toMatchObject({ killed: true });
});

test("the lock is free after kill -9", async () => {
  const folder = temporaryFolder();
  const isAcknowledged = (line: string) => line.startsWith("ack");
  expect((await writeUntil(folder, isAcknowledged)).killed).toBe(true);
  const database = await openDatabase({ folder });
  await expect(database.ping()).resolves.toBeUndefined();
  await database.close();
});
