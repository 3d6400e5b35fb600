/* Emails about comments: recipients, frequency, and no draft text beyond the words commented on. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidv7 } from "#core/text/uuid.ts";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { startMailServer, type MailServer } from "#test/mail-server.ts";

let mail: MailServer;
let app: TestApp;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startApp({ SMTP_URL: mail.url });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

const text = "The rent is 1,450 euros.\n\nNobody else is to read this.";
type World = { owner: TestPerson; viewer: TestPerson; other: TestPerson; projectId: string; draftId: string };

async function world(): Promise<World> {
  const [owner, viewer, other] = [await app.person(), await app.person(), await app.person()];
  const made = async (path: string, body: object) =>
    ((await (await app.request(path, { as: owner, body })).json()) as { id: string }).id;
  const projectId = await made("/api/projects", { name: "Leases" });
  const draftId = await made("/api/drafts", { projectId, name: "Lease", content: text });
  await share(owner, projectId, [viewer.email, other.email]);
  return { owner, viewer, other, projectId, draftId };
}

async function share(owner: TestPerson, projectId: string, emails: string[], removeUsers: string[] = []): Promise<void> {
  const answer = await app.request("/api/functions/shareProject", { as: owner, body: { projectId, emails, removeUsers } });
  expect(answer.status).toBe(200);
}

async function write(as: TestPerson, draftId: string, words: string, threadId?: string): Promise<string> {
  const id = uuidv7();
  const anchor = { quote: "1,450 euros", before: "", after: "", start: 12 };
  const body = { id, text: words, ...(threadId === undefined ? { anchor } : { threadId }) };
  const answer = await app.request(`/api/drafts/${draftId}/comments`, { as, body });
  expect(answer.status).toBe(200);
  return id;
}

/** Comment emails a person received, as text. */
async function lettersTo({ email }: TestPerson): Promise<string[]> {
  app.stet.jobs.wake("send-comment-emails");
  await app.stet.jobs.settled();
  await app.stet.mail.carried();
  const own = mail.letters.filter(({ recipients, subject }) => recipients.includes(email) && /comment/.test(subject ?? ""));
  return own.map((letter) => letter.text ?? "");
}

/** Simulates the passing of a quarter of an hour. */
async function later(draftId: string): Promise<void> {
  await sql`update comment_letters set due_at = now() where draft_id = ${draftId}::uuid and due_at is not null`.execute(
    app.stet.database.db,
  );
}

test("a comment is told to the draft's owner with the words it is about, a reply to those who spoke in the thread", async () => {
  const { owner, viewer, other, projectId, draftId } = await world();
  const thread = await write(viewer, draftId, "Too much?");
  const [letter, ...more] = await lettersTo(owner);
  expect(more).toEqual([]);
  expect(letter).toContain(`${viewer.name} commented on your draft “Lease”.`);
  expect(letter).toContain(`${viewer.name}, on “1,450 euros”: Too much?`);
  expect(letter).toContain(`/vault/projects/${projectId}/drafts/${draftId}`);
  expect(letter).not.toContain("Nobody else");
  expect([await lettersTo(viewer), await lettersTo(other)]).toEqual([[], []]);
  await write(owner, draftId, "It is the market's.", thread);
  expect(await lettersTo(viewer)).toEqual([expect.stringContaining("It is the market's.")]);
  expect(await lettersTo(other)).toEqual([]);
});

test("people who are mentioned are notified, unless they cannot see the draft", async () => {
  const { owner, viewer, other, draftId } = await world();
  const outsider = await app.person();
  await write(viewer, draftId, `@${other.name}, @${outsider.email}: is this right?`);
  expect(await lettersTo(other)).toEqual([expect.stringContaining("commented on the draft “Lease”")]);
  expect(await lettersTo(outsider)).toEqual([]);
  expect(await lettersTo(owner)).toHaveLength(1);
});

test("one letter in a quarter of an hour, the next with all that has come since, and nothing that was taken away", async () => {
  const { owner, viewer, draftId } = await world();
  await write(viewer, draftId, "One");
  expect(await lettersTo(owner)).toHaveLength(1);
  await write(viewer, draftId, "Two");
  const gone = await write(viewer, draftId, "Three");
  await write(viewer, draftId, "Four");
  await app.request(`/api/drafts/${draftId}/comments/${gone}`, { method: "PATCH", as: viewer, body: { isDeleted: true } });
  expect(await lettersTo(owner)).toHaveLength(1);
  const { rows } = await sql<{ minutes: number }>`select extract(epoch from due_at - sent_at)::int / 60 as minutes
    from comment_letters where draft_id = ${draftId}::uuid`.execute(app.stet.database.db);
  expect(rows).toEqual([{ minutes: 15 }]);
  await later(draftId);
  const [, second, ...more] = await lettersTo(owner);
  expect(more).toEqual([]);
  expect(second).toMatch(/Two[\s\S]*Four/);
  expect(second).not.toMatch(/One|Three/);
});

test("the same comment sent again is told once", async () => {
  const { owner, viewer, draftId } = await world();
  const body = { id: uuidv7(), text: "Twice", anchor: { quote: "1,450 euros", before: "", after: "", start: 12 } };
  for (const _ of [1, 2]) await app.request(`/api/drafts/${draftId}/comments`, { as: viewer, body });
  await lettersTo(owner);
  await later(draftId);
  expect(await lettersTo(owner)).toHaveLength(1);
});

test("who has lost access meanwhile, whose address is not proven, and who wants no such letters gets none", async () => {
  const { owner, viewer, other, projectId, draftId } = await world();
  const thread = await write(viewer, draftId, "One");
  await write(owner, draftId, "Two", thread);
  expect(await lettersTo(viewer)).toHaveLength(1);
  await write(owner, draftId, "Three", thread);
  await share(owner, projectId, [], [viewer.email]);
  await later(draftId);
  expect(await lettersTo(viewer)).toHaveLength(1);

  const wanted = ["project-shared", "invitation", "new-device"];
  const off = await app.request("/api/account/notifications", { method: "PUT", as: other, body: { wanted } });
  expect(off.status).toBe(200);
  await write(owner, draftId, `@${other.name}`, thread);
  expect(await lettersTo(other)).toEqual([]);

  await sql`update "user" set "emailVerified" = false where email = ${owner.email}`.execute(app.stet.database.db);
  const before = (await lettersTo(owner)).length;
  await write(other, draftId, "Four");
  await later(draftId);
  expect(await lettersTo(owner)).toHaveLength(before);
});
