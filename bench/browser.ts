/*
 * Perceived speed, measured in Chromium against the built server: the first word, opening a long chat, typing while
 * an answer streams, and the weight of a chat page. Everything is compared within one run on one machine.
 */
import { measureFirstToken } from "./browser/first-token.ts";
import { findOldest, measureClicks, measureLoads, type Opening } from "./browser/opening.ts";
import { measureLoads as measurePageLoads, type Load } from "./browser/loads.ts";
import { weighScripts } from "./browser/scripts.ts";
import { setStage } from "./browser/stage.ts";
import { measureStreaming } from "./browser/streaming.ts";
import { measureTyping } from "./browser/typing.ts";

type Line = { what: string; value: number | boolean; unit: string; bar?: number | boolean; ok?: boolean } & Record<string, unknown>;

const words = process.argv.slice(2);
const isWanted = (part: string) => words.length === 0 || words.includes(part);
const frame = 1000 / 60;

const stage = await setStage();
try {
  if (isWanted("scripts")) await scripts();
  if (isWanted("loads")) await loads();
  if (isWanted("opening")) await opening();
  if (isWanted("typing")) await typing();
  if (isWanted("streaming")) await streaming();
  if (isWanted("first-token")) await firstToken();
} finally {
  await stage.close();
}

async function firstToken(): Promise<void> {
  const { raw, newChat, followUp } = await measureFirstToken(stage);
  say({ what: "first token straight from the model, p50", value: round(raw), unit: "ms" });
  atMost("Enter to first token shown over the raw model, new chat, p50", newChat, "ms", 60);
  atMost("Enter to first token shown over the raw model, follow-up, p50", followUp, "ms", 35);
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

async function streaming(): Promise<void> {
  const { bare, stet, longest, overBar } = await measureStreaming(stage);
  const more = { bareMs: round(bare), stetMs: round(stet) };
  atMost("50,000 characters at 1,000 tokens/s, main thread over bare text", stet / bare, "×", 1.9, more);
  atMost("the same, tasks over 50 ms of processor time", overBar, "", 0, { longestTaskMs: round(longest) });
}

async function loads(): Promise<void> {
  const { near, slow, far } = await measurePageLoads(stage);
  const of = ({ used, empty, still }: Record<"used" | "empty" | "still", Load>) => ({
    usedMs: round(used.lcp),
    emptyMs: round(empty.lcp),
    withoutScriptsMs: round(still.lcp),
    usableMs: round(used.usable),
    elements: [used.elements, empty.elements],
  });
  const { scripts, scriptBytes, requests } = near.used;
  atMost("scripts of the chat page as transferred", scriptBytes / 1000, "KB", 185, { files: scripts });
  atMost("script files of the chat page", scripts, "", 10);
  atMost("requests until the chat page can be used", requests, "", 20);
  atMost("largest text of the chat page painted, 50 chats", near.used.lcp, "ms", 250, of(near));
  atMost("the same, CPU 4 times slower", slow.used.lcp, "ms", 550, of(slow));
  atMost("the same over the page without scripts", near.used.lcp / near.still.lcp, "×", 1.2);
  atMost("the same over the page without scripts, CPU 4 times slower", slow.used.lcp / slow.still.lcp, "×", 1.2);
  atMost("50 chats in the sidebar over none", near.used.lcp - near.empty.lcp, "ms", 20);
  atMost("50 chats in the sidebar over none, CPU 4 times slower", slow.used.lcp - slow.empty.lcp, "ms", 60);
  atMost("the composer takes a key at 100 ms and 10 Mbit/s", far.used.usable, "ms", 800, of(far));
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
