/* The server under the matrix, its people, and how a row becomes a request. */
import { randomInt } from "node:crypto";
import { createLog } from "#server/log.ts";
import { readEnv, type Env } from "#server/env.ts";
import { startServer, type RunningServer } from "../app/start.ts";
import { cookieOf } from "./app.ts";
import { createCanaries, textOf, type Canaries } from "./canaries.ts";
import { temporaryFolder, type Place as Storage } from "./databases.ts";
import type { Answer, Asked } from "./matrix.ts";
import { roles, type Role } from "./matrix-world.ts";
import type { Place } from "./matrix-world.ts";
import { password, type People, type World } from "./matrix-world.ts";

export type MatrixServer = RunningServer & { env: Env; people: People; canaries: Canaries; logged: string[] };

const ofOrganizations = "/organizations/:slug";

export async function startMatrixServer(storage: Storage): Promise<MatrixServer> {
  const database: Record<string, string> = "url" in storage ? { DATABASE_URL: storage.url } : {};
  // Behind a proxy, so that every request can come from its own address and no address limit is hit.
  // Nothing is looked for on this machine.
  const rest = { LOCAL_MODEL_SERVERS: "off", PORT: "0", LOG_LEVEL: "debug", BUILTIN_DELAY_MS: "0", TRUSTED_PROXIES: "1" };
  const env = readEnv({ STET_DATA: temporaryFolder(), ...rest, ...database });
  const logged: string[] = [];
  const log = createLog(env, { write: (line) => void logged.push(line) });
  const server = await startServer(env, { log });
  const canaries = createCanaries();
  // The first to sign in administers the installation.
  const administrator = [["outsider", await newSomebody(server, "outsider", canaries)] as const];
  const made = roles
    .filter((role) => role !== "visitor" && role !== "outsider")
    .map(async (role) => [role, await newSomebody(server, role, canaries)] as const);
  const people = Object.fromEntries([...administrator, ...(await Promise.all(made))]) as People;
  return { ...server, env, people, canaries, logged };
}

/** An outsider who has received an email from one of the people. */
export const correspondent = "a correspondent";

/** Fellow members see each other's addresses; guests do not. The stranger is invited by the head. */
const emailReaders: Partial<Record<Role, readonly Role[]>> = { stranger: ["admin", "head"], outsider: [] };
const colleagues: readonly Role[] = ["owner", "commenter", "editor", "member", "admin", "head"];

async function newSomebody({ stet, port }: RunningServer, role: Role, canaries: Canaries) {
  const email = `${canaries.word(role, "e-mail address", [...(emailReaders[role] ?? colleagues), correspondent])}@example.test`;
  const { user } = await stet.auth.api.signUpEmail({ body: { name: `The ${role}`, email, password } });
  await (await stet.auth.$context).internalAdapter.updateUser(user.id, { emailVerified: true });
  return { userId: user.id, email, cookie: await signIn(port, email) };
}

export async function signIn(port: number, email: string, headers: Record<string, string> = {}): Promise<string> {
  const body = JSON.stringify({ email, password });
  const answer = await send(port, "/api/auth/sign-in/email", { method: "POST", body }, { ...json, ...headers });
  if (!answer.ok) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
  return cookieOf(answer);
}

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };

export function send(port: number, path: string, init: RequestInit, headers: Record<string, string>): Promise<Response> {
  const origin = `http://127.0.0.1:${port}`;
  const from = `2001:db8:${[1, 2, 3].map(() => randomInt(65_536).toString(16)).join(":")}::1`;
  return fetch(origin + path, { ...init, redirect: "manual", headers: { origin, "x-forwarded-for": from, ...headers } });
}

type Sent = { slug?: string; body?: object; signal?: AbortSignal };

/** As one of the people, in their personal workspace or in an organization. */
export function sendAs(server: MatrixServer, role: Role, path: string, { slug, body, signal }: Sent = {}) {
  const headers: Record<string, string> = { ...json };
  if (role !== "visitor") headers.cookie = server.people[role].cookie;
  if (slug !== undefined) headers["x-organization-slug"] = slug;
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  return send(server.port, path, { ...init, ...(signal && { signal }) }, headers);
}

export type Cell = { name: string; place: Place; role: Role };

/** Sends a row's request as `role`, and returns the status and the full response. */
export async function answerTo(
  server: MatrixServer,
  { world, asked }: { world: World; asked: Asked },
  { name, place, role }: Cell,
): Promise<{ status: Answer; text: string }> {
  const [kind, address] = name.split(" ") as [string, string];
  const isPage = kind === "PAGE" || kind === "FORM";
  const inOrganization = isPage && place === "organization" && !address.startsWith(ofOrganizations);
  const path = filled(inOrganization ? ofOrganizations + address : address, { slug: world.slug, ...asked });
  const headers: Record<string, string> = asked.files ? {} : asked.form ? { ...form } : { ...json };
  if (role !== "visitor") headers.cookie = server.people[role].cookie;
  if (!isPage && place === "organization") headers["x-organization-slug"] = world.slug;
  const method = kind === "PAGE" ? "GET" : kind === "FORM" ? "POST" : kind;
  const body = bodyOf(asked);
  const answer = await send(server.port, path, { method, ...(body !== undefined && { body }) }, headers);
  const text = await textOf(answer);
  if (path === "/api/auth/sign-out" && role !== "visitor")
    server.people[role].cookie = await signIn(server.port, server.people[role].email);
  const isSentToSignIn = answer.status === 302 && answer.headers.get("location")?.startsWith("/auth/sign-in");
  return { status: isSentToSignIn ? "sign-in" : answer.status, text };
}

function bodyOf({ body, form: fields, files }: Asked): string | FormData | undefined {
  if (fields) return new URLSearchParams(fields).toString();
  if (!files) return body && JSON.stringify(body);
  const upload = new FormData();
  for (const [name, file] of Object.entries(files)) upload.set(name, file);
  return upload;
}

/** "/api/chats/:id" with the id from the row. */
function filled(address: string, { query, ...asked }: Asked & { slug: string }): string {
  const path = address
    .split("/")
    .map((part) => (part.startsWith(":") ? String(asked[part.slice(1)]) : part === "*" ? String(asked["*"]) : part))
    .join("/");
  return query === undefined ? path : `${path}?${query}`;
}
