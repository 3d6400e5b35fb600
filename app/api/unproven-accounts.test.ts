/* With a mail server, an address is verified before the first sign-in, and no one can find out whether it has an
   account. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { cookieOf, startApp, type TestApp } from "#test/app.ts";
import { linkIn, startMailServer, type MailServer } from "#test/mail-server.ts";
import { newPostgresDatabase } from "#test/postgres.ts";

const folder = inject("postgresFolder");
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
});
afterAll(() => mail.close());

const newcomer = () => ({ name: "Ada", email: `${randomUUID()}@example.test`, password: "a long enough password" });

describe.each(folder === undefined ? ["embedded"] : ["embedded", "postgres"])("on %s", (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    const database: Record<string, string> = engine === "postgres" ? { DATABASE_URL: await newPostgresDatabase(folder!) } : {};
    app = await startApp({ SMTP_URL: mail.url, TRUSTED_PROXIES: "1", ...database });
  });
  afterAll(() => app.close());

  let network = 0;
  /** From a network of its own, so that no limit is hit. */
  const ask = (path: string, body: object) =>
    app.request(path, { body, headers: { "x-forwarded-for": `192.0.2.${(network++ % 250) + 1}` } });
  const signUp = (body: object) => ask("/api/auth/sign-up/email", body);
  const signIn = (email: string, password: string) => ask("/api/auth/sign-in/email", { email, password });

  test("no session is made, by whichever way, until the link in the email is used", async () => {
    const { name, email, password } = newcomer();
    await signUp({ name, email, password });
    const refused = await signIn(email, password);
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []]);
    const { internalAdapter } = await app.stet.auth.$context;
    const { user } = (await internalAdapter.findUserByEmail(email))!;
    // What every sign-in method ends in.
    await expect(internalAdapter.createSession(user.id)).rejects.toMatchObject({ body: { code: "EMAIL_NOT_VERIFIED" } });
    expect(await internalAdapter.listSessions(user.id)).toEqual([]);
    const token = new URL(linkIn(await mail.letterTo(email, /Verify/), "/auth/verify-email")).searchParams.get("token");
    expect((await ask("/api/account/verify-email", { token })).status).toBe(200);
    const inside = await app.stet.actorOf(new Headers({ cookie: cookieOf(await signIn(email, password)) }));
    expect(inside).toMatchObject({ kind: "person", isVerified: true });
  });

  test("F13: whether an address has an account cannot be found out by signing up with it and signing in", async () => {
    const [free, taken, unproven] = [newcomer(), await app.person(), newcomer()];
    await signUp({ ...unproven, password: "its first password" });
    await mail.letterTo(unproven.email, /Verify/);
    const seen = async ({ email }: { email: string }) => {
      const answers = [
        await signUp({ name: "Eve", email, password: "the attacker's own" }),
        await signIn(email, "the attacker's own"),
        await signIn(email, "a guess"),
      ];
      return Promise.all(answers.map(async (answer) => [answer.status, [...answer.headers.keys()].sort(), await answer.text()]));
    };
    const ofFree = await seen(free);
    expect(ofFree.map(([status]) => status)).toEqual([200, 401, 401]);
    expect(ofFree[1]).toEqual(ofFree[2]);
    expect(await seen(taken)).toEqual(ofFree);
    expect(await seen(unproven)).toEqual(ofFree);
    // The owner gets the link twice: on signing up, and again when signing in with the right password.
    await mail.letterTo(free.email, /Verify/);
    await mail.letterTo(free.email, /Verify/);
    await mail.letterTo(taken.email, /already have/);
  });
});
