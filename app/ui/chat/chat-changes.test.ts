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
