/* Organizations and invitations through the API, with emails that are really delivered. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp, type TestApp, type TestPerson } from "#test/app.ts";
import { linkIn, startMailServer, type MailServer } from "#test/mail-server.ts";

let mail: MailServer;
let app: TestApp;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startApp({ SMTP_URL: mail.url, TRUSTED_PROXIES: "1", STET_URL: "https://stet.example" });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

let count = 0;
type Firm = { slug: string; owner: TestPerson; as(person: TestPerson): { as: TestPerson; headers: Record<string, string> } };

async function newFirm(): Promise<Firm> {
  const owner = await app.person();
  const slug = `firm-${++count}`;
  expect((await app.request("/api/organizations", { as: owner, body: { name: `Firm ${count}`, slug } })).status).toBe(200);
  return { slug, owner, as: (person) => ({ as: person, headers: { "x-organization-slug": slug } }) };
}

async function join(firm: Firm, role: string): Promise<TestPerson> {
  const person = await app.person();
  const body = { email: person.email, role };
  expect((await app.request("/api/invitations", { ...firm.as(firm.owner), body })).status).toBe(200);
  const id = new URL(linkIn(await mail.letterTo(person.email, /invited/), "/invitations")).searchParams.get("id");
  expect((await app.request(`/api/invitations/${id}/accept`, { as: person, body: {} })).status).toBe(200);
  return person;
}

type Members = { members: { id: string; email: string; role: string }[] };
const membersOf = async (firm: Firm, person = firm.owner) =>
  ((await (await app.request("/api/members", firm.as(person))).json()) as Members).members;
const idOf = async (firm: Firm, person: TestPerson) => (await membersOf(firm)).find(({ email }) => email === person.email)!.id;
const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code ?? response.status;

test("what must not be an address is refused with a sentence", async () => {
  const me = await app.person();
  const make = async (name: string, slug: string) =>
    codeOf(await app.request("/api/organizations", { as: me, body: { name, slug } }));
  expect(await make("Ok", "../a b")).toBe("slug-refused");
  expect(await make("Ok", "settings")).toBe("slug-refused");
  expect(await make(" ", "fine")).toBe("bad-request");
  expect(await make("Ok", (await newFirm()).slug)).toBe("slug-taken");
  expect(await make("Zero \u0000", "zero-sign")).toBe(200);
});

test("the library's own way to organizations is shut", async () => {
  const { as, owner } = await newFirm();
  for (const path of ["create", "invite-member", "accept-invitation", "update-member-role", "remove-member", "delete", "leave"])
    expect((await app.request(`/api/auth/organization/${path}`, { ...as(owner), body: {} })).status).toBe(404);
  for (const path of ["list", "get-full-organization", "list-members", "get-invitation?id=x"])
    expect((await app.request(`/api/auth/organization/${path}`, as(owner))).status).toBe(404);
});

test("invited by email, accepted, promoted, removed: each time with an email, and out immediately", async () => {
  const firm = await newFirm();
  const person = await app.person();
  const invited = await app.request("/api/invitations", { ...firm.as(firm.owner), body: { email: person.email, role: "guest" } });
  const { id } = (await invited.json()) as { id: string };
  const letter = await mail.letterTo(person.email, /invited/);
  expect(linkIn(letter, "/invitations")).toBe(`https://stet.example/invitations?id=${id}`);
  expect(letter.text).toContain(firm.owner.email);

  expect(await codeOf(await app.request(`/api/invitations/${id}/accept`, { as: await app.person(), body: {} }))).toBe(
    "invitation-for-another",
  );
  const accepted = await app.request(`/api/invitations/${id}/accept`, { as: person, body: {} });
  expect(await accepted.json()).toEqual({ slug: firm.slug });
  expect((await mail.letterTo(firm.owner.email, /has joined/)).text).toContain(`${person.email}) accepted your invitation`);
  expect(await membersOf(firm, person)).toHaveLength(1);

  const memberId = await idOf(firm, person);
  const promoted = await app.request(`/api/members/${memberId}`, {
    ...firm.as(firm.owner),
    method: "PATCH",
    body: { role: "admin" },
  });
  expect(promoted.status).toBe(200);
  await mail.letterTo(person.email, /now admin/);
  expect(await membersOf(firm, person)).toHaveLength(2);

  const removal = { ...firm.as(firm.owner), method: "DELETE", body: {} };
  expect(await (await app.request(`/api/members/${memberId}`, removal)).json()).toMatchObject({
    projects: 0,
    heir: firm.owner.name,
  });
  await mail.letterTo(person.email, /were removed/);
  expect((await app.request("/api/members", firm.as(person))).status).toBe(404);

  const restored = { ...firm.as(firm.owner), body: {} };
  expect((await app.request(`/api/members/removed/${memberId}/restore`, restored)).status).toBe(200);
  await mail.letterTo(person.email, /restored/);
  expect(await membersOf(firm, person)).toHaveLength(2);
  expect((await app.request(`/api/members/removed/${memberId}/restore`, restored)).status).toBe(404);
});

describe("B05", () => {
  test("a member invites no one, makes no one anything, and removes no one", async () => {
    const firm = await newFirm();
    const member = await join(firm, "member");
    const [ownId, ownerId] = [await idOf(firm, member), await idOf(firm, firm.owner)];
    const tries: [string, string, object][] = [
      ["POST", "/api/invitations", { email: "friend@example.test", role: "member" }],
      ["POST", "/api/invitations", { email: "friend@example.test", role: "owner" }],
      ["PATCH", `/api/members/${ownId}`, { role: "admin" }],
      ["PATCH", `/api/members/${ownId}`, { role: "owner" }],
      ["DELETE", `/api/members/${ownerId}`, {}],
      ["PATCH", "/api/organization", { name: "Mine" }],
      ["POST", "/api/organization/owner", { memberId: ownId, password: member.password }],
      ["DELETE", "/api/organization", { name: "Firm", password: member.password }],
    ];
    for (const [method, path, body] of tries) {
      const { status } = await app.request(path, { ...firm.as(member), method, body });
      expect({ method, path, status: status === 403 || status === 400 }).toEqual({ method, path, status: true });
    }
    expect((await membersOf(firm)).map(({ role }) => role)).toEqual(["owner", "member"]);
    expect((await app.request("/api/invitations", firm.as(member))).status).toBe(403);
  });

  test("an admin cannot touch the owner, and the last owner cannot leave", async () => {
    const firm = await newFirm();
    const admin = await join(firm, "admin");
    const ownerId = await idOf(firm, firm.owner);
    expect((await app.request(`/api/members/${ownerId}`, { ...firm.as(admin), method: "DELETE", body: {} })).status).toBe(403);
    const demoted = await app.request(`/api/members/${ownerId}`, { ...firm.as(admin), method: "PATCH", body: { role: "member" } });
    expect(demoted.status).toBe(403);
    expect(await codeOf(await app.request("/api/members/leave", { ...firm.as(firm.owner), body: {} }))).toBe("owner-stays");
    expect((await app.request("/api/members/leave", { ...firm.as(admin), body: {} })).status).toBe(200);
    expect((await app.request("/api/members", firm.as(admin))).status).toBe(404);
  });
});

test("who is no member finds nothing there, whatever they ask", async () => {
  const firm = await newFirm();
  const stranger = await app.person();
  for (const path of ["/api/members", "/api/invitations"]) {
    expect((await app.request(path, firm.as(stranger))).status).toBe(404);
    expect((await app.request(path, { headers: { "x-organization-slug": firm.slug } })).status).toBe(401);
  }
  // A personal workspace has no organization to change.
  for (const [method, path] of [
    ["PATCH", "/api/organization"],
    ["DELETE", "/api/organization"],
    ["POST", "/api/members/leave"],
  ] as const)
    expect((await app.request(path, { as: stranger, method, body: { name: "x" } })).status).toBe(404);
});

test("an old address leads on, until another organization takes it", async () => {
  const firm = await newFirm();
  const member = await join(firm, "member");
  const [stranger, other] = [await app.person(), await newFirm()];
  const move = ({ owner }: Firm, from: string, slug: string) =>
    app.request("/api/organization", { as: owner, headers: { "x-organization-slug": from }, method: "PATCH", body: { slug } });
  expect((await move(firm, firm.slug, `${firm.slug}-new`)).status).toBe(200);
  // A tab that is open at the old address still works, and so does one from before.
  expect((await app.request("/api/members", firm.as(member))).status).toBe(200);
  expect((await move(firm, `${firm.slug}-new`, `${firm.slug}-newer`)).status).toBe(200);
  for (const slug of [firm.slug, `${firm.slug}-new`, `${firm.slug}-newer`])
    expect((await app.request("/api/members", { as: member, headers: { "x-organization-slug": slug } })).status).toBe(200);
  expect((await app.request("/api/members", firm.as(stranger))).status).toBe(404);

  expect((await move(other, other.slug, firm.slug)).status).toBe(200);
  expect((await app.request("/api/members", firm.as(member))).status).toBe(404);
  expect((await app.request("/api/members", firm.as(other.owner))).status).toBe(200);
  // Taken back, it is theirs; what the other had in between is the other's no more.
  expect((await move(other, firm.slug, other.slug)).status).toBe(200);
  expect((await move(firm, `${firm.slug}-newer`, firm.slug)).status).toBe(200);
  expect((await app.request("/api/members", firm.as(member))).status).toBe(200);
  expect((await app.request("/api/members", firm.as(other.owner))).status).toBe(404);
});

test("handing over asks for the password, and the new owner, and both hear of it", async () => {
  const firm = await newFirm();
  const admin = await join(firm, "admin");
  const memberId = await idOf(firm, admin);
  const handOver = (password: string) =>
    app.request("/api/organization/owner", { ...firm.as(firm.owner), body: { memberId, password } });
  expect(await codeOf(await handOver("a guess"))).toBe("not-confirmed");
  expect((await handOver(firm.owner.password)).status).toBe(200);
  await mail.letterTo(admin.email, /offered the ownership/);
  expect((await membersOf(firm)).map(({ role }) => role)).toEqual(["owner", "admin"]);
  const answer = (as: TestPerson, what: string) => app.request(`/api/organization/owner/${what}`, { ...firm.as(as), body: {} });
  expect((await answer(admin, "decline")).status).toBe(200);
  expect((await mail.letterTo(firm.owner.email, /declined/)).text).toContain(admin.email);
  expect(await codeOf(await answer(admin, "accept"))).toBe("offer-gone");
  expect((await handOver(firm.owner.password)).status).toBe(200);
  expect(await codeOf(await answer(firm.owner, "accept"))).toBe("offer-gone");
  expect((await answer(admin, "accept")).status).toBe(200);
  await mail.letterTo(admin.email, /now own/);
  expect((await mail.letterTo(firm.owner.email, /transferred/)).text).toContain(admin.email);
  expect((await membersOf(firm)).map(({ email, role }) => [email, role])).toEqual([
    [admin.email, "owner"],
    [firm.owner.email, "admin"],
  ]);
});

test("letters go only from a proven address, and not again and again", async () => {
  const me = await app.person({ isVerified: false });
  await app.request("/api/organizations", { as: me, body: { name: "Spam", slug: "spam-house" } });
  const place = { as: me, headers: { "x-organization-slug": "spam-house" } };
  const invite = (given: object, email: string) => app.request("/api/invitations", { ...given, body: { email, role: "member" } });
  expect(await codeOf(await invite(place, "victim@example.test"))).toBe("not-verified");
  const firm = await newFirm();
  const codes = [];
  for (let i = 0; i < 5; i++) codes.push(await codeOf(await invite(firm.as(firm.owner), "victim@example.test")));
  expect(codes).toEqual([200, 200, 200, 200, "too-many-requests"]);
  expect(await codeOf(await invite(firm.as(firm.owner), "a@x.test>, evil@x.test"))).toBe("bad-request");
});

test("asking for a new invitation answers alike, and reaches only who invited", async () => {
  const firm = await newFirm();
  const email = "late@example.test";
  const invited = await app.request("/api/invitations", { ...firm.as(firm.owner), body: { email, role: "member" } });
  const { id } = (await invited.json()) as { id: string };
  await app.request(`/api/invitations/${id}`, { ...firm.as(firm.owner), method: "DELETE" });
  const ask = (to: string) => app.request("/api/invitations/request", { body: { email: to } });
  const [known, unknown] = [await ask(email), await ask("nobody@example.test")];
  expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()]);
  const letter = await mail.letterTo(firm.owner.email, /requesting a new/);
  expect(linkIn(letter, `/organizations/${firm.slug}/settings/organization/members`)).toBeTruthy();
  expect(letter.text).toContain(email);
});
