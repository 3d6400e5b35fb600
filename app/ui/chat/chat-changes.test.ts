/* Decisions and edits made on the page reach the server, even if it refuses some of them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ChangeSummary, ChatText } from "#core/changes/proposed-change.ts";
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

describe("decisions on a pasted text", () => {
  const pasted = "0190a0a0-0000-7000-8000-000000000001.0-60";
  const answer = "0190a0a0-0000-7000-8000-000000000002";
  const terms = "Notice is three months.\n\nThe fee is 5,000.\nSigned twice.";
  const note = (place: number, state: "applied" | "rejected" | null) => ({ messageId: answer, block: "0-patch-0", place, state });
  const applied = (start: number, original: string, replacement: string) => ({
    applied: { start, original, replacement, before: terms.slice(0, start), after: terms.slice(start + original.length) },
  });
  const card = `${answer}.0-patch-0`;
  const longer = terms.replace("three", "thirty-three");

  /** What the server has of the decisions, by place. */
  async function rowsOf(chatId: string): Promise<Record<number, ChangeSummary>> {
    const { changes } = (await (await app.request(`/api/chats/${chatId}/changes`, { as: me })).json()) as {
      changes: ChangeSummary[];
    };
    return Object.fromEntries(changes.map((row) => [row.place, row]));
  }

  test("join what another tab has decided in the same text", async () => {
    const chatId = await newChat();
    await put(chatId, { name: pasted, text: longer, version: 0, from: terms });
    // It is unaware of the other tab.
    const changes = new ChatChanges(chatId, () => new Set());
    const at = terms.indexOf("5,000");
    const raised = terms.replace("5,000", "6,000");
    changes.change([{ ...note(0, "applied"), ...applied(at, "5,000", "6,000") }], { name: pasted, from: terms, to: raised });
    const both = longer.replace("5,000", "6,000");
    await expect.poll(() => textsOf(chatId)).toEqual({ [pasted]: both });
    const [row] = Object.values(await rowsOf(chatId));
    expect(row).toMatchObject({ state: "applied", applied: { start: both.indexOf("6,000") } });
    expect(changes.text(pasted)).toBe(both);
    // Reverted in a third tab, which does not know of the longer notice.
    const third = new ChatChanges(chatId, () => new Set());
    third.change([note(0, null)], { name: pasted, from: raised, to: null, original: terms });
    await expect.poll(() => textsOf(chatId)).toEqual({ [pasted]: longer });
    expect(third.refusal(card)).toBeNull();
  });

  test("stay, with the reason, where another tab has changed the same words", async () => {
    const chatId = await newChat();
    await put(chatId, { name: pasted, text: terms.replace("5,000", "7,000"), version: 0, from: terms });
    const page = await openPage(chatId);
    const changes = new ChatChanges(chatId, () => new Set());
    const at = terms.indexOf("5,000");
    changes.change([{ ...note(0, "applied"), ...applied(at, "5,000", "6,000") }], {
      name: pasted,
      from: terms,
      to: terms.replace("5,000", "6,000"),
    });
    await expect.poll(() => changes.refusal(card)).toMatch("same words");
    expect(changes.text(pasted)).toContain("6,000");
    changes.discard(card);
    await expect.poll(() => changes.text(pasted)).toContain("7,000");
    expect([changes.refusal(card), changes.read(card)]).toEqual([null, "{}"]);
    await page.close();
  });

  test.each(["bad-request", "not-allowed", "not-found", "too-large"] as const)(
    "stay, and can be repeated, after %s",
    async (code) => {
      const chatId = await newChat();
      refuse(() => Response.json(problemOf(code), { status: problemOf(code).status }));
      const page = await openPage(chatId);
      page.changes.change([{ ...note(1, "rejected"), rejectReason: "We agreed on three months." }]);
      await expect.poll(() => page.changes.refusal(card)).toMatch(/\w/);
      await page.close();
      const next = await openPage(chatId);
      await expect.poll(() => next.changes.refusal(card)).toMatch(/\w/);
      expect(next.changes.read(card)).toContain("We agreed on three months.");
      connect();
      next.changes.sendAgain(card);
      await expect
        .poll(() => rowsOf(chatId))
        .toMatchObject({ 1: { state: "rejected", rejectReason: "We agreed on three months." } });
      expect([next.changes.refusal(card), Object.keys(localStorage)]).toEqual([null, []]);
      await next.close();
    },
  );
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

describe("back to the original", () => {
  const edited = `${original}, Ada`;

  test("keeps what was typed elsewhere meanwhile", async () => {
    const chatId = await newChat();
    await put(chatId, { name, text: edited, version: 0, from: original });
    const { changes, close } = await openPage(chatId);
    await put(chatId, { name, text: edited.replace("reader", "friend"), version: 1 });
    changes.change([], { name, from: edited, to: null, original });
    await expect.poll(() => textsOf(chatId)).toEqual({ [name]: original.replace("reader", "friend") });
    await close();
  });

  test("stays if it is refused, and can be repeated", async () => {
    const chatId = await newChat();
    await put(chatId, { name, text: edited, version: 0, from: original });
    const page = await openPage(chatId);
    refuse(() => Response.json(problemOf("not-allowed"), { status: 403 }));
    page.changes.change([], { name, from: edited, to: null, original });
    await expect.poll(() => page.changes.refusal(name)).toMatch(/\w/);
    await page.close();
    const next = await openPage(chatId);
    await expect.poll(() => next.changes.refusal(name)).toMatch(/\w/);
    expect(next.changes.text(name)).toBeNull();
    connect();
    next.changes.sendAgain(name);
    await expect.poll(() => textsOf(chatId)).toEqual({ [name]: null });
    await next.close();
  });
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
