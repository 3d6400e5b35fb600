import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp, type TestApp } from "#test/app.ts";
import { startMailServer, type MailServer } from "#test/mail-server.ts";

let mail: MailServer;
let app: TestApp;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startApp({ SMTP_URL: mail.url, CONTACT_EMAIL: "editors@example.test" });
});
afterAll(async () => {
  await app?.close();
  await mail?.close();
});

const body = { email: "ada@example.test", message: "The dots are <b>lovely</b>.\nThank you." };

test("a message arrives as it was written, and what fills in the trap does not", async () => {
  const trapped = await app.request("/api/contact", { body: { ...body, message: "Buy now", website: "https://example.test" } });
  expect(trapped.status).toBe(200);
  expect((await app.request("/api/contact", { body })).status).toBe(200);
  const letter = await mail.letterTo("editors@example.test");
  expect(letter.text).toContain("From ada@example.test:");
  expect(letter.text).toContain("The dots are <b>lovely</b>.");
  expect(letter.html).not.toContain("<b>");
  await app.stet.mail.carried();
  expect(mail.letters).toHaveLength(1);
});

test.each([
  [{ ...body, email: "ada" }, /complete email address/],
  [{ ...body, message: " \n" }, /Enter a message/],
])("%j is refused in a sentence", async (refused, sentence) => {
  const answer = await app.request("/api/contact", { body: refused });
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { detail: string }).detail).toMatch(sentence);
});

test("one client may write a few times an hour", async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 4; i++) statuses.push((await app.request("/api/contact", { body })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test("where no letter would arrive, none is taken", async () => {
  const silent = await startApp({ CONTACT_EMAIL: "editors@example.test" });
  expect((await silent.request("/api/contact", { body })).status).toBe(404);
  await silent.close();
});
