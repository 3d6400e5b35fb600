/* Simulated users: in chats, in drafts, with files, and with idle open windows. */
import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { blocksOf, clientOf, textOf, type Client } from "./client.ts";
import type { DraftWritten, Journal, Turn } from "./journal.ts";

type Load = { cookies: readonly string[]; url: string; journal: Journal; over: AbortSignal };

const people = { chatting: 8, drafting: 3, uploading: 2, watching: 10 };
const turnsPerChat = 3;
const paragraphsPerDraft = 30;

/** Resolves when `over` is aborted and everyone has finished. */
export async function work({ cookies, url, journal, over }: Load): Promise<void> {
  const clientFor = (nth: number) => clientOf(url, cookies[nth % cookies.length]!, journal, over);
  const all = (count: number, what: (client: Client, journal: Journal, over: AbortSignal) => Promise<void>) =>
    Array.from({ length: count }, (_, nth) => untilOver(() => what(clientFor(nth), journal, over), journal, over));
  await Promise.all([
    ...all(people.chatting, chat),
    ...all(people.drafting, writeDraft),
    ...all(people.uploading, upload),
    ...all(people.uploading, uploadInParts),
    ...all(people.watching, watch),
  ]);
}

async function untilOver(what: () => Promise<void>, journal: Journal, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await what().catch((error: unknown) => journal.surprises.push(String(error)));
    await sleep(50 + Math.random() * 200);
  }
}

async function chat(client: Client, journal: Journal, over: AbortSignal): Promise<void> {
  const chatId = randomUUID();
  for (let nth = 0, version = 0; nth < turnsPerChat && !over.aborted; nth++) {
    const chars = 100 + Math.floor(Math.random() * 1500);
    const turn: Turn = {
      chatId,
      messageId: randomUUID(),
      replyId: randomUUID(),
      content: `Question ${randomUUID()}. [[mock tps=50 kind=plain chars=${chars}]]`,
      runId: null,
      isAcknowledged: false,
      text: "",
      status: null,
      lastSeq: 0,
      hasGap: false,
      resumed: 0,
    };
    journal.turns.push(turn);
    const next = await takeTurn(client, journal, turn, version);
    if (next === null) return;
    version = next;
  }
}

/** The chat's version after the turn; null if the chat cannot continue. */
async function takeTurn(client: Client, journal: Journal, turn: Turn, version: number): Promise<number | null> {
  const choices = { model: "local:mock-model", sources: [], knowledgeSources: [], forceWebSearch: false };
  const rest = { searchProjectFiles: false, draftMode: false, writingType: null };
  const { chatId, messageId, replyId, content } = turn;
  const asked = { trigger: "send", chatId, version, messageId, replyId, content, attachments: [], editorSelection: null };
  const answer = await client.send("POST", "/api/chat", { ...asked, temporary: false, choices: { ...choices, ...rest } });
  if (answer === undefined) return null;
  if (answer.status !== 200) {
    journal.surprises.push(`a question: ${answer.status} ${(await textOf(answer)).slice(0, 300)}`);
    return null;
  }
  turn.isAcknowledged = true;
  turn.runId = answer.headers.get("x-stet-run");
  await read(turn, answer);
  while (turn.status === null) {
    turn.resumed += 1;
    const again = await client.send("GET", `/api/runs/${turn.runId}/events?after=${turn.lastSeq}`);
    if (again === undefined) return null;
    if (again.status !== 200) {
      journal.surprises.push(`a resumption: ${again.status} ${(await textOf(again)).slice(0, 300)}`);
      return null;
    }
    await read(turn, again);
  }
  return version + 1;
}

/** The fields of an answer's events that a client needs. */
type StreamEvent = { type: string; delta?: string; data?: { content: string }; messageMetadata?: { status: string } };

async function read(turn: Turn, answer: Response): Promise<void> {
  for await (const block of blocksOf(answer)) {
    const match = /^id: (\d+)\ndata: (.+)$/s.exec(block);
    if (match === null) continue;
    const [seq, event] = [Number(match[1]), JSON.parse(match[2]!) as StreamEvent];
    if (seq <= turn.lastSeq) continue;
    if (seq !== turn.lastSeq + 1) turn.hasGap = true;
    turn.lastSeq = seq;
    if (event.type === "text-delta") turn.text += event.delta ?? "";
    if (event.type === "data-stet-final") turn.text = event.data?.content ?? "";
    if (event.type === "finish") turn.status = event.messageMetadata?.status ?? null;
  }
}

async function writeDraft(client: Client, journal: Journal, over: AbortSignal): Promise<void> {
  const project = await client.send("POST", "/api/projects", { name: "Project" });
  const projectId = ((await project?.json()) as { id: string } | undefined)?.id;
  const made = await client.send("POST", "/api/drafts", { projectId, name: "Draft", content: "" });
  if (made?.status !== 200) return;
  const draft: DraftWritten = { id: ((await made.json()) as { id: string }).id, acknowledged: [], sent: [] };
  journal.drafts.push(draft);
  let version = 1;
  while (draft.sent.length < paragraphsPerDraft && !over.aborted) {
    draft.sent.push(`Paragraph ${randomUUID()}.`);
    const saved = await save(client, journal, draft, version);
    if (saved === null) return;
    version = saved;
    draft.acknowledged = [...draft.sent];
    await sleep(200 + Math.random() * 600);
  }
}

/** The version that holds everything sent; null if the draft cannot continue. */
async function save(client: Client, journal: Journal, draft: DraftWritten, version: number): Promise<number | null> {
  const content = draft.sent.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] }));
  const body = { version, document: { type: "doc", content }, kind: "typed" };
  const answer = await client.send("PATCH", `/api/drafts/${draft.id}`, body);
  if (answer === undefined) return null;
  if (answer.status === 200) return ((await answer.json()) as { version: number }).version;
  // A save whose response was lost was stored after all: the draft holds what was sent.
  const found = answer.status === 409 ? await client.send("GET", `/api/drafts/${draft.id}`) : undefined;
  const there = (await found?.json()) as { version: number; document: unknown } | undefined;
  if (there !== undefined && JSON.stringify(there.document).includes(draft.sent.at(-1)!)) return there.version;
  journal.surprises.push(`a save: ${answer.status} ${(await textOf(answer)).slice(0, 300)}`);
  return null;
}

function newFile(bytes: number) {
  const name = `${randomUUID()}.txt`;
  let text = `${name}\n`;
  while (text.length < bytes) text += `Words of the file ${name}, line ${text.length}.\n`;
  return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
}

async function upload(client: Client, journal: Journal): Promise<void> {
  const { name, text, sha256 } = newFile(2_000 + Math.random() * 150_000);
  const form = new FormData();
  form.set("file", new File([text], name, { type: "text/plain" }));
  // Not retried under the same name: an upload has no id that would make it idempotent.
  const answer = await client.once("POST", "/api/upload", form);
  if (answer?.status === 200) noteUpload(journal, await textOf(answer), { name, sha256 });
  await sleep(500);
}

function noteUpload(journal: Journal, answer: string, file: { name: string; sha256: string }): void {
  // The status without the whole body is no acknowledgement.
  if (!answer.endsWith("}")) return;
  const { files } = JSON.parse(answer) as { files: { id: string }[] };
  journal.uploads.push({ id: files[0]!.id, ...file });
}

async function uploadInParts(client: Client, journal: Journal, over: AbortSignal): Promise<void> {
  const { name, text, sha256 } = newFile(300_000);
  const tus = { "tus-resumable": "1.0.0" };
  const metadata = { "upload-length": String(text.length), "upload-metadata": `filename ${Buffer.from(name).toString("base64")}` };
  const begun = await client.once("POST", "/api/uploads", undefined, { ...tus, ...metadata });
  if (begun?.status !== 201) return void (await sleep(500));
  const path = new URL(begun.headers.get("location")!, "http://x").pathname;
  const type = { "content-type": "application/offset+octet-stream" };
  for (let tries = 0; tries < 100 && !over.aborted; tries++) {
    const asked = await client.send("HEAD", path, undefined, tus);
    if (asked?.status !== 200) return;
    const offset = Number(asked.headers.get("upload-offset"));
    const part = text.slice(offset, offset + 100_000);
    const answer = await client.once("PATCH", path, part, { ...tus, ...type, "upload-offset": String(offset) });
    if (answer?.status === 200) return noteUpload(journal, await textOf(answer), { name, sha256 });
    await sleep(300);
  }
}

async function watch(client: Client, journal: Journal, over: AbortSignal): Promise<void> {
  const answer = await client.send("GET", "/api/updates");
  if (answer?.status !== 200) return;
  for await (const _ of blocksOf(answer)) if (over.aborted) return;
  journal.reconnected += 1;
}
