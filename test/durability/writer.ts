/*
 * A process to be killed: opens the folder, checks its contents, then writes and acknowledges until it is ended. It
 * prints, a line each:
 *
 *   checked 120     everything up to 120 is there and whole
 *   ack 121         121 is committed
 *
 * Any error is printed as "broken …" and ends it.
 */
import { writeSync } from "node:fs";
import { openDatabase } from "#server/db/database.ts";
import { check, write } from "./load.ts";

const [folder] = process.argv.slice(2);
// Written straight to the pipe, so that everything before the kill is out.
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
