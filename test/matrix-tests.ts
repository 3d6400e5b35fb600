/*
 * Asserts test/matrix.ts: every address × every role, through the whole server with its built pages. Anything
 * registered without a row fails here by name. Each engine has a test file of its own, so that both run at once.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "#api/index.ts";
import routeConfig from "../app/routes.ts";
import type { RunningServer } from "../app/start.ts";
import {
  leaksInEmails,
  leaksInLog,
  leaksOfOtherWays,
  leaksOnEveryAddress,
  leaksToKeys,
  plantCanaries,
  watchEverybody,
  type Planted,
} from "./canary-world.ts";
import type { Place } from "./databases.ts";
import { answerFor, api, pages, withoutShown, type Answer, type Row } from "./matrix.ts";
import { roles } from "./matrix-world.ts";
import { answerTo, startMatrixServer, type MatrixServer } from "./matrix-server.ts";
import { newWorld, once } from "./matrix-world.ts";

const all: [string, Row][] = Object.entries({ ...api, ...pages });
const ofOrganizations = "/organizations/:slug";

export function testMatrix(storage: () => Promise<Place>): void {
  let server: MatrixServer;
  let planted: Planted;
  let events: ReturnType<typeof watchEverybody>;
  beforeAll(async () => {
    server = await startMatrixServer(await storage());
    planted = await plantCanaries(server);
    events = watchEverybody(server, planted);
  });
  afterAll(() => server.stop());

  test("nothing private is shown to another: by any address, export, search, model or key", async () => {
    const leaks = await leaksOnEveryAddress(server, planted);
    leaks.push(...(await leaksOfOtherWays(server, planted)), ...(await leaksToKeys(server, planted)));
    expect(leaks).toEqual([]);
    // Words planted where nothing is read prove nothing.
    expect(server.canaries.unseen()).toEqual([]);
  }, 1_200_000);

  const cases = all.flatMap(([name, { expected }]) =>
    (["own", "organization"] as const).flatMap((place) => (expected[place] ? [[name, place] as const] : [])),
  );
  test.each(cases)("%s (%s place)", async (name, place) => {
    const row = { ...api, ...pages }[name]!;
    const answers = row.expected[place]!;
    const wrong: string[] = [];
    const leaks: string[] = [];
    const worldOf = () => newWorld(server.stet, server.people, place, { canaries: server.canaries });
    // What changes nothing needs no world of its own.
    const shared = await worldOf();
    const askedOnce = once(async () => row.ask(shared));
    const asking = roles.map(async (role) => {
      const expected = answerFor(answers, role);
      const isOwn = mayChange(name, expected);
      const world = isOwn ? await worldOf() : shared;
      // One that names nothing of a world may say something else each time, such as a new address.
      const asked = await (isOwn || row.ask.length === 0 ? row.ask(world) : askedOnce());
      const { status, text } = await answerTo(server, { world, asked }, { name, place, role });
      if (isOwn) await world.end();
      leaks.push(...withoutShown(server.canaries.leaks(role, text), row, role).map((leak) => `${leak} to ${role}`));
      if (status !== expected) wrong.push(`${role} got ${status} instead of ${expected}: ${text.slice(0, 300)}`);
    });
    await Promise.all(asking);
    await shared.end();
    expect(wrong).toEqual([]);
    expect(leaks).toEqual([]);
  });

  test("nothing private is in another's events or emails, or in the log", async () => {
    const { leaks, silent } = await events.leaks();
    leaks.push(...(await leaksInEmails(server)), ...leaksInLog(server));
    expect(leaks).toEqual([]);
    expect(silent).toEqual([]);
  });

  test("B10: a visitor is sent away from everything but the doors that are open to all", () => {
    const open = all.filter(([, { expected }]) =>
      Object.values(expected).some((answers) => ![401, "sign-in"].includes(answerFor(answers, "visitor") as never)),
    );
    const doors =
      /^(\w+) (\/health|\/metrics|\/api\/auth\/|\/api\/(invitations\/request|contact|csp-reports|billing\/events)|\/api\/account\/verify-email$|\/v1\/openapi)/;
    const front =
      /^(PAGE|FORM) \/(auth\/|blog|careers|contact|cookie|demo|dev|docs|invitations\/|onboarding\/user|organizations\/:slug$|pricing|robots|security$|shared\/|sitemap|story|terms|word\/|\*|$)/;
    expect(open.map(([name]) => name).filter((name) => !doors.test(name) && !front.test(name))).toEqual([]);
  });

  test("everything that is registered has a row, and every row is of something registered", async () => {
    const registered = new Set([...apiAddresses(server), ...(await pageAddresses())]);
    const missing = [...registered].filter((name) => !all.some(([row]) => row === name));
    if (missing.length > 0) throw new Error(howToAdd(missing));
    expect(all.map(([name]) => name).filter((name) => !registered.has(name))).toEqual([]);
  });
}

/** If a request that should be refused is not, its test fails for that reason already. */
function mayChange(name: string, expected: Answer): boolean {
  return !/^(?:GET|PAGE) /.test(name) && typeof expected === "number" && expected < 400;
}

function howToAdd(missing: readonly string[]): string {
  const lines = missing.map((name) => `  "${name}": row(${name.startsWith("PAGE") ? "page()" : "people(200)"}),`);
  return `Not in test/matrix.ts. Say there who gets what, for example:\n${lines.join("\n")}\n`;
}

/** What Hono has registered, except middleware. */
function apiAddresses({ stet }: RunningServer): string[] {
  const registered = createApi(stet).routes.filter((route) => route.method !== "ALL");
  return registered.map((route) => `${route.method} ${route.path}`);
}

/** What the page framework has registered; pages with an action accept forms. */
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
