/* A question is asked once the decisions made before it are stored. */
import { expect, test, vi } from "vitest";
import { choicesOf } from "#test/turns.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { ChatStore } from "./chat-store.ts";

const choices = choicesOf("local:mock-model");
const turns: [string, (store: ChatStore, id: string) => Promise<unknown>][] = [
  ["a message", (store) => store.send({ content: "And now?", attachments: [], choices, temporary: false })],
  ["an edited message", (store, id) => store.edit(id, "And now?", choices)],
  ["a regenerated answer", (store, id) => store.regenerate(id, choices)],
  ["a continued answer", (store, id) => store.continue(id, choices)],
];

test.each(turns)("%s waits for what was decided", async (_, ask) => {
  const asked = vi.fn(() => new Promise<Response>(() => {}));
  vi.stubGlobal("fetch", asked);
  const { promise, resolve } = Promise.withResolvers<void>();
  const store = new ChatStore({ id: uuidv7() });
  store.askAfter(() => promise);
  void ask(store, uuidv7());
  await new Promise((done) => setTimeout(done, 50));
  expect(asked).not.toHaveBeenCalled();
  resolve();
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
});
