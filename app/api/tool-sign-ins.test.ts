/*
 * Signing in to tool servers by OAuth in the whole application, with real servers on the other side, and what hostile
 * ones and other people try.
 */
import type { ServerResponse } from "node:http";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ToolServer, ToolServers } from "#core/tool-servers/tool-server.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { protect, startAuthorizationServer, type AuthorizationServer, type Protection } from "#test/authorization-server.ts";
import { startScriptedModel, type ScriptedModel } from "#test/scripted-model.ts";
import { createSignIns } from "#server/tool-servers/sign-in/sign-ins.ts";
import { getSignIn } from "#server/data/tool-servers/tool-sign-ins.ts";
import { createLog } from "#server/log.ts";
import { unzip } from "#test/zip.ts";
import { startToolServer, type ServedTools } from "#test/tool-server.ts";
import { choicesOf, question, send, threadOf } from "#test/turns.ts";

let app: TestApp;
let model: ScriptedModel;
let tools: ServedTools;
let office: AuthorizationServer;
let guard: Protection;
let me: TestPerson;
const mayReach = new Set<number>();
/** These ports of this machine are the public web; everything else is not. */
const reachTools = () => ({
  mayReach: (address: string, port: number) => address === "127.0.0.1" && mayReach.has(port),
  resolve: () => Promise.resolve(["127.0.0.1"]),
});
const portOf = (url: string) => Number(new URL(url).port);
const logged: string[] = [];

beforeAll(async () => {
  model = await startScriptedModel();
  app = await startApp(model.settings, { reachTools });
  Object.assign(app.stet.log, createLog({ ...app.stet.env, LOG_LEVEL: "debug" }, { write: (line) => void logged.push(line) }));
});
afterAll(async () => {
  await app.close();
  await model.stop();
});
beforeEach(async () => {
  tools = await startToolServer([{ name: "look", description: "Looks something up.", readsOnly: true }]);
  office = await startAuthorizationServer();
  guard = protect(tools, office);
  mayReach.clear();
  mayReach.add(portOf(tools.url)).add(portOf(office.url));
  me = await app.person();
  logged.length = 0;
  sent = 0;
  for (const way of ["log", "warn", "error"] as const)
    vi.spyOn(console, way).mockImplementation((...words: unknown[]) => void logged.push(words.map(String).join(" ")));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await tools.stop();
  await office.stop();
  // Whatever happened: nothing is read without end, and no secret of a sign-in is in a log.
  expect(sent).toBeLessThan(12_000_000);
  expect(logged.join("\n")).not.toMatch(/access-|renewal-|stranger/);
});

const list = async (as = me) => ((await (await app.request("/api/tool-servers", { as })).json()) as ToolServers).servers;
const detailOf = async (answer: Response) => ((await answer.json()) as { detail?: string }).detail;
const add = (as = me) => app.request("/api/tool-servers", { as, body: { address: tools.url, name: "Desk" } });
async function added(as = me): Promise<string> {
  expect(await (await add(as)).json()).toMatchObject({ tools: 0, asksForSignIn: true });
  return (await list(as)).at(-1)!.id;
}
const begin = (id: string, body: object = {}, as = me) => app.request(`/api/tool-servers/${id}/sign-in`, { as, body });
/** Where the browser is sent. */
async function sentTo(id: string, body: object = {}, as = me): Promise<string> {
  const answer = await begin(id, body, as);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { url: string }).url;
}
const comeBack = (back: URL, as = me) => {
  const { state, code, iss, error } = Object.fromEntries(back.searchParams);
  return app.request("/api/tool-servers/sign-in", { as, body: { state, code, iss, error } });
};
async function signedIn(as = me): Promise<string> {
  const id = await added(as);
  expect(await (await comeBack(office.allow(await sentTo(id, {}, as)), as)).json()).toEqual({ slug: null, isRead: true });
  return id;
}
const check = (id: string, as = me) => app.request(`/api/tool-servers/${id}/check`, { as, body: {} });
const stateOf = async (id: string) => (await list()).find((one) => one.id === id)!.signIn!.state;
const asked = (path: string) => office.requests.filter((one) => one.path === path);
const renewed = () => asked("/token").filter(({ parameters }) => parameters["grant_type"] === "refresh_token");
const row = async (id: string) =>
  (await sql<Record<string, unknown>>`select * from tool_sign_ins where id = ${id}`.execute(app.stet.database.db)).rows[0]!;
/** As if the access token had been given long ago. */
const expire = (id: string) =>
  sql`update tool_sign_ins set expires_at = ${new Date(Date.now() - 1000)} where id = ${id}`.execute(app.stet.database.db);
/** Counts what it sends. */
let sent = 0;
const endless = (response: ServerResponse) => {
  response.writeHead(200, { "content-type": "application/json" });
  const more = () => {
    while (!response.destroyed && response.write(`{"a":"${"x".repeat(60_000)}"`)) sent += 60_000;
    if (!response.destroyed) response.once("drain", more);
  };
  more();
};

describe("signing in", () => {
  test("the server is added, signed in to, read, called, and signed out of", async () => {
    const id = await added();
    expect((await list())[0]).toMatchObject({
      tools: [],
      offered: null,
      signIn: { state: "needed", at: new URL(office.url).host },
    });
    const leads = new URL(await sentTo(id));
    expect(leads.origin + leads.pathname).toBe(`${office.url}/authorize`);
    expect(Object.fromEntries(leads.searchParams)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: `${app.stet.env.url}/settings/account/tools/callback`,
      resource: tools.url,
      scope: "tools offline_access",
    });
    const [registered] = [...office.clients.values()];
    expect(registered).toEqual({ secret: null, redirectUris: [`${app.stet.env.url}/settings/account/tools/callback`] });
    expect((await comeBack(office.allow(leads.href))).status).toBe(200);
    const [token] = asked("/token");
    expect(token!.parameters).toMatchObject({ grant_type: "authorization_code", resource: tools.url });
    const [server] = await list();
    expect(server).toMatchObject({ signIn: { state: "done" }, offered: { tools: [{ name: "look" }] } });
    expect(guard.sent.every((one) => office.tokens.has(one))).toBe(true);

    // What is stored is sealed, and what is shown has none of it.
    const stored = JSON.stringify(await row(id));
    for (const secret of [...office.tokens.keys(), ...office.renewals.keys()]) {
      expect(stored).not.toContain(secret);
      expect(JSON.stringify(server)).not.toContain(secret);
    }

    const out = await app.request(`/api/tool-servers/${id}/sign-in`, { as: me, method: "DELETE", body: {} });
    expect(await out.json()).toEqual({ isRevoked: true });
    expect([office.tokens.size, office.renewals.size]).toEqual([0, 0]);
    expect(await row(id)).toMatchObject({ state: "needed", sealed_key: null, expires_at: null });
    expect(await detailOf(await check(id))).toBe("“Desk” asks you to sign in.");
  });

  test("signing out forgets the tokens even where their server cannot be reached", async () => {
    const id = await signedIn();
    office.raw.set("/revoke", (_, response) => void response.writeHead(503).end());
    const out = await app.request(`/api/tool-servers/${id}/sign-in`, { as: me, method: "DELETE", body: {} });
    expect(await out.json()).toEqual({ isRevoked: false });
    expect(await row(id)).toMatchObject({ state: "needed", sealed_key: null });
  });

  test("removing the server signs out of it", async () => {
    const id = await signedIn();
    expect((await app.request(`/api/tool-servers/${id}`, { as: me, method: "DELETE", body: {} })).status).toBe(200);
    expect([office.tokens.size, office.renewals.size]).toEqual([0, 0]);
  });

  test("where programs are not registered, the person enters a client, whose secret is never shown", async () => {
    office.says = { registration_endpoint: undefined };
    const id = await added();
    expect(await detailOf(await begin(id))).toContain("Enter a client ID");
    const secret = "a-client-secret-of-thirty-characters";
    office.clients.set("stet-here", { secret, redirectUris: [`${app.stet.env.url}/settings/account/tools/callback`] });
    const leads = await sentTo(id, { clientId: "stet-here", clientSecret: secret });
    expect((await comeBack(office.allow(leads))).status).toBe(200);
    const [server] = await list();
    expect(server!.signIn).toMatchObject({ state: "done", clientId: "stet-here" });
    expect(JSON.stringify([server, await row(id)])).not.toContain(secret);
    // It is kept for the next time.
    await app.request(`/api/tool-servers/${id}/sign-in`, { as: me, method: "DELETE", body: {} });
    expect(new URL(await sentTo(id)).searchParams.get("client_id")).toBe("stet-here");
    // But never sent to another authorization server.
    const other = await startAuthorizationServer();
    mayReach.add(portOf(other.url));
    guard.issuers = [other.url];
    expect(new URL(await sentTo(id)).searchParams.get("client_id")).not.toBe("stet-here");
    other.says = { registration_endpoint: undefined };
    expect(await detailOf(await begin(id))).toContain("Enter a client ID");
    expect(JSON.stringify(other.requests)).not.toContain(secret);
    await other.stop();
  });

  test("a server that wants a key and describes no sign-in is refused as before", async () => {
    tools.raw = (_, response) => {
      response.writeHead(401, { "www-authenticate": "Bearer" }).end();
      return true;
    };
    expect(await detailOf(await add())).toBe("The tool server refused the key, or asks for one.");
    expect(await list()).toEqual([]);
  });

  test("an authorization server that cannot be reached is the reason given", async () => {
    const id = await added();
    await office.stop();
    expect(await detailOf(await begin(id))).toBe("Signing in to the tool server is not possible. Its server could not be reached.");
    office = await startAuthorizationServer();
  });

  test("the well-known place is enough", async () => {
    guard.metadataUrl = null;
    await signedIn();
  });

  test("a server that asks for a sign-in only later offers it then", async () => {
    const protection = tools.raw;
    tools.raw = null;
    expect(await (await add()).json()).toMatchObject({ tools: 1, asksForSignIn: false });
    tools.raw = protection;
    const { id } = (await list())[0]!;
    expect(await detailOf(await check(id))).toBe("“Desk” asks you to sign in.");
    expect((await list())[0]).toMatchObject({ signIn: { state: "needed" }, offered: { tools: [{ name: "look" }] } });
  });
});

describe("what comes back with the person", () => {
  test("is theirs alone: another person’s state is refused, and stays theirs", async () => {
    const id = await added();
    const back = office.allow(await sentTo(id));
    const another = await app.person();
    const answer = await comeBack(back, another);
    expect([answer.status, await detailOf(answer)]).toEqual([400, expect.stringContaining("begun by another person")]);
    expect(asked("/token")).toEqual([]);
    expect((await comeBack(back)).status).toBe(200);
    expect(await stateOf(id)).toBe("done");
  });

  test("is used once, whatever comes of it", async () => {
    const id = await added();
    const back = office.allow(await sentTo(id));
    expect((await comeBack(back)).status).toBe(200);
    expect((await comeBack(back)).status).toBe(400);
    expect(asked("/token")).toHaveLength(1);
    const refused = new URL(back);
    refused.searchParams.set("state", new URL(await sentTo(id)).searchParams.get("state")!);
    refused.searchParams.set("error", "access_denied");
    expect(await detailOf(await comeBack(refused))).toBe("You were not signed in: access was not given.");
    refused.searchParams.delete("error");
    expect((await comeBack(refused)).status).toBe(400);
    expect(asked("/token")).toHaveLength(1);
  });

  test.each(["", "made-up"])("has a state: %j is refused", async (state) => {
    const id = await added();
    const back = office.allow(await sentTo(id));
    back.searchParams.set("state", state);
    expect((await comeBack(back)).status).toBe(400);
    expect(asked("/token")).toEqual([]);
  });

  test("is of the latest beginning, and not too old", async () => {
    const id = await added();
    const first = office.allow(await sentTo(id));
    const second = office.allow(await sentTo(id));
    expect((await comeBack(first)).status).toBe(400);
    await sql`update tool_sign_ins set attempted_at = ${new Date(Date.now() - 3_600_000)}`.execute(app.stet.database.db);
    expect((await comeBack(second)).status).toBe(400);
    expect(asked("/token")).toEqual([]);
  });

  test.each([
    ["another issuer", "https://evil.example"],
    ["none, though the server gives one", null],
  ])("mix-up: %s", async (_, iss) => {
    const id = await added();
    const back = office.allow(await sentTo(id));
    if (iss === null) back.searchParams.delete("iss");
    else back.searchParams.set("iss", iss);
    expect(await detailOf(await comeBack(back))).toContain("another authorization server");
    expect(asked("/token")).toEqual([]);
    expect(await stateOf(id)).toBe("needed");
  });

  test("a code that the authorization server refuses signs no one in, and its words are not shown", async () => {
    const id = await added();
    const back = office.allow(await sentTo(id));
    back.searchParams.set("code", "made-up");
    const detail = await detailOf(await comeBack(back));
    expect(detail).toContain("invalid_grant");
    expect(detail).not.toContain("stranger");
    expect(asked("/token")).toHaveLength(1);
  });
});

describe("what servers describe", () => {
  test.each<[string, () => void]>([
    ["the metadata, at an address in the network", () => (guard.metadataUrl = "http://10.0.0.1/metadata")],
    ["the metadata, at the address of a cloud’s machine", () => (guard.metadataUrl = "http://169.254.169.254/metadata")],
    ["the authorization server", () => (guard.issuers = ["http://127.0.0.1:9"])],
    ["where the browser goes", () => (office.says = { authorization_endpoint: "http://127.0.0.1:9/authorize" })],
    ["where tokens are given", () => (office.says = { token_endpoint: "http://127.0.0.1:9/token" })],
    ["where programs are registered", () => (office.says = { registration_endpoint: "http://127.0.0.1:9/register" })],
    ["where tokens are revoked", () => (office.says = { revocation_endpoint: "http://127.0.0.1:9/revoke" })],
  ])("must be on the public web: %s", async (_, point) => {
    point();
    const answer = await add();
    expect([answer.status, await detailOf(answer)]).toEqual([400, expect.stringContaining("not on the public web")]);
    expect(office.requests.filter(({ path }) => !path.startsWith("/.well-known"))).toEqual([]);
    expect(await list()).toEqual([]);
  });

  test("a redirect leads nowhere", async () => {
    const other = await startAuthorizationServer();
    mayReach.add(portOf(other.url));
    for (const path of ["/.well-known/oauth-authorization-server", "/register", "/token"]) {
      office.raw.clear();
      office.raw.set(path, (_, response) => void response.writeHead(307, { location: other.url + path }).end());
      const answer = await add();
      if (path.startsWith("/.well-known")) expect(await detailOf(answer)).toContain("another address");
    }
    office.raw.delete("/token");
    office.raw.set("/register", (_, response) => void response.writeHead(307, { location: `${other.url}/register` }).end());
    const { id } = (await list())[0]!;
    expect((await begin(id)).status).toBe(400);
    office.raw.clear();
    const back = office.allow(await sentTo(id));
    office.raw.set("/token", (_, response) => void response.writeHead(307, { location: `${other.url}/token` }).end());
    expect((await comeBack(back)).status).toBe(400);
    expect(other.requests).toEqual([]);
    await other.stop();
  });

  test("an issuer other than announced is refused", async () => {
    office.says = { issuer: "https://login.example" };
    expect(await detailOf(await add())).toContain("another one than the tool server names");
    expect(await list()).toEqual([]);
  });

  test.each(["https://bank.example/mcp", "sibling"])("a token for another server is not asked for: %s", async (resource) => {
    guard.says = { resource: resource === "sibling" ? new URL("/mcp-of-another", tools.url).href : resource };
    expect(await detailOf(await add())).toContain("for another server");
    expect(office.requests).toEqual([]);
  });

  test.each<[string, object, string]>([
    ["no PKCE", { code_challenge_methods_supported: undefined }, "PKCE"],
    ["plain PKCE alone", { code_challenge_methods_supported: ["plain"] }, "PKCE"],
    ["a browser led to a script", { authorization_endpoint: "javascript:alert(1)" }, "does not describe"],
    ["no encryption", { authorization_endpoint: "http://login.example/authorize" }, "https"],
  ])("is refused: %s", async (_, says, words) => {
    office.says = says as Record<string, unknown>;
    expect(await detailOf(await add())).toContain(words);
  });

  test.each(["/.well-known/oauth-authorization-server", "/register", "/token"])(
    "an endless response is cut off: %s",
    async (path) => {
      office.raw.set(path, (_, response) => endless(response));
      if (path.startsWith("/.well-known")) return expect(await detailOf(await add())).toContain("larger than Stet reads");
      const id = await added();
      if (path === "/register") return expect(await detailOf(await begin(id))).toContain("larger than Stet reads");
      expect(await detailOf(await comeBack(office.allow(await sentTo(id))))).toContain("larger than Stet reads");
      expect(await stateOf(id)).toBe("needed");
    },
  );

  test.each<[string, unknown]>([
    ["huge", { access_token: `access-${"x".repeat(30_000)}`, token_type: "Bearer" }],
    ["no header", { access_token: "access-one\r\nx-evil: 1", token_type: "Bearer" }],
    ["not bearer", { access_token: "access-one", token_type: "mac" }],
    ["missing", { token_type: "Bearer" }],
  ])("a token that cannot be used is refused: %s", async (_, body) => {
    const id = await added();
    const back = office.allow(await sentTo(id));
    office.raw.set("/token", (__, response) => void response.writeHead(200).end(JSON.stringify(body)));
    const answer = await comeBack(back);
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toContain("access-");
    expect(await stateOf(id)).toBe("needed");
  });
});

describe("renewing", () => {
  test("happens before the token expires, and the new one is used", async () => {
    const id = await signedIn();
    guard.sent.length = 0;
    await sql`update tool_sign_ins set expires_at = ${new Date(Date.now() + 30_000)} where id = ${id}`.execute(
      app.stet.database.db,
    );
    const [old] = [...office.tokens.keys()];
    expect((await check(id)).status).toBe(200);
    expect(asked("/token").at(-1)!.parameters).toMatchObject({ grant_type: "refresh_token", resource: tools.url });
    expect(guard.sent).not.toContain(old);
    expect((await row(id))["expires_at"]).not.toBeNull();
  });

  test("happens once after a 401, and the call is repeated", async () => {
    const id = await signedIn();
    office.tokens.clear();
    expect((await check(id)).status).toBe(200);
    expect(asked("/token")).toHaveLength(2);
  });

  test("happens once for two calls at the same time", async () => {
    const id = await signedIn();
    await expire(id);
    office.tokens.clear();
    office.slow = 300;
    const answers = await Promise.all([check(id), check(id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(renewed()).toHaveLength(1);
  });

  test("happens once for two processes at the same time", async () => {
    const id = await signedIn();
    await expire(id);
    office.slow = 300;
    const person = await app.stet.actorOf(new Headers({ cookie: me.cookie }));
    if (person.kind !== "person") throw new Error("not signed in");
    const { db, secretBox: box, env } = app.stet;
    const token = async () => {
      const another = createSignIns({ db, box, url: env.url, reach: reachTools });
      return another.accessTo(person, { id, name: "Desk", url: tools.url }, await getSignIn(person, db, id)).token();
    };
    const [first, second] = await Promise.all([token(), token()]);
    expect(first).toBe(second);
    expect(office.tokens.has(first!)).toBe(true);
    expect(renewed()).toHaveLength(1);
  });

  test("in a process that has died is not waited for for ever", async () => {
    const id = await signedIn();
    await expire(id);
    await sql`update tool_sign_ins set renewing_until = ${new Date(Date.now() + 700)} where id = ${id}`.execute(
      app.stet.database.db,
    );
    const before = Date.now();
    expect((await check(id)).status).toBe(200);
    expect(Date.now() - before).toBeGreaterThan(500);
    expect(asked("/token")).toHaveLength(2);
  });

  test("a refresh token that is refused: sign in again, and nothing else is lost", async () => {
    const id = await signedIn();
    await app.request(`/api/tool-servers/${id}/accept`, { as: me, body: { version: (await list())[0]!.offered!.version } });
    office.renewals.clear();
    await expire(id);
    expect(await detailOf(await check(id))).toBe("“Desk” asks you to sign in.");
    expect((await list())[0]).toMatchObject({ signIn: { state: "again" }, tools: [{ name: "look" }] });
    expect((await row(id))["sealed_key"]).toBeNull();
    expect((await comeBack(office.allow(await sentTo(id)))).status).toBe(200);
    expect((await list())[0]).toMatchObject({ signIn: { state: "done" }, tools: [{ name: "look" }], offered: null });
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ["fails", (response) => void response.writeHead(503).end("busy")],
    ["answers with something else", (response) => void response.writeHead(200).end("<html>access-")],
    ["never ends its answer", endless],
  ])("a token endpoint that %s ends nothing", async (_, answer) => {
    const id = await signedIn();
    await expire(id);
    office.raw.set("/token", (__, response) => answer(response));
    expect(await detailOf(await check(id))).toContain("could not be renewed");
    expect(await stateOf(id)).toBe("done");
    office.raw.clear();
    expect((await check(id)).status).toBe(200);
  });

  test("a token that is still valid is used where it cannot be renewed yet", async () => {
    const id = await signedIn();
    await sql`update tool_sign_ins set expires_at = ${new Date(Date.now() + 30_000)} where id = ${id}`.execute(
      app.stet.database.db,
    );
    office.raw.set("/token", (_, response) => void response.writeHead(503).end());
    expect((await check(id)).status).toBe(200);
  });

  test("a server that refuses the new token too asks for a sign-in, and is not asked for ever", async () => {
    const id = await signedIn();
    guard.refusesAll = true;
    expect(await detailOf(await check(id))).toBe("“Desk” asks you to sign in.");
    expect(await stateOf(id)).toBe("again");
    expect(asked("/token")).toHaveLength(2);
  });

  test("a server that asks for more rights is signed in to again, with those asked for as well", async () => {
    const id = await signedIn();
    const protection = tools.raw!;
    const challenge = 'Bearer error="insufficient_scope", scope="tools write"';
    tools.raw = (request, response, body) => {
      if (request.headers.authorization === undefined) return protection(request, response, body);
      if (request.url !== "/mcp") return protection(request, response, body);
      response.writeHead(403, { "www-authenticate": challenge }).end();
      return true;
    };
    expect(await detailOf(await check(id))).toBe("“Desk” asks you to sign in.");
    expect(new URL(await sentTo(id)).searchParams.get("scope")).toBe("tools write offline_access");
  });

  test("a server that forbids something ends nothing", async () => {
    const id = await signedIn();
    tools.raw = (_, response) => {
      response.writeHead(403).end();
      return true;
    };
    expect(await detailOf(await check(id))).toBe("The tool server does not allow this.");
    expect(await stateOf(id)).toBe("done");
  });

  test.each(["expired", "refused"])(
    "another authorization server means signing in again, and is sent nothing, when the token is %s",
    async (how) => {
      const id = await signedIn();
      const other = await startAuthorizationServer();
      mayReach.add(portOf(other.url));
      guard.issuers = [other.url];
      if (how === "expired") await expire(id);
      office.tokens.clear();
      expect(await detailOf(await check(id))).toBe("“Desk” asks you to sign in.");
      expect(await stateOf(id)).toBe("again");
      expect(other.requests.map(({ path }) => path)).toEqual(["/.well-known/oauth-authorization-server"]);
      expect(JSON.stringify(other.requests)).not.toMatch(/access-|renewal-/);
      await other.stop();
    },
  );

  test("signing out while it is under way is final", async () => {
    const id = await signedIn();
    await expire(id);
    office.raw.set("/token", (request, response) => {
      office.raw.delete("/token");
      void app
        .request(`/api/tool-servers/${id}/sign-in`, { as: me, method: "DELETE", body: {} })
        .then(() => response.writeHead(200).end(JSON.stringify({ access_token: "access-late", token_type: "Bearer" })));
      expect(request.method).toBe("POST");
    });
    expect((await check(id)).status).toBe(400);
    expect(await row(id)).toMatchObject({ state: "needed", sealed_key: null });
  });
});

test("a call in a chat that meets an ended sign-in says so, without asking the person about the call", async () => {
  const id = await signedIn();
  await app.request(`/api/tool-servers/${id}/accept`, { as: me, body: { version: (await list())[0]!.offered!.version } });
  office.renewals.clear();
  await expire(id);
  await check(id);
  model.script({ tool: "desk__look", input: { of: "the moon" } }, { text: "You have to sign in." });
  const turn = question("What is there?", { choices: { ...choicesOf(model.model), toolServers: [id] } });
  await (await send(app, me, turn)).text();
  const { messages } = await threadOf(app, me, turn.chatId);
  const [invocation] = messages.at(-1)!.toolInvocations ?? [];
  expect(invocation!.result).toEqual({ notAllowed: expect.stringContaining("asks the person to sign in"), signIn: "Desk" });
  expect(tools.calls).toEqual([]);
});

test("no secret of a sign-in is in an answer, the security log or an archive", async () => {
  const id = await signedIn();
  const secrets = [...office.tokens.keys(), ...office.renewals.keys(), String((await row(id))["sealed_key"])];
  const ticket = await app.request("/api/account/export", { as: me, body: { password: me.password } });
  const archive = await app.request(((await ticket.json()) as { url: string }).url, { as: me });
  const files = await unzip(Buffer.from(await archive.arrayBuffer()));
  const { rows } = await sql<{ kind: string }>`select * from security_events where subject = ${tools.url} order by at`.execute(
    app.stet.database.db,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(["tool-server-connected", "tool-server-signed-in"]);
  const shown = [
    JSON.stringify(rows),
    JSON.stringify(await list()),
    ...[...files].map(([name, content]) => name + String(content)),
  ];
  expect(files.size).toBeGreaterThan(0);
  for (const secret of secrets) expect(shown.filter((text) => text.includes(secret))).toEqual([]);
});

test("everything about a sign-in is one person’s alone", async () => {
  const id = await signedIn();
  const another = await app.person();
  expect((await begin(id, {}, another)).status).toBe(404);
  expect((await app.request(`/api/tool-servers/${id}/sign-in`, { as: another, method: "DELETE", body: {} })).status).toBe(404);
  expect(await stateOf(id)).toBe("done");
  const shown: ToolServer[] = await list(another);
  expect(shown).toEqual([]);
});
