/*
 * Finds a request's row in the table. API requests use the route Hono matched; pages are matched by path the way the
 * page framework does it: ignoring case, a trailing slash and the ".data" suffix of data requests.
 */
import { matchedRoutes } from "hono/route";
import { TrieRouter } from "hono/router/trie-router";
import { addresses } from "./addresses.ts";
import { defaultRules, unlistedFormRules, unlistedRules, type AddressRules } from "./address-rules.ts";
import type { ApiContext } from "./context.ts";

export type Address = { name: string; rules: AddressRules };

const table = new Map(Object.entries(addresses).map(([name, row]) => [name, { name, rules: rulesOf(name, row) }]));
const unlisted: Address = { name: "unlisted", rules: unlistedRules };
const unlistedOfKeys: Address = { name: "unlisted /v1", rules: { ...unlistedRules, who: "key", origin: "any" } };
const unlistedForm: Address = { name: "unlisted form", rules: unlistedFormRules };

function rulesOf(name: string, row: Partial<AddressRules>): AddressRules {
  const kind = name.split(" ", 1)[0];
  const takes = kind === "GET" || kind === "PAGE" ? "nothing" : kind === "FORM" ? "form" : defaultRules.takes;
  // No other site's page can make a browser send a key in a header, so the origin proves nothing more.
  const origin = row.who === "key" ? "any" : defaultRules.origin;
  return { ...defaultRules, takes, origin, ...row };
}

const ofOrganizations = "/organizations/:slug";
const pages = new TrieRouter<Address>();
for (const address of table.values()) {
  const [kind, path] = address.name.split(" ") as [string, string];
  if (kind !== "PAGE" && kind !== "FORM") continue;
  const method = kind === "PAGE" ? "GET" : "POST";
  pages.add(method, path, address);
  if (!path.startsWith(ofOrganizations) && path !== "/*") pages.add(method, ofOrganizations + path, address);
}

const ofTheApi = /^\/(?:api|v1|health)\/|^\/(?:metrics|mcp)$/;

/** The address a request is for, with its rules. */
export function addressOf(c: ApiContext): Address {
  const { path, method } = c.req;
  if (!ofTheApi.test(path)) return pageAddressOf(path, method);
  const route = matchedRoutes(c).find((one) => one.method !== "ALL");
  return (route && table.get(`${route.method} ${route.path}`)) ?? (path.startsWith("/v1/") ? unlistedOfKeys : unlisted);
}

function pageAddressOf(path: string, method: string): Address {
  const page = path
    .replace(/(?:\/_root|\/_)?\.data$/, "")
    .replace(/(?<!\/)\/+$/, "")
    .toLowerCase();
  const [found] = pages.match(method === "HEAD" ? "GET" : method, page === "" ? "/" : page);
  // If several match, the one with the fewest parameters wins.
  const [address = unlistedForm] = found.map(([one]) => one).sort((one, other) => wildness(one) - wildness(other));
  return address;
}

const wildness = ({ name }: Address) => (name.endsWith("/*") ? 100 : name.split(":").length);

/** Throws if an address has no row or a row has no address. `what` uses the table's names. */
export function refuseUnlisted(what: Iterable<string>, kinds: readonly string[]): void {
  const given = new Set(what);
  const missing = [...given].filter((name) => !table.has(name));
  const idle = [...table.keys()].filter((name) => kinds.includes(name.split(" ", 1)[0]!) && !given.has(name));
  if (missing.length === 0 && idle.length === 0) return;
  const lines = [
    ...missing.map((name) => `  "${name}": {},   is missing: a row says who may ask there, and how much`),
    ...idle.map((name) => `  "${name}"   is the row of no address`),
  ];
  throw new Error(`Stet cannot start: app/api/addresses.ts does not fit what is served.\n${lines.join("\n")}`);
}

export const apiKinds = ["GET", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"] as const;
export const pageKinds = ["PAGE", "FORM"] as const;

type PageRoute = {
  id: string;
  path?: string | undefined;
  index?: boolean | undefined;
  parentId?: string | undefined;
  module: object;
};

/** The table's names for the pages that the framework serves. */
export function pageNames(routes: Readonly<Record<string, PageRoute | undefined>>): Set<string> {
  const all = Object.values(routes).flatMap((route) => route ?? []);
  const paths = new Map(all.filter(({ path, index }) => path !== undefined || index === true).map((one) => [pathOf(one), one]));
  const names = new Set<string>();
  for (const [path, { module }] of paths) {
    if (path === "") continue;
    const own = path.startsWith(`${ofOrganizations}/`) ? path.slice(ofOrganizations.length) : path;
    const name = paths.has(own) ? own : path;
    names.add(`PAGE ${name}`);
    if ("action" in module) names.add(`FORM ${name}`);
  }
  return names;
}

/** Our pages are not nested by path; the root has no path and is not a page. */
function pathOf({ path, index }: PageRoute): string {
  return index === true ? "/" : path === "" ? "" : `/${path}`;
}
