/*
 * While one person's large texts are made, saved, read and exported, others are
 * answered: the work is done in threads, and the main thread stays free.
 */
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { longWorkDone } from "#server/long-work/long-work.ts";
import type { TaskName } from "#server/long-work/tasks.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";

const paragraph = "The supplier delivers the goods **without delay** and the customer pays for them.\n\n";
const content = paragraph.repeat(6_000);

let app: TestApp;
let [me, other]: TestPerson[] = [];
let projectId: string;
let draftId: string;
beforeAll(async () => {
  app = await startApp();
  [me, other] = [await app.person(), await app.person()];
  projectId = await idOf("/api/projects", { name: "Long" });
  draftId = await idOf("/api/drafts", { projectId, name: "Long", content });
}, 120_000);
afterAll(() => app.close());

async function idOf(path: string, body: object): Promise<string> {
  return ((await (await app.request(path, { as: me!, body })).json()) as { id: string }).id;
}

/** Its status, which tasks threads did for it, and how often another person was answered before it was. */
async function meanwhile(asked: Promise<Response>) {
  const before = new Map(longWorkDone());
  const state = { isOver: false };
  const answer = asked.then(async (one) => [one.status, (await one.arrayBuffer()).byteLength]).finally(() => (state.isOver = true));
  let answered = 0;
  while (!state.isOver) {
    const health = await app.request("/health/live");
    expect(health.status).toBe(200);
    if (!state.isOver) answered++;
    await setTimeout(5);
  }
  const chats = await app.request("/api/chat-sessions", { as: other! });
  expect(chats.status).toBe(200);
  const did = [...longWorkDone()].filter(([name, count]) => count > (before.get(name) ?? 0)).map(([name]) => name);
  return { status: (await answer)[0], did, answered };
}

async function holdAnswered(asked: Promise<Response>, tasks: TaskName[]): Promise<void> {
  const { status, did, answered } = await meanwhile(asked);
  expect({ status, did: did.sort() }).toEqual({ status: 200, did: tasks.sort() });
  expect(answered).toBeGreaterThan(1);
}

const cases: [what: string, ask: () => Promise<Response>, tasks: TaskName[]][] = [
  ["made", () => app.request("/api/drafts", { as: me!, body: { projectId, name: "Long", content } }), ["newDraft"]],
  ["commented on", () => comment(), ["commentAnchor"]],
  ["saved", () => save(), ["savedDraft"]],
  ["counted by whose its words are", () => app.request(`/api/drafts/${draftId}/authorship`, { as: me! }), ["authorshipReport"]],
  ["exported as Markdown", () => exported("markdown"), ["draftExportFacts", "draftFile"]],
  ["exported as HTML", () => exported("html"), ["draftExportFacts", "draftFile"]],
  ["exported as Word", () => exported("docx"), ["draftExportFacts", "draftFile"]],
];

test.each(cases)("a text of half a million characters is %s", { timeout: 120_000 }, async (_, ask, tasks) => {
  await holdAnswered(ask(), tasks);
});

function comment(): Promise<Response> {
  const anchor = { quote: "without delay", before: "goods ", after: " and", start: 30 };
  const body = { id: "01890a5d-ac96-774b-bcce-b302099a8057", text: "Is this so?", anchor };
  return app.request(`/api/drafts/${draftId}/comments`, { as: me!, body });
}

async function save(): Promise<Response> {
  const draft = (await (await app.request(`/api/drafts/${draftId}`, { as: me! })).json()) as {
    version: number;
    document: { content: object[] };
  };
  draft.document.content.push({ type: "paragraph", content: [{ type: "text", text: "One more." }] });
  const { version, document } = draft;
  return app.request(`/api/drafts/${draftId}`, { method: "PATCH", as: me!, body: { version, document, kind: "typed" } });
}

function exported(format: string): Promise<Response> {
  return app.request(`/api/drafts/${draftId}/export`, { as: me!, body: { format } });
}
