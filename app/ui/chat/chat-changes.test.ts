/* Decisions and edits made on the page reach the server, even if it refuses some of them. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { ChatText } from "#core/changes/proposed-change.ts";
import type { TestApp, TestPerson } from "#test/app.ts";
import { startAppWithModel } from "#test/app-with-model.ts";
import { ask, question } from "#test/turns.ts";
import { ChatChanges } from "./chat-changes.ts";

let app: TestApp;
let me: TestPerson;
beforeAll(async () => {
  ({ app, me } = await startAppWithModel());
  vi.stubGlobal("fetch", (path: string, { method, body }: { method: string; body?: string }) =>
    app.request(path, { as: me, method, ...(body !== undefined && { body: JSON.parse(body) as object }) }),
  );
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await app.close();
});

async function textsOf(chatId: string): Promise<Record<string, string | null>> {
  const answer = await app.request(`/api/chats/${chatId}/changes`, { as: me });
  const { texts } = (await answer.json()) as { texts: ChatText[] };
  return Object.fromEntries(texts.map(({ name, text }) => [name, text]));
}

test("a text that was changed elsewhere is refused, with what was built on it, and nothing else", async () => {
  const asked = question("Hello");
  const { chatId } = asked;
  await ask(app, me, asked);
  const text = { name: "one", text: "As the other tab has it", version: 0 };
  await app.request(`/api/chats/${chatId}/changes`, { method: "PUT", as: me, body: { notes: [], text } });

  const changes = new ChatChanges(chatId, () => new Set());
  // It is unaware of the other tab: the first change is refused, and the second builds on it.
  changes.change([], { name: "one", to: "As this tab has it" });
  changes.change([], { name: "one", to: "As this tab has it, and more" });
  changes.change([], { name: "two", to: "Another text" });
  await expect.poll(() => textsOf(chatId)).toEqual({ one: "As the other tab has it", two: "Another text" });
  await expect.poll(() => [changes.text("one"), changes.text("two")]).toEqual(["As the other tab has it", "Another text"]);
});

test("a draft that was changed elsewhere is merged with what was typed here, and with what follows", async () => {
  const asked = question("Hello");
  const { chatId } = asked;
  await ask(app, me, asked);
  const name = "answer.0-draft-0";
  const put = (text: object) =>
    app.request(`/api/chats/${chatId}/changes`, { method: "PUT", as: me, body: { notes: [], text: { name, ...text } } });
  const original = "# Letter\n\nDear reader,\n\nyours";
  await put({ text: "# Letter\n\nDear friend,\n\nyours", version: 0, from: original });

  const changes = new ChatChanges(chatId, () => new Set());
  const type = (from: string, to: string) => changes.change([], { name, from, to });
  type(original, "# Letter\n\nDear reader,\n\nyours, Ada");
  type("# Letter\n\nDear reader,\n\nyours, Ada", "# Letter\n\nDear reader,\n\nyours, Ada Lovelace");
  const both = "# Letter\n\nDear friend,\n\nyours, Ada Lovelace";
  await expect.poll(() => textsOf(chatId)).toEqual({ [name]: both });
  expect(changes.text(name)).toBe(both);
  type(both, `${both}!`);
  await expect.poll(() => textsOf(chatId)).toEqual({ [name]: `${both}!` });
});

test("what is typed without a connection waits as one text, and is sent later", async () => {
  const asked = question("Hello");
  const { chatId } = asked;
  await ask(app, me, asked);
  const connected = globalThis.fetch;
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  const changes = new ChatChanges(chatId, () => new Set());
  const name = "answer.0-draft-0";
  let from = "a";
  for (const to of ["ab", "abc", "abcd", "abcde", "abcdef"]) {
    changes.change([], { name, from, to });
    from = to;
    await new Promise((resume) => setTimeout(resume));
  }
  expect(changes.text(name)).toBe("abcdef");
  const [waiting] = [...kept.values()].map((json) => JSON.parse(json) as object[]);
  expect(waiting!.length).toBeLessThanOrEqual(2);
  // The page was closed; the next one sends it.
  vi.stubGlobal("fetch", connected);
  await new ChatChanges(chatId, () => new Set()).load();
  await expect.poll(() => textsOf(chatId)).toEqual({ [name]: "abcdef" });
  expect([...kept]).toEqual([]);
});
