/* One agent, one entry: tested on both databases through the same endpoint as an editor's saves. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DraftVersion } from "#core/document/draft.ts";
import { jsonOf } from "#core/document/document-schema.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { startApp, type TestApp, type TestPerson } from "../../../../test/app.ts";

let app: TestApp;
let me: TestPerson;
beforeAll(async () => {
  app = await startApp();
  me = await app.person();
});
afterAll(() => app.close());

type Saved = { version: number; versionId: string };

async function newDraft(): Promise<{
  id: string;
  save(kind: string, content: string, rest?: object): Promise<Saved>;
  versions(): Promise<DraftVersion[]>;
}> {
  const post = async (path: string, body: object) => (await (await app.request(path, { as: me, body })).json()) as { id: string };
  const { id: projectId } = await post("/api/projects", { name: "Work" });
  const { id } = await post("/api/drafts", { projectId, name: "Lease", content: "One two three." });
  let version = 1;
  return {
    id,
    async save(kind, content, rest = {}) {
      const body = { version, kind, document: jsonOf(markdownToDocument(content)), ...rest };
      const response = await app.request(`/api/drafts/${id}`, { as: me, method: "PATCH", body });
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
      const saved = (await response.json()) as Saved;
      version = saved.version;
      return saved;
    },
    versions: async () =>
      ((await (await app.request(`/api/drafts/${id}/versions`, { as: me })).json()) as { versions: DraftVersion[] }).versions,
  };
}

const applied = (original: string, replacement: string) => ({ start: 0, original, replacement, before: "", after: "" });

function change(original: string, replacement: string) {
  const none = { origins: [], runs: [] };
  return {
    applied: applied(original, replacement),
    lead: 0,
    before: {},
    after: {},
    owners: { before: none, after: none },
    added: 0,
    deleted: 0,
  };
}

const kinds = (versions: readonly DraftVersion[]) =>
  versions.map(({ kind, agent }) => `${kind}${agent ? ` ${agent.changes}` : ""}`);

test("what an agent changes is one entry, however often it is saved, and what is typed meanwhile is one as well", async () => {
  const draft = await newDraft();
  const messageId = uuidv7();
  const agent = (...made: object[]) => ({ summary: "Plainer", agent: { messageId, model: "stet-builtin", made } });
  await draft.save("typed", "One two three. I");
  await draft.save("agent", "1 two three. I", agent(change("One", "1")));
  await draft.save("typed", "1 two three. I type");
  await draft.save("agent", "1 2 three. I type", agent(change("two", "2")));
  await draft.save("typed", "1 2 three. I type on");
  await draft.save("agent", "1 2 3. I type on", agent(change("three", "3"), change("two", "2")));
  const versions = await draft.versions();
  expect(kinds(versions)).toEqual(["agent 3", "typed", "created"]);
  expect(versions[0]).toMatchObject({ summary: "Plainer", version: 7, agent: { messageId, model: "stet-builtin", isUndo: false } });
});

test("another answer's work is another entry, and a named entry is left as it is", async () => {
  const draft = await newDraft();
  const [first, second] = [uuidv7(), uuidv7()];
  const agent = (messageId: string, ...made: object[]) => ({ agent: { messageId, made } });
  const { versionId } = await draft.save("agent", "1 two three.", agent(first, change("One", "1")));
  await draft.save("agent", "1 2 three.", agent(second, change("two", "2")));
  await app.request(`/api/drafts/${draft.id}/versions/${versionId}`, { as: me, method: "PATCH", body: { name: "Sent" } });
  await draft.save("agent", "1 2 3.", agent(first, change("three", "3")));
  expect(kinds(await draft.versions())).toEqual(["agent 1", "agent 1", "agent 2", "created"]);
});

test("the whole of it is undone as an entry of its own, and what was edited since is still reported", async () => {
  const draft = await newDraft();
  const messageId = uuidv7();
  const { versionId } = await draft.save("agent", "1 2 three.", {
    agent: { messageId, made: [change("One", "1"), change("two", "2")] },
  });
  const read = async () => (await app.request(`/api/drafts/${draft.id}/versions/${versionId}/agent`, { as: me })).json();
  expect(await read()).toMatchObject({ messageId, changes: [{ applied: { original: "One" } }, { applied: { original: "two" } }] });
  await draft.save("agent", "One 2 three.", { agent: { messageId, takenBack: [applied("One", "1")], isUndo: true } });
  expect((await draft.versions()).map(({ kind, agent }) => [kind, agent?.changes, agent?.isUndo])).toEqual([
    ["agent", 0, true],
    ["agent", 1, false],
    ["created", undefined, undefined],
  ]);
  expect(await read()).toMatchObject({ changes: [{ applied: { original: "two" } }] });
});

test("a save of an agent's that does not say whose it is, or says too much, is refused", async () => {
  const draft = await newDraft();
  await expect(draft.save("agent", "x")).rejects.toThrow(/400.*whose work/);
  await expect(draft.save("agent", "x", { agent: { messageId: "not-an-id" } })).rejects.toThrow(/400/);
  const made = Array.from({ length: 301 }, () => change("a", "b"));
  await expect(draft.save("agent", "x", { agent: { messageId: uuidv7(), made } })).rejects.toThrow(/400/);
});
