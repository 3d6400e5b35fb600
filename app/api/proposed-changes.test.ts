/*
 * Changes proposed by a model are rows on the server from the end of the answer: located, expanded, decided, tracked
 * through saves, and listed in the next request.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { applyEdits, locatePatch, revertPatches } from "#core/changes/patch.ts";
import type { ChangeSummary, ChatText } from "#core/changes/proposed-change.ts";
import type { ChatChanges } from "#core/requests/changes.ts";
import type { Sent } from "#core/chat/sent.ts";
import type { TestApp, TestPerson } from "#test/app.ts";
import { startAppWithModel } from "#test/app-with-model.ts";
import type { MockModel } from "#test/mock-model.ts";
import { ask, question } from "#test/turns.ts";

let app: TestApp;
let mock: MockModel;
let me: TestPerson;
beforeAll(async () => {
  ({ app, mock, me } = await startAppWithModel());
});
afterAll(() => app.close());

type Listed = { changes: ChangeSummary[]; texts: ChatText[] };
const json = async <T>(path: string, as = me) => (await (await app.request(path, { as })).json()) as T;
const changesOf = (chatId: string, as = me) => json<Listed>(`/api/chats/${chatId}/changes`, as);
const put = (chatId: string, body: ChatChanges, as = me) =>
  app.request(`/api/chats/${chatId}/changes`, { method: "PUT", as, body });

async function answered(text: string, asked: ReturnType<typeof question>) {
  await mock.control({ tps: 0, text });
  await ask(app, me, asked);
  await mock.control({});
  return asked;
}

const library = "The library opens at nine. A library card is free, says the Library Act.\n\nEach library closes at six.";
const patch = (...patches: object[]) => patches.map((one) => `BEGIN PATCH\n${JSON.stringify(one)}\nEND PATCH\n`).join("\n");
const everyLibrary = {
  original: "library",
  replacement: "public library",
  summary: "One term.",
  all: true,
  except: ["library card"],
};

test("a change for every place becomes one for each, and what has no place says why", async () => {
  const lost = { original: "The museum is closed", replacement: "x", summary: "" };
  const { chatId, replyId } = await answered(
    patch(everyLibrary, lost),
    question(`Please change every library but in library card:\n\n${library}`),
  );
  const { changes, texts } = await changesOf(chatId);
  expect(texts).toEqual([]);
  const textName = changes[0]!.textName!;
  expect(changes).toMatchObject([
    { messageId: replyId, block: "0-patch-0.0", place: 0, state: "proposed", patch: { place: { start: 4, end: 11 } } },
    { messageId: replyId, block: "0-patch-0.0", place: 1, state: "proposed", patch: { original: "library" } },
    { messageId: replyId, block: "0-patch-1", place: 0, state: "refused", reason: "not-found", textName },
  ]);
  // Another person sees none of them and can change none.
  const other = await app.person();
  expect(await changesOf(chatId, other)).toEqual({ changes: [], texts: [] });
  expect((await put(chatId, { notes: [] }, other)).status).toBe(404);
  // Both in one request, from one device.
  const open = changes.slice(0, 2);
  const edits = open.map((one) => locatePatch(library, one.patch!)).flatMap((one) => (one.kind === "located" ? [one.edit] : []));
  const [now, applied] = applyEdits(library, edits);
  const notes = open.map(({ messageId, block, place }, i) => ({
    messageId,
    block,
    place,
    state: "applied" as const,
    applied: applied[i]!,
  }));
  const text = { name: textName, text: now, version: 0, from: library };
  expect((await put(chatId, { notes, text })).status).toBe(200);
  // The other device, which still has the old version, is refused.
  expect(await (await put(chatId, { notes: [], text: { ...text, text: "Other words." } })).json()).toMatchObject({
    code: "text-changed",
  });
  const after = await changesOf(chatId);
  expect(after.texts).toEqual([{ name: textName, text: now, version: 1 }]);
  expect(after.changes.map(({ state }) => state)).toEqual(["applied", "applied", "refused"]);
  // Undone, the text is byte for byte what it was.
  const kept = after.changes.flatMap((one) => one.applied ?? []);
  expect(revertPatches(now, kept)).toEqual({ kind: "reverted", text: library });
  const back = notes.map(({ messageId, block, place }) => ({ messageId, block, place, state: null }));
  expect((await put(chatId, { notes: back, text: { name: textName, text: null, version: 1 } })).status).toBe(200);
  const again = await changesOf(chatId);
  expect(again.texts).toEqual([{ name: textName, text: null, version: 2 }]);
  expect(again.changes.map(({ state }) => state)).toEqual(["proposed", "proposed", "refused"]);
  // Their stored positions are for another text; they are found by their surroundings or by a given position.
  expect(again.changes[0]!.patch).not.toHaveProperty("place");
  expect(locatePatch(library, again.changes[1]!.patch!)).toMatchObject({ kind: "located", edit: { start: 79 } });
  const located = { place: { start: 4, end: 11 }, before: "The ", after: " opens" };
  await put(chatId, { notes: [{ ...back[0]!, located }] });
  expect((await changesOf(chatId)).changes[0]!.patch).toMatchObject(located);
});

test("the next request says what became of each change, and has the texts as they are now", async () => {
  const draft = "BEGIN DRAFT\nThe library opens at nine. The hall is large.\nEND DRAFT\n";
  const first = question("Write two sentences");
  await answered(draft, first);
  const shorten = { original: "The hall is large.", replacement: "The hall is vast.", summary: "" };
  const open = { original: "at nine", replacement: "at ten", summary: "" };
  const refuse = { original: "library", replacement: "archive", summary: "" };
  const second = question("Change it", { chatId: first.chatId, version: 1 });
  await answered(patch(shorten, open, refuse), second);
  const { changes } = await changesOf(first.chatId);
  const [made, , rejected] = changes as [ChangeSummary, ChangeSummary, ChangeSummary];
  const before = "The library opens at nine. The hall is large.";
  const now = before.replace("large", "vast");
  const at = ({ messageId, block, place }: ChangeSummary) => ({ messageId, block, place });
  const applied = { start: 27, original: shorten.original, replacement: shorten.replacement, before: "nine. ", after: "" };
  await put(first.chatId, {
    notes: [
      { ...at(made), state: "applied", applied },
      { ...at(rejected), state: "rejected", rejectReason: "It is not\nan archive." },
    ],
    text: { name: made.textName!, text: now, version: 0, from: before },
  });
  const third = question("And now?", { chatId: first.chatId, version: 2 });
  // It builds on the accepted change.
  const further = { original: "The hall is vast.", replacement: "The hall is wide.", summary: "" };
  await answered(patch(further), third);
  // It is stored after the answer.
  const read = () => json<Sent>(`/api/messages/${third.replyId}/sent`);
  await expect.poll(read, { timeout: 15_000 }).toMatchObject({ isKept: true });
  const sent = await read();
  const { messages } = sent.isKept ? sent.steps[0]! : { messages: [] };
  const sentTexts = messages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])));
  expect(sentTexts[1]).toContain(now);
  expect(sentTexts.join("\n")).not.toContain(draft);
  expect(sentTexts).toContain(`<data label="what became of your earlier changes">
- “The hall is large.” → “The hall is vast.”: accepted
- “at nine” → “at ten”: not decided yet
- “library” → “archive”: rejected, because: It is not an archive.
</data>`);
  expect(sentTexts.at(-2)).toContain("Do not propose again what was rejected");
  const shown = async () => (await changesOf(first.chatId)).changes[2]!;
  expect(await shown()).toMatchObject({ state: "rejected", rejectReason: "It is not an archive." });
  // Reopened, it no longer has a reason.
  await put(first.chatId, { notes: [{ ...at(rejected), state: null }] });
  expect(await shown()).toMatchObject({ state: "proposed", rejectReason: null });
  expect((await changesOf(first.chatId)).changes.at(-1)).toMatchObject({
    state: "proposed",
    patch: { original: "The hall is vast." },
  });
});

test("beside a draft a change is followed through saves, is gone with its words, and comes back with them", async () => {
  const created = async (path: string, body: object) =>
    (await (await app.request(path, { as: me, body })).json()) as { id: string };
  const { id: projectId } = await created("/api/projects", { name: "Lease" });
  const passages = "As to the landlord: three months.\n\nAs to the tenant: three months.";
  const { id: draftId } = await created("/api/drafts", { projectId, name: "Notice", content: passages });
  const change = { original: "three months", replacement: "four months", summary: "", before: "As to the landlord: " };
  const { chatId, replyId } = await answered(
    patch(change),
    question("Longer", { projectId, draft: { draftId, caret: null, blocks: [] } }),
  );
  const row = async () => (await json<{ changes: ChangeSummary[] }>(`/api/drafts/${draftId}/made`)).changes[0]!;
  const save = async (version: number, markdown: string) => {
    const body = { version, document: markdownToDocument(markdown).toJSON() as unknown, kind: "typed", summary: "" };
    expect((await app.request(`/api/drafts/${draftId}`, { method: "PATCH", as: me, body })).status).toBe(200);
  };
  expect(await row()).toMatchObject({ messageId: replyId, block: "0-patch-0", state: "proposed", patch: { place: { start: 20 } } });
  await save(1, `Before it.\n\n${passages}`);
  expect(await row()).toMatchObject({ state: "proposed", patch: { place: { start: 32, end: 44 } } });
  await save(2, "Before it.\n\nAs to the tenant: three months.");
  expect(await row()).toMatchObject({ state: "gone", patch: { place: null } });
  await save(3, `Before it.\n\n${passages}`);
  expect(await row()).toMatchObject({ state: "proposed", patch: { place: { start: 32, end: 44 } } });
  await app.request(`/api/drafts/${draftId}/made`, {
    method: "PUT",
    as: me,
    body: { messageId: replyId, block: "0-patch-0", place: 0, state: "rejected", rejectReason: "Agreed so" },
  });
  // The chat has it too, with the draft it belongs to.
  expect((await changesOf(chatId)).changes).toMatchObject([{ state: "rejected", draft: { id: draftId, projectId } }]);
  expect(await changesOf(chatId, await app.person())).toEqual({ changes: [], texts: [] });
  expect(await row()).toMatchObject({ state: "rejected", rejectReason: "Agreed so", patch: { original: "three months" } });
});

test("a change is the reader's own while its answer is shown in their chat, and where it comes from can be read", async () => {
  const created = async (path: string, body: object) =>
    (await (await app.request(path, { as: me, body })).json()) as { id: string };
  const { id: projectId } = await created("/api/projects", { name: "Lease" });
  const { id: draftId } = await created("/api/drafts", { projectId, name: "Notice", content: "Three months." });
  const draft = { draftId, caret: null, blocks: [] };
  const change = { original: "Three months", replacement: "Four months", summary: "" };
  const { chatId, replyId } = await answered(patch(change), question("Make it\nlonger", { projectId, draft }));
  const isOwn = async () =>
    (await json<{ changes: ChangeSummary[] }>(`/api/drafts/${draftId}/made`)).changes.map((one) => [one.messageId, one.isOwn]);
  expect(await isOwn()).toEqual([[replyId, true]]);
  expect(await json(`/api/messages/${replyId}/facts`)).toMatchObject({ prompt: "Make it longer", sources: [] });
  expect((await app.request(`/api/messages/${replyId}/facts`, { as: await app.person() })).status).toBe(404);
  // Another version of the answer replaces it, and its changes.
  const { chat } = await json<{ chat: { version: number } }>(`/api/chats/${chatId}`);
  const again = {
    trigger: "regenerate",
    chatId,
    version: chat.version,
    regeneratedId: replyId,
    replyId: crypto.randomUUID(),
    draft,
  };
  await mock.control({ tps: 0, text: patch({ ...change, replacement: "Five months" }) });
  await ask(app, me, { ...question(""), ...again } as never);
  await mock.control({});
  expect(await isOwn()).toEqual([
    [replyId, false],
    [again.replyId, true],
  ]);
});
