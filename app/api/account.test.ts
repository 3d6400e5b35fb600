/* Accounts through the API: what each email link does, and what an attacker cannot do. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { cookieOf, startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { linkIn, startMailServer, type MailServer } from "#test/mail-server.ts";
import { stopClock, totpCode } from "#test/totp.ts";

let mail: MailServer;
let app: TestApp;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startApp({ SMTP_URL: mail.url, TRUSTED_PROXIES: "1", STET_URL: "https://stet.example" });
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await app.close();
  await mail.close();
});

let count = 0;
const newcomer = () => ({ name: "Ada", email: `new-${++count}@example.test`, password: "a long enough password" });
const signUp = (body: object, on = app) => on.request("/api/auth/sign-up/email", { body });
const signIn = ({ email, password }: { email: string; password: string }, from = "192.0.2.1") =>
  app.request("/api/auth/sign-in/email", { body: { email, password }, headers: { "x-forwarded-for": from } });
const tokenOf = (link: string) => new URL(link).searchParams.get("token")!;
const isKnown = async (cookie: string) => (await app.stet.actorOf(new Headers({ cookie }))).kind === "person";
/** Follows the link in the email, as the account's owner would. */
async function verify(email: string): Promise<void> {
  const token = tokenOf(linkIn(await mail.letterTo(email, /Verify/), "/auth/verify-email"));
  expect((await app.request("/api/account/verify-email", { body: { token } })).status).toBe(200);
}
const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code;

describe("signing up", () => {
  test("a letter verifies the address, and until then there is no session", async () => {
    const ada = newcomer();
    expect(await (await signUp(ada)).json()).toEqual({ success: true, mustVerify: true });
    expect((await signIn(ada)).headers.getSetCookie()).toEqual([]);
    await verify(ada.email);
    const cookie = cookieOf(await signIn(ada));
    expect(await app.stet.actorOf(new Headers({ cookie }))).toMatchObject({ kind: "person", isVerified: true });
  });

  test("where no email goes out, one is in at once", async () => {
    const local = await startApp();
    const ada = newcomer();
    expect(await (await signUp(ada, local)).json()).toEqual({ success: true, mustVerify: false });
    const { email, password } = ada;
    expect((await local.request("/api/auth/sign-in/email", { body: { email, password } })).status).toBe(200);
    await local.close();
  });

  test("pressed twice is no mistake", async () => {
    const ada = newcomer();
    await signUp(ada);
    const token = tokenOf(linkIn(await mail.letterTo(ada.email), "/auth/verify-email"));
    for (let times = 0; times < 2; times++)
      expect((await app.request("/api/account/verify-email", { body: { token } })).status).toBe(200);
  });

  test("A02 a taken address gets the same answer, nothing changes, and its owner a notice", async () => {
    const ada = newcomer();
    const first = await signUp(ada);
    const second = await signUp({ ...ada, name: "Eve", password: "another long password" });
    expect([second.status, await second.text()]).toEqual([first.status, await first.text()]);
    expect([...second.headers.keys()].sort()).toEqual([...first.headers.keys()].sort());
    expect((await mail.letterTo(ada.email, /already have/)).text).toContain("https://stet.example/auth/sign-in");
    await verify(ada.email);
    expect((await signIn({ ...ada, password: "another long password" })).status).toBe(401);
    expect((await signIn(ada)).status).toBe(200);
  });

  test("A19 a password is long enough, and may hold anything", async () => {
    const short = await signUp({ ...newcomer(), password: "1234567" });
    expect(short.status).toBe(400);
    expect(await codeOf(short)).toBe("PASSWORD_TOO_SHORT");
    for (const password of ["many words, ".repeat(11).slice(0, 128), "eight å 🖋️ signs with spaces"]) {
      const ada = { ...newcomer(), password };
      expect((await signUp(ada)).status).toBe(200);
      await verify(ada.email);
      expect((await signIn(ada)).status).toBe(200);
    }
    expect((await signUp({ ...newcomer(), password: "x".repeat(300) })).status).toBe(400);
    expect(await codeOf(await signUp({ ...newcomer(), password: "Qwertyuiop" }))).toBe("PASSWORD_COMMON");
    const ada = await app.person();
    const body = { password: ada.password, newPassword: "12345678" };
    expect(await codeOf(await app.request("/api/account/change-password", { body, as: ada }))).toBe("password-refused");
  });

  test("A20 people cannot give themselves a plan, a role, a verified address or an id", async () => {
    const ada = newcomer();
    const extra = { plan: "free", role: "admin", emailVerified: true, id: "chosen", image: "https://evil.test/x" };
    expect((await signUp({ ...ada, ...extra })).status).toBe(200);
    const { internalAdapter } = await app.stet.auth.$context;
    expect((await internalAdapter.findUserByEmail(ada.email))?.user.emailVerified).toBe(false);
    await verify(ada.email);
    const cookie = cookieOf(await signIn(ada));
    const me = await app.stet.actorOf(new Headers({ cookie }));
    expect(me).toMatchObject({ plan: "professional" });
    expect(me.kind === "person" && me.userId).not.toBe("chosen");
    await app.request("/api/account", { method: "PATCH", body: { name: "Ada L.", ...extra }, headers: { cookie } });
    expect(await app.stet.actorOf(new Headers({ cookie }))).toMatchObject({
      name: "Ada L.",
      plan: "professional",
    });
  });

  test("F16: a link to verify an address is of the account it was written for, no matter who has the address later", async () => {
    const ada = newcomer();
    await signUp(ada);
    const token = tokenOf(linkIn(await mail.letterTo(ada.email), "/auth/verify-email"));
    const { internalAdapter } = await app.stet.auth.$context;
    const first = await internalAdapter.findUserByEmail(ada.email);
    await internalAdapter.updateUser(first!.user.id, { email: `was-${ada.email}` });
    await signUp({ ...ada, password: "the words of another person" });
    const verify = (given: string) => app.request("/api/account/verify-email", { body: { token: given } });
    expect((await verify(token)).status).toBe(400);
    expect((await verify(token.slice(0, token.lastIndexOf(".")))).status).toBe(400);
    expect((await internalAdapter.findUserByEmail(ada.email))!.user.emailVerified).toBe(false);
    expect((await verify(tokenOf(linkIn(await mail.letterTo(ada.email), "/auth/verify-email")))).status).toBe(200);
  });

  test("an address with a second one in it is refused", async () => {
    expect((await signUp({ ...newcomer(), email: "a@x.test>, evil@x.test" })).status).toBe(400);
  });

  test("an address gets few letters an hour", async () => {
    const { email } = newcomer();
    const ask = () => app.request("/api/auth/request-password-reset", { body: { email } });
    for (let tries = 0; tries < 3; tries++) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });
});

describe("a forgotten password", () => {
  async function resetToken(person: TestPerson): Promise<string> {
    await app.request("/api/auth/request-password-reset", { body: { email: person.email } });
    return tokenOf(linkIn(await mail.letterTo(person.email, /Choose a new/), "/auth/reset-password"));
  }
  const reset = (token: string, newPassword: string) => app.request("/api/auth/reset-password", { body: { token, newPassword } });

  test("A06 A14 the link works once, and everyone who was signed in is signed out", async () => {
    const ada = await app.person();
    const token = await resetToken(ada);
    expect((await reset(token, "a brand new password")).status).toBe(200);
    expect(await isKnown(ada.cookie)).toBe(false);
    expect((await signIn(ada)).status).toBe(401);
    expect((await signIn({ ...ada, password: "a brand new password" })).status).toBe(200);
    expect(await codeOf(await reset(token, "yet another password"))).toBe("INVALID_TOKEN");
    await mail.letterTo(ada.email, /was changed/);
  });

  test("an unknown address hears what a known one hears, and no email goes out", async () => {
    const ada = await app.person();
    const ask = (email: string) => app.request("/api/auth/request-password-reset", { body: { email } });
    const [known, unknown] = [await ask(ada.email), await ask("nobody-at-all@example.test")];
    expect([unknown.status, await unknown.text()]).toEqual([known.status, await known.text()]);
    await mail.letterTo(ada.email, /Choose a new/);
    expect(mail.letters.some(({ recipients }) => recipients.includes("nobody-at-all@example.test"))).toBe(false);
  });

  test("A07 the link leads to the configured address, whatever host was asked", async () => {
    const ada = await app.person();
    await app.request("/api/auth/request-password-reset", {
      body: { email: ada.email },
      headers: { host: "evil.test", "x-forwarded-host": "evil.test" },
    });
    const letter = await mail.letterTo(ada.email, /Choose a new/);
    expect(linkIn(letter, "/auth/reset-password")).toMatch(/^https:\/\/stet\.example\/auth\/reset-password\?token=\w+$/);
    expect(letter.raw).not.toContain("evil");
  });
});

test("A06 links expire", async () => {
  const hasty = await startApp({ SMTP_URL: mail.url, MAIL_LINK_SECONDS: "1" });
  const ada = newcomer();
  await signUp(ada, hasty);
  const verify = tokenOf(linkIn(await mail.letterTo(ada.email), "/auth/verify-email"));
  await hasty.request("/api/auth/request-password-reset", { body: { email: ada.email } });
  const reset = tokenOf(linkIn(await mail.letterTo(ada.email, /Choose a new/), "/auth/reset-password"));
  await new Promise((resolve) => setTimeout(resolve, 2100));
  const late = await hasty.request("/api/account/verify-email", { body: { token: verify } });
  expect([late.status, await codeOf(late)]).toEqual([410, "link-expired"]);
  const tooLate = await hasty.request("/api/auth/reset-password", { body: { token: reset, newPassword: "a new password" } });
  expect(await codeOf(tooLate)).toBe("INVALID_TOKEN");
  await hasty.close();
});

describe("guessing", () => {
  test("A01 an unknown address and a wrong password are answered alike", async () => {
    const ada = await app.person();
    const wrong = await signIn({ ...ada, password: "not the password" });
    const unknown = await signIn({ email: "nobody@example.test", password: "not the password" });
    expect([unknown.status, await unknown.text()]).toEqual([wrong.status, await wrong.text()]);
  });

  const fromDevice = ({ email, password }: TestPerson, cookie: string, from: string) =>
    app.request("/api/auth/sign-in/email", { body: { email, password }, headers: { "x-forwarded-for": from, cookie } });
  const locked = async (person: TestPerson) => {
    for (let place = 1; place <= 6; place++)
      expect((await signIn({ ...person, password: "wrong" }, `198.51.100.${place}`)).status).toBe(401);
    expect((await signIn({ ...person, password: "wrong" }, "198.51.100.7")).status).toBe(429);
  };

  test("A04 six wrong passwords from six places stop the seventh, but not its owner's device, wherever it is now", async () => {
    const ada = await app.person();
    await locked(ada);
    expect((await fromDevice(ada, ada.cookie, "203.0.113.50")).status).toBe(200);
    // Attempts are counted per device, and another account's device cookie does not count as one.
    const grace = await app.person();
    expect((await fromDevice(ada, grace.cookie, "203.0.113.51")).status).toBe(429);
    for (let tries = 0; tries < 6; tries++) await fromDevice({ ...ada, password: "wrong" }, ada.cookie, "203.0.113.50");
    expect((await fromDevice(ada, ada.cookie, "203.0.113.50")).status).toBe(429);
  });

  test("F12: a new password, set by the link in an email, lets its owner in from a new device while strangers continue", async () => {
    const ada = await app.person();
    await locked(ada);
    expect(await (await signIn(ada, "203.0.113.60")).text()).toContain("Forgot your password");
    await app.request("/api/auth/request-password-reset", { body: { email: ada.email } });
    const token = tokenOf(linkIn(await mail.letterTo(ada.email, /Choose a new/), "/auth/reset-password"));
    const newPassword = "a brand new password";
    const done = await app.request("/api/auth/reset-password", { body: { token, newPassword } });
    expect(done.status).toBe(200);
    expect((await signIn({ ...ada, password: newPassword }, "203.0.113.60")).status).toBe(429);
    expect((await fromDevice({ ...ada, password: newPassword }, cookieOf(done), "203.0.113.60")).status).toBe(200);
  });

  test("of twenty guesses at once six are tried", async () => {
    const ada = await app.person();
    const guesses = Array.from({ length: 20 }, (_, place) => signIn({ ...ada, password: "wrong" }, `192.0.2.${place + 100}`));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(6);
  });

  test("A05 other addresses of one IPv6 network, and invented hops, do not help", async () => {
    const ada = await app.person();
    for (let place = 1; place <= 6; place++)
      await signIn({ ...ada, password: "wrong" }, `203.0.113.${place}, 2001:db8:1:2::${place}`);
    expect((await signIn(ada, "203.0.113.99, 2001:db8:1:2::99")).status).toBe(429);
  });
});

describe("sessions", () => {
  test("A16 A17 A18 every sign-in has a new token, in a cookie for this host alone, and only as it was given", async () => {
    const ada = await app.person();
    const response = await signIn(ada);
    const cookie = cookieOf(response);
    expect(cookie).not.toBe(ada.cookie);
    const header = response.headers.getSetCookie().find((each) => each.startsWith("__Host-stet_s="));
    for (const flag of [/; Secure/i, /; HttpOnly/i, /; SameSite=Lax/i, /; Path=\/(;|$)/i]) expect(header).toMatch(flag);
    expect(header).not.toMatch(/Domain/i);

    const [name, value] = cookie.split("; ", 1)[0]!.split("=", 2) as [string, string];
    const [token] = decodeURIComponent(value).split(".");
    expect(await isKnown(cookie)).toBe(true);
    for (const forged of [token!, `${token}.${"A".repeat(43)}=`, value.replace(/.$/, ""), `x${value}`])
      expect(await isKnown(`${name}=${forged}`)).toBe(false);
  });

  test("are listed without what opens them, and ended one by one or all at once", async () => {
    const ada = await app.person();
    const [phone, laptop] = [cookieOf(await signIn(ada)), cookieOf(await signIn(ada))];
    const listed = await app.request("/api/account/sessions", { headers: { cookie: phone } });
    const text = await listed.text();
    const { sessions } = JSON.parse(text) as { sessions: { id: string; isCurrent: boolean }[] };
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    for (const cookie of [phone, laptop]) expect(text).not.toContain(decodeURIComponent(cookie.split("=")[1]!).split(".")[0]);

    const other = await app.person();
    const foreign = sessions.find(({ isCurrent }) => !isCurrent)!.id;
    expect((await app.request(`/api/account/sessions/${foreign}`, { method: "DELETE", as: other })).status).toBe(404);
    const mine = sessions.find(({ isCurrent }) => isCurrent)!.id;
    await app.request(`/api/account/sessions/${mine}`, { method: "DELETE", headers: { cookie: laptop } });
    expect(await isKnown(phone)).toBe(false);
    const ended = await app.request("/api/account/sessions", { method: "DELETE", headers: { cookie: laptop } });
    expect(await ended.json()).toEqual({ ended: 1 });
    expect([await isKnown(ada.cookie), await isKnown(laptop)]).toEqual([false, true]);
  });

  test("A14 a cookie is worth nothing after signing out, or once the account is gone", async () => {
    const ada = await app.person();
    const again = cookieOf(await signIn(ada));
    await app.request("/api/auth/sign-out", { body: {}, headers: { cookie: again } });
    expect((await app.request("/api/account/sessions", { headers: { cookie: again } })).status).toBe(401);
    const me = await app.stet.actorOf(new Headers({ cookie: ada.cookie }));
    await (await app.stet.auth.$context).internalAdapter.deleteUser(me.kind === "person" ? me.userId : "");
    expect((await app.request("/api/account/sessions", { as: ada })).status).toBe(401);
  });
});

describe("a sign-in from a device that was not seen before", () => {
  const from = (ada: TestPerson, cookie = "", userAgent = "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0") =>
    app.request("/api/auth/sign-in/email", {
      body: { email: ada.email, password: ada.password },
      headers: { cookie, "user-agent": userAgent, "x-forwarded-for": "192.0.2.44" },
    });
  const letters = async (ada: TestPerson) => {
    await app.stet.mail.carried();
    return mail.letters.filter(({ recipients, subject }) => recipients.includes(ada.email) && /new sign-in/.test(subject ?? ""));
  };

  test("is told, with what, when and from where; the same device the next time is not", async () => {
    const ada = await app.person();
    expect(await letters(ada)).toHaveLength(0);
    const first = await from(ada);
    const [letter] = await letters(ada);
    expect(letter?.text).toMatch(/Firefox on Windows, on \d+ \w+ \d{4} at \d\d:\d\d UTC, from 192\.0\.2\.44\./);
    const device = first.headers.getSetCookie().find((each) => each.startsWith("__Host-stet_device="));
    for (const flag of [/; Secure/i, /; HttpOnly/i, /; SameSite=Lax/i]) expect(device).toMatch(flag);
    await from(ada, device!.split(";", 1)[0]);
    expect(await letters(ada)).toHaveLength(1);
    // A made-up device secret is not accepted.
    await from(ada, "__Host-stet_device=guess");
    expect(await letters(ada)).toHaveLength(2);
  });

  test("is not told before two-factor authentication, nor to those who do not want it", async () => {
    const ada = await app.person();
    await app.request("/api/account/notifications", { method: "PUT", body: { wanted: ["invitation"] }, as: ada });
    await from(ada);
    expect(await letters(ada)).toHaveLength(0);
    const answer = await app.request("/api/account/notifications", { as: ada });
    expect(await answer.json()).toEqual({
      notifications: { "project-shared": false, comment: false, acceptance: false, "new-device": false },
    });
    await app.request("/api/account/notifications", { method: "PUT", body: { wanted: ["new-device"] }, as: ada });
    const started = await app.request("/api/account/second-step", { body: { password: ada.password }, as: ada });
    const { secret } = (await started.json()) as { secret: string };
    stopClock();
    await app.request("/api/account/second-step/confirm", { body: { code: totpCode(secret, -1) }, as: ada });
    const before = (await letters(ada)).length;
    const challenge = cookieOf(await from(ada));
    expect(await letters(ada)).toHaveLength(before);
    await app.request("/api/auth/two-factor/verify-totp", { body: { code: totpCode(secret) }, headers: { cookie: challenge } });
    expect(await letters(ada)).toHaveLength(before + 1);
  });
});

describe("changing what opens an account", () => {
  const changes: [string, string, object][] = [
    ["POST", "/api/account/change-email", { newEmail: "other@example.test" }],
    ["POST", "/api/account/change-password", { newPassword: "a brand new password" }],
    ["POST", "/api/account/second-step", {}],
    ["DELETE", "/api/account/second-step", {}],
    ["POST", "/api/account/recovery-codes", {}],
  ];
  test.each(changes)("A15 %s %s asks for the password", async (method, path, body) => {
    const ada = await app.person();
    for (const password of [undefined, "", "wrong", 5]) {
      const response = await app.request(path, { method, body: { ...body, password }, as: ada });
      expect([response.status, await codeOf(response)]).toEqual([403, "not-confirmed"]);
    }
    expect((await app.request(path, { method, body })).status).toBe(401);
  });

  test.each([
    "/change-email",
    "/change-password",
    "/update-user",
    "/delete-user",
    "/two-factor/enable",
    "/two-factor/disable",
    "/list-sessions",
  ])("the library's own %s is shut", async (path) => {
    const ada = await app.person();
    for (const method of ["GET", "POST"])
      expect((await app.request(`/api/auth${path}`, { method, as: ada, ...(method === "POST" && { body: {} }) })).status).toBe(404);
  });

  test("guessing the password from an open session is stopped", async () => {
    const ada = await app.person();
    const guess = () => app.request("/api/account/second-step", { body: { password: "wrong" }, as: ada });
    for (let tries = 0; tries < 10; tries++) await guess();
    expect((await guess()).status).toBe(429);
  });

  test("a new password signs out everyone else and keeps this place", async () => {
    const ada = await app.person();
    const other = cookieOf(await signIn(ada));
    const body = { password: ada.password, newPassword: "a brand new password" };
    const changed = await app.request("/api/account/change-password", { body, as: ada });
    expect(changed.status).toBe(200);
    expect(await isKnown(other)).toBe(false);
    expect(await isKnown(cookieOf(changed))).toBe(true);
    await mail.letterTo(ada.email, /was changed/);
  });

  const ask = (as: TestPerson, newEmail: string) =>
    app.request("/api/account/change-email", { body: { newEmail, password: as.password }, as });
  const confirm = (token: string, as: TestPerson) => app.request("/api/account/change-email/confirm", { body: { token }, as });

  test("an address is changed by a letter to the old one, then one to the new one", async () => {
    const ada = await app.person();
    const newEmail = newcomer().email;
    expect(await (await ask(ada, newEmail)).json()).toEqual({ success: true, to: ada.email });
    const first = tokenOf(linkIn(await mail.letterTo(ada.email, /Confirm your new/), "/auth/change-email"));
    expect(await (await confirm(first, ada)).json()).toEqual({ step: "confirmed" });
    const second = tokenOf(linkIn(await mail.letterTo(newEmail, /Verify your new/), "/auth/change-email"));

    // Neither a stranger nor the plain verification page can use it.
    expect(await codeOf(await confirm(second, await app.person()))).toBe("link-invalid");
    expect(await codeOf(await app.request("/api/account/verify-email", { body: { token: second } }))).toBe("link-invalid");
    expect((await app.request("/api/account/change-email/confirm", { body: { token: second } })).status).toBe(401);

    expect(await (await confirm(second, ada)).json()).toEqual({ step: "changed", email: newEmail });
    await mail.letterTo(ada.email, /was changed/);
    expect(await codeOf(await confirm(second, ada))).toBe("link-invalid");
    expect((await signIn({ ...ada, email: newEmail })).status).toBe(200);
  });

  test("an address that was taken between the two letters is not changed to", async () => {
    const ada = await app.person({ isVerified: false });
    const late = newcomer();
    expect(await (await ask(ada, late.email)).json()).toEqual({ success: true, to: late.email });
    const token = tokenOf(linkIn(await mail.letterTo(late.email, /Verify your new/), "/auth/change-email"));
    await signUp(late);
    expect(await codeOf(await confirm(token, ada))).toBe("link-invalid");
    expect(await app.stet.actorOf(new Headers({ cookie: ada.cookie }))).toMatchObject({ email: ada.email });
  });

  test("A03 a taken address gets the same answer and no email", async () => {
    const [ada, grace] = [await app.person(), await app.person()];
    const answer = await ask(ada, grace.email);
    expect([answer.status, await answer.json()]).toEqual([200, { success: true, to: ada.email }]);
    await app.stet.mail.carried();
    for (const { email } of [ada, grace])
      expect(mail.letters.some(({ recipients, subject }) => recipients.includes(email) && /new email/.test(subject ?? ""))).toBe(
        false,
      );
  });
});

describe("two-factor authentication", () => {
  beforeEach(stopClock);
  type Armed = TestPerson & { secret: string; codes: string[] };
  async function armed(): Promise<Armed> {
    const ada = await app.person();
    const started = await app.request("/api/account/second-step", { body: { password: ada.password }, as: ada });
    const { secret, codes, address } = (await started.json()) as { secret: string; codes: string[]; address: string };
    expect(address).toMatch(/^otpauth:\/\/totp\/Stet/);
    const done = await app.request("/api/account/second-step/confirm", { body: { code: totpCode(secret, -1) }, as: ada });
    expect(done.status).toBe(200);
    const again = await app.request("/api/account/second-step/confirm", {
      body: { code: totpCode(secret, -1) },
      headers: { cookie: cookieOf(done) },
    });
    expect(await codeOf(again)).toBe("code-wrong");
    await mail.letterTo(ada.email, /is on/);
    return { ...ada, cookie: cookieOf(done), secret, codes };
  }
  const challenge = async (ada: Armed) => {
    const response = await signIn(ada);
    expect(await response.json()).toMatchObject({ twoFactorRedirect: true });
    return cookieOf(response);
  };
  const bring = (code: string, cookie: string, kind = "totp") =>
    app.request(`/api/auth/two-factor/verify-${kind}`, { body: { code }, headers: { cookie } });

  test("A09 A12 asks for a code after the password, lets no one in before, and takes a code once", async () => {
    const ada = await armed();
    const first = await challenge(ada);
    expect((await app.request("/api/account/sessions", { headers: { cookie: first } })).status).toBe(401);
    const code = totpCode(ada.secret);
    const inside = await bring(code, first);
    expect(inside.status).toBe(200);
    expect(await isKnown(cookieOf(inside))).toBe(true);
    const second = await challenge(ada);
    expect((await bring(code, second)).status).toBe(401);
    expect((await bring(totpCode(ada.secret, 1), second)).status).toBe(200);
  });

  test("A09 of two sign-ins with one code at the same time one succeeds", async () => {
    const ada = await armed();
    const [first, second] = [await challenge(ada), await challenge(ada)];
    const code = totpCode(ada.secret);
    const answers = await Promise.all([bring(code, first), bring(code, second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test("A10 after five wrong codes the challenge is dead, for the right code too", async () => {
    const ada = await armed();
    const cookie = await challenge(ada);
    const wrong = ["000000", "111111", "222222", "333333", "444444"].filter((code) => code !== totpCode(ada.secret));
    for (const code of wrong) expect((await bring(code, cookie)).status).toBe(401);
    expect((await bring("555555", cookie)).status).toBeGreaterThanOrEqual(400);
    expect((await bring(totpCode(ada.secret, 1), cookie)).status).toBe(401);
    expect((await bring(totpCode(ada.secret, 1), await challenge(ada))).status).toBe(200);
  });

  test.each([
    ["totp", "INVALID_CODE", (ada: Armed) => totpCode(ada.secret, 1)],
    ["backup-code", "INVALID_BACKUP_CODE", (ada: Armed) => ada.codes[0]!],
  ])("A10 %s: however many guess at the same time, five are heard, and then the challenge is dead", async (kind, heard, right) => {
    const ada = await armed();
    const cookie = await challenge(ada);
    const possible = new Set([-1, 0, 1, 2].map((step) => totpCode(ada.secret, step)));
    const wrong = Array.from({ length: 40 }, (_, i) => String(100_000 + i)).filter((code) => !possible.has(code));
    const guess = async (code: string) => codeOf(await bring(code, cookie, kind));
    const answers = await Promise.all(wrong.slice(0, 30).map(guess));
    // While one code is being checked, others are refused unchecked, so the rest are sent one by one.
    for (const code of wrong.slice(30)) answers.push(await guess(code));
    expect(answers.filter((code) => code === heard)).toHaveLength(5);
    expect((await bring(right(ada), cookie, kind)).status).toBe(401);
    expect((await bring(right(ada), await challenge(ada), kind)).status).toBe(200);
  });

  test("A11 a recovery code works once, for its owner, who is told", async () => {
    const [ada, grace] = [await armed(), await armed()];
    expect((await bring(ada.codes[0]!, await challenge(grace), "backup-code")).status).toBe(401);
    expect((await bring(ada.codes[0]!, await challenge(ada), "backup-code")).status).toBe(200);
    expect((await mail.letterTo(ada.email, /recovery code/)).text).toContain("9 are left");
    expect((await bring(ada.codes[0]!, await challenge(ada), "backup-code")).status).toBe(401);
    const [first, second] = [await challenge(ada), await challenge(ada)];
    const both = await Promise.all([bring(ada.codes[1]!, first, "backup-code"), bring(ada.codes[1]!, second, "backup-code")]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test("A13 a new password does not skip it", async () => {
    const ada = await armed();
    await app.request("/api/auth/request-password-reset", { body: { email: ada.email } });
    const token = tokenOf(linkIn(await mail.letterTo(ada.email, /Choose a new/), "/auth/reset-password"));
    const reset = await app.request("/api/auth/reset-password", { body: { token, newPassword: "a brand new password" } });
    expect(await isKnown(cookieOf(reset))).toBe(false);
    await challenge({ ...ada, password: "a brand new password" });
  });

  test("new recovery codes replace the old ones, and switching it off sends an email", async () => {
    const ada = await armed();
    const as = { ...ada };
    const made = await app.request("/api/account/recovery-codes", { body: { password: ada.password }, as });
    const { codes } = (await made.json()) as { codes: string[] };
    expect(codes).toHaveLength(10);
    expect((await bring(ada.codes[2]!, await challenge(ada), "backup-code")).status).toBe(401);
    expect((await bring(codes[2]!, await challenge(ada), "backup-code")).status).toBe(200);
    const off = await app.request("/api/account/second-step", { method: "DELETE", body: { password: ada.password }, as });
    expect(off.status).toBe(200);
    await mail.letterTo(ada.email, /is off/);
    expect(await isKnown(cookieOf(await signIn(ada)))).toBe(true);
  });
});

test.each(["//evil.test", "/\\evil.test", "https://evil.test", "https://stet.example@evil.test", "javascript:alert(1)"])(
  "A08 signing in never sends anybody to %s",
  async (callbackURL) => {
    const ada = await app.person();
    const { email, password } = ada;
    const response = await app.request("/api/auth/sign-in/email", { body: { email, password, callbackURL } });
    expect([response.status, response.headers.get("location")]).toEqual([403, null]);
    const reset = await app.request("/api/auth/request-password-reset", { body: { email, redirectTo: callbackURL } });
    expect(reset.status).toBe(403);
  },
);
