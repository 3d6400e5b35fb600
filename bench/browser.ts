/*
 * Perceived speed, measured in Chromium against the built server: the first word, opening a long chat, typing while
 * an answer streams, and the weight of a chat page. Everything is compared within one run on one machine.
 */
import { measureFirstToken } from "./browser/first-token.ts";
import { findOldest, measureClicks, measureLoads, type Opening } from "./browser/opening.ts";
import { weighScripts } from "./browser/scripts.ts";
import { setStage } from "./browser/stage.ts";
import { measureTyping } from "./browser/typing.ts";

type Line = { what: string; value: number | boolean; unit: string; bar?: number | boolean; ok?: boolean } & Record<string, unknown>;

const words = process.argv.slice(2);
const isWanted = (part: string) => words.length === 0 || words.includes(part);
const frame = 1000 / 60;

const stage = await setStage();
try {
  if (isWanted("scripts")) await scripts();
  if (isWanted("opening")) await opening();
  if (isWanted("typing")) await typing();
  if (isWanted("first-token")) await firstToken();
} finally {
  await stage.close();
}

async function firstToken(): Promise<void> {
  const { raw, newChat, followUp } = await measureFirstToken(stage);
  say({ what: "first token straight from the model, p50", value: round(raw), unit: "ms" });
  atMost("Enter to first token shown over the raw model, new chat, p50", newChat, "ms", 60);
  atMost("Enter to first token shown over the raw model, follow-up, p50", followUp, "ms", 40);
}

async function opening(): Promise<void> {
  const compare = (what: string, { short, long }: Opening) =>
    atMost(`${what}, 1,000 messages against 50`, long / short, "×", 2, { shortMs: round(short), longMs: round(long) });
  compare("last message in sight, by address", await measureLoads(stage));
  compare("last message in sight, by link", await measureClicks(stage));
  const { found, ...rest } = await findOldest(stage);
  say({ what: "find-in-page finds the oldest of 1,000 messages", value: found, unit: "", bar: true, ok: found, ...rest });
}

async function typing(): Promise<void> {
  const { empty, streaming, onPage } = await measureTyping(stage);
  const more = { emptyMs: round(empty), streamingMs: round(streaming), messagesOnPage: onPage };
  atMost("key to paint during a stream, 1,000 messages, over an empty page, p95", streaming - empty, "ms", round(frame), more);
}

async function scripts(): Promise<void> {
  const all = await weighScripts(stage);
  const kibibytes = all.reduce((sum, script) => sum + script.bytes, 0) / 1024;
  const largest = Object.fromEntries(all.slice(0, 5).map(({ name, bytes }) => [name, round(bytes / 1024)]));
  atMost("scripts of a chat's page, gzip", kibibytes, "KiB", 200, { scripts: all.length, largest });
}

function atMost(what: string, value: number, unit: string, bar: number, more: Record<string, unknown> = {}): void {
  say({ what, value: round(value), unit, bar, ok: value <= bar, ...more });
}

function say(line: Line): void {
  process.stdout.write(`${JSON.stringify({ bench: "browser", ...line })}\n`);
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
