/* Decisions and edits made on the page reach the server, even if it refuses some of them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ChatText } from "#core/changes/proposed-change.ts";
import type { TestApp, TestPerson } from "#test/app.ts";
import { startAppWithModel } from "#test/app-with-model.ts";
import type { MockModel } from "#test/mock-model.ts";
import { ask, question } from "#test/turns.ts";
import { problemOf, type ProblemCode } from "#core/workspace/problem.ts";
import { ChatChanges } from "./chat-changes.ts";

let app: TestApp;
let me: TestPerson;
beforeAll(async () => {
  let mock: MockModel;
  ({ app, mock, me } = await startAppWithModel());
  await mock.control({ text: "An answer.", tps: 0 });
});
beforeEach(() => {
  connect();
  vi.stubGlobal("localStorage", new Device());
});

/** Local storage as a browser has it: its entries are its own properties. */
class Device {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? (this as unknown as Record<string, string>)[key]! : null;
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value });
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

function connect(): void {
  vi.stubGlobal("fetch", (path: string, { method, body }: { method: string; body?: string }) =>
    app.request(path, { as: me, method, ...(body !== undefined && { body: JSON.parse(body) as object }) }),
  );
}

/** Every save is refused; everything else is answered. */
function refuse(refusal: () => Response | Promise<Response>): void {
  connect();
  const connected = globalThis.fetch as unknown as (path: string, init: { method: string }) => Promise<Response>;
  vi.stubGlobal("fetch", (path: string, init: { method: string }) => (init.method === "PUT" ? refusal() : connected(path, init)));
}

/** A page that shows the chat, until it is closed. */
async function openPage(chatId: string): Promise<{ changes: ChatChanges; close: () => Promise<void> }> {
  const changes = new ChatChanges(chatId, () => new Set());
  await changes.load();
  return { changes, close: () => changes.leave() };
}

async function newChat(): Promise<string> {
  const asked = question("Hello");
  await ask(app, me, asked);
  return asked.chatId;
}
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
  const chatId = await newChat();
  refuse(() => Promise.reject(new TypeError("Failed to fetch")));
  const { changes, close } = await openPage(chatId);
  let from = "a";
  for (const to of ["ab", "abc", "abcd", "abcde", "abcdef"]) {
    changes.change([], { name, from, to });
    from = to;
    await new Promise((resume) => setTimeout(resume));
  }
  expect(changes.text(name)).toBe("abcdef");
  const [waiting] = Object.values(localStorage).map((json) => JSON.parse(json as string) as object[]);
  expect(waiting!.length).toBeLessThanOrEqual(2);
  // The page was closed; the next one sends it.
  await close();
  connect();
  await openPage(chatId);
  await expect.poll(() => textsOf(chatId)).toEqual({ [name]: "abcdef" });
  await expect.poll(() => Object.keys(localStorage)).toEqual([]);
});

const name = "answer.0-draft-0";
const original = "# Letter\n\nDear reader,\n\nyours";

describe("a refused save", () => {
  const answerOf = (code: ProblemCode) => () => Response.json(problemOf(code), { status: problemOf(code).status });
  test.each<[string, () => Response]>([
    ["400", answerOf("bad-request")],
    ["401", answerOf("not-signed-in")],
    ["403", answerOf("not-allowed")],
    ["404", answerOf("not-found")],
    ["409", answerOf("chat-busy")],
    ["413", answerOf("too-large")],
    ["422, from a proxy", () => new Response("<h1>Unprocessable</h1>", { status: 422 })],
    ["429", answerOf("too-many-requests")],
    ["500", answerOf("something-went-wrong")],
    ["503", answerOf("database-unavailable")],
    ["507", answerOf("disk-full")],
  ])("with %s keeps what was typed, says why, and can be repeated", async (_status, answer) => {
    const chatId = await newChat();
    refuse(answer);
    const page = await openPage(chatId);
    page.changes.change([], { name, from: original, to: `${original}, Ada` });
    await expect.poll(() => page.changes.refusal(name)).toMatch(/\w/);
    // What is typed after it belongs to it.
    page.changes.change([], { name, from: `${original}, Ada`, to: `${original}, Ada Lovelace` });
    await expect.poll(() => page.changes.refusal(name)).toMatch(/\w/);
    expect(page.changes.text(name)).toBe(`${original}, Ada Lovelace`);
    expect(page.changes.isKept()).toBe(true);
    await page.close();

    const next = await openPage(chatId);
    await expect.poll(() => next.changes.text(name)).toBe(`${original}, Ada Lovelace`);
    await expect.poll(() => next.changes.refusal(name)).toMatch(/\w/);
    connect();
    next.changes.sendAgain(name);
    await expect.poll(() => textsOf(chatId)).toEqual({ [name]: `${original}, Ada Lovelace` });
    expect(next.changes.refusal(name)).toBeNull();
    expect(Object.keys(localStorage)).toEqual([]);
    await next.close();
  });

  test("does not hold up the chat's other texts, and can be given up", async () => {
    const chatId = await newChat();
    await put(chatId, { name, text: "Stored", version: 0, from: original });
    const { changes, close } = await openPage(chatId);
    refuse(answerOf("too-large"));
    changes.change([], { name, from: "Stored", to: "Much too long" });
    await expect.poll(() => changes.refusal(name)).toMatch(/larger/);
    connect();
    changes.change([], { name: "answer.0-draft-2", from: "b", to: "Another" });
    await expect.poll(() => textsOf(chatId)).toEqual({ [name]: "Stored", "answer.0-draft-2": "Another" });
    changes.discard(name);
    await expect.poll(() => changes.text(name)).toBe("Stored");
    expect(changes.refusal(name)).toBeNull();
    await close();
  });

  test("is said not to be kept where the device stores nothing", async () => {
    const chatId = await newChat();
    refuse(answerOf("too-large"));
    const { changes, close } = await openPage(chatId);
    localStorage.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    changes.change([], { name, from: original, to: "Longer" });
    await expect.poll(() => changes.refusal(name)).toMatch(/larger/);
    expect([changes.isKept(), changes.text(name)]).toEqual([false, "Longer"]);
    await close();
  });
});

describe("two tabs of one device", () => {
  const typed = (words: string) => original.replace("reader", words);

  test("without a connection keep both texts, and the next page stores both", async () => {
    const chatId = await newChat();
    const [one, two] = [await openPage(chatId), await openPage(chatId)];
    refuse(() => Promise.reject(new TypeError("Failed to fetch")));
    one.changes.change([], { name, from: original, to: typed("reader and friend") });
    two.changes.change([], { name, from: original, to: `${original}, Ada` });
    two.changes.change([], { name: "answer.0-draft-2", from: "b", to: "Only here" });
    await one.close();
    await two.close();
    connect();
    const next = await openPage(chatId);
    const both = `${typed("reader and friend")}, Ada`;
    await expect.poll(() => textsOf(chatId)).toEqual({ [name]: both, "answer.0-draft-2": "Only here" });
    expect(next.changes.text(name)).toBe(both);
    expect(Object.keys(localStorage)).toEqual([]);
    await next.close();
  });

  test("leave each other's unsent text alone, until the other is closed", async () => {
    const chatId = await newChat();
    const one = await openPage(chatId);
    refuse(() => Promise.reject(new TypeError("Failed to fetch")));
    one.changes.change([], { name, from: original, to: `${original}, Ada` });
    const two = await openPage(chatId);
    expect(two.changes.text(name)).toBeNull();
    await one.close();
    await expect.poll(() => two.changes.text(name)).toBe(`${original}, Ada`);
    await two.close();
  });

  test("what earlier versions of Stet left under one key is sent, too", async () => {
    const chatId = await newChat();
    const left = [{ notes: [], text: { name, text: "As it was left", version: 0, from: original } }];
    localStorage.setItem(`stet.chat-changes.${chatId}`, JSON.stringify(left));
    const { close } = await openPage(chatId);
    await expect.poll(() => textsOf(chatId)).toEqual({ [name]: "As it was left" });
    await close();
  });
});

test("a save whose answer was lost is not made twice", async () => {
  const chatId = await newChat();
  const { changes, close } = await openPage(chatId);
  const words = (typed: string) => `${original}, ${typed}`;
  const connected = globalThis.fetch;
  vi.stubGlobal("fetch", async (...asked: Parameters<typeof fetch>) => {
    await connected(...asked);
    throw new TypeError("Failed to fetch");
  });
  changes.change([], { name, from: original, to: words("Ada") });
  await expect.poll(() => changes.refusal(name)).toMatch(/\w/);
  connect();
  changes.change([], { name, from: words("Ada"), to: words("Bo and Ada") });
  await expect.poll(() => textsOf(chatId)).toEqual({ [name]: words("Bo and Ada") });
  await close();
});

test("what is being stored can be waited for", async () => {
  const chatId = await newChat();
  const { changes, close } = await openPage(chatId);
  const connected = globalThis.fetch;
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.stubGlobal("fetch", (...asked: Parameters<typeof fetch>) => promise.then(() => connected(...asked)));
  changes.change([], { name, from: original, to: `${original}, Ada` });
  const stored = changes.stored().then(() => "stored");
  expect(await Promise.race([stored, new Promise((done) => setTimeout(done, 50, "waits"))])).toBe("waits");
  resolve();
  expect(await stored).toBe("stored");
  expect(await textsOf(chatId)).toEqual({ [name]: `${original}, Ada` });
  await close();
});

async function put(chatId: string, text: object): Promise<void> {
  await app.request(`/api/chats/${chatId}/changes`, { method: "PUT", as: me, body: { notes: [], text } });
}
