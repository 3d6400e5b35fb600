/* Steps of end-to-end tests about organizations. Every link is taken from the email that was really delivered. */
import type { Page } from "playwright-core";
import { linkIn, type MailServer } from "#test/mail-server.ts";
import type { Journey } from "./browser.ts";
import { proveAndSignIn, signUp } from "./steps.ts";

export type Somebody = { page: Page; name: string; email: string };
type Options = { javaScriptEnabled?: boolean; colorScheme?: "light" | "dark" };

export const membersPage = (slug: string) => `/organizations/${slug}/settings/organization/members`;

/** `started` returns what the test has started, which exists only once it runs. */
export function organizationSteps(started: () => { journey: Journey; mail: MailServer }) {
  let count = 0;

  /** Signed up, with the address verified by email. */
  async function somebody(name: string, options: Options = {}): Promise<Somebody> {
    const { journey, mail } = started();
    const page = await journey.page({ isSignedIn: false, ...options });
    await page.goto("/auth/sign-up");
    const email = await signUp(page, name);
    await proveAndSignIn(page, mail, email);
    return { page, name, email };
  }

  async function verify(page: Page, email: string): Promise<void> {
    await page.goto(linkIn(await started().mail.letterTo(email, /Verify/), "/auth/verify-email"));
    await page.getByRole("button", { name: "Verify this address" }).click();
    await page.getByRole("heading", { name: "Your address is verified" }).waitFor();
  }

  async function newFirm({ page }: Somebody, name: string): Promise<string> {
    const slug = `firm-${++count}`;
    await page.goto("/organizations");
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Address").fill(slug);
    await page.getByRole("button", { name: "Create organization" }).click();
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    return slug;
  }

  async function invite({ page }: Somebody, slug: string, email: string, role = "Member"): Promise<void> {
    await page.goto(membersPage(slug));
    await page.getByLabel("Email addresses").fill(email);
    await page.getByLabel("Role", { exact: true }).selectOption({ label: role });
    await page.getByRole("button", { name: "Send invitations" }).click();
    await page.getByText("Invitation sent.").waitFor();
  }

  const letterTo = async (email: string) => linkIn(await started().mail.letterTo(email, /invited/), "/invitations");

  /** Invited and accepted, and on the organization's home page. */
  async function join(owner: Somebody, slug: string, person: Somebody, role = "Member"): Promise<void> {
    await invite(owner, slug, person.email, role);
    await person.page.goto(await letterTo(person.email));
    await person.page.getByRole("button", { name: "Accept the invitation" }).click();
    await person.page.waitForURL(`**/organizations/${slug}/home`);
  }

  return { somebody, verify, newFirm, invite, join, letterTo };
}
