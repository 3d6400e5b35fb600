/*
 * The scenes to photograph. A scene acts on a signed-in page as a person would, and returns the upper left corner of
 * the screenshot in CSS pixels. A new screenshot is a row here; `npm run shots -- its-name` takes it, and a card in
 * app/ui/marketing/features.ts can then name it.
 */
import type { Locator, Page } from "playwright-core";
import { sidebarCookies } from "#core/chat/sidebar.ts";
import { defaultChoices } from "#ui/composer/form-state.ts";

export type Corner = { x: number; y: number };
export type Scene = {
  name: string;
  window: { width: number; height: number };
  /** Of the screenshot, in CSS pixels. */
  width: number;
  height: number;
  isPhone?: boolean;
  play(page: Page): Promise<Corner>;
};

const notice = `Make this plainer:

Due to the fact that the river is rising, the committee made a decision to move the post office.`;

const stiff = `Humanize this:

In today’s fast-paced world, letters serve as a testament to patience. Moreover, they delve into what nobody says aloud.`;

const river = `# What the river took

For eleven days the water stood in the lower street, and when it left it took the post office with it.

## The letters

Nobody had thought of the letters. They were found in the reeds below the weir, in August, **tied in bundles**, and most of them could be read.

> “Dear Ms Okafor, the windows are quiet now.”

The clerk dried them on the line behind the school, and the children sorted them by hand.
`;

const stiffRiver = `# What the river took

For eleven days the water stood in the lower street, and when it left it took the post office with it.

Due to the fact that nobody had thought of the letters, the committee made a decision to wait until August.

They were found in the reeds below the weir, tied in bundles, and most of them could be read.
`;

const lease = `LEASE

1. The landlord lets the rooms on the second floor of 14 Canal Street to the tenant.

2. The rent is 1,450 euros a month and is due on the third working day.

3. The deposit is three months' rent. The landlord keeps it apart from other money.

4. The tenant may end the lease with a notice of three months to the end of a month.`;

/** A card shows a window as narrow as a small phone's at full width, so that no word is cut off. */
const card = { width: 360, height: 240, window: { width: 360, height: 1500 }, isPhone: true };

/** A wide card is 528 pixels wide. */
const wide = { width: 660, height: 400 };

// Windows are tall enough that nothing scrolls; the screenshot is a part of them.
export const scenes: readonly Scene[] = [
  {
    name: "assistant",
    window: { width: 1100, height: 1000 },
    width: 1036,
    height: 620,
    play: (page) => beside(page, { x: 64, y: 0 }),
  },
  {
    name: "editor",
    ...wide,
    window: { width: 660, height: 900 },
    async play(page) {
      await openDraft(page);
      // Below the bar of a small window.
      return { x: 0, y: 52 };
    },
  },
  {
    name: "timeline",
    ...wide,
    window: { width: 660, height: 900 },
    async play(page) {
      const text = await openDraft(page);
      await text.click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type(" By Michaelmas every bundle had a house again.");
      await page.locator('[data-save="saved"]').waitFor();
      await page.getByRole("button", { name: "Timeline" }).click();
      await page.getByText("Typed").waitFor();
      await page.getByRole("button", { name: "Name this version" }).last().click();
      await page.getByPlaceholder("Name this version").fill("First draft");
      await page.keyboard.press("Enter");
      await page.getByText("First draft").waitFor();
      return { x: 0, y: 52 };
    },
  },
  {
    name: "agent",
    width: 352,
    height: 383,
    window: { width: 1160, height: 1600 },
    async play(page) {
      await start(page);
      await page.context().addCookies([{ name: sidebarCookies.open, value: "closed", url: page.url() }]);
      const text = await openDraft(page, stiffRiver);
      await page.getByRole("button", { name: "Assistant" }).click();
      await page.getByRole("button", { name: "Agent", exact: true }).click();
      await say(page, "Correct it and make it plainer");
      await text.locator("del.proposed-out").first().waitFor();
      await page.getByRole("button", { name: "What was done" }).click();
      await composer(page).evaluate((field) => field.blur());
      const agent = await page.locator("[data-agent]").boundingBox();
      return { x: Math.round(agent!.x) - 14, y: Math.round(agent!.y) - 14 };
    },
  },
  {
    name: "models",
    ...card,
    height: 256,
    async play(page) {
      await start(page);
      await page.getByRole("button", { name: /^Model: / }).click();
      const group = page.getByRole("dialog", { name: "Choose a model" }).getByText("Recommended");
      await group.waitFor();
      return above(group, 2);
    },
  },
  {
    name: "passage",
    ...card,
    height: 336,
    async play(page) {
      await start(page);
      const file = { name: "lease.txt", mimeType: "text/plain", buffer: Buffer.from(lease) };
      await page.getByLabel("Files to attach").setInputFiles(file);
      const answer = await say(page, "How high is the deposit?");
      const citation = answer.locator("button.citation").first();
      await citation.click();
      await page.getByRole("button", { name: "Show the document" }).waitFor();
      return above(citation, 14);
    },
  },
  {
    name: "patches",
    ...card,
    height: 138,
    async play(page) {
      await start(page);
      return above((await say(page, notice)).locator("[data-patch-state]").first(), 1);
    },
  },
  {
    name: "humanize",
    ...card,
    height: 138,
    async play(page) {
      await start(page);
      return above((await say(page, stiff)).locator("[data-patch-state]").first(), 1);
    },
  },
];

/** A draft with the assistant beside it, and the proposed changes in place. */
async function beside(page: Page, corner: Corner): Promise<Corner> {
  await start(page);
  await page.context().addCookies([{ name: sidebarCookies.open, value: "closed", url: page.url() }]);
  const text = await openDraft(page, stiffRiver);
  await page.getByRole("button", { name: "Assistant" }).click();
  await say(page, "Make this plainer");
  await text.locator("del.proposed-out").first().waitFor();
  await composer(page).evaluate((field) => field.blur());
  return corner;
}

async function openDraft(page: Page, content = river): Promise<Locator> {
  await start(page);
  const { origin } = new URL(page.url());
  const make = async (path: string, data: object): Promise<string> => {
    const answer = await page.request.post(path, { data, headers: { origin } });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return ((await answer.json()) as { id: string }).id;
  };
  const projectId = await make("/api/projects", { name: "Canal Street" });
  const id = await make("/api/drafts", { projectId, name: "What the river took", content });
  await page.goto(`/vault/projects/${projectId}/drafts/${id}`);
  const text = page.getByRole("textbox", { name: "What the river took" });
  await text.waitFor();
  return text;
}

/** With keys set, every model can be chosen; the one that answers here needs none. */
async function start(page: Page): Promise<void> {
  await page.addInitScript(
    (choices) => localStorage.setItem("stet.chosen", choices),
    JSON.stringify({ model: defaultChoices.model }),
  );
  await page.goto("/chat");
  await page.locator("html[data-ready]").waitFor();
}

/** Sends the chat's first message and waits for the whole answer. */
async function say(page: Page, text: string): Promise<Locator> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
  const answer = page.locator("article[data-role=assistant]:not([data-status=running])");
  await answer.waitFor();
  return answer;
}

function composer(page: Page): Locator {
  return page.getByRole("textbox", { name: "Message" });
}

/** The window's left edge, `pixels` above a part of the page once that moves no more. */
async function above(part: Locator, pixels: number): Promise<Corner> {
  const page = part.page();
  await page.mouse.move(0, 0);
  let box = await part.boundingBox();
  for (let still = 0; still < 5; still++) {
    await page.waitForTimeout(100);
    const now = await part.boundingBox();
    if (now?.y !== box?.y) still = 0;
    box = now;
  }
  if (box === null) throw new Error("The part to be photographed is not on the screen.");
  return { x: 0, y: Math.max(0, Math.round(box.y - pixels)) };
}
