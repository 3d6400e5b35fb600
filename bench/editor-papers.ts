/*
 * Exporting and importing large files, and whether the server responds to others meanwhile: a draft of 100 pages as a
 * Word file, the same file as a draft again, and a chat of 300 messages as a PDF. /health/live is polled throughout.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDraft } from "../app/server/data/drafts/drafts.ts";
import { longChat } from "../scripts/seed/long-chat.ts";
import { writeChat } from "../scripts/seed/write-chat.ts";
import { freePort, startStetProcess } from "../test/e2e/browser.ts";
import { longDraft } from "./editor/long-draft.ts";
import { signInBench, withBenchPerson } from "./editor/stage.ts";
import { percentile } from "./stream/load.ts";

/** Words on an A4 page of a contract. */
const wordsOnPage = 450;
const pages = 100;
const messages = 300;
const barMs = 100;
const askEveryMs = 10;

const folder = mkdtempSync(join(tmpdir(), "stet-papers-"));
const made = { projectId: "", draftId: "", chatId: "" };
await withBenchPerson(folder, async (me, db, projectId) => {
  made.projectId = projectId;
  made.draftId = await createDraft(me, db, { projectId, name: "A hundred pages", document: longDraft(pages * wordsOnPage) });
  made.chatId = await writeChat(db, me.userId, { title: "Long", messages: longChat(messages, 1500), endedAt: new Date() });
});
const settings = { STET_DATA: folder, PORT: String(await freePort()), LOG_LEVEL: "error" };
const server = await startStetProcess(settings);
try {
  const cookie = await signInBench(server.url);
  const headers = { cookie, origin: server.url };
  const json = { ...headers, "content-type": "application/json" };
  const post = (path: string, body: unknown) =>
    fetch(server.url + path, { method: "POST", headers: json, body: JSON.stringify(body) });

  await measure("nothing else to do", () => new Promise((resolve) => setTimeout(resolve, 3000)));
  let docx = new ArrayBuffer();
  await measure(`a draft of ${pages} pages as a Word file`, async () => {
    docx = await bytesOf(await post(`/api/drafts/${made.draftId}/export`, { format: "docx" }));
  });
  await measure("the Word file uploaded and taken in as a draft", async () => {
    const form = new FormData();
    form.append("file", new Blob([docx]), "contract.docx");
    const uploaded = await expectOk(await fetch(`${server.url}/api/upload`, { method: "POST", headers, body: form }));
    const { files } = (await uploaded.json()) as { files: { id: string }[] };
    await expectOk(await post("/api/drafts/import", { projectId: made.projectId, fileId: files[0]!.id }));
  });
  await measure(`a draft of ${pages} pages as a PDF`, async () => {
    await bytesOf(await post(`/api/drafts/${made.draftId}/export`, { format: "pdf" }));
  });
  await measure(`a chat of ${messages} messages as a PDF`, async () => {
    await bytesOf(await fetch(`${server.url}/api/chats/${made.chatId}/pdf`, { headers }));
  });
} finally {
  await server.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
}

async function bytesOf(response: Response): Promise<ArrayBuffer> {
  return (await expectOk(response)).arrayBuffer();
}

async function expectOk(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return response;
}

/** Other requests arrive at a fixed rate, whether or not the previous one has been answered. */
async function measure(what: string, run: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  const asked: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    const started = performance.now();
    asked.push(
      fetch(`${server.url}/health/live`).then(async (answer) => {
        await answer.text();
        times.push(performance.now() - started);
      }),
    );
  }, askEveryMs);
  const started = performance.now();
  await run();
  const seconds = round((performance.now() - started) / 1000);
  clearInterval(timer);
  await Promise.all(asked);
  const p99 = round(percentile(times, 0.99));
  const line = { what: `/health/live, p99: ${what}`, value: p99, unit: "ms", bar: barMs, ok: p99 <= barMs };
  const more = { seconds, p50: round(percentile(times, 0.5)), longestMs: round(Math.max(...times)), asked: times.length };
  process.stdout.write(`${JSON.stringify({ bench: "editor-papers", ...line, ...more })}\n`);
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
