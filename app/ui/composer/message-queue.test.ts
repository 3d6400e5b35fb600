import { beforeEach, expect, test } from "vitest";
import type { ChatChoices, ChatThread } from "#core/chat/chat.ts";
import type { RunStatus, ThreadMessage } from "#core/chat/message.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { ChatStore } from "../chat/chat-store.ts";
import type { Sending } from "../chat/sending.ts";
import { draftMessage, turnOf } from "../chat/chat-state.ts";
import { entryOf } from "../chat/sections.ts";
import { MessageQueue, type QueuedMessage } from "./message-queue.ts";
import { Unsent } from "./unsent.ts";

const choices: ChatChoices = {
  model: "stet-builtin",
  sources: [],
  knowledgeSources: [],
  forceWebSearch: false,
  searchProjectFiles: false,
  draftMode: false,
  writingType: null,
};

const stored = new Map<string, string>();
let isFull = false;
beforeEach(() => {
  stored.clear();
  isFull = false;
  // In-memory storage: Node has none, and no window either.
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    value: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem(key: string, value: string) {
        if (isFull) throw new DOMException("full", "QuotaExceededError");
        stored.set(key, value);
      },
      removeItem: (key: string) => void stored.delete(key),
    },
  });
  Object.defineProperty(globalThis, "window", { configurable: true, value: new EventTarget() });
});

/** A chat whose messages go into a list instead of over the network. */
class RecordingStore extends ChatStore {
  sent: string[] = [];
  override send({ content, ids }: Sending): Promise<null> {
    this.sent.push(content);
    const { messageId, replyId } = ids!;
    const entries = [message(messageId, "user", content), message(replyId, "assistant", "")].map(entryOf);
    this.set({ sections: [...this.read().sections, { key: messageId, entries }], turn: turnOf(replyId, "running") });
    return Promise.resolve(null);
  }
  override catchUp(): Promise<void> {
    return Promise.resolve();
  }
}

function message(id: string, role: "user" | "assistant", content: string, status: RunStatus = "done"): ThreadMessage {
  const run = { id: uuidv7(), status, model: "m", lastSeq: 1 };
  return { ...draftMessage(id, role, content, []), seq: 1, ...(role === "assistant" && { run }) };
}

function chat(id: string, messages: ThreadMessage[]): RecordingStore {
  const summary = { id, title: "", updatedAt: "", createdAt: "", running: false, unread: false, temporary: false };
  const thread: ChatThread = {
    chat: { ...summary, organizationId: null, projectId: null, isOwner: true, version: 1, choices: null },
    project: null,
    messages,
    hasOlder: false,
    summary: null,
    undo: null,
  };
  return new RecordingStore(thread);
}

const queued = (content: string): QueuedMessage => ({
  messageId: uuidv7(),
  replyId: uuidv7(),
  content,
  attachments: [],
  choices,
  temporary: false,
});
const answered = (status: RunStatus = "done") => [
  message("q", "user", "A question"),
  message("a", "assistant", "An answer", status),
];
const rest = () => new Promise((resolve) => setTimeout(resolve, 20));

test("messages wait for the answer, and then go one after the other", async () => {
  const store = chat("c", answered());
  store.set({ turn: turnOf("a", "running") });
  const queue = new MessageQueue(store);
  expect([queue.add(queued("one")), queue.add(queued("two"))]).toEqual([true, true]);
  await rest();
  expect(store.sent).toEqual([]);
  store.set({ turn: null });
  await expect.poll(() => store.sent).toEqual(["one"]);
  expect(queue.read().map(({ content }) => content)).toEqual(["two"]);
  store.set({ turn: null });
  await expect.poll(() => store.sent).toEqual(["one", "two"]);
  expect([queue.read(), stored.size]).toEqual([[], 0]);
});

test.each<RunStatus>(["stopped", "failed", "interrupted"])("after an answer that was %s, a person decides", async (status) => {
  const store = chat("c", answered(status));
  const queue = new MessageQueue(store);
  queue.add(queued("next"));
  await rest();
  expect(store.sent).toEqual([]);
  await queue.sendNow();
  expect(store.sent).toEqual(["next"]);
});

test("after a reload what waited is sent, but not what the chat has", async () => {
  const [there, waiting] = [queued("arrived before"), queued("still waiting")];
  stored.set("stet.queue.c", JSON.stringify([there, { nonsense: true }, waiting]));
  const store = chat("c", [...answered(), message(there.messageId, "user", there.content), message("b", "assistant", "Yes.")]);
  const stop = new MessageQueue(store).subscribe(() => {});
  await expect.poll(() => store.sent).toEqual(["still waiting"]);
  stop();
});

test("of two tabs one sends", async () => {
  const [first, second] = [chat("c", answered()), chat("c", answered())];
  for (const store of [first, second]) store.set({ turn: turnOf("a", "running") });
  const queues = [new MessageQueue(first), new MessageQueue(second)];
  const stops = queues.map((queue) => queue.subscribe(() => {}));
  queues[0]!.add(queued("once"));
  window.dispatchEvent(Object.assign(new Event("storage"), { key: "stet.queue.c" }));
  expect(queues[1]!.read()).toHaveLength(1);
  for (const store of [second, first]) store.set({ turn: null });
  await expect.poll(() => [...first.sent, ...second.sent]).toHaveLength(1);
  await rest();
  expect([...first.sent, ...second.sent]).toEqual(["once"]);
  for (const stop of stops) stop();
});

test("the tab in which something was queued last sends", async () => {
  const [first, second] = [chat("c", answered()), chat("c", answered())];
  for (const store of [first, second]) store.set({ turn: turnOf("a", "running") });
  const queues = [new MessageQueue(first), new MessageQueue(second)];
  const stops = queues.map((queue) => queue.subscribe(() => {}));
  queues[0]!.add(queued("one"));
  await rest();
  queues[1]!.add(queued("two"));
  await rest();
  // The first tab is not notified of the answer's end, like a hidden tab.
  second.set({ turn: null });
  await expect.poll(() => second.sent).toEqual(["one"]);
  second.set({ turn: null });
  await expect.poll(() => second.sent).toEqual(["one", "two"]);
  expect(first.sent).toEqual([]);
  for (const stop of stops) stop();
});

test("what was queued behind a message that did not arrive waits with it", async () => {
  const sentAs = { text: "lost", files: [], chatId: "c", version: 1, messageId: uuidv7(), replyId: uuidv7() };
  stored.set("stet.queue.c", JSON.stringify([queued("behind it")]));
  stored.set("stet.unsent.c", JSON.stringify({ text: "lost", other: null, choices: null, sentAs }));
  const store = chat("c", answered());
  const queue = new MessageQueue(store);
  const stop = queue.subscribe(() => {});
  await rest();
  expect([store.sent, queue.read().length]).toEqual([[], 1]);
  stop();
});

test.each(["this tab", "another tab"])("it is sent once %s has found that the message did arrive", async (tab) => {
  const id = uuidv7();
  const sentAs = { text: "not lost", files: [], chatId: id, version: 1, messageId: uuidv7(), replyId: uuidv7() };
  stored.set(`stet.queue.${id}`, JSON.stringify([queued("behind it")]));
  stored.set(`stet.unsent.${id}`, JSON.stringify({ text: "not lost", other: null, choices: null, sentAs }));
  const store = chat(id, [...answered(), message(sentAs.messageId, "user", "not lost"), message("b", "assistant", "It was.")]);
  const stop = new MessageQueue(store).subscribe(() => {});
  await rest();
  expect(store.sent).toEqual([]);
  // The chat does not change any more.
  if (tab === "this tab") new Unsent(id).acknowledge("not lost");
  else {
    stored.delete(`stet.unsent.${id}`);
    window.dispatchEvent(Object.assign(new Event("storage"), { key: `stet.unsent.${id}` }));
  }
  await expect.poll(() => store.sent).toEqual(["behind it"]);
  stop();
});

test("a message that is put back comes where it was", () => {
  const store = chat("c", answered());
  store.set({ turn: turnOf("a", "running") });
  const queue = new MessageQueue(store);
  const [one, two, three] = [queued("one"), queued("two"), queued("three")];
  for (const message of [one, two, three]) queue.add(message);
  queue.remove(two.messageId);
  queue.add(two, three.messageId);
  expect(queue.read().map(({ content }) => content)).toEqual(["one", "two", "three"]);
  for (const message of [one, two, three]) queue.remove(message.messageId);
});

test("what is removed is not sent, and what a full device cannot keep is refused", async () => {
  const store = chat("c", answered());
  store.set({ turn: turnOf("a", "running") });
  const queue = new MessageQueue(store);
  const gone = queued("gone");
  queue.add(gone);
  isFull = true;
  expect(queue.add(queued("too much"))).toBe(false);
  isFull = false;
  queue.remove(gone.messageId);
  store.set({ turn: null });
  await rest();
  expect(store.sent).toEqual([]);
});
