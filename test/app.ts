/*
 * The whole application in this process: a Request goes in, a Response comes out, streamed bodies included. Each app
 * has its own database folder, and `person()` signs up a new user, so tests share nothing and clean up nothing.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { createApi } from "#api/index.ts";
import { readEnv } from "#server/env.ts";
import { createLog } from "#server/log.ts";
import { createStet, type Stet } from "#server/stet.ts";
import { copyPreparedDatabase, discard, newFolder } from "./prepared-database.ts";

export type TestPerson = { name: string; email: string; password: string; cookie: string };
export type TestApp = {
  stet: Stet;
  /** `body` is sent as JSON. */
  request(
    path: string,
    options?: { method?: string; body?: unknown; as?: TestPerson; headers?: Record<string, string> },
  ): Promise<Response>;
  /** Passes the request through unchanged, for clients that build their own. */
  fetch(request: Request): Promise<Response>;
  /** A new, signed-in user; the address is verified by default. */
  person(options?: { isVerified?: boolean; name?: string }): Promise<TestPerson>;
  close(): Promise<void>;
};

export async function startApp(
  settings: Record<string, string> = {},
  options: Parameters<typeof createStet>[2] = {},
): Promise<TestApp> {
  const folder = newFolder("app-");
  if (settings.STET_DATA === undefined && settings.DATABASE_URL === undefined) await copyPreparedDatabase(join(folder, "database"));
  const env = readEnv({ STET_DATA: folder, LOG_LEVEL: "silent", BUILTIN_DELAY_MS: "0", LIVE_LAW: "off", ...settings });
  const stet = await createStet(env, createLog(env), options);
  const api = createApi(stet);

  const request: TestApp["request"] = async (path, { method, body, as, headers } = {}) => {
    const init: RequestInit = { method: method ?? (body === undefined ? "GET" : "POST"), headers: { origin: env.url, ...headers } };
    if (as !== undefined) (init.headers as Record<string, string>).cookie = as.cookie;
    if (body !== undefined) {
      init.body = JSON.stringify(body);
      (init.headers as Record<string, string>)["content-type"] ??= "application/json";
    }
    return api.fetch(new Request(new URL(path, env.url), init), {});
  };

  return {
    stet,
    request,
    fetch: async (one) => api.fetch(one, {}),
    async person({ isVerified = true, name } = {}) {
      const id = randomUUID().slice(0, 8);
      const somebody = { name: name ?? `Person ${id}`, email: `${id}@example.test`, password: `password ${id}` };
      // Bypasses the HTTP API, where signing up takes a fixed time; signing in goes through it.
      const { user } = await stet.auth.api.signUpEmail({ body: somebody });
      const { internalAdapter } = await stet.auth.$context;
      await internalAdapter.updateUser(user.id, { emailVerified: true });
      const { email, password } = somebody;
      const response = await request("/api/auth/sign-in/email", { body: { email, password } });
      if (!response.ok) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`);
      // Signed in before email was configured.
      if (!isVerified) await internalAdapter.updateUser(user.id, { emailVerified: false });
      return { ...somebody, cookie: cookieOf(response) };
    },
    async close() {
      await stet.drain();
      await stet.close();
      discard(folder);
    },
  };
}

export function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}
