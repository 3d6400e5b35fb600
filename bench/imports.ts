/*
 * Reads a large export as the server does: how long it takes, and the peak memory of the reading process and this
 * one. `--megabytes=1000` sets the size.
 */
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { ExportReader } from "#server/import/export-reader.ts";
import { zipStream } from "#server/export/zip.ts";
import { branchedChat } from "#test/exports.ts";
import { randomBytes } from "node:crypto";

const megabytes = Number(/--megabytes=(\d+)/.exec(process.argv.join(" "))?.[1] ?? 100);

/** Half is chats with long texts, in files of 100 MB as ChatGPT writes them; half is their attachments. */
function* entries() {
  const at = new Date();
  for (let left = megabytes / 2, file = 0, number = 0; left > 0; left -= 75, file++) {
    const pieces: Buffer[] = [];
    for (let written = 0; written < 100_000_000; number++) {
      const text = JSON.stringify({ ...branchedChat(number), filler: randomBytes(30_000).toString("base64") });
      pieces.push(Buffer.from(`${written === 0 ? "[" : ","}${text}`));
      written += text.length;
    }
    yield { name: `conversations-${file}.json`, content: Buffer.concat([...pieces, Buffer.from("]")]), at };
  }
  for (let left = megabytes / 2, number = 0; left > 0; left -= 5, number++)
    yield { name: `file-${number}-picture.png`, content: randomBytes(5_000_000), at };
}

async function* each() {
  yield* entries();
}

const folder = await mkdtemp(join(tmpdir(), "stet-import-"));
const path = join(folder, "export.zip");
const out = createWriteStream(path);
for await (const chunk of zipStream(each())) if (!out.write(chunk)) await once(out, "drain");
await new Promise<void>((resolve) => out.end(() => resolve()));
const { size } = await stat(path);
for (const wants of ["heads", "items"] as const) {
  const begun = performance.now();
  const reader = await ExportReader.open({ path, size }, wants);
  let chats = 0;
  const next = async () => (wants === "heads" ? await reader.nextHeads() : await reader.nextItems());
  for (let batch = await next(); batch !== null; batch = await next()) chats += batch.chats.length;
  const seconds = (performance.now() - begun) / 1000;
  const mebibytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
  const line = (what: string, value: number, unit: string) =>
    process.stdout.write(`${JSON.stringify({ bench: "imports", what: `${wants}: ${what}`, value, unit })}\n`);
  line("ZIP", Math.round(size / 1e6), "MB");
  line("chats read", chats, "chats");
  line("time", Math.round(seconds), "s");
  line("most memory of the reading process", mebibytes(reader.peak), "MiB");
  line("memory of this process afterwards", mebibytes(process.memoryUsage.rss()), "MiB");
  reader.close();
}
await rm(folder, { recursive: true });
