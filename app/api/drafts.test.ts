/* Drafts as a browser requests them: created from a chat's text, saved on top of the version seen, merged by the
   window. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uuidv7 } from "#core/text/uuid.ts";
import { jsonOf } from "#core/document/document-schema.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { createApi } from "./index.ts";
import { stopGrammarChecker } from "#server/prose/harper.ts";
import { extremes, nested } from "#test/hostile-documents.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { ask, choicesOf, question, threadOf } from "#test/turns.ts";

let app: TestApp;
let me: TestPerson;
let projectId: string;
beforeAll(async () => {
  app = await startApp();
  me = await app.person();
  projectId = uuidv7();
  const user = await app.stet.database.db
    .selectFrom("session")
    .select("userId")
    .orderBy("createdAt", "desc")
    .executeTakeFirstOrThrow();
  await app.stet.database.db
    .insertInto("projects")
    .values({ id: projectId, owner_id: user.userId, organization_id: null, name: "Lease" })
    .execute();
});
afterAll(async () => {
  await app.close();
  await stopGrammarChecker();
});

const askFor = async (path: string, options: Parameters<TestApp["request"]>[1] = {}) => {
  const response = await app.request(path, { as: me, ...options });
  return { status: response.status, body: await response.json() };
};
const make = async (content: string) =>
  (await askFor("/api/drafts", { body: { projectId, name: "Notice", content } })).body.id as string;
const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const documentOf = (text: string) => jsonOf(markdownToDocument(text));

test("made, read, saved, refused when stale, listed, and its timeline", async () => {
  const id = await make("# Notice\n\nThe tenant leaves.");
  const { body: draft } = await askFor(`/api/drafts/${id}`);
  expect(draft).toMatchObject({ name: "Notice", version: 1, canChange: true, projectName: "Lease", chatId: null });
  expect(draft.document).toEqual(documentOf("# Notice\n\nThe tenant leaves."));
  const change = { version: 1, document: documentOf("The tenant stays."), kind: "patch", summary: "leaves becomes stays" };
  expect(await askFor(`/api/drafts/${id}`, { method: "PATCH", body: change })).toMatchObject({ status: 200, body: { version: 2 } });
  expect(await askFor(`/api/drafts/${id}`, { method: "PATCH", body: change })).toMatchObject({
    status: 409,
    body: { code: "draft-changed" },
  });
  const { body: list } = await askFor(`/api/drafts?projectId=${projectId}`);
  expect(list.drafts).toMatchObject([{ id, excerpt: "The tenant stays." }]);
  const { body: timeline } = await askFor(`/api/drafts/${id}/versions`);
  expect(timeline.versions.map((version: { kind: string }) => version.kind)).toEqual(["patch", "created"]);
  const first = timeline.versions[1].id;
  expect((await askFor(`/api/drafts/${id}/versions/${first}`)).body.document).toEqual(draft.document);
  expect((await askFor(`/api/drafts/${id}/versions/${first}`, { method: "PATCH", body: { name: "First" } })).body).toEqual({
    name: "First",
  });
});

test("one without a project is in a place of its own, until that is treated as a project", async () => {
  const person = await app.person();
  const asked = async (path: string, body?: object, method?: string) => {
    const response = await app.request(path, { as: person, ...(body && { body }), ...(method && { method }) });
    return { status: response.status, body: await response.json() };
  };
  const fresh = async () => (await asked("/api/drafts", { projectId: null, name: "Untitled draft" })).body;
  const [one, two] = [await fresh(), await fresh()];
  expect(two.projectId).toBe(one.projectId);
  expect((await asked(`/api/drafts/${one.id}`)).body).toMatchObject({ projectName: "Drafts", isUnfiled: true, canChange: true });
  for (const [treated, change] of [
    [() => asked(`/api/projects/${one.projectId}`, { name: "Lease" }, "PATCH"), "renamed"],
    [async () => asked("/api/functions/shareProject", { projectId: (await fresh()).projectId, emails: ["a@b.example"] }), "shared"],
    [async () => asked(`/api/projects/${(await fresh()).projectId}`, { archived: true }, "PATCH"), "archived"],
    [async () => asked(`/api/projects/${(await fresh()).projectId}`, undefined, "DELETE"), "deleted"],
  ] as const) {
    const before = (await fresh()).projectId;
    expect([change, (await treated()).status]).toEqual([change, 200]);
    const after = await fresh();
    expect([change, after.projectId === before]).toEqual([change, false]);
    expect((await asked(`/api/drafts/${after.id}`)).body.isUnfiled).toBe(true);
  }
  expect((await asked(`/api/drafts/${one.id}`)).body).toMatchObject({ projectName: "Lease", isUnfiled: false });
});

test("moved to another project with a picture that stays needed where it was, and back again", async () => {
  const { body: to } = await askFor("/api/projects", { body: { name: "Another matter" } });
  const form = new FormData();
  form.set("file", new File([onePixel], "plan.png", { type: "image/png" }));
  // As bytes: a form read in this process cannot be left half read.
  const whole = new Response(form);
  const body = await whole.arrayBuffer();
  const { url } = app.stet.env;
  const headers = { origin: url, cookie: me.cookie, "content-type": whole.headers.get("content-type")! };
  const address = new URL(`/api/upload?project=${projectId}`, url);
  const uploaded = await createApi(app.stet).fetch(new Request(address, { method: "POST", body, headers }), {});
  const { files } = (await uploaded.json()) as { files: { url: string }[] };
  const before = files[0]!.url;
  const image = `![A plan](${before})`;
  const [id] = [await make(image), await make(image)];
  const moved = await askFor(`/api/drafts/${id}`, { method: "PATCH", body: { projectId: to.id } });
  expect(moved).toEqual({ status: 200, body: { projectId: to.id, before: projectId } });
  const { body: draft } = await askFor(`/api/drafts/${id}`);
  const src = draft.document.content[0].attrs.src as string;
  expect(src).not.toBe(before);
  expect(Buffer.from(await (await app.request(src, { as: me })).arrayBuffer())).toEqual(onePixel);
  expect((await askFor(`/api/drafts?projectId=${to.id}`)).body.drafts).toMatchObject([{ id, isMine: true }]);
  expect((await askFor(`/api/drafts/${id}`, { method: "PATCH", body: { projectId } })).body.before).toBe(to.id);
  expect((await askFor(`/api/drafts/${id}`)).body.document.content[0].attrs.src).toBe(before);
});

test("a draft made of an answer is its model's, as far as it appears in the answer", async () => {
  const asked = question("Draft a notice to the tenant", { choices: choicesOf("stet-builtin") });
  await ask(app, me, asked);
  const answer = (await threadOf(app, me, asked.chatId)).messages.at(-1)!;
  const said = answer.content.split(/\n{2,}/).find((line) => /^[A-Z][^\n]{30,}/.test(line) && !/[*_#|[\]]/.test(line))!;
  const content = `${said}\n\nQuux frobnicates entirely otherwise.`;
  const { body } = await askFor("/api/drafts", { body: { projectId, name: "Notice", content, messageId: answer.id } });
  const { body: page } = await askFor(`/api/drafts/${body.id}/authorship`);
  expect(page.report.parts).toEqual([
    expect.objectContaining({ kind: "proposed", whose: "Stet built-in" }),
    expect.objectContaining({ kind: "unknown", words: 4 }),
  ]);
  expect(page.report.prompts[0]).toMatchObject({ prompt: "Draft a notice to the tenant", via: "answer" });
});

test.each([
  ["no project", { name: "x", content: "" }, 400],
  ["no name", { projectId: uuidv7(), name: "  ", content: "" }, 400],
  ["a project that is not there", { projectId: uuidv7(), name: "x", content: "" }, 404],
])("a draft is refused: %s", async (_, body, status) => {
  expect((await askFor("/api/drafts", { body })).status).toBe(status);
});

test.each([
  ["not a document", { version: 1, document: { type: "doc", content: [{ type: "script" }] }, kind: "typed" }],
  [
    "a link that runs",
    {
      version: 1,
      document: {
        type: "doc",
        content: [
          {
            type: "paragraph",
            content: [{ type: "text", text: "x", marks: [{ type: "link", attrs: { href: "javascript:alert(1)" } }] }],
          },
        ],
      },
      kind: "typed",
    },
  ],
  ["a kind that is the server's", { version: 1, document: documentOf("x"), kind: "created" }],
  ["no version", { document: documentOf("x"), kind: "typed" }],
])("a save is refused and changes nothing: %s", async (_, body) => {
  const id = await make("Stays.");
  expect((await askFor(`/api/drafts/${id}`, { method: "PATCH", body })).status).toBe(400);
  expect((await askFor(`/api/drafts/${id}`)).body.document).toEqual(documentOf("Stays."));
});

test.each([
  ["quotations nested too deep", { type: "doc", content: [nested("blockquote", 150)] }, /nested more than 100 levels deep/],
  ["a cell three million columns wide", extremes()[3], /not a document that Stet can hold/],
  ["a table too wide", extremes()[4], /more than 250 columns/],
])("what could not be opened again is not saved, whole or as a change: %s", async (_, document, sentence) => {
  const id = await make("Stays.");
  const whole = await askFor(`/api/drafts/${id}`, { method: "PATCH", body: { version: 1, document, kind: "typed" } });
  expect(whole).toMatchObject({ status: 400, body: { detail: expect.stringMatching(sentence) as string } });
  const insert = (document as { content: unknown[] }).content;
  const changes = { changes: [{ path: [], at: 1, remove: 0, insert }], size: 1 };
  expect(
    (await askFor(`/api/drafts/${id}`, { method: "PATCH", body: { version: 1, document: changes, kind: "typed" } })).status,
  ).toBe(400);
  expect((await askFor(`/api/drafts/${id}`)).body).toMatchObject({ version: 1, document: documentOf("Stays.") });
});

test("no one else's", async () => {
  const id = await make("Mine.");
  const as = await app.person();
  expect((await askFor(`/api/drafts/${id}`, { as })).status).toBe(404);
  expect((await askFor(`/api/drafts/${id}`, { as, method: "PATCH", body: { name: "Theirs" } })).status).toBe(404);
  expect((await askFor(`/api/drafts/${id}`, { as, method: "DELETE" })).status).toBe(404);
  expect((await askFor(`/api/drafts?projectId=${projectId}`, { as })).body).toEqual({ drafts: [] });
  expect((await app.request(`/api/drafts/${id}`)).status).toBe(401);
});

describe("a question beside a draft", () => {
  const beside = (draftId: string, rest: object = {}) =>
    question("Proofread this", {
      choices: choicesOf("stet-builtin"),
      projectId,
      draft: { draftId, caret: { before: "Today ", after: "he go" }, blocks: [], ...rest },
    });

  test("is answered from the current draft, in a chat that belongs to the draft", async () => {
    const id = await make("Today he go home.");
    const asked = beside(id);
    await ask(app, me, asked);
    const { messages } = await threadOf(app, me, asked.chatId);
    expect(messages.at(-1)!.content).toContain("goes");
    expect((await askFor(`/api/drafts/${id}`)).body.chatId).toBe(asked.chatId);
  });

  test("is about the passages that were chosen first", async () => {
    const id = await make("Today he go home.\n\nTomorrow they goes away again.");
    const asked = beside(id, { blocks: [{ type: "paragraph", content: "Tomorrow they goes away again." }] });
    await ask(app, me, asked);
    const answer = (await threadOf(app, me, asked.chatId)).messages.at(-1)!.content;
    expect(answer).toContain("Tomorrow they go away");
    expect(answer).not.toContain("Today");
  });

  test("is refused beside a draft of someone else's, or of another project", async () => {
    const id = await make("Mine.");
    const stranger = await app.person();
    expect((await askFor("/api/chat", { as: stranger, body: beside(id) })).status).toBe(404);
    expect((await askFor("/api/chat", { body: { ...beside(id), projectId: undefined } })).status).toBe(404);
  });
});
