/* End-to-end tests of projects: created, shared, watched live, unshared, deleted and restored. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startMailServer, linkIn, type MailServer } from "#test/mail-server.ts";
import { startJourney, type Journey } from "./browser.ts";
import { answers, composer, ended, questions, send, setModel } from "./conversation.ts";
import { password, proveAndSignIn, ready, seriousFindings, settled, signUp } from "./steps.ts";

let journey: Journey;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  journey = await startJourney({ SMTP_URL: mail.url });
});
afterAll(async () => {
  await journey?.close();
  await mail?.close();
});

/** A signed-in person with a verified address. */
async function person(name: string): Promise<{ page: Page; email: string }> {
  const page = await journey.page({ isSignedIn: false });
  await page.goto("/auth/sign-up");
  const email = await signUp(page, name);
  await proveAndSignIn(page, mail, email);
  return { page, email };
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await ready(page);
}

async function makeProject(page: Page, name: string, instructions = ""): Promise<string> {
  await visit(page, "/vault");
  await page.getByRole("button", { name: "New project" }).click();
  const dialog = page.getByRole("dialog", { name: "New project" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Instructions").fill(instructions);
  await dialog.getByRole("button", { name: "Create project" }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  return new URL(page.url()).pathname;
}

async function shareWith(page: Page, email: string): Promise<void> {
  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share project" });
  const add = dialog.getByRole("button", { name: "Add", exact: true });
  await dialog.getByLabel("Share with").fill("a@b.");
  await expect.poll(() => add.isDisabled()).toBe(true);
  await dialog.getByLabel("Share with").fill(email);
  await add.click();
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByText("Project shared").waitFor();
}

describe("a project", () => {
  test("holds chats that follow its instructions, is archived, deleted and brought back", async () => {
    const page = await journey.page({ mail });
    const path = await makeProject(page, "Lease of Canal Street", "Say Advokat.");
    await setModel(journey, { tps: 0, text: "So it begins." });
    await page.getByRole("main").getByRole("link", { name: "New chat" }).click();
    await page.waitForURL(/project=/);
    await page.getByRole("link", { name: /Lease of Canal Street/ }).waitFor();
    await send(page, "Write to the landlord");
    expect(await ended(page, 1)).toContain("So it begins.");
    const { system } = (await (await fetch(`${journey.modelUrl}/log/last`)).json()) as { system: string };
    expect(system).toContain("Say Advokat.");

    await page.getByRole("link", { name: /Lease of Canal Street/ }).click();
    await page.getByRole("region", { name: "Chats" }).getByRole("link").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Actions for Lease of Canal Street" }).click();
    await page.getByRole("menuitem", { name: "Archive" }).click();
    await page.getByText("is archived").waitFor();
    await page.getByText("Archived", { exact: true }).waitFor();

    await page.getByRole("button", { name: "Actions for Lease of Canal Street" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.waitForURL(/\/vault$/);
    await page.getByText("No projects yet").waitFor();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page
      .getByRole("region", { name: "Archived" })
      .getByRole("link", { name: /Lease of Canal Street/ })
      .click();
    await page.waitForURL(new RegExp(path));
    await page.getByRole("region", { name: "Chats" }).getByRole("link").waitFor();
  });

  test.each([
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])("states its matter, however long the names: $width px", async (viewport) => {
    const page = await journey.page({ mail, viewport });
    // As the command palette opens it.
    await visit(page, "/vault?new");
    const dialog = page.getByRole("dialog", { name: "New project" });
    await dialog.getByLabel("Name").fill("Canal Street");
    const client = "Ada Lind and Bo Lind, the tenants";
    await dialog.getByLabel("Acting for").fill(client);
    await dialog.getByLabel("Counterparty").fill("Berg Fastigheter i Malmö AB");
    await dialog.getByLabel("Jurisdiction").fill("Sweden");
    for (const name of ["Acting for", "Counterparty", "Jurisdiction"]) {
      const isWhole = await dialog.getByLabel(name).evaluate((field) => field.scrollWidth <= field.clientWidth);
      expect({ name, isWhole }).toEqual({ name, isWhole: true });
    }
    await dialog.getByRole("button", { name: "Create project" }).click();
    const matter = page.getByLabel("Matter");
    await matter.getByText(client).waitFor();
    expect(await matter.innerText()).toMatch(/Counterparty\s+Berg Fastigheter i Malmö AB\s+Jurisdiction\s+Sweden/);

    await page.getByRole("button", { name: "Actions for Canal Street" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    const edit = page.getByRole("dialog", { name: "Edit project" });
    expect(await edit.getByLabel("Acting for").inputValue()).toBe(client);
    await edit.getByLabel("Jurisdiction").fill("");
    await edit.getByRole("button", { name: "Save" }).click();
    await matter.getByText("Jurisdiction").waitFor({ state: "detached" });
    await matter.getByText(client).waitFor();
    await page.context().close();
  });

  test("keeps files: added, listed, removed and brought back", async () => {
    const page = await journey.page({ mail });
    const path = await makeProject(page, "Papers");
    const shelf = page.getByRole("region", { name: "Files" });
    const file = { name: "lease.txt", mimeType: "text/plain", buffer: Buffer.from("The rent is due on the third working day.") };
    await shelf.locator("input[type=file]").setInputFiles(file);
    await page.getByText("lease.txt uploaded").waitFor();
    const row = shelf.getByRole("link", { name: /lease\.txt/ });
    await row.waitFor();
    const shown = await page.request.get((await row.getAttribute("href"))!);
    expect(await shown.text()).toContain("third working day");
    await shelf.getByRole("button", { name: "Actions for lease.txt" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await row.waitFor({ state: "detached" });
    await page.getByText("lease.txt was removed.").waitFor();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await row.waitFor();
    await visit(page, path);
    await row.waitFor();
    const other = await journey.page({ mail });
    expect((await other.request.get((await row.getAttribute("href"))!)).status()).toBe(404);
  });

  test("takes a chat in from its menu, and lets it go again", async () => {
    const page = await journey.page({ mail });
    await makeProject(page, "Essays");
    await setModel(journey, { tps: 0, text: "Well." });
    await visit(page, "/chat");
    await send(page, "An essay about the sea");
    await ended(page, 1);
    const move = async (to: string | RegExp) => {
      await page
        .getByRole("complementary", { name: "Sidebar" })
        .getByRole("button", { name: /^Actions for/ })
        .click();
      await page.getByRole("menuitem", { name: "Move to project" }).click();
      await page.getByRole("dialog", { name: "Move to project" }).getByRole("button", { name: to }).click();
    };
    await move("Essays");
    const bar = page.getByRole("main").getByRole("link", { name: /Essays/ });
    await bar.waitFor();
    await move("Remove from project");
    await bar.waitFor({ state: "detached" });
  });
});

describe("a shared project", () => {
  test("is seen as it is written by someone who can change nothing, and is gone once they are removed", async () => {
    const [owner, viewer] = await Promise.all([person("Olga Owner"), person("Vera Viewer")]);
    const path = await makeProject(owner.page, "Notice");
    await shareWith(owner.page, viewer.email);
    await owner.page.getByRole("button", { name: "Shared with 1" }).waitFor();
    expect((await mail.letterTo(viewer.email, /was shared/)).text).toContain("Olga Owner");

    await visit(viewer.page, "/vault");
    await viewer.page
      .getByRole("region", { name: "Shared with you" })
      .getByRole("link", { name: /Notice/ })
      .click();
    await viewer.page.getByText("Shared by Olga Owner").waitFor();
    await setModel(journey, { tps: 40, chars: 1600 });
    await owner.page.getByRole("main").getByRole("link", { name: "New chat" }).click();
    await owner.page.waitForURL(/project=/);
    await send(owner.page, "Write the notice");
    // The project's page shows the chat without a reload.
    await viewer.page.getByRole("region", { name: "Chats" }).getByRole("link").click();
    await expect.poll(() => answers(viewer.page).getAttribute("data-status")).toBe("running");
    const before = (await answers(viewer.page).innerText()).length;
    await expect.poll(async () => (await answers(viewer.page).innerText()).length).toBeGreaterThan(before + 40);

    await viewer.page.getByText("This chat belongs to Olga Owner").waitFor();
    expect(await composer(viewer.page).count()).toBe(0);
    for (const name of ["Edit", "Restore checkpoint", "Regenerate", "Stop"])
      expect(await viewer.page.getByRole("button", { name, exact: true }).count()).toBe(0);
    await questions(viewer.page).getByText("Write the notice").click();
    expect(await viewer.page.getByRole("textbox", { name: "Edit your message" }).count()).toBe(0);
    const written = await ended(owner.page, 1);
    expect(await ended(viewer.page, 1)).toBe(written);
    await settled(viewer.page);
    expect(await seriousFindings(viewer.page)).toEqual([]);

    await visit(owner.page, path);
    await owner.page.getByRole("button", { name: "Actions for Notice" }).click();
    await owner.page.getByRole("menuitem", { name: "Share" }).click();
    const dialog = owner.page.getByRole("dialog", { name: "Share project" });
    await dialog.getByRole("button", { name: "Remove Vera Viewer" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    // It disappears from the viewer's screen without a reload.
    await viewer.page.getByText("no longer shared with you").waitFor();
    await viewer.page.getByText("No projects yet").waitFor();
    expect((await viewer.page.request.get(path)).status()).toBe(404);
  });

  test("waits for someone who has no account yet", async () => {
    const owner = await person("Otto Owner");
    await makeProject(owner.page, "Memoir");
    const email = `newcomer-${Date.now()}@example.test`;
    await shareWith(owner.page, email);
    const link = (await mail.letterTo(email, /was shared/)).text!.match(/http\S+vault\S+/)![0];

    const page = await journey.page({ isSignedIn: false });
    await page.goto(link);
    await page.waitForURL(/\/auth\/sign-in/);
    await page.getByRole("link", { name: "Create a free account" }).first().click();
    await page.getByLabel("Name").fill("Nora Newcomer");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Create account" }).click();
    await proveAndSignIn(page, mail, email, new URL(link).pathname);
    await page.getByRole("heading", { level: 1, name: "Memoir" }).waitFor();
    await page.getByText("Shared by Otto Owner").waitFor();
  });
});

test("in an organization its members are offered by name, and no one else can be shared with", async () => {
  const [owner, colleague] = await Promise.all([person("Ola Owner"), person("Cleo Colleague")]);
  const post = async (page: Page, path: string, data: object, slug?: string) => {
    const headers = { origin: journey.url, ...(slug && { "x-organization-slug": slug }) };
    const answer = await page.request.post(path, { data, headers });
    expect([path, answer.status(), answer.ok() || (await answer.text())]).toEqual([path, answer.status(), true]);
    return answer;
  };
  await post(owner.page, "/api/organizations", { name: "Canal Street Law", slug: "canal-street-law" });
  const slug = "canal-street-law";
  await post(owner.page, "/api/invitations", { email: colleague.email, role: "guest" }, slug);
  const invitation = new URL(linkIn(await mail.letterTo(colleague.email, /Canal Street Law|invit/i), "/invitations"));
  await post(colleague.page, `/api/invitations/${invitation.searchParams.get("id")}/accept`, {});

  await visit(owner.page, `/organizations/${slug}/vault`);
  await owner.page.getByRole("button", { name: "New project" }).click();
  const dialog = owner.page.getByRole("dialog", { name: "New project" });
  await dialog.getByLabel("Name").fill("Matter 7");
  await dialog.getByLabel("Share with").fill("Cleo");
  await dialog.getByRole("button", { name: /Cleo Colleague/ }).click();
  await dialog.getByRole("button", { name: "Create project" }).click();
  await owner.page.getByRole("button", { name: "Shared with 1" }).click();
  await owner.page.getByRole("dialog", { name: "Who sees this project" }).getByText("Cleo Colleague").waitFor();
  await owner.page.keyboard.press("Escape");
  await owner.page.getByRole("button", { name: "Actions for Matter 7" }).click();
  await owner.page.getByRole("menuitem", { name: "Share" }).click();
  const share = owner.page.getByRole("dialog", { name: "Share project" });
  await share.getByLabel("Share with").fill("outsider@example.test");
  await share.getByRole("button", { name: "Add", exact: true }).click();
  await share.getByRole("button", { name: "Share", exact: true }).click();
  await owner.page.getByText(/Share failed: outsider@example\.test is not a member of Canal Street Law/).waitFor();

  // A guest sees it there, can create nothing there, and sees none of it in their personal workspace.
  await visit(colleague.page, `/organizations/${slug}/vault`);
  await colleague.page.getByRole("link", { name: /Matter 7/ }).waitFor();
  expect(await colleague.page.getByRole("button", { name: "New project" }).count()).toBe(0);
  await visit(colleague.page, "/vault");
  await colleague.page.getByText("No projects yet").waitFor();
});

test("a share that cannot be read closes its dialog", async () => {
  const page = await journey.page({ mail });
  await makeProject(page, "Early");
  await page.route("**/api/projects/*/shares", (route) => route.abort());
  await page.getByRole("button", { name: "Actions for Early" }).click();
  await page.getByRole("menuitem", { name: "Share" }).click();
  await page.getByText("Unable to load project sharing data").waitFor();
  await page.getByRole("dialog", { name: "Share project" }).waitFor({ state: "detached" });
});
