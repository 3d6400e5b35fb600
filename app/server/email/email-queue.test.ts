import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eachDatabase, temporaryFolder } from "#test/databases.ts";
import { startMailServer, type MailServer } from "#test/mail-server.ts";
import { openDatabase } from "../db/database.ts";
import { verifyAddress } from "./account-emails.ts";
import { howLong, composeEmail } from "./email.ts";
import { createLog } from "../log.ts";
import { emailTransportOf, readOutbox } from "./email-transport.ts";
import { createMail } from "./email-queue.ts";

const log = createLog({ LOG_LEVEL: "silent" });
const settings = { STET_DATA: "unused", MAIL_FROM: { name: "Stet", address: "stet@example.test" }, url: "https://stet.example" };
const email = (subject: string) => composeEmail({ subject, paragraphs: ["Hello."], lastWord: "Bye." });

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());

eachDatabase((open, engine) => {
  const to = (name: string) => `${name}-${engine}@example.test`;

  test("emails arrive in the order they were written, with HTML and text", async () => {
    const { db } = await open();
    const mail = createMail({ db, log, carrier: emailTransportOf({ ...settings, SMTP_URL: server.url }) });
    for (const subject of ["one", "two", "three"]) await mail.post(to("order"), email(subject));
    await mail.carried();
    const mine = server.letters.filter(({ recipients }) => recipients.includes(to("order")));
    expect(mine.map(({ subject }) => subject)).toEqual(["one", "two", "three"]);
    expect(mine[0]).toMatchObject({
      from: { name: "Stet", address: "stet@example.test" },
      text: expect.stringContaining("Hello."),
    });
    expect(mine[0]?.html).toContain("Hello.");
    await mail.close();
    expect(await db.selectFrom("letters").selectAll().execute()).toEqual([]);
  });

  test("what could not be delivered is tried again, and does not hold up the rest", async () => {
    const { db } = await open();
    const mail = createMail({ db, log, carrier: emailTransportOf({ ...settings, SMTP_URL: server.url }), firstPauseSeconds: 0.1 });
    server.refuseNext(451, 451);
    await mail.post(to("later"), email("again"));
    await mail.post(to("now"), email("at once"));
    expect((await server.letterTo(to("now"))).subject).toBe("at once");
    expect((await server.letterTo(to("later"))).subject).toBe("again");
    await mail.close();
  });

  test("an email survives the process that should have sent it", async () => {
    const { db } = await open();
    const nobody = createMail({ db, log, carrier: { carry: () => Promise.reject(new Error("down")) }, firstPauseSeconds: 0.05 });
    await nobody.post(to("durable"), email("kept"));
    await nobody.close();
    const mail = createMail({ db, log, carrier: emailTransportOf({ ...settings, SMTP_URL: server.url }) });
    expect((await server.letterTo(to("durable"))).subject).toBe("kept");
    await mail.close();
  });

  test("an address that the server refuses for good is given up", async () => {
    const { db } = await open();
    const mail = createMail({ db, log, carrier: emailTransportOf({ ...settings, SMTP_URL: server.url }), firstPauseSeconds: 0.05 });
    server.refuseNext(550);
    await mail.post(to("nobody"), email("no such reader"));
    await mail.carried();
    expect(await db.selectFrom("letters").selectAll().execute()).toEqual([]);
    await mail.close();
  });
});

test.each(["a@x.test>, evil@x.test", "a@x.test, evil@x.test", "a@x.test\r\nBcc: evil@x.test"])(
  "E03: %j does not become two recipients",
  async (recipient) => {
    const database = await openDatabase({ folder: temporaryFolder() });
    const mail = createMail({ db: database.db, log, carrier: emailTransportOf({ ...settings, SMTP_URL: server.url }) });
    await mail.post(recipient, email("trick"));
    await mail.carried();
    expect(server.letters.filter(({ subject }) => subject === "trick")).toEqual([]);
    await mail.close();
    await database.close();
  },
);

test("E03: a subject cannot add a header", async () => {
  const carrier = emailTransportOf({ ...settings, SMTP_URL: server.url });
  await carrier.carry({ ...email("harmless\r\nBcc: evil@x.test"), seq: "1", recipient: "header@example.test" });
  const received = await server.letterTo("header@example.test");
  expect(received.recipients).toEqual(["header@example.test"]);
  expect(received.headers.map(({ key }) => key)).not.toContain("bcc");
});

test("E03: a sender's name cannot add a header or a recipient", async () => {
  const name = "Ada\r\nBcc: evil@x.test, <evil@x.test>";
  const carrier = emailTransportOf({ ...settings, SMTP_URL: server.url, MAIL_FROM: { name, address: "stet@example.test" } });
  await carrier.carry({ ...email("named"), seq: "2", recipient: "name@example.test" });
  const received = await server.letterTo("name@example.test");
  expect(received.recipients).toEqual(["name@example.test"]);
  expect(received.from?.address).toBe("stet@example.test");
  expect(received.headers.map(({ key }) => key)).not.toContain("bcc");
});

test("without a mail server emails are put into a folder that only its owner reads", async () => {
  const database = await openDatabase({ folder: temporaryFolder() });
  const env = { ...settings, STET_DATA: temporaryFolder(), SMTP_URL: undefined };
  const mail = createMail({ db: database.db, log, carrier: emailTransportOf(env) });
  await mail.post("ada@example.test", verifyAddress("https://stet.example/auth/verify-email?token=abc", 3600));
  await mail.post("grace@example.test", email("second"));
  await mail.carried();
  await mail.close();
  const [newest, first] = await readOutbox(env);
  expect(newest).toMatchObject({ to: "grace@example.test", subject: "second" });
  expect(first?.text).toContain("https://stet.example/auth/verify-email?token=abc");
  expect(readdirSync(join(env.STET_DATA, "outbox"))).toHaveLength(2);
  await database.close();
});

describe("an email", () => {
  test("says in HTML what it says in text, and markup stays text", () => {
    const { html, text } = composeEmail({
      subject: "<b>",
      paragraphs: ["1 < 2 & “so”"],
      link: { words: "Go", url: "https://x.test/?a=1&b='\"" },
      lastWord: "<script>",
    });
    expect(text).toContain("1 < 2 & “so”");
    expect(text).toContain("https://x.test/?a=1&b='\"");
    expect(html).toContain("1 &#60; 2 &#38; “so”");
    expect(html).not.toContain("<script>");
    expect(html).toContain('href="https://x.test/?a=1&#38;b=&#39;&#34;"');
  });

  test.each([
    [3600, "an hour"],
    [7200, "2 hours"],
    [1800, "30 minutes"],
    [1, "a second"],
  ])("%s seconds are %s", (seconds, words) => expect(howLong(seconds)).toBe(words));
});
