/* What a provider's prompt cache can reuse: from turn to turn, the byte-identical prefix of the request has to grow. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uuidv7 } from "#core/text/uuid.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { dialects, startPeer, type Peer } from "#test/model-peers.ts";
import { ask, choicesOf, question, threadOf } from "#test/turns.ts";

type Body = Record<string, unknown>;

/** In the order providers read it: tools, instructions, conversation. Cache markers don't count. */
function prompt(body: Body): { head: string; conversation: string } {
  const json = (...names: string[]) =>
    JSON.stringify(
      names.map((name) => body[name] ?? null),
      (key, value: unknown) => (key === "cache_control" ? undefined : value),
    );
  return {
    head: json("tools", "system", "systemInstruction", "instructions"),
    conversation: json("messages", "contents", "input"),
  };
}

function shared(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

const file = Buffer.from(`The rent is 900 euros. ${"It is due on the first. ".repeat(60)}`).toString("base64");
const attachments = [{ name: "lease.txt", contentType: "text/plain", url: `data:text/plain;base64,${file}` }];

describe.each(Object.entries(dialects))("over the wire of %s", (_, dialect) => {
  let app: TestApp;
  let me: TestPerson;
  let peer: Peer;
  beforeAll(async () => {
    peer = await startPeer(dialect);
    app = await startApp(peer.settings);
    me = await app.person();
    peer.script([{ text: `An answer. ${"Of some length. ".repeat(40)}` }]);
  });
  afterAll(async () => {
    await app.close();
    await peer.stop();
  });

  async function talk(turns: number, beside?: { draftId: string; projectId: string }): Promise<Body[]> {
    const chatId = uuidv7();
    const from = peer.asked.length;
    for (let turn = 1, version = 0; turn <= turns; turn++) {
      const given = turn === 1 ? { attachments: attachments as never } : {};
      const draft = beside && { draft: { draftId: beside.draftId, caret: null, blocks: [] }, projectId: beside.projectId };
      const choices = choicesOf(peer.dialect.model);
      await ask(app, me, question(`Question ${turn}?`, { chatId, version, choices, ...given, ...draft }));
      version = (await threadOf(app, me, chatId)).chat.version;
      if (beside) await edit(beside.draftId, turn);
    }
    return peer.asked.slice(from);
  }

  async function edit(draftId: string, turn: number): Promise<void> {
    const { version } = (await (await app.request(`/api/drafts/${draftId}`, { as: me })).json()) as { version: number };
    const words = `The term is ${turn} years. ${"More words. ".repeat(turn)}`;
    const document = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: words }] }] };
    const body = { version, document, kind: "typed" };
    const saved = await app.request(`/api/drafts/${draftId}`, { as: me, method: "PATCH", body });
    expect(saved.status).toBe(200);
  }

  test("a chat repeats all of the request before it", async () => {
    const prompts = (await talk(4)).map(prompt);
    expect(prompts).toHaveLength(4);
    for (const [at, { head, conversation }] of prompts.entries()) {
      if (at === 0) continue;
      const before = prompts[at - 1]!;
      expect(head).toBe(before.head);
      // All but the closing brackets.
      expect(shared(conversation, before.conversation)).toBeGreaterThanOrEqual(
        before.conversation.replace(/[\]}",null]*$/, "").length,
      );
    }
  });

  test("beside a draft that is edited between the turns, all up to the question before it", async () => {
    const post = async (path: string, body: object) => (await (await app.request(path, { as: me, body })).json()) as { id: string };
    const { id: projectId } = await post("/api/projects", { name: "Work" });
    const { id: draftId } = await post("/api/drafts", { projectId, name: "Lease", content: "# Lease\n\nThe term is ten years." });
    const prompts = (await talk(4, { draftId, projectId })).map(prompt);
    expect(new Set(prompts.map(({ head }) => head)).size).toBe(1);
    const lengths = prompts.slice(1).map(({ conversation }, at) => shared(conversation, prompts[at]!.conversation));
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b));
    for (const [at, { conversation }] of prompts.entries()) {
      if (at < 2) continue;
      const answered = conversation.indexOf(`Question ${at - 1}?`);
      expect(answered).toBeGreaterThan(0);
      expect(lengths[at - 1]).toBeGreaterThan(answered);
    }
  });
});

test("Anthropic is told where to cache: after the instructions, before the question, and at the end", async () => {
  const peer = await startPeer(dialects.Anthropic);
  const app = await startApp(peer.settings);
  const me = await app.person();
  peer.script([{ text: "An answer." }]);
  const first = question("Question 1?", { choices: choicesOf(peer.dialect.model), attachments: attachments as never });
  await ask(app, me, first);
  await ask(app, me, question("Question 2?", { choices: choicesOf(peer.dialect.model), chatId: first.chatId, version: 1 }));
  const { system, messages } = peer.asked.at(-1) as { system: object[]; messages: { role: string; content: object[] }[] };
  const marked = (blocks: readonly object[]) => blocks.map((block) => "cache_control" in block);
  expect(marked(system)).toEqual([true]);
  expect(messages.map(({ role, content }) => [role, marked(content).at(-1)])).toEqual([
    ["user", false],
    ["assistant", true],
    ["user", true],
  ]);
  await app.close();
  await peer.stop();
});
