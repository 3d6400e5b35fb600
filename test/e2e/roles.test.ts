/* Colleagues in one project: an editor, a commenter, and what happens on screen when a role ends. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { startMailServer, type MailServer } from "#test/mail-server.ts";
import { startJourney, type Journey } from "./browser.ts";
import { proveAndSignIn, seriousFindings, settled, signUp } from "./steps.ts";

let journey: Journey;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  journey = await startJourney({ SMTP_URL: mail.url });
});
afterAll(async () => {
  await journey.close();
  await mail.close();
});

const wide = { width: 1440, height: 900 };
const text = (page: Page) => page.locator(".ProseMirror").innerText();
const isEditable = (page: Page) => page.locator(".ProseMirror").getAttribute("contenteditable");

async function person(name: string, viewport = wide): Promise<{ page: Page; email: string }> {
  const page = await journey.page({ viewport, isSignedIn: false });
  await page.goto("/auth/sign-up");
  const email = await signUp(page, name);
  await proveAndSignIn(page, mail, email);
  return { page, email };
}

/** Answers the parsed body; `slug` is the organization. */
async function post<T = { id: string }>(page: Page, path: string, data: object, slug?: string): Promise<T> {
  const headers = { origin: journey.url, ...(slug !== undefined && { "x-organization-slug": slug }) };
  const answer = await page.request.post(path, { data, headers });
  expect([path, answer.ok() || (await answer.text())]).toEqual([path, true]);
  return (await answer.json()) as T;
}

/** A firm of two, and the partner's project with one draft. */
async function firm() {
  const partner = await person("Petra Partner");
  const associate = await person("Aron Associate");
  const slug = `firm-${Math.random().toString(36).slice(2, 10)}`;
  await post(partner.page, "/api/organizations", { name: "Firm", slug });
  await post(partner.page, "/api/invitations", { email: associate.email, role: "member" }, slug);
  const mine = await associate.page.request.get("/api/invitations/mine");
  const { invitations } = (await mine.json()) as { invitations: { id: string }[] };
  await post(associate.page, `/api/invitations/${invitations[0]!.id}/accept`, {});
  const { id: projectId } = await post(partner.page, "/api/projects", { name: "House" }, slug);
  const content = "The rent is 1,450 euros.\n\nIt is due on the third day.";
  const { id: draftId } = await post(partner.page, "/api/drafts", { projectId, name: "Lease", content }, slug);
  const project = `/organizations/${slug}/vault/projects/${projectId}`;
  const share = (role: string) =>
    post(partner.page, "/api/functions/shareProject", { projectId, emails: [associate.email], role }, slug);
  const unshare = () => post(partner.page, "/api/functions/shareProject", { projectId, removeUsers: [associate.email] }, slug);
  return { partner, associate, slug, projectId, project, draft: `${project}/drafts/${draftId}`, share, unshare };
}

async function opened(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator(".ProseMirror").waitFor();
}

async function typeAtEndOf(page: Page, paragraph: number, words: string): Promise<void> {
  await page.locator(".ProseMirror p").nth(paragraph).click();
  await page.keyboard.press("End");
  await page.keyboard.type(words);
}

test("an associate edits the partner's draft: both texts meet, the timeline names each, and their own draft is the project's", async () => {
  const { partner, associate, project, draft, share } = await firm();
  await share("editor");
  await associate.page.goto(project);
  await associate.page.getByText("Shared by Petra Partner. You can write in it.").waitFor();
  await associate.page.getByRole("main").getByRole("link", { name: "New chat" }).waitFor();
  await opened(partner.page, draft);
  await opened(associate.page, draft);
  await Promise.all([
    typeAtEndOf(partner.page, 0, " It rises each May."),
    typeAtEndOf(associate.page, 1, " Sundays do not count."),
  ]);
  for (const page of [partner.page, associate.page]) {
    await expect.poll(() => text(page)).toContain("It rises each May.");
    await expect.poll(() => text(page)).toContain("Sundays do not count.");
  }
  await settled(associate.page);
  await partner.page.getByRole("button", { name: "Timeline" }).click();
  const timeline = partner.page.getByRole("complementary", { name: "Timeline" });
  await timeline.getByText("Aron Associate").first().waitFor();
  expect(await seriousFindings(associate.page)).toEqual([]);

  // A draft of the associate's own, and a chat, in the partner's project.
  await associate.page.goto(project);
  await associate.page.getByRole("button", { name: "New draft" }).click();
  await associate.page.waitForURL(/\/drafts\/[0-9a-f-]{36}$/);
  await associate.page.goto(project);
  await associate.page.getByRole("main").getByRole("link", { name: "New chat" }).click();
  await associate.page.waitForURL(/chat\?project=/);
  await associate.page.locator("textarea").fill("What is the rent?");
  await associate.page.locator("textarea").press("Enter");
  await associate.page.waitForURL(/chat\/[0-9a-f-]{36}$/);
  await partner.page.goto(project);
  await partner.page.getByText("Untitled draft").first().waitFor();
  await expect.poll(() => partner.page.getByText("Aron Associate").count()).toBeGreaterThanOrEqual(2);
  for (const { page } of [partner, associate]) await page.context().close();
});

test("a lowered role makes the open editor read-only at once, and what was being typed is kept", async () => {
  const { partner, associate, draft, share, unshare } = await firm();
  await share("editor");
  await opened(associate.page, draft);
  await typeAtEndOf(associate.page, 0, " Saved.");
  await expect.poll(() => associate.page.locator("[data-save]").getAttribute("data-save")).toBe("saved");
  // Saves do not get through while the role ends.
  await associate.page.route(/\/api\/drafts\/[^/]+$/, (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await typeAtEndOf(associate.page, 1, " Not saved yet.");
  await share("viewer");
  const notice = associate.page.getByText(/You can no longer change this draft, only read it\./);
  await notice.waitFor();
  await expect.poll(() => isEditable(associate.page)).toBe("false");
  expect(await text(associate.page)).toContain("Not saved yet.");
  await associate.page.getByText(/What you typed last was not saved/).waitFor();
  await associate.page.getByRole("button", { name: "Copy the text" }).waitFor();
  await associate.page.unroute(/\/api\/drafts\/[^/]+$/);
  await opened(partner.page, draft);
  expect(await text(partner.page)).not.toContain("Not saved yet.");
  // With the role back, it is there, and saved.
  await share("editor");
  await opened(associate.page, draft);
  await expect.poll(() => text(associate.page)).toContain("Not saved yet.");
  await expect.poll(() => text(partner.page)).toContain("Not saved yet.");
  await unshare();
  await associate.page.getByText("You no longer have access to this draft. You can’t open it again.").waitFor();
  await expect.poll(() => isEditable(associate.page)).toBe("false");
  expect((await associate.page.goto(draft))?.status()).toBe(404);
  for (const { page } of [partner, associate]) await page.context().close();
});

test("a commenter comments and suggests, the owner answers and accepts, and a role that ends takes nothing typed with it", async () => {
  const { partner, associate, draft, share } = await firm();
  await share("commenter");
  for (const { page } of [partner, associate]) await opened(page, draft);
  const { page } = associate;
  await page.getByText("Suggest and comment").waitFor();
  expect(await isEditable(page)).toBe("false");
  const beside = (one: Page) => one.getByRole("complementary", { name: "Comments beside the text" });
  const select = async (index: number) => {
    await page.locator(".ProseMirror p").nth(index).click({ clickCount: 3 });
  };
  await select(1);
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await beside(page).getByRole("textbox", { name: "Comment" }).fill("Is the third a banking day?");
  await beside(page).getByRole("button", { name: "Comment", exact: true }).click();
  // The owner sees it without a reload, and answers.
  await beside(partner.page).getByText("Is the third a banking day?").waitFor();
  await beside(partner.page).getByRole("button", { name: "It is due on the third day." }).click();
  await beside(partner.page).getByRole("textbox", { name: "Reply" }).fill("Mostly.");
  await beside(partner.page).getByRole("button", { name: "Reply", exact: true }).click();
  await beside(page).getByText("Mostly.").waitFor();

  await select(0);
  await page.getByRole("button", { name: "Suggest other words" }).click();
  const dialog = page.getByRole("dialog", { name: "Suggest other words" });
  await dialog.getByLabel("Your words").fill("The rent is 1,400 euros.");
  await dialog.getByLabel("Why").fill("As agreed on the phone.");
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Suggest", exact: true }).click();
  await page.getByText("Suggested to those who write in this draft.").waitFor();
  const inserted = (one: Page) => one.locator(".ProseMirror ins[data-proposal]");
  await inserted(page).first().waitFor();
  await inserted(partner.page).first().hover();
  const bar = partner.page.getByRole("group", { name: "Proposed change" });
  await bar.getByText("Aron Associate: As agreed on the phone.").waitFor();
  await bar.getByRole("button", { name: /^Accept/ }).click();
  await expect.poll(() => text(partner.page)).toContain("The rent is 1,400 euros.");
  await expect.poll(() => text(page)).toContain("The rent is 1,400 euros.");
  await expect.poll(() => inserted(page).count()).toBe(0);

  // The role ends while they write: the page says so, and they keep what they typed.
  await select(1);
  await page.getByRole("button", { name: "Suggest other words" }).click();
  await dialog.getByLabel("Your words").fill("It is due on the fifth day.");
  await share("viewer");
  await dialog.getByText("You can no longer suggest changes to this draft.").waitFor();
  expect(await dialog.getByLabel("Your words").inputValue()).toBe("It is due on the fifth day.");
  expect(await dialog.getByRole("button", { name: "Suggest", exact: true }).isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("You can no longer suggest changes to this draft. You can still read it and comment.").waitFor();
  await share("commenter");
  await select(1);
  await page.getByRole("button", { name: "Suggest other words" }).click();
  expect(await dialog.getByLabel("Your words").inputValue()).toBe("It is due on the fifth day.");
  for (const one of [partner, associate]) await one.page.context().close();
});

test("an editor’s composer goes with the role and comes back with it, with what was typed", async () => {
  const { associate, slug, projectId, share } = await firm();
  const { page } = associate;
  await share("editor");
  await page.goto(`/organizations/${slug}/chat?project=${projectId}`);
  const composer = page.locator("textarea");
  await composer.fill("What is the rent");
  await share("viewer");
  await page.getByText("You can no longer write in this project.").waitFor();
  await expect.poll(() => composer.count()).toBe(0);
  await share("editor");
  await expect.poll(() => composer.inputValue()).toBe("What is the rent");
  await page.context().close();
});

test("Share is on the project, its draft and its chat, and a role is chosen there; managers know of the project by name", async () => {
  const { partner, associate, slug, project, draft, projectId } = await firm();
  const { page } = partner;
  await page.goto(project);
  await page.getByRole("main").getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share project" });
  await dialog.getByLabel("Share with").fill(associate.email);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByLabel("Role of those added").selectOption("Editor");
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByText("Project shared", { exact: true }).waitFor();
  await opened(associate.page, draft);
  await expect.poll(() => isEditable(associate.page)).toBe("true");
  await opened(page, draft);
  await page.getByRole("button", { name: "Share project" }).click();
  const role = dialog.getByLabel("Role of Aron Associate");
  expect(await role.inputValue()).toBe("editor");
  expect(await seriousFindings(page)).toEqual([]);
  await role.selectOption("Viewer");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Sharing updated").waitFor();
  await associate.page.getByText("You can no longer change this draft, only read it.").waitFor();
  // Not for those who do not own the project.
  expect(await associate.page.getByRole("button", { name: "Share project" }).count()).toBe(0);
  await page.goto(`/organizations/${slug}/chat?project=${projectId}`);
  await page.getByRole("button", { name: "Share project" }).waitFor();
  // A matter of the associate's own: the partner owns the organization, knows that it exists, and cannot open it.
  const { id } = await post(associate.page, "/api/projects", { name: "Quiet matter" }, slug);
  await page.goto(`/organizations/${slug}/settings/organization/members`);
  await page.getByText("Quiet matter").waitFor();
  await page.getByText("Owned by Aron Associate").waitFor();
  expect((await page.goto(`/organizations/${slug}/vault/projects/${id}`))?.status()).toBe(404);
  for (const one of [partner, associate]) await one.page.context().close();
});
