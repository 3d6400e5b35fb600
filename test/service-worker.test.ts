/*
 * The service worker as it is, in a browser's surroundings of the test's making: what it keeps, for whom, and what it
 * shows without a network. Its journey is e2e/offline.test.ts.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { beforeEach, expect, test } from "vitest";

const source = readFileSync(join(import.meta.dirname, "../public/service-worker.js"), "utf8");
const origin = "https://stet.example.test";

type Answered = (path: string, request: Request) => Response | "offline";
type FetchEvent = {
  request: Request;
  preloadResponse?: Promise<undefined>;
  respondWith(answer: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
};

class FakeCache {
  readonly held = new Map<string, Response>();
  #urlOf = (of: string | Request) => new URL(typeof of === "string" ? of : of.url, origin).href;
  async match(of: string | Request) {
    return this.held.get(this.#urlOf(of))?.clone();
  }
  async put(of: string | Request, answer: Response) {
    this.held.set(this.#urlOf(of), answer);
  }
  async delete(of: string | Request) {
    return this.held.delete(this.#urlOf(of));
  }
  async keys() {
    return [...this.held.keys()].map((url) => new Request(url));
  }
}

let stores: Map<string, FakeCache>;
let listeners: Map<string, (event: FetchEvent) => void>;
let answered: Answered;
let fetched: string[];
beforeEach(() => {
  [stores, listeners, fetched] = [new Map(), new Map(), []];
  const caches = {
    open: async (name: string) => {
      if (!stores.has(name)) stores.set(name, new FakeCache());
      return stores.get(name)!;
    },
    delete: async (name: string) => stores.delete(name),
  };
  const fetch = async (request: Request) => {
    fetched.push(new URL(request.url).pathname);
    const answer = answered(new URL(request.url).pathname, request);
    if (answer === "offline") throw new TypeError("no network");
    return answer;
  };
  const self = {
    location: new URL(origin),
    addEventListener: (name: string, listener: (event: FetchEvent) => void) => listeners.set(name, listener),
  };
  class Redirecting extends Response {
    static override redirect(to: string, status: number) {
      return new Response(null, { status, headers: { location: to } });
    }
  }
  runInContext(source, createContext({ self, caches, fetch, Response: Redirecting, Request, URL, Date, Promise, Set }));
});

/** What the worker answers; null if it leaves the request alone. */
async function ask(path: string, { mode = "navigate", ...init }: RequestInit & { mode?: string } = {}): Promise<Response | null> {
  const request = new Request(new URL(path, origin), init);
  Object.defineProperty(request, "mode", { value: mode });
  let answer: Promise<Response> | null = null;
  const work: Promise<unknown>[] = [];
  listeners.get("fetch")!({ request, respondWith: (given) => (answer = given), waitUntil: (given) => work.push(given) });
  const given = answer === null ? null : await (answer as Promise<Response>);
  await Promise.all(work);
  return given;
}
const pageOf = (account: string, words: string, status = 200): Response =>
  new Response(`<title>${words} · Stet</title>${words}`, {
    status,
    headers: { "x-stet-account": account, date: new Date().toUTCString(), "content-security-policy": "default-src 'none'" },
  });
const chat = "/chat/01990000-0000-7000-8000-000000000001";
const draft = "/vault/projects/01990000-0000-7000-8000-000000000002/drafts/01990000-0000-7000-8000-000000000003";
const offline: Answered = () => "offline";
const online =
  (account: string): Answered =>
  (path) =>
    pageOf(account, `${account} at ${path}`);
const textAt = async (path: string) => (await ask(path))!.text();

test("a chat and a draft that were opened open without a network, as they were and with their policy", async () => {
  answered = online("ada");
  for (const path of [chat, draft, `/organizations/acme${chat}`]) await ask(path);
  answered = offline;
  for (const path of [chat, draft, `/organizations/acme${chat}`]) {
    const page = (await ask(path))!;
    expect([page.status, page.headers.get("content-security-policy")]).toEqual([200, "default-src 'none'"]);
    expect(await page.text()).toContain(`ada at ${path}`);
  }
  const other = (await ask("/settings/account/security"))!;
  expect(other.status).toBe(503);
  expect(await other.text()).toContain(`<a href="${draft}">ada at ${draft}</a>`);
});

test("the network comes first: what was kept is never shown while it answers", async () => {
  answered = online("ada");
  await ask(chat);
  answered = () => pageOf("ada", "newer");
  expect(await textAt(chat)).toContain("newer");
  answered = offline;
  expect(await textAt(chat)).toContain("newer");
});

test.each<[string, () => Promise<unknown>]>([
  ["another account", async () => ((answered = online("eve")), ask("/home"))],
  ["nobody", async () => ((answered = () => pageOf("none", "Sign in")), ask("/auth/sign-in"))],
  ["signing out", async () => ((answered = () => new Response("{}")), ask("/api/auth/sign-out", { method: "POST", mode: "cors" }))],
])("after %s, nothing of the first account is there", async (_, happens) => {
  answered = online("ada");
  await ask(chat);
  await ask(draft);
  await happens();
  answered = offline;
  for (const path of [chat, draft, "/chat"]) {
    const page = (await ask(path))!;
    expect(page.status).toBe(503);
    expect(await page.text()).not.toContain("ada");
  }
});

test("a sign-out that failed keeps what is there, and so does the answer of a proxy", async () => {
  answered = online("ada");
  await ask(chat);
  answered = () => new Response("{}", { status: 500 });
  await ask("/api/auth/sign-out", { method: "POST", mode: "cors" });
  answered = () => new Response("Bad gateway", { status: 502 });
  await ask(chat);
  answered = offline;
  expect(await textAt(chat)).toContain("ada at");
});

test("what is gone, or no longer to be seen, is not kept", async () => {
  answered = online("ada");
  await ask(draft);
  answered = () => pageOf("ada", "Not found", 404);
  await ask(draft);
  answered = offline;
  expect((await ask(draft))!.status).toBe(503);
});

test("only chats and drafts are kept, the newest forty of them", async () => {
  answered = online("ada");
  for (const path of ["/settings/account/security", "/admin/people", "/vault", "/review", "/auth/sign-in", "/api/chats/1"])
    await ask(path);
  for (let i = 0; i < 60; i++) await ask(`/chat/01990000-0000-7000-8000-0000000000${String(i).padStart(2, "0")}`);
  const kept = [...stores.get("stet-pages-1")!.held.keys()].map((url) => new URL(url).pathname);
  expect(kept).toHaveLength(41);
  expect(kept.find((path) => path.startsWith("/chat/"))).toMatch(/20$/);
  expect(kept).toContain("/kept-account");
});

test("what is older than a month is not shown", async () => {
  answered = () =>
    new Response("old", { headers: { "x-stet-account": "ada", date: new Date(Date.now() - 31 * 86_400_000).toUTCString() } });
  await ask(chat);
  answered = offline;
  expect((await ask(chat))!.status).toBe(503);
});

test("files of the build are fetched once; requests of the API are left alone", async () => {
  answered = () => new Response("file");
  for (let i = 0; i < 3; i++) await ask("/assets/chat-abc.js", { mode: "no-cors" });
  expect(fetched).toEqual(["/assets/chat-abc.js"]);
  for (const path of ["/api/chats/1", "/api/updates", "/service-worker.js", "/chat.data"])
    expect(await ask(path, { mode: "cors" })).toBeNull();
  expect(await ask("/api/chat", { method: "POST", mode: "cors", body: "{}" })).toBeNull();
});

test("what is shared goes into the composer without reaching the server", async () => {
  answered = offline;
  const body = new FormData();
  body.set("title", "A page");
  body.set("text", "Words & more");
  body.set("url", "https://a.example/?b=c");
  const answer = (await ask("/share", { method: "POST", body }))!;
  expect(answer.status).toBe(303);
  expect(decodeURIComponent(answer.headers.get("location")!)).toBe("/chat#shared=A page\nWords & more\nhttps://a.example/?b=c");
  expect(fetched).toEqual([]);
});

test("the page shown offline names chats and drafts as text", async () => {
  answered = () => pageOf("ada", "A &lt;script&gt;");
  await ask(chat);
  answered = offline;
  expect(await textAt("/home")).toContain("A &lt;script&gt;</a>");
});
