/* A question is asked once the decisions made before it are stored; after a turn only what is new is read. */
import { expect, test, vi } from "vitest";
import { choicesOf } from "#test/turns.ts";
import type { ChatThread } from "#core/chat/chat.ts";
import type { ThreadMessage } from "#core/chat/message.ts";
import type { RunEvent } from "#core/chat/run-event.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { draftMessage } from "./chat-state.ts";
import { ChatStore } from "./chat-store.ts";
import { entriesOf } from "./sections.ts";

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

/** A chat of two messages at version 1. */
function stored(id: string): ChatThread {
  const message = (role: "user" | "assistant", seq: number): ThreadMessage => ({
    ...draftMessage(uuidv7(), role, `Message ${seq}`, []),
    seq,
    ...(role === "assistant" && { run: { id: uuidv7(), status: "done", model: "local:mock-model", lastSeq: 5 } }),
  });
  const chat = { id, version: 1, title: "", choices: null, temporary: false, isOwner: true } as ChatThread["chat"];
  return {
    chat,
    project: null,
    messages: [message("user", 1), message("assistant", 2)],
    hasOlder: true,
    summary: null,
    undo: null,
  };
}

test.each([
  ["only what it added is read", 2, ["after=2"]],
  ["everything is read if another window changed the chat meanwhile", 3, ["after=2", "limit=50"]],
])("after a turn %s", async (_, version, reads) => {
  const id = uuidv7();
  const before = stored(id);
  const asked: string[] = [];
  let turn: { messageId: string; replyId: string };
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    if (init?.method === "POST") {
      turn = JSON.parse(String(init.body)) as typeof turn;
      return Promise.resolve(new Response(events(turn.replyId, id), { headers: { "content-type": "text/event-stream" } }));
    }
    asked.push(/after=\d+|limit=\d+$/.exec(path)![0]);
    const [question, answer] = before.messages as [ThreadMessage, ThreadMessage];
    const added = [
      { ...question, id: turn.messageId, content: "And now?", seq: 3 },
      { ...answer, id: turn.replyId, content: "Now.", parts: [{ type: "text" as const, text: "Now." }], seq: 4 },
    ];
    const messages = path.includes("after=") ? added : [...before.messages, ...added];
    return Promise.resolve(Response.json({ ...before, chat: { ...before.chat, version }, messages, hasOlder: false }));
  });
  const store = new ChatStore(before);
  expect(await store.send({ content: "And now?", attachments: [], choices, temporary: false })).toBeNull();
  await vi.waitFor(() => expect(store.read().version).toBe(version));
  await vi.waitFor(() => expect(entriesOf(store.read().sections).map(({ message }) => message.seq)).toEqual([1, 2, 3, 4]));
  expect(asked).toEqual(reads);
  expect(entriesOf(store.read().sections).map(({ message }) => message.content)).toEqual([
    "Message 1",
    "Message 2",
    "And now?",
    "Now.",
  ]);
});

/** An answer as it is streamed. */
function events(messageId: string, chatId: string): string {
  const run: RunEvent[] = [
    { type: "start", messageId, messageMetadata: { runId: uuidv7(), chatId, chatVersion: 2, model: "local:mock-model" } },
    { type: "text-start", id: "0" },
    { type: "text-delta", id: "0", delta: "Now." },
    { type: "text-end", id: "0" },
    { type: "finish", messageMetadata: { status: "done" } },
  ];
  return `${run.map((event, nth) => `id: ${nth + 1}\ndata: ${JSON.stringify(event)}\n\n`).join("")}data: [DONE]\n\n`;
}
