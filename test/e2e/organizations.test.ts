/* End-to-end tests of collaboration: every link is taken from the email that was really delivered. */
import type { Page } from "playwright-core";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uuidv7 } from "#core/text/uuid.ts";
import { openDatabase } from "#server/db/database.ts";
import { linkIn, startMailServer, type MailServer } from "#test/mail-server.ts";
import { newPerson } from "#test/people.ts";
import { startJourney, type Journey } from "./browser.ts";
import { membersPage, organizationSteps } from "./organization-steps.ts";
import { makeChat, password, ready, seriousFindings, settled, signIn } from "./steps.ts";

const expiredId = uuidv7();
let mail: MailServer;
let journey: Journey;
beforeAll(async () => {
  mail = await startMailServer();
  journey = await startJourney({ SMTP_URL: mail.url }, prepare);
});
afterAll(async () => {
  await journey?.close();
  await mail?.close();
});

/** An invitation that has expired unanswered. */
async function prepare(folder: string): Promise<void> {
  const { db, close } = await openDatabase({ folder: `${folder}/database` });
  const inviter = await newPerson(db, { email: "inviter@example.test" });
  await sql`update "user" set email = ${inviter.email} where id = ${inviter.userId}`.execute(db);
  await sql`insert into organization (id, name, slug, "createdAt") values ('old', 'Old Firm', 'old-firm', now())`.execute(db);
  await sql`insert into member (id, "organizationId", "userId", role) values ('old', 'old', ${inviter.userId}, 'owner')`.execute(
    db,
  );
  await sql`insert into invitation (id, "organizationId", email, role, "expiresAt", "inviterId")
    values (${expiredId}, 'old', 'late@example.test', 'member', now() - interval '1 hour', ${inviter.userId})`.execute(db);
  await close();
}

const { somebody, verify, newFirm, invite, join, letterTo } = organizationSteps(() => ({ journey, mail }));

async function openRow(page: Page, name: string): Promise<void> {
  await page.locator("summary", { hasText: name }).first().click();
}

describe.each([true, false])("with script: %s", (javaScriptEnabled) => {
  test("invited, signed up with that address, verified, accepted, and in", async () => {
    const owner = await somebody("Olga", { javaScriptEnabled });
    const name = `Firm ${javaScriptEnabled}`;
    const slug = await newFirm(owner, name);
    const page = await journey.page({ isSignedIn: false, javaScriptEnabled });
    const email = `${uuidv7()}@example.test`;
    await invite(owner, slug, email.toUpperCase());

    await page.goto(await letterTo(email));
    await page.getByRole("heading", { name: `You are invited to ${name}` }).waitFor();
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByLabel("Name").fill("Ines");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    await verify(page, email);
    await page.getByRole("link", { name: "See your invitations" }).click();
    await signIn(page, email, password);
    await page.getByRole("button", { name: `Accept the invitation to ${name}` }).click();
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    await page.goto(membersPage(slug));
    await page.getByText("Olga").waitFor();
    expect(await page.getByRole("button", { name: "Send invitations" }).count()).toBe(0);
  });

  test("a pasted list is invited, and who was not is named and kept in the field", async () => {
    const owner = await somebody("Olga", { javaScriptEnabled });
    const slug = await newFirm(owner, "Many");
    const { page } = owner;
    const [first, second, third] = ["a", "b", "c"].map((name) => `${name}-${uuidv7()}@example.test`) as [string, string, string];
    await page.goto(membersPage(slug));
    const field = page.getByLabel("Email addresses");
    await field.fill(`Name;Email\nAnn;${first}\nBo;bo@example`);
    await page.getByRole("button", { name: "Send invitations" }).click();
    await page.getByText("Not a complete email address: bo@example").waitFor();
    await field.fill(`Name;Email\nAnn;${first}\n"Olga";"${owner.email}"\n`);
    if (javaScriptEnabled) {
      const csv = Buffer.from(`Bo <${second}>, Cy <${third}>`);
      await page.getByLabel("Add a CSV file").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: csv });
      await expect.poll(() => field.inputValue()).toContain(third);
    } else await field.fill(`${await field.inputValue()}\n${second}, ${third}`);
    await page.getByRole("button", { name: "Send invitations" }).click();
    await page.getByText(`3 invitations sent. ${owner.email}: `).waitFor();
    for (const email of [first, second, third]) await mail.letterTo(email, /invited/);
    await expect.poll(() => field.inputValue()).toBe(owner.email);
  });

  test("a role is changed, with an email; removed, they are out immediately", async () => {
    const owner = await somebody("Olga", { javaScriptEnabled });
    const slug = await newFirm(owner, "Roles");
    const member = await somebody("Mira");
    await join(owner, slug, member);
    await owner.page.goto(membersPage(slug));
    await openRow(owner.page, "Mira");
    await owner.page.getByLabel("Role of Mira").selectOption({ label: "Admin" });
    await owner.page.getByRole("button", { name: "Save role" }).click();
    await owner.page.getByText("Role changed.").waitFor();
    await mail.letterTo(owner.email, /Mira .*has joined/);
    await mail.letterTo(member.email, /now admin/);
    await member.page.goto(membersPage(slug));
    await member.page.getByRole("button", { name: "Send invitations" }).waitFor();

    await openRow(owner.page, "Mira");
    await owner.page.getByText("Remove Mira…").click();
    await owner.page.getByLabel("Transfer their projects to").selectOption({ label: `Olga (${owner.email})` });
    await owner.page.getByRole("button", { name: "Remove Mira" }).click();
    await owner.page.getByText("Member removed.").waitFor();
    await mail.letterTo(member.email, /were removed/);
    expect((await member.page.goto(membersPage(slug)))?.status()).toBe(404);

    await owner.page.getByRole("button", { name: "Restore Mira" }).click();
    await owner.page.getByText("Member restored, with their projects.").waitFor();
    await mail.letterTo(member.email, /restored to Roles/);
    expect((await member.page.goto(membersPage(slug)))?.status()).toBe(200);
  });
});

test("an invitation that was revoked, used, or expired says so, and a new one can be asked for", async () => {
  const owner = await somebody("Olga");
  const slug = await newFirm(owner, "Ends");
  const guest = await somebody("Gil");
  await invite(owner, slug, guest.email, "Guest");
  const link = await letterTo(guest.email);
  await owner.page.getByRole("button", { name: `Send again to ${guest.email}` }).click();
  await owner.page.getByText("Invitation sent again").waitFor();
  expect(await letterTo(guest.email)).toBe(link);
  await owner.page.getByRole("button", { name: `Revoke the invitation to ${guest.email}` }).click();
  await owner.page.getByText("Invitation revoked.").waitFor();
  await guest.page.goto(link);
  await guest.page.getByRole("heading", { name: "This invitation no longer works" }).waitFor();

  await guest.page.getByRole("link", { name: "Request a new invitation" }).click();
  await guest.page.getByRole("button", { name: "Send request" }).click();
  await guest.page.getByRole("heading", { name: "Request sent" }).waitFor();
  const asked = linkIn(await mail.letterTo(owner.email, /requesting a new/), membersPage(slug));
  await owner.page.goto(asked);
  await join(owner, slug, guest, "Guest");
  await guest.page.getByText("You are a guest here.").waitFor();

  const again = await journey.page({ isSignedIn: false });
  await again.goto(link);
  await again.getByRole("heading", { name: "This invitation no longer works" }).waitFor();
  await again.goto(`/invitations?id=${expiredId}`);
  await again.getByRole("heading", { name: "This invitation has expired" }).waitFor();
});

test("an accepted invitation does not work again, and is no one else's", async () => {
  const owner = await somebody("Olga");
  const slug = await newFirm(owner, "Once");
  const [member, other] = [await somebody("Mira"), await somebody("Otto")];
  await invite(owner, slug, member.email);
  const link = await letterTo(member.email);
  await other.page.goto(link);
  await other.page.getByRole("heading", { name: "This invitation is for someone else" }).waitFor();
  expect(await other.page.getByText("Once").count()).toBe(0);
  await member.page.goto(link);
  await member.page.getByRole("button", { name: "Accept the invitation" }).click();
  await member.page.waitForURL(`**/organizations/${slug}/home`);
  await member.page.goto(link);
  await member.page.getByRole("heading", { name: "This invitation has already been accepted" }).waitFor();
});

test("a visitor who has an account signs in and comes back to the invitation", async () => {
  const owner = await somebody("Olga");
  const slug = await newFirm(owner, "Back");
  const member = await somebody("Mira");
  await invite(owner, slug, member.email);
  await member.page.context().clearCookies();
  await member.page.goto(await letterTo(member.email));
  await member.page.getByRole("link", { name: "Sign in" }).click();
  await signIn(member.page, member.email, password);
  await member.page.getByRole("button", { name: "Accept the invitation" }).waitFor();
  await member.page.goto("/chat");
  await member.page.getByRole("link", { name: "1 pending invitation" }).click();
  await member.page.getByRole("button", { name: "Decline the invitation" }).click();
  await member.page.getByText("You have no invitations.").waitFor();
  await owner.page.goto(membersPage(slug));
  await owner.page.getByText("1 revoked or declined").click();
  await owner.page.getByText("declined, invited by Olga").waitFor();
});

test("a second organization sees nothing of the first, nor does the personal workspace", async () => {
  const owner = await somebody("Olga");
  const [first, second] = [await newFirm(owner, "First"), await newFirm(owner, "Second")];
  const { page } = owner;
  const chat = await makeChat(journey, page, "A matter of the first firm", first);
  await page.goto(`/organizations/${first}/home`);
  await page.getByRole("main").getByRole("link", { name: "A matter of the first firm" }).first().waitFor();
  for (const path of [`/organizations/${second}/home`, "/organizations", `/organizations/${second}/chat`, "/chat"]) {
    await page.goto(path);
    await ready(page);
    expect({ path, seen: await page.getByText("A matter of the first firm").count() }).toEqual({ path, seen: 0 });
  }
  const stranger = await somebody("Sten");
  for (const path of ["home", `chat/${chat}`, "settings/organization", "settings/organization/log"])
    expect((await stranger.page.goto(`/organizations/${first}/${path}`))?.status()).toBe(404);
});

test("the place is switched by key, and by name in the palette", async () => {
  const owner = await somebody("Olga");
  const slug = await newFirm(owner, "Keys");
  const { page } = owner;
  await page.goto("/chat");
  await ready(page);
  await page.keyboard.press("ControlOrMeta+Shift+L");
  await page.getByRole("menuitemradio", { name: "Keys" }).click();
  await page.waitForURL(`**/organizations/${slug}/home`);
  await page.getByRole("heading", { name: "Keys", level: 1 }).waitFor();
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("combobox").fill("personal");
  await page.getByRole("option", { name: "Go to your personal workspace" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/chat");
});

test("a link to the old address of an organization leads to the new one", async () => {
  const owner = await somebody("Olga");
  const slug = await newFirm(owner, "Moving");
  const { page } = owner;
  await page.goto(`/organizations/${slug}/settings/organization/general`);
  await page.getByLabel("Address of the organization").fill(`${slug}-moved`);
  await page.getByRole("button", { name: "Change address" }).click();
  await page.getByText("Links to the old address still work").waitFor();
  await page.goto(`/organizations/${slug}/settings/organization/log?before=none`);
  await page.waitForURL(`**/organizations/${slug}-moved/settings/organization/log?before=none`);
  await page.goto(`/organizations/${slug}`);
  await page.waitForURL(`**/organizations/${slug}-moved/home`);
});

test("leave; hand over; take the data along, and delete", async () => {
  const owner = await somebody("Olga");
  const slug = await newFirm(owner, "Ending");
  const [admin, member] = [await somebody("Adam"), await somebody("Mira")];
  await join(owner, slug, admin, "Admin");
  await join(owner, slug, member);
  // A page for its managers says so, with everything that the member may use beside it.
  expect((await member.page.goto(`/organizations/${slug}/settings/organization/billing`))?.status()).toBe(403);
  await member.page.getByRole("heading", { name: "You don’t have access to this page" }).waitFor();
  expect(await seriousFindings(member.page)).toEqual([]);
  await member.page.locator("#sidebar").getByRole("link", { name: "Library", exact: true }).click();
  await member.page.waitForURL(`**/organizations/${slug}/library`);
  await member.page.goto(membersPage(slug));
  await member.page.getByRole("button", { name: "Leave organization" }).click();
  await member.page.waitForURL("**/organizations");
  expect((await member.page.goto(`/organizations/${slug}/home`))?.status()).toBe(404);
  await member.page.getByRole("link", { name: "Start a new chat" }).waitFor();

  const general = `/organizations/${slug}/settings/organization/general`;
  await owner.page.goto(general);
  await owner.page.getByLabel("Your password to offer ownership").fill(password);
  await owner.page.getByRole("button", { name: "Offer ownership" }).click();
  await owner.page.getByText("Ownership offered.").waitFor();
  expect(await seriousFindings(owner.page)).toEqual([]);
  await admin.page.goto(linkIn(await mail.letterTo(admin.email, /offered the ownership/), membersPage(slug)));
  await admin.page.getByRole("heading", { name: "Olga offers you the ownership of Ending" }).waitFor();
  expect(await seriousFindings(admin.page)).toEqual([]);
  await admin.page.getByRole("button", { name: "Decline" }).click();
  await admin.page.getByText("Offer declined.").waitFor();
  await mail.letterTo(owner.email, /was declined/);

  await owner.page.goto(general);
  await owner.page.getByLabel("Your password to offer ownership").fill(password);
  await owner.page.getByRole("button", { name: "Offer ownership" }).click();
  await owner.page.getByText("Offered to Adam, who can accept or decline").waitFor();
  await admin.page.goto(`/organizations/${slug}/home`);
  await admin.page.getByRole("link", { name: "Accept or decline" }).click();
  await admin.page.getByRole("button", { name: "Accept ownership" }).click();
  await admin.page.getByText("You now own the organization.").waitFor();
  await mail.letterTo(admin.email, /now own/);
  await owner.page.goto(general);
  expect(await owner.page.getByRole("button", { name: /^Delete (for|organization)/ }).count()).toBe(0);

  const { page } = admin;
  await page.goto(general);
  const end = async () => {
    await page.getByLabel("Type Ending to confirm").fill("Ending");
    await page.getByLabel("Your password to delete the organization").fill(password);
    await page.getByRole("button", { name: /^Delete (for|organization)/ }).click();
  };
  await end();
  await page.getByText("Download the organization’s data first.").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download everything" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${slug}-stet.zip`);
  await download.path();
  await page.goto(`/organizations/${slug}/settings/organization/log`);
  await page.getByText("Exported the organization's data").waitFor();
  await page.getByText(`Accepted the ownership: from ${owner.email}`).waitFor();
  await page.goto(general);
  await end();
  await page.getByText("Deletion scheduled.").waitFor();
  await mail.letterTo(owner.email, /Ending will be deleted on/);
  await owner.page.goto(`/organizations/${slug}/home`);
  await owner.page.getByText(/This organization will be deleted on/).waitFor();
  await page.getByRole("button", { name: "Cancel deletion" }).click();
  await page.getByText("Deletion cancelled.").waitFor();
  await mail.letterTo(owner.email, /Ending will not be deleted/);
});

test("the name and the address are changed, and a bad address is refused in place", async () => {
  const owner = await somebody("Olga");
  const slug = await newFirm(owner, "Before");
  const { page } = owner;
  await page.goto(`/organizations/${slug}/settings/organization/general`);
  await page.getByLabel("Name of the organization").fill("After");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Name changed.").waitFor();
  await page.getByLabel("Address of the organization").fill("../a b");
  await page.getByRole("button", { name: "Change address" }).click();
  await page.getByText("Use 3 to 40 lowercase letters, digits").waitFor();
  await page.getByLabel("Address of the organization").fill(`${slug}-new`);
  await page.getByRole("button", { name: "Change address" }).click();
  await page.waitForURL(`**/organizations/${slug}-new/settings/organization/general?done=slug`);
  await page.getByText("Address changed.").waitFor();
});

test("Word's manifest is XML with this site's address in it", async () => {
  const owner = await somebody("Olga");
  const slug = await newFirm(owner, "Word");
  const { page } = owner;
  await page.goto(`/organizations/${slug}/settings/organization/word`);
  await page.getByText("read or change the document yet").waitFor();
  const answer = await page.request.get("/word/manifest.xml");
  expect(answer.headers()["content-type"]).toContain("application/xml");
  expect(await answer.text()).toContain(`DefaultValue="${journey.url}/word/icon-32.png"`);
  expect((await page.request.get("/word/icon-32.png")).headers()["content-type"]).toBe("image/png");
});

const settings = ["", "/general", "/members", "/log", "/word"].map((page) => `settings/organization${page}`);

describe.each(["light", "dark"] as const)("axe finds nothing serious, %s,", (colorScheme) => {
  async function look(page: Page, paths: string[]): Promise<void> {
    for (const path of paths) {
      await page.goto(path);
      await settled(page);
      expect({ path, findings: await seriousFindings(page) }).toEqual({ path, findings: [] });
    }
  }

  test("inside an organization", async () => {
    const owner = await somebody("Olga", { colorScheme });
    const slug = await newFirm(owner, "Axe");
    await invite(owner, slug, "somebody@example.test");
    await look(
      owner.page,
      ["home", ...settings].map((path) => `/organizations/${slug}/${path}`),
    );
  });

  test("on the way into one", async () => {
    const { page } = await somebody("Ines", { colorScheme });
    const outside = ["organizations", "invitations", "invitations/request", "invitations/expired", "onboarding/organization"];
    await look(
      page,
      outside.map((path) => `/${path}`),
    );
  });
});
