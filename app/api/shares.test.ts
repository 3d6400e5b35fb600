/* Sharing over HTTP: the specification's function, the emails sent, and what viewers cannot do. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Project, ProjectList, ProjectShare } from "#core/workspace/project.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { cookieOf, startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { linkIn, startMailServer, type MailServer } from "#test/mail-server.ts";

let mail: MailServer;
let app: TestApp;
let owner: TestPerson;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startApp({ SMTP_URL: mail.url, STET_URL: "https://stet.example" });
  owner = await app.person();
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

async function newProject(as = owner): Promise<string> {
  return ((await (await app.request("/api/projects", { as, body: { name: "Lease" } })).json()) as Project).id;
}
const lettersTo = (email: string) =>
  mail.letters.filter((letter) => letter.recipients.includes(email) && /was shared/.test(letter.subject ?? ""));
const share = (as: TestPerson, body: object) => app.request("/api/functions/shareProject", { as, body });
const sharesOf = async (as: TestPerson, id: string) => {
  const answer = await app.request(`/api/projects/${id}/shares`, { as });
  return answer.ok ? ((await answer.json()) as { shares: ProjectShare[] }).shares : answer.status;
};
const shared = async (as: TestPerson) =>
  ((await (await app.request("/api/projects", { as })).json()) as ProjectList).shared.map((project) => project.id);

describe("a project is shared", () => {
  test("with a member of the organization as an editor: the email says so, and another when the role changes", async () => {
    const editor = await app.person();
    const slug = `firm-${uuidv7().slice(-12)}`;
    const here = { as: owner, headers: { "x-organization-slug": slug } };
    await app.request("/api/organizations", { as: owner, body: { name: "Firm", slug } });
    await sql`insert into member (id, "organizationId", "userId", role, "createdAt")
      select ${uuidv7()}, organization.id, "user".id, 'member', now() from organization, "user"
      where slug = ${slug} and email = ${editor.email}`.execute(app.stet.database.db);
    const { id: projectId } = (await (await app.request("/api/projects", { ...here, body: { name: "Lease" } })).json()) as Project;
    const give = (role: string) =>
      app.request("/api/functions/shareProject", { ...here, body: { projectId, emails: [editor.email], role } });
    expect(await (await give("editor")).json()).toMatchObject({ shares: [{ role: "editor", isMember: true }] });
    const letter = await mail.letterTo(editor.email, /was shared/);
    expect(letter.text).toContain("as an editor");
    expect(letter.text).toContain("You can work in it: write in its drafts, add files and start chats.");
    expect(await (await give("viewer")).json()).toMatchObject({ shares: [{ role: "viewer", isMember: true }] });
    expect((await mail.letterTo(editor.email, /You are now a viewer/)).text).toContain("made you a viewer of the project “Lease”");
    expect(await (await give("commenter")).json()).toMatchObject({ shares: [{ role: "commenter", isMember: true }] });
    expect((await mail.letterTo(editor.email, /You are now a commenter/)).text).toContain("suggest changes to its drafts");
    expect((await give("reader")).status).toBe(400);
  });

  test("with someone who has an account: an email by name, and it shows in their vault until they are removed", async () => {
    const viewer = await app.person();
    const projectId = await newProject();
    const answer = await share(owner, { projectId, emails: [viewer.email], removeUsers: [], role: "viewer" });
    expect(await answer.json()).toMatchObject({ success: true, shares: [{ email: viewer.email, role: "viewer" }] });
    const letter = await mail.letterTo(viewer.email, /was shared/);
    expect(letter.text).toContain(`${owner.name} shared the project “Lease”`);
    expect(linkIn(letter, `/vault/projects/${projectId}`)).toBe(`https://stet.example/vault/projects/${projectId}`);
    expect(await shared(viewer)).toEqual([projectId]);
    await app.request(`/api/projects/${projectId}`, { as: viewer });
    expect(await sharesOf(owner, projectId)).toMatchObject([{ name: viewer.name }]);
    await share(owner, { projectId, removeUsers: [viewer.email] });
    expect(await shared(viewer)).toEqual([]);
    expect((await app.request(`/api/projects/${projectId}`, { as: viewer })).status).toBe(404);
  });

  test("with an address that has no account: it is there after signing up and verifying, not before", async () => {
    const email = "newcomer@example.test";
    const projectId = await newProject();
    await share(owner, { projectId, emails: [email] });
    const letter = await mail.letterTo(email, /was shared/);
    expect(letter.text).toContain(owner.email);
    // No user-typed text goes to an unverified address.
    expect(letter.text).not.toContain("Lease");
    expect(letter.text).not.toContain(owner.name);
    const account = { name: "Newcomer", email, password: "a long enough password" };
    await app.request("/api/auth/sign-up/email", { body: account });
    const signIn = () => app.request("/api/auth/sign-in/email", { body: account });
    expect((await signIn()).status).toBe(401);
    const link = linkIn(await mail.letterTo(email, /Verify/), "/auth/verify-email");
    await app.request("/api/account/verify-email", { body: { token: new URL(link).searchParams.get("token") } });
    expect(await shared({ ...account, cookie: cookieOf(await signIn()) })).toEqual([projectId]);
  });

  test("with someone who wants no such emails: none, and it is there all the same", async () => {
    const viewer = await app.person();
    await sql`update "user" set notifications = '{"project-shared": false}' where email = ${viewer.email}`.execute(
      app.stet.database.db,
    );
    const projectId = await newProject();
    await share(owner, { projectId, emails: [viewer.email] });
    await app.stet.mail.carried();
    expect(lettersTo(viewer.email)).toEqual([]);
    expect(await shared(viewer)).toEqual([projectId]);
  });

  test("over and over without filling a mailbox", async () => {
    const email = "patient@example.test";
    const projectId = await newProject();
    for (let i = 0; i < 5; i++) {
      await share(owner, { projectId, emails: [email] });
      await share(owner, { projectId, removeUsers: [email] });
    }
    await app.stet.mail.carried();
    expect(lettersTo(email)).toHaveLength(3);
  });
});

test("B04 a viewer shares nothing, reads no list of viewers and removes no one; a stranger finds nothing", async () => {
  const [viewer, stranger] = await Promise.all([app.person(), app.person()]);
  const projectId = await newProject();
  await share(owner, { projectId, emails: [viewer.email] });
  const before = await sharesOf(owner, projectId);
  for (const body of [
    { projectId, emails: ["friend@example.test"] },
    { projectId, removeUsers: [viewer.email] },
  ]) {
    const refused = await share(viewer, body);
    expect([refused.status, (await refused.json()).title]).toEqual([403, "You do not have permission to share this project"]);
    expect((await share(stranger, body)).status).toBe(404);
  }
  expect(await sharesOf(viewer, projectId)).toBe(403);
  expect(await sharesOf(stranger, projectId)).toBe(404);
  expect(await sharesOf(owner, projectId)).toEqual(before);
  expect(lettersTo("friend@example.test")).toEqual([]);
});

test("sharing is in the security log", async () => {
  const projectId = await newProject();
  await share(owner, { projectId, emails: ["logged@example.test"] });
  await share(owner, { projectId, removeUsers: ["logged@example.test"] });
  const { rows } = await sql<{
    kind: string;
  }>`select kind from security_events where subject = 'Lease: logged@example.test' order by id`.execute(app.stet.database.db);
  expect(rows.map((row) => row.kind)).toEqual(["project-shared", "project-unshared"]);
});

test.each([
  ["another role", { role: "editor" }],
  ["no address", { emails: ["not an address"] }],
  ["no id", { projectId: "../1" }],
  ["too many", { emails: Array.from({ length: 51 }, (_, i) => `n${i}@example.test`) }],
])("%s is refused with a sentence", async (_what, body) => {
  const answer = await share(owner, { projectId: await newProject(), ...body });
  expect([answer.status, typeof (await answer.json()).detail]).toEqual([400, "string"]);
});

test("a project that is not there is not shared", async () => {
  expect((await share(owner, { projectId: uuidv7(), emails: ["a@example.test"] })).status).toBe(404);
});
