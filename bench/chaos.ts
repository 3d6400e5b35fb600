/*
 * Every component of a redundant installation is killed, one every 20 seconds, while people work with it. The bar:
 * nothing acknowledged is lost or duplicated, and every stream ends with the stored text.
 *
 * npm run bench -- chaos [--minutes=15] [--seconds=20] [--keep]
 */
import { mkdtempSync, readFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { check, type Verdict } from "./chaos/checker.ts";
import { inTurns } from "./chaos/faults.ts";
import { install, whatIsMissing, type Installation } from "./chaos/installation.ts";
import { newJournal, type Journal } from "./chaos/journal.ts";
import { work } from "./chaos/load.ts";
import { startModel } from "./support/model.ts";
import { numberFlag } from "./support/flags.ts";
import { signUp } from "./support/people.ts";
import { removeAtEnd } from "./support/programs.ts";

const minutes = numberFlag("minutes", 15);
const everySeconds = numberFlag("seconds", 20);

function say(what: string, value: unknown, more: object = {}): void {
  process.stdout.write(`${JSON.stringify({ bench: "chaos", what, value, ...more })}\n`);
}

function bar(what: string, found: readonly string[]): void {
  say(what, found.length, { bar: 0, ok: found.length === 0 });
  for (const one of found.slice(0, 10)) process.stderr.write(`  ${what}: ${one}\n`);
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "stet-chaos-"));
  if (!process.argv.includes("--keep")) removeAtEnd(folder);
  const installation = await install(folder, await startModel(join(folder, "model.log")));
  const journal = newJournal();
  const over = new AbortController();
  const cookies = await signUp(installation.url, 4);
  const working = work({ cookies, url: installation.url, journal, over: over.signal });
  const done = await breakThings(installation, working);
  over.abort();
  await working;
  const client = await installation.postgres.connect();
  report(journal, await check(client, journal, installation.data));
  await client.end();
  for (const [what, times] of done) say(`fault: ${what}`, times);
  reportBugs(installation);
  say("load average at the end", loadavg().map(Math.round));
}

/** How often each fault was injected. */
async function breakThings(installation: Installation, working: Promise<void>): Promise<Map<string, number>> {
  const done = new Map<string, number>();
  const until = Date.now() + minutes * 60_000;
  working.catch(() => undefined);
  await Promise.race([sleep(5000), working]);
  for (const { what, run } of inTurns()) {
    if (Date.now() >= until) return done;
    process.stderr.write(`${new Date().toISOString()} ${what}\n`);
    const next = sleep(everySeconds * 1000);
    await run(installation);
    done.set(what, (done.get(what) ?? 0) + 1);
    await next;
  }
  return done;
}

function report(journal: Journal, { lost, twice, differing, unended }: Verdict): void {
  const turns = journal.turns.filter((turn) => turn.isAcknowledged);
  say("acknowledged questions", turns.length);
  const statuses = Map.groupBy(turns, (turn) => turn.status ?? "no end");
  for (const [status, those] of statuses) say(`answers that ended as ${status}`, those.length);
  const resumed = turns.reduce((sum, turn) => sum + turn.resumed, 0);
  say("streams resumed", resumed);
  const saves = journal.drafts.reduce((sum, draft) => sum + draft.acknowledged.length, 0);
  say("acknowledged saves of drafts", saves);
  say("acknowledged uploads", journal.uploads.length);
  say("windows that reconnected", journal.reconnected);
  say("answers by status, 0 for a broken connection", Object.fromEntries([...journal.statuses].sort()));
  bar("acknowledged things lost", lost);
  bar("acknowledged things there twice", twice);
  bar("streams whose text is not the stored one", differing);
  bar("streams without an end", unended);
  bar("answers that a client could make nothing of", journal.surprises);
}

/** Errors that the processes themselves logged as bugs. */
function reportBugs({ processes, log }: Installation): void {
  const lines = processes.flatMap(({ name }) => readFileSync(log(name), "utf8").split("\n"));
  bar(
    "bugs in the logs",
    lines.filter((line) => /"msg":"bug/.test(line)).map((line) => line.slice(0, 600)),
  );
}

const missing = whatIsMissing();
if (missing === undefined) {
  await main();
  process.exit();
} else say("SKIPPED", missing, { ok: true });
