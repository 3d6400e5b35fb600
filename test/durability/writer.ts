/*
 * A process to be killed: opens the folder, checks what is there, then writes
 * and acknowledges until somebody ends it. It says, a line each:
 *   checked 120     everything up to 120 is there and whole
 *   ack 121         121 is committed
 * Anything that goes wrong is said as "broken …" and ends it.
 */
import { writeSync } from "node:fs";
import { openDatabase } from "#server/db/database.ts";
import { check, write } from "./load.ts";

const [folder] = process.argv.slice(2);
// Straight to the pipe: what the process said before it was killed, it said.
const say = (line: string) => writeSync(1, `${line}\n`);

try {
  const database = await openDatabase({ folder });
  say(`checked ${await check(database)}`);
  await write(
    database,
    (seq) => say(`ack ${seq}`),
    () => false,
  );
} catch (error) {
  say(`broken ${(error as Error).message.replaceAll("\n", " ")}`);
  process.exitCode = 1;
}
