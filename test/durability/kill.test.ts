/* kill -9 at random moments: 10 rounds, or STET_KILL_ROUNDS. */
import { expect, test } from "vitest";
import { openDatabase } from "#server/db/database.ts";
import { temporaryFolder } from "#test/databases.ts";
import { killWriter } from "./kill.ts";
import { check } from "./load.ts";
import { randomFrom } from "./random.ts";

const rounds = Number(process.env["STET_KILL_ROUNDS"] ?? 10);

test(
  "nothing acknowledged is lost to kill -9",
  async () => {
    const folder = temporaryFolder();
    const seed = Date.now();
    const result = await killWriter(folder, rounds, randomFrom(seed));
    expect(result, `seed ${seed}`).toMatchObject({ lost: 0, broken: [] });
    const database = await openDatabase({ folder });
    expect(await check(database)).toBeGreaterThanOrEqual(result.acknowledged);
    expect(result.acknowledged).toBeGreaterThan(rounds);
    await database.close();
  },
  30_000 + rounds * 10_000,
);
