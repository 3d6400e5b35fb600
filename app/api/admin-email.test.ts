/* How email is sent, as an administrator sees it, and the test email, on a real mail server. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readOutbox } from "#server/email/email-transport.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { startMailServer, type MailServer } from "#test/mail-server.ts";

const password = "a p@ss/word";
let mail: MailServer;
let app: TestApp;
let head: TestPerson;
beforeAll(async () => {
  mail = await startMailServer();
  const url = new URL(mail.url);
  // The server asks for no login, so what is set is not used, and must not be shown.
  url.username = "stet@example.org";
  url.password = encodeURIComponent(password);
  app = await startApp({ SMTP_URL: url.href, MAIL_FROM: "Chambers <chambers@example.org>" });
  head = await app.person();
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

const send = (as = head, at = app) => at.request("/api/admin/email/test", { body: {}, as });
const said = async (answer: Response) => {
  const { sentence, detail } = (await answer.json()) as { sentence?: string; detail?: string };
  return `${answer.status} ${sentence ?? detail}`;
};

test("what is set is shown, and never the password", async () => {
  const answer = await app.request("/api/admin/email", { as: head });
  const text = await answer.text();
  expect(JSON.parse(text)).toMatchObject({
    server: {
      host: "127.0.0.1",
      port: Number(new URL(mail.url).port),
      isEncrypted: false,
      user: "stet@example.org",
      hasPassword: true,
    },
    from: "Chambers <chambers@example.org>",
    linkSeconds: 3600,
  });
  expect(text).not.toMatch(/p@ss|p%40ss/);
  const other = await app.person();
  expect([(await app.request("/api/admin/email", { as: other })).status, (await send(other)).status]).toEqual([404, 404]);
});

test("the test email arrives at the administrator's own address", async () => {
  expect(await said(await send())).toMatch(`200 Sent to ${head.email}: the mail server took it.`);
  const letter = await mail.letterTo(head.email, /Test email/);
  expect([letter.from?.address, letter.text]).toEqual(["chambers@example.org", expect.stringContaining("so email works")]);
});

test("a refusal is shown in the server's words", async () => {
  mail.refuseNext(550);
  expect(await said(await send())).toBe("502 The mail server answered: 550 not now");
  mail.refuseNext(451);
  expect(await said(await send())).toBe("502 The mail server answered: 451 not now");
});

test("a refused login is shown without the password, whatever the server repeats", async () => {
  const strict = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    onAuth(login, _session, callback) {
      const given = login.password ?? "";
      callback(
        Object.assign(new Error(`5.7.8 No entry for ${given} (${Buffer.from(given).toString("base64")})`), { responseCode: 535 }),
      );
    },
  });
  await new Promise<void>((resolve) => void strict.listen(0, "127.0.0.1", resolve));
  const { port } = strict.server.address() as AddressInfo;
  const user = `${encodeURIComponent("stet@example.org")}:${encodeURIComponent(password)}`;
  const settings = { SMTP_URL: `smtp://${user}@127.0.0.1:${port}` };
  const quiet = await startApp(settings);
  const options = { cwd: join(import.meta.dirname, "../.."), env: { PATH: process.env["PATH"], ...settings } };
  const command = promisify(execFile)(process.execPath, ["scripts/test-email.ts", "ada@example.org"], options);
  await expect(command).rejects.toMatchObject({ stderr: "The mail server answered: 535 5.7.8 No entry for … (…)\n" });
  expect(await said(await send(await quiet.person(), quiet))).toBe("502 The mail server answered: 535 5.7.8 No entry for … (…)");
  await quiet.close();
  await new Promise<void>((resolve) => void strict.close(() => resolve()));
});

test("a server that is not there is said to be so", async () => {
  const gone = await startMailServer();
  await gone.close();
  const quiet = await startApp({ SMTP_URL: gone.url });
  expect(await said(await send(await quiet.person(), quiet))).toMatch(/^502 The mail server could not be used: .*ECONNREFUSED/);
  await quiet.close();
});

test("without a mail server, the email is in the outbox, and says so", async () => {
  const quiet = await startApp();
  const first = await quiet.person();
  expect(await said(await send(first, quiet))).toContain("went to outbox/ in the data folder");
  await quiet.stet.mail.carried();
  expect((await readOutbox(quiet.stet.env))[0]).toMatchObject({ to: first.email, subject: "Test email" });
  const shown = await quiet.request("/api/admin/email", { as: first });
  expect(await shown.json()).toMatchObject({ server: null, from: "Stet <stet@localhost>", waiting: 0, tried: 0 });
  await quiet.close();
});
