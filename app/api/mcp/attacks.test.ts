/* What is sent to /mcp by those who should not, or in forms that it should not be sent in. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { revokeApiKey } from "#server/data/accounts/api-keys.ts";
import { createDraft } from "#server/data/drafts/drafts.ts";
import { listImportedChanges } from "#server/data/drafts/imported-changes.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { withWorkspace } from "#core/workspace/policy.ts";
import { newKey, type KeyHolder } from "#test/api-key.ts";
import { startApp, type TestApp } from "#test/app.ts";
import { mcpClientOf } from "#test/mcp-client.ts";
import { newProject } from "#test/people.ts";

let app: TestApp;
let holder: KeyHolder;
beforeAll(async () => {
  app = await startApp({ API_REQUESTS_PER_MINUTE: "1000" });
  holder = await newKey(app);
});
afterAll(() => app.close());

const list = { jsonrpc: "2.0", id: 7, method: "tools/list", params: {} };
const call = (name: string, given: object = {}) => ({
  jsonrpc: "2.0",
  id: 7,
  method: "tools/call",
  params: { name, arguments: given },
});

type Sent = { key?: string | null; headers?: Record<string, string>; url?: string; method?: string; signal?: AbortSignal };

function post(body: unknown, { key = holder.secret, headers, url = app.stet.env.url, method = "POST", signal }: Sent = {}) {
  const given: Record<string, string> = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  if (key !== null) given["authorization"] = `Bearer ${key}`;
  const sent = typeof body === "string" || body instanceof ReadableStream ? body : JSON.stringify(body);
  const init: RequestInit = { method, headers: { ...given, ...headers }, ...(signal && { signal }) };
  if (method === "POST") Object.assign(init, { body: sent, duplex: "half" });
  return app.fetch(new Request(new URL("/mcp", url), init));
}

type Said = { error?: { code: number; message: string }; id?: unknown; result?: { tools?: unknown[]; isError?: boolean } };
const saidIn = async (response: Response) => (await response.json()) as Said;

describe("the key", () => {
  test.each([
    ["none", async () => null, 'Bearer realm="Stet"'],
    ["not ours", async () => "stet_nothing", 'Bearer realm="Stet", error="invalid_token"'],
    ["revoked", revoked, 'Bearer realm="Stet", error="invalid_token"'],
    ["expired", expired, 'Bearer realm="Stet", error="invalid_token"'],
  ])("%s", async (_, keyOf, challenge) => {
    const key = await keyOf();
    for (const method of ["POST", "GET", "DELETE"]) {
      const answer = await post(list, { key, method });
      expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, challenge]);
      expect(await saidIn(answer)).toMatchObject({ jsonrpc: "2.0", error: { message: expect.stringMatching(/key/i) } });
    }
  });

  test("in the address, or as a cookie, is none", async () => {
    const inAddress = new Request(`${app.stet.env.url}/mcp?key=${holder.secret}`, { method: "POST", body: "{}" });
    expect((await app.fetch(inAddress)).status).toBe(401);
    const person = await app.person();
    expect((await post(list, { key: null, headers: { cookie: person.cookie } })).status).toBe(401);
  });

  test("without the scope of a tool does not list it, and is told which it lacks", async () => {
    const { secret: key } = await newKey(app, ["law:read"]);
    const answer = await post(call("list_projects"), { key });
    expect(answer.status).toBe(403);
    expect(answer.headers.get("www-authenticate")).toContain('error="insufficient_scope", scope="projects:read"');
    expect((await saidIn(answer)).error!.message).toContain("This key lacks the scope projects:read (read projects).");
    const file = { number: 1, file_id: crypto.randomUUID() };
    const checked = call("check_citations", { text: "So [[1]].", sources: [file] });
    expect(JSON.stringify(await saidIn(await post(checked, { key })))).toContain("lacks the scope files:read");
  });

  async function revoked() {
    const { secret, keyId, me, organization } = await newKey(app);
    await revokeApiKey(withWorkspace(me, organization.slug)!, app.stet.db, keyId);
    return secret;
  }

  async function expired() {
    const { secret, keyId } = await newKey(app);
    const past = new Date(Date.now() - 1000);
    await app.stet.database.db.updateTable("api_keys").set({ expires_at: past }).where("id", "=", keyId).execute();
    return secret;
  }
});

describe("from a browser", () => {
  const port = () => new URL(app.stet.env.url).port;
  test.each([
    ["a page of another site", (own: string) => ({ url: own, origin: "https://evil.example" }), 403],
    ["a page without an origin", (own: string) => ({ url: own, origin: "null" }), 403],
    ["a page whose name was made to point here", () => atName("evil.example"), 403],
    ["such a page, without its origin", () => ({ url: atName("evil.example").url }), 403],
    ["our own page", (own: string) => ({ url: own, origin: own }), 200],
    ["a program", (own: string) => ({ url: own }), 200],
    ["a program that has the address as a number", () => ({ url: `http://127.0.0.1:${port()}` }), 200],
  ] as const)("%s", async (_, sentBy, status) => {
    const sent: { url: string; origin?: string } = sentBy(new URL(app.stet.env.url).origin);
    const answer = await post(list, { url: sent.url, ...(sent.origin && { headers: { origin: sent.origin } }) });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  function atName(name: string) {
    return { url: `http://${name}:${port()}`, origin: `http://${name}:${port()}` };
  }
});

describe("a message", () => {
  test.each([
    ["a batch", () => Array.from({ length: 100 }, (_, id) => ({ ...list, id })), 400],
    ["no JSON", () => "{", 400],
    ["nothing", () => "", 400],
    ["a word", () => '"tools/list"', 400],
    ["without a method", () => ({ jsonrpc: "2.0", id: 1 }), 400],
    ["too long", () => call("search_law", { query: "x".repeat(5_000_000) }), 413],
    ["without end", () => endless(), 413],
    ["of too many values", () => call("search_law", { query: Array(3000).fill(1) }), 413],
    ["too deep", () => `${"[".repeat(100)}${"]".repeat(100)}`, 413],
  ])("%s is refused", async (_, bodyOf, status) => {
    const answer = await post(bodyOf());
    expect(answer.status).toBe(status);
    expect((await saidIn(answer)).error!.message).toMatch(/\.$/);
  });

  test("of another type is refused, and answers are JSON that no browser takes for a page", async () => {
    expect((await post(list, { headers: { "content-type": "text/plain" } })).status).toBe(415);
    const answer = await post(list);
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test.each([
    ["a tool that is none", call("drop_everything")],
    ["a property that every object has", call("constructor")],
    ["a prototype", call("__proto__")],
    ["a value of the wrong type", call("search_law", { query: 5 })],
    ["a question that is too long", call("search_law", { query: "x".repeat(2_001) })],
    ["a method that is none", { ...list, method: "files/delete" }],
    ["a subscription", { ...list, method: "subscriptions/listen", params: { notifications: { toolsListChanged: true } } }],
  ])("%s is refused with its id, and as no fault of the server", async (_, body) => {
    const answer = await post(body);
    expect(answer.status).toBeLessThan(500);
    const said = await saidIn(answer);
    expect(said.id).toBe(7);
    expect(said.error !== undefined || said.result!.isError === true).toBe(true);
  });

  test("does not open a session, and one that was given means nothing", async () => {
    const start = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } };
    const headers = { "mcp-session-id": "chosen-by-another" };
    const answer = await post({ ...list, method: "initialize", params: start }, { headers });
    expect([answer.status, answer.headers.get("mcp-session-id")]).toEqual([200, null]);
    const { secret: key } = await newKey(app, ["law:read"]);
    const said = await saidIn(await post(list, { headers, key }));
    expect(said.result!.tools).toHaveLength(3);
    for (const method of ["GET", "DELETE"]) {
      const other = await post(list, { method, headers });
      expect([other.status, other.headers.get("allow")]).toEqual([405, "POST"]);
    }
  });

  test("whose sender hangs up leaves its place to the next", async () => {
    for (let sent = 0; sent < 40; sent++) {
      const hanging = new AbortController();
      const answer = post(call("search_law", { query: "notice" }), { signal: hanging.signal });
      hanging.abort();
      await answer.catch(() => {});
    }
    expect((await post(list)).status).toBe(200);
  });
});

test("too many are slowed, each counted", async () => {
  const slow = await startApp({ API_REQUESTS_PER_MINUTE: "2" });
  try {
    const { secret } = await newKey(slow);
    const ask = () =>
      slow.fetch(
        new Request(new URL("/mcp", slow.stet.env.url), {
          method: "POST",
          body: JSON.stringify(list),
          headers: {
            authorization: `Bearer ${secret}`,
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
          },
        }),
      );
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    const refused = await ask();
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expect((await saidIn(refused)).error!.message).toContain("Try again in");
  } finally {
    await slow.close();
  }
});

describe("of another place", () => {
  test("nothing exists: not in another organization, and not in the owner's own workspace", async () => {
    const { db } = app.stet;
    const other = await newKey(app);
    const own = withWorkspace(holder.me, null)!;
    const { call: ask } = await mcpClientOf<{ projects: { id: string }[] }>(app, holder.secret);
    for (const [someone, organizationId] of [
      [other.me, other.me.organizationId],
      [own, null],
    ] as const) {
      const project_id = await newProject(app.stet.database.db, someone, { organizationId });
      const document = markdownToDocument("The rent is EUR 900 a month.");
      const draft_id = await createDraft(someone, db, { projectId: project_id, name: "Lease", document });
      const changes = [{ original: "EUR 900", replacement: "EUR 1" }];
      const asked = [
        ask("list_files", { project_id }),
        ask("search_files", { project_id, query: "rent" }),
        ask("list_drafts", { project_id }),
        ask("read_draft", { draft_id }),
        ask("propose_changes", { draft_id, version: 1, changes }),
      ];
      for (const one of asked) await expect(one).rejects.toThrow("This doesn’t exist, or you don’t have access to it.");
      expect((await ask("list_projects")).projects.map(({ id }) => id)).not.toContain(project_id);
      expect(await listImportedChanges(someone, db, draft_id)).toEqual([]);
    }
    await expect(ask("read_file", { file_id: crypto.randomUUID() })).rejects.toThrow("This doesn’t exist");
  });
});

/** Bytes that would never stop. */
function endless(): ReadableStream {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new TextEncoder().encode(" ".repeat(64 * 1024))) });
}
