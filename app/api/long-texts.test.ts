/*
 * While one person's large texts are created, saved, read and exported, others are answered: the work runs in worker
 * threads.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtinModelId } from "#core/account/plans.ts";
import { longWorkDone } from "#server/long-work/long-work.ts";
import type { TaskName } from "#server/long-work/tasks.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { choicesOf, question } from "#test/turns.ts";

const paragraph = "The supplier delivers the goods **without delay** and the customer pays for them.\n\n";
const content = paragraph.repeat(6_000);
const padding = "x".repeat(300_000);

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

/** Its status, and which tasks worker threads did for it. */
async function doneFor(ask: () => Promise<Response>) {
  const before = new Map(longWorkDone());
  const asked = ask();
  // Another person is served meanwhile.
  expect((await app.request("/api/chat-sessions", { as: other! })).status).toBe(200);
  const answer = await asked;
  await answer.arrayBuffer();
  const did = [...longWorkDone()].filter(([name, count]) => count > (before.get(name) ?? 0)).map(([name]) => name);
  return { status: answer.status, did: did.sort() };
}

const cases: [what: string, ask: () => Promise<Response>, tasks: TaskName[]][] = [
  ["made", () => app.request("/api/drafts", { as: me!, body: { projectId, name: "Long", content } }), ["newDraft", "readBody"]],
  ["commented on", () => comment(), ["commentAnchors"]],
  ["saved", () => save(), ["readBody", "savedDraft"]],
  ["counted by whose its words are", () => app.request(`/api/drafts/${draftId}/authorship`, { as: me! }), ["authorshipReport"]],
  ["exported as Markdown", () => exported("markdown"), ["draftExportFacts", "draftFile"]],
  ["exported as HTML", () => exported("html"), ["draftExportFacts", "draftFile"]],
  ["exported as Word", () => exported("docx"), ["draftExportFacts", "draftFile"]],
];

test.each(cases)("a text of half a million characters is %s", { timeout: 120_000 }, async (_, ask, tasks) => {
  expect(await doneFor(ask)).toEqual({ status: 200, did: tasks });
});

test.each([
  ["document", { document: { type: "paragraph", content: [padding] } }, /^document: /],
  [
    "authorship",
    { document: { type: "doc", content: [{ type: "paragraph" }] }, authorship: { runs: "none", padding } },
    /^authorship: /,
  ],
])("a long %s that is none is refused in the thread", async (_, members, sentence) => {
  const body = { version: 1, kind: "typed", ...members };
  const id = await idOf("/api/drafts", { projectId, name: "Short" });
  const answer = await app.request(`/api/drafts/${id}`, { method: "PATCH", as: me!, body });
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { detail: string }).detail).toMatch(sentence);
});

test.each([
  ["long nesting", `${"[".repeat(200)}"${padding}"`, 413, "The body is nested more than 32 deep."],
  ["no JSON", `{"name":"${padding}`, 400, "The body is not JSON."],
])("a long body is refused for its %s in the same words as a short one", async (_, body, status, detail) => {
  const headers = { "content-type": "application/json", origin: app.stet.env.url, cookie: me!.cookie };
  const answer = await app.fetch(new Request(`${app.stet.env.url}/api/chatdocuments/upsert`, { method: "POST", headers, body }));
  expect(await answer.json()).toMatchObject({ status, detail });
});

test("the built-in editor reads a long question in a thread", async () => {
  const body = question(content.slice(0, 400_000), { choices: choicesOf(builtinModelId) });
  const { status, did } = await doneFor(() => app.request("/api/chat", { as: me!, body }));
  expect(status).toBe(200);
  expect(did).toContain("builtinStep");
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
