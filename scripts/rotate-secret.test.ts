/* Replacing the installation's secret: as typed, and interrupted at each step. */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { rotateSecret } from "#server/accounts/rotate-secret.ts";
import { getConnection, rowOfConnection, saveConnection } from "#server/data/installation/model-connections.ts";
import { readEnv } from "#server/env.ts";
import { keyOf } from "#server/models/connected-models.ts";
import type { Person } from "#core/workspace/policy.ts";
import { cookieOf, startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { eachPreparedEngine, temporaryFolder } from "#test/databases.ts";
import { copyPreparedDatabase } from "#test/prepared-database.ts";
import { awayFromTheEdge, totpCode } from "#test/totp.ts";

const run = promisify(execFile);

async function command(settings: Record<string, string>): Promise<string> {
  const options = { cwd: join(import.meta.dirname, ".."), env: { PATH: process.env["PATH"], ...settings } };
  const { stdout } = await run(process.execPath, ["scripts/rotate-secret.ts"], options).catch((error: { stderr: string }) => ({
    stdout: error.stderr,
  }));
  return stdout.trim();
}

/** The first to sign in, and so the administrator, with two-factor authentication and a key of a model provider. */
async function prepare(app: TestApp) {
  const head = await app.person();
  const started = await app.request("/api/account/second-step", { body: { password: head.password }, as: head });
  const { secret, codes } = (await started.json()) as { secret: string; codes: string[] };
  await awayFromTheEdge();
  const done = await app.request("/api/account/second-step/confirm", { body: { code: totpCode(secret, -1) }, as: head });
  const cookie = cookieOf(done);
  const me = (await app.stet.actorOf(new Headers({ cookie }))) as Person;
  const { id } = await saveConnection(me, app.stet.db, {
    provider: "openai",
    name: null,
    url: null,
    sealKey: (row) => app.stet.secretBox.seal("sk-a-key-4242", rowOfConnection(row)),
    lastFour: "4242",
  });
  return { head, cookie, codes, me, connection: id };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

async function keyIn(app: TestApp, { me, connection }: Prepared) {
  return keyOf(await getConnection(me, app.stet.db, connection), app.stet.secretBox);
}

async function signInWithCode(app: TestApp, { email, password }: TestPerson, code: string): Promise<number> {
  const first = await app.request("/api/auth/sign-in/email", { body: { email, password } });
  const headers = { cookie: cookieOf(first) };
  return (await app.request("/api/auth/two-factor/verify-backup-code", { body: { code }, headers })).status;
}

eachPreparedEngine((place) => {
  test("what it encrypts stays readable, and everyone signs in again", { timeout: 120_000 }, async () => {
    const given = await place();
    const folder = temporaryFolder();
    if ("folder" in given) await copyPreparedDatabase(join(folder, "database"));
    const settings = { STET_DATA: folder, ...("url" in given && { DATABASE_URL: given.url }) };
    const [present, next] = ["auth-secret", "auth-secret.next"].map((name) => join(folder, name)) as [string, string];
    const env = readEnv(settings);

    let app = await startApp(settings);
    const made = await prepare(app);
    expect(await command(settings)).toMatch(/in use by another process|Stet is running/);
    await app.close();
    const first = readFileSync(present, "utf8");
    expect(await command(settings)).toBe(
      "The secret is replaced. Encrypted again: 1 keys of model providers and tool servers, 1 people's two-factor authentication. Sessions ended: 1.\nStart Stet.",
    );
    const second = readFileSync(present, "utf8");
    expect(second).not.toBe(first);

    // Interrupted after the rows had changed.
    writeFileSync(present, first);
    writeFileSync(next, second);
    await expect(startApp(settings)).rejects.toThrow("Finish it: npm run rotate-secret");
    await rotateSecret(env, undefined);
    expect(readFileSync(present, "utf8")).toBe(second);

    // Interrupted before.
    const third = "t".repeat(43);
    writeFileSync(next, third);
    await expect(rotateSecret(env, "n".repeat(40))).rejects.toThrow("NEW_AUTH_SECRET is only for");
    await rotateSecret(env, undefined);
    expect(readFileSync(present, "utf8")).toBe(third);

    app = await startApp(settings);
    expect((await app.request("/api/account/sessions", { headers: { cookie: made.cookie } })).status).toBe(401);
    expect(await keyIn(app, made)).toBe("sk-a-key-4242");
    expect(await signInWithCode(app, made.head, made.codes[0]!)).toBe(200);
    await app.close();

    // From now on in the environment.
    const named = { ...settings, AUTH_SECRET: third };
    await expect(rotateSecret(readEnv(named), undefined)).rejects.toThrow("set NEW_AUTH_SECRET");
    await expect(rotateSecret(readEnv(named), third)).rejects.toThrow("set NEW_AUTH_SECRET");
    const fourth = "f".repeat(40);
    expect(await rotateSecret(readEnv(named), fourth)).toContain("Now set AUTH_SECRET to the new secret");
    // Once more, by mistake: nothing is lost.
    expect(await rotateSecret(readEnv(named), fourth)).toContain("1 keys of model providers and tool servers, 1 people's");
    const wrong = { ...settings, AUTH_SECRET: "w".repeat(40) };
    expect(await rotateSecret(readEnv(wrong), "v".repeat(40))).toContain("2 could not be opened with either secret");

    app = await startApp({ ...settings, AUTH_SECRET: fourth });
    expect(await keyIn(app, made)).toBe("sk-a-key-4242");
    expect(await signInWithCode(app, made.head, made.codes[1]!)).toBe(200);
    await app.close();
  });
});
