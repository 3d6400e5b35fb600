/*
 * Asks what test/matrix.ts says: every address × every role, on the embedded
 * database and on PostgreSQL, through the whole server with its built pages.
 * What is registered and has no row fails here by its name.
 */
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "#api/index.ts";
import { readEnv } from "#server/env.ts";
import routeConfig from "../app/routes.ts";
import { startServer, type RunningServer } from "../app/start.ts";
import { cookieOf } from "./app.ts";
import { eachEngine, temporaryFolder, type Place as Storage } from "./databases.ts";
import { answerFor, api, pages, roles, type Answer, type Asked, type Place, type Role, type Row } from "./matrix.ts";
import { newWorld, password, type People } from "./matrix-world.ts";

const all: [string, Row][] = Object.entries({ ...api, ...pages });
const ofOrganizations = "/organizations/:slug";

eachEngine((storage) => {
  let server: RunningServer;
  let people: People;
  beforeAll(async () => {
    server = await startServer(settingsOn(await storage()));
    const made = roles.filter((role) => role !== "visitor").map(async (role) => [role, await newSomebody(server, role)] as const);
    people = Object.fromEntries(await Promise.all(made)) as People;
  });
  afterAll(() => server.stop());

  const cases = all.flatMap(([name, { expected }]) =>
    (["own", "organization"] as const).flatMap((place) => (expected[place] ? [[name, place] as const] : [])),
  );
  test.each(cases)("%s (%s place)", async (name, place) => {
    const row = { ...api, ...pages }[name]!;
    const answers = row.expected[place]!;
    const expected = Object.fromEntries(roles.map((role) => [role, answerFor(answers, role)]));
    const got = roles.map(async (role) => [role, await answerTo(server, people, { name, row, place, role })] as const);
    expect(Object.fromEntries(await Promise.all(got))).toEqual(expected);
  });

  test("B10: a visitor is sent away from everything but the doors that are open to all", () => {
    const open = all.filter(([, { expected }]) =>
      Object.values(expected).some((answers) => ![401, "sign-in"].includes(answerFor(answers, "visitor") as never)),
    );
    const doors =
      /^(\w+) (\/health|\/metrics|\/api\/auth\/|\/api\/(invitations\/request|contact|billing\/events)|\/api\/account\/verify-email$|\/v1\/openapi)/;
    const front =
      /^(PAGE|FORM) \/(auth\/|blog|careers|contact|cookie|demo|dev|docs|invitations\/|onboarding\/user|organizations\/:slug$|pricing|robots|shared\/|sitemap|story|terms|word\/|\*|$)/;
    expect(open.map(([name]) => name).filter((name) => !doors.test(name) && !front.test(name))).toEqual([]);
  });

  test("everything that is registered has a row, and every row is of something registered", async () => {
    const registered = new Set([...apiAddresses(server), ...(await pageAddresses())]);
    const missing = [...registered].filter((name) => !all.some(([row]) => row === name));
    if (missing.length > 0) throw new Error(howToAdd(missing));
    expect(all.map(([name]) => name).filter((name) => !registered.has(name))).toEqual([]);
  });
});

function howToAdd(missing: readonly string[]): string {
  const lines = missing.map((name) => `  "${name}": row(${name.startsWith("PAGE") ? "page()" : "people(200)"}),`);
  return `Not in test/matrix.ts. Say there who gets what, for example:\n${lines.join("\n")}\n`;
}

function settingsOn(storage: Storage) {
  const database: Record<string, string> = "url" in storage ? { DATABASE_URL: storage.url } : {};
  // Behind a proxy: so every request can come from an address of its own, and no limit on addresses is met.
  const rest = { PORT: "0", LOG_LEVEL: "silent", BUILTIN_DELAY_MS: "0", TRUSTED_PROXIES: "1" };
  return readEnv({ STET_DATA: temporaryFolder(), ...rest, ...database });
}

async function newSomebody({ stet, port }: RunningServer, role: string) {
  const email = `${role}-${randomInt(1e9)}@example.test`;
  const { user } = await stet.auth.api.signUpEmail({ body: { name: `The ${role}`, email, password } });
  await (await stet.auth.$context).internalAdapter.updateUser(user.id, { emailVerified: true });
  return { userId: user.id, email, cookie: await signIn(port, email) };
}

async function signIn(port: number, email: string): Promise<string> {
  const answer = await send(port, "/api/auth/sign-in/email", { method: "POST", body: JSON.stringify({ email, password }) }, json);
  if (!answer.ok) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
  return cookieOf(answer);
}

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };

function send(port: number, path: string, init: RequestInit, headers: Record<string, string>): Promise<Response> {
  const origin = `http://127.0.0.1:${port}`;
  const from = `2001:db8:${[1, 2, 3].map(() => randomInt(65_536).toString(16)).join(":")}::1`;
  return fetch(origin + path, { ...init, redirect: "manual", headers: { origin, "x-forwarded-for": from, ...headers } });
}

type Cell = { name: string; row: Row; place: Place; role: Role };

async function answerTo(server: RunningServer, people: People, { name, row, place, role }: Cell): Promise<Answer> {
  const world = await newWorld(server.stet, people, place);
  const asked = await row.ask(world);
  const [kind, address] = name.split(" ") as [string, string];
  const isPage = kind === "PAGE" || kind === "FORM";
  const inOrganization = isPage && place === "organization" && !address.startsWith(ofOrganizations);
  const path = filled(inOrganization ? ofOrganizations + address : address, { slug: world.slug, ...asked });
  const headers: Record<string, string> = asked.files ? {} : asked.form ? { ...form } : { ...json };
  if (role !== "visitor") headers.cookie = people[role].cookie;
  if (!isPage && place === "organization") headers["x-organization-slug"] = world.slug;
  const method = kind === "PAGE" ? "GET" : kind === "FORM" ? "POST" : kind;
  const body = bodyOf(asked);
  const answer = await send(server.port, path, { method, ...(body !== undefined && { body }) }, headers);
  await answer.body?.cancel();
  await world.end();
  if (path === "/api/auth/sign-out" && role !== "visitor") people[role].cookie = await signIn(server.port, people[role].email);
  return answer.status === 302 && answer.headers.get("location")?.startsWith("/auth/sign-in") ? "sign-in" : answer.status;
}

function bodyOf({ body, form: fields, files }: Asked): string | FormData | undefined {
  if (fields) return new URLSearchParams(fields).toString();
  if (!files) return body && JSON.stringify(body);
  const upload = new FormData();
  for (const [name, file] of Object.entries(files)) upload.set(name, file);
  return upload;
}

/** "/api/chats/:id" with what the row says the id is. */
function filled(address: string, { query, ...asked }: Asked & { slug: string }): string {
  const path = address
    .split("/")
    .map((part) => (part.startsWith(":") ? String(asked[part.slice(1)]) : part === "*" ? String(asked["*"]) : part))
    .join("/");
  return query === undefined ? path : `${path}?${query}`;
}

/** What Hono has registered, middleware left out. */
function apiAddresses({ stet }: RunningServer): string[] {
  const registered = createApi(stet).routes.filter((route) => route.method !== "ALL");
  return registered.map((route) => `${route.method} ${route.path}`);
}

/** What the page framework has registered; pages with an action take forms. */
async function pageAddresses(): Promise<string[]> {
  const file = pathToFileURL(join(import.meta.dirname, "../build/server/index.js")).href;
  const build = (await import(file)) as { routes: Record<string, { module: { action?: unknown } } | undefined> };
  const entries = flat(routeConfig as RouteConfigEntry[]);
  const both = new Set(entries.map(({ path }) => path));
  const names: string[] = [];
  for (const { id, path } of entries) {
    const short = path.startsWith(`${ofOrganizations}/`) ? path.slice(ofOrganizations.length) : path;
    const name = both.has(short) ? short : path;
    names.push(`PAGE ${name}`);
    if (build.routes[id]?.module.action) names.push(`FORM ${name}`);
  }
  return names;
}

function flat(entries: readonly RouteConfigEntry[]): { id: string; path: string }[] {
  return entries.flatMap((entry) =>
    entry.children
      ? flat(entry.children)
      : [{ id: entry.id ?? entry.file.replace(/\.tsx?$/, ""), path: entry.index ? "/" : `/${entry.path}` }],
  );
}
