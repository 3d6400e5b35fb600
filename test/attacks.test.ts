/*
 * Attacks on the edge of the whole server, pages included: forged requests, foreign origins, frames, scripts in
 * names, secrets in answers, and malicious bodies (C01 to C14; C05 is test/e2e/markdown.test.ts, C10
 * app/api/files.test.ts).
 */
import { createHash, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renumberCitations } from "#core/law/citations.ts";
import { parseReply } from "#core/chat/reply.ts";
import { readEnv } from "#server/env.ts";
import { startServer, type RunningServer } from "../app/start.ts";
import { cookieOf } from "./app.ts";
import { temporaryFolder } from "./databases.ts";
import { newProject } from "./people.ts";

const secrets = {
  AUTH_SECRET: "a secret that nobody is ever to see",
  STRIPE_SECRET_KEY: "sk_hidden",
  STRIPE_WEBHOOK_SECRET: "whsec_hidden",
};
const keys = { OPENAI_API_KEY: "sk-model-hidden" };
const password = "some quiet words";
let server: RunningServer;
let origin: string;
let cookie: string;

beforeAll(async () => {
  const settings = { STET_DATA: temporaryFolder(), PORT: "0", LOG_LEVEL: "silent", BUILTIN_DELAY_MS: "0", ...secrets, ...keys };
  server = await startServer(readEnv(settings));
  origin = `http://127.0.0.1:${server.port}`;
  cookie = await newSession("Eve");
});
afterAll(() => server.stop());

async function newSession(name: string): Promise<string> {
  const email = `${randomUUID()}@example.test`;
  await server.stet.auth.api.signUpEmail({ body: { name, email, password } });
  const answer = await ask("/api/auth/sign-in/email", { method: "POST", body: JSON.stringify({ email, password }) });
  return cookieOf(answer);
}

const json = () => ({ origin, "content-type": "application/json" });
function ask(
  path: string,
  init: RequestInit & { duplex?: "half" } = {},
  headers: Record<string, string> = json(),
): Promise<Response> {
  return fetch(origin + path, { redirect: "manual", ...init, headers });
}
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as { code?: string }).code}`;

describe("C01: a request that another site sends in someone's name", () => {
  const rename = (headers: Record<string, string>, body = '{"name":"Forged"}') =>
    ask("/api/account", { method: "PATCH", body }, { cookie, ...headers });

  test.each([
    [
      "a form of another site",
      { origin: "https://evil.example", "content-type": "application/x-www-form-urlencoded" },
      "403 wrong-origin",
    ],
    ["JSON from another site", { origin: "https://evil.example", "content-type": "application/json" }, "403 wrong-origin"],
    ["no origin at all", { "content-type": "application/json" }, "403 wrong-origin"],
    ["a null origin", { origin: "null", "content-type": "application/json" }, "403 wrong-origin"],
    [
      "what the browser marks as same-site only",
      { "sec-fetch-site": "same-site", "content-type": "application/json" },
      "403 wrong-origin",
    ],
  ])("%s", async (_, headers, refusal) => {
    expect(await codeOf(await rename(headers))).toBe(refusal);
  });

  test("JSON sent as plain text, which no browser asks about first", async () => {
    expect(await codeOf(await rename({ origin, "content-type": "text/plain" }))).toBe("415 wrong-content-type");
  });

  test("another method under the name of a harmless one", async () => {
    const id = await newProject(server.stet.database.db, await me());
    for (const header of ["x-http-method-override", "x-method-override"])
      expect((await ask(`/api/projects/${id}?_method=DELETE`, {}, { cookie, [header]: "DELETE" })).status).toBe(200);
    expect((await ask(`/api/projects/${id}`, {}, { cookie })).status).toBe(200);
  });
});

async function me() {
  const actor = await server.stet.actorOf(new Headers({ cookie }));
  if (actor.kind !== "person") throw new Error("not signed in");
  return actor;
}

test.each(["https://evil.example", "null"])("C02: %s may read nothing", async (from) => {
  for (const path of ["/api/chat-sessions", "/chat", "/v1/models", "/api/auth/get-session"]) {
    for (const method of ["GET", "OPTIONS"]) {
      const answer = await ask(path, { method }, { origin: from, cookie, "access-control-request-method": "POST" });
      expect([path, method, answer.headers.get("access-control-allow-origin")]).toEqual([path, method, null]);
    }
  }
});

const pages = ["/", "/pricing", "/auth/sign-in", "/chat", "/vault", "/settings/account", "/shared/none", "/nothing"];

describe.each(pages)("the page %s", (path) => {
  test("C03, C06: cannot be framed, and runs only our scripts", async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => checkedNonce(await ask(path, {}, { cookie: path === "/" ? "" : cookie }))),
    );
    if (nonces[0] !== null) expect(nonces[0]).not.toBe(nonces[1]);
  });
});

/** Scripts in the page carry this response's nonce; those of pages cached for all visitors are listed by hash. */
async function checkedNonce(answer: Response): Promise<string | null> {
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("frame-ancestors 'none'");
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
  expect(scripts).not.toMatch(/unsafe-inline|unsafe-eval|https?:|\*/);
  const nonce = /'nonce-([^']+)'/.exec(scripts)?.[1] ?? null;
  const found = [...(await answer.text()).matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
  const foreign = found.filter(([, head = "", text = ""]) => {
    const hash = createHash("sha256").update(text).digest("base64");
    const isOurs =
      nonce === null ? scripts.includes(`'sha256-${hash}'`) || /\bsrc="\//.test(head) : head.includes(`nonce="${nonce}"`);
    return !isOurs && !head.includes("application/ld+json");
  });
  expect(foreign.map(([tag]) => tag)).toEqual([]);
  return nonce;
}

test("C04: markup in names is text wherever it is shown", async () => {
  const payloads = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    '"><svg onload=alert(1)>',
    "javascript:alert(1)",
  ];
  for (const payload of payloads) {
    const theirs = await newSession(payload);
    const actor = await server.stet.actorOf(new Headers({ cookie: theirs }));
    if (actor.kind !== "person") throw new Error("not signed in");
    const projectId = await newProject(server.stet.database.db, actor);
    const renamed = await ask(
      `/api/projects/${projectId}`,
      { method: "PATCH", body: JSON.stringify({ name: payload }) },
      { ...json(), cookie: theirs },
    );
    expect(renamed.status).toBe(200);
    for (const path of ["/chat", "/vault", `/vault/projects/${projectId}`, "/settings/account", "/settings/account/profile"]) {
      const html = await (await ask(path, {}, { cookie: theirs })).text();
      expect(html).not.toContain("<img src=x");
      expect(html).not.toContain("<script>alert");
      expect(html).not.toContain("<svg onload");
      expect(html).not.toMatch(/href="javascript:/);
    }
  }
});

test("C07: no window listens to what other windows send", () => {
  const root = join(import.meta.dirname, "../app/ui");
  const listening = readdirSync(root, { recursive: true, encoding: "utf8" })
    // A worker receives messages only from the page that created it, not from other windows.
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|-worker\.ts$/.test(name))
    .filter((name) => /(window|self)\.(addEventListener\("message"|onmessage)/.test(readFileSync(join(root, name), "utf8")));
  expect(listening).toEqual([]);
});

test("C08: no secret is in a page, an answer, a refusal or the browser's files", async () => {
  const hidden = [...Object.values(secrets), ...Object.values(keys)];
  const paths = [...pages, "/api/models", "/api/billing", "/api/nothing", "/api/chats/none", "/v1/openapi.json", "/health/ready"];
  for (const path of paths) {
    const text = await (await ask(path, {}, { cookie })).text();
    for (const secret of hidden) expect(text.includes(secret), `${path} holds a secret`).toBe(false);
  }
  const client = join(import.meta.dirname, "../build/client");
  const files = readdirSync(client, { recursive: true, encoding: "utf8" });
  expect(files.filter((name) => name.endsWith(".map"))).toEqual([]);
  for (const name of files.filter((file) => file.endsWith(".js")))
    expect(readFileSync(join(client, name), "utf8")).not.toMatch(/STRIPE_SECRET_KEY|AUTH_SECRET|DATABASE_URL=/);
  for (const path of [
    "/.git/config",
    "/.env",
    "/data/auth-secret",
    "/package.json",
    "/build/server/index.js",
    "/%2e%2e/package.json",
  ])
    expect([path, (await ask(path, {}, { cookie })).status]).toEqual([path, 404]);
});

test("C11: signs that mean something to a database are looked for as they are", async () => {
  for (const query of ["%", "_", "'; drop table chats; --", "\\", "%' or 1=1 --", "\u0000"]) {
    const answer = await ask(
      `/api/chat-sessions?query=${encodeURIComponent(query)}&before=2026-01-01T00:00:00Z&limit=5`,
      {},
      { cookie },
    );
    expect([query, answer.status]).toEqual([query, 200]);
    expect(((await answer.json()) as { sessions: unknown[] }).sessions).toEqual([]);
  }
  for (const cursor of ["x", "' or 1=1", "9999999999999999"]) {
    const answer = await ask(`/api/chat-sessions?before=${encodeURIComponent(cursor)}&limit=5`, {}, { cookie });
    expect(answer.status).toBe(400);
  }
});

test("C12: names that every object has change no object", async () => {
  for (const body of [
    '{"name":"Eve","__proto__":{"isPolluted":true}}',
    '{"name":"Eve","constructor":{"prototype":{"isPolluted":true}}}',
  ]) {
    await ask("/api/account", { method: "PATCH", body }, { ...json(), cookie });
    expect(({} as { isPolluted?: boolean }).isPolluted).toBeUndefined();
  }
});

/** Input that takes a backtracking parser forever; this test would then never finish. */
test.each([
  ["open markers", "BEGIN PATCH ".repeat(9000)],
  ["half-open markers", "BEGIN DRAFT END PATCH ".repeat(5000)],
  ["brackets", "[[".repeat(50_000)],
  ["citations", "[[1".repeat(33_000)],
  ["spaces", `BEGIN PATCH${" ".repeat(100_000)}{`],
  ["braces", `BEGIN PATCH ${'{"a":'.repeat(20_000)}`],
])("C13: 100 KB of %s are read", (_, text) => {
  expect(parseReply(text).length).toBeGreaterThan(0);
  expect(typeof renumberCitations(text, []).text).toBe("string");
});

test("C14: bodies that are too large or too deep are refused, and the server lives", async () => {
  const large = `{"name":"${"x".repeat(25 * 1024 * 1024)}"}`;
  const refused = await ask("/api/account", { method: "PATCH", body: large }, { ...json(), cookie }).catch(() => null);
  if (refused !== null) expect(refused.status).toBe(413);
  const deep = `{"name":${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
  expect((await ask("/api/account", { method: "PATCH", body: deep }, { ...json(), cookie })).status).toBe(413);
  const many = JSON.stringify({ messages: Array.from({ length: 10_000 }, () => ({ role: "system", content: "Obey" })) });
  expect((await ask("/api/chat", { method: "POST", body: many }, { ...json(), cookie })).status).toBe(400);
  expect((await ask("/health/ready", {}, {})).status).toBe(200);
});
