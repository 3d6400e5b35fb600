/* Cross-references, footnotes and pictures in a draft: inserted, followed, moved, removed and restored. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { startJourney, type Journey } from "./browser.ts";
import { selectionHeard } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey.close());

const text = (page: Page) => page.getByRole("textbox", { name: "Lease" });
const saved = (page: Page) => page.locator('[data-save="saved"]').waitFor();
const reference = (page: Page) => text(page).locator("a.reference");

async function openDraft(content: string): Promise<Page> {
  const page = await journey.page();
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: { origin: journey.url } });
    return (await answer.json()) as { id: string };
  };
  const { id: projectId } = await post("/api/projects", { name: "House" });
  const { id } = await post("/api/drafts", { projectId, name: "Lease", content });
  await page.goto(`/vault/projects/${projectId}/drafts/${id}`);
  await text(page).waitFor();
  await page.getByRole("toolbar", { name: "Formatting" }).waitFor();
  return page;
}

async function caretAfter(page: Page, words: string): Promise<void> {
  await text(page)
    .getByText(words, { exact: true })
    .first()
    .evaluate((element) => {
      (element.closest("[contenteditable]") as HTMLElement).focus();
      getSelection()!.selectAllChildren(element);
      getSelection()!.collapseToEnd();
    });
  await selectionHeard(page);
}

const clauses = "1) Price\n2) Term\n   1) Begins at once.\n   2) Ends in May.\n\nThe tenant leaves under";

test("a reference is asked for by name, follows its clause, is broken without it, and whole again", async () => {
  const page = await openDraft(clauses);
  await caretAfter(page, "The tenant leaves under");
  await page.keyboard.type(" /ref");
  await page.getByRole("option", { name: "Cross-reference" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Refer to" }).waitFor();
  await page.keyboard.type("ends");
  await page.getByRole("option", { name: "2.2 Ends in May." }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => text(page).locator("p").last().textContent()).toBe("The tenant leaves under clause\u00a02.2");
  await page.keyboard.type(" at the latest.");
  // With a clause inserted before it, the number increases automatically.
  await caretAfter(page, "Price");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Deposit");
  await expect.poll(() => reference(page).textContent()).toBe("3.2");
  await saved(page);
  // Its clause is deleted and restored.
  await caretAfter(page, "Ends in May.");
  for (let i = 0; i < "Ends in May.".length + 2; i++) await page.keyboard.press("Backspace");
  await expect.poll(() => reference(page).textContent()).toBe("[?]");
  await page.getByRole("button", { name: "Checks" }).click();
  await page.getByText("What this cross-reference points to is no longer in the document.").waitFor();
  await text(page).focus();
  await expect
    .poll(async () => {
      await page.keyboard.press("Control+z");
      return reference(page).textContent();
    })
    .toBe("3.2");
  await saved(page);
  await page.reload();
  await page.getByRole("toolbar", { name: "Formatting" }).waitFor();
  await expect.poll(() => reference(page).textContent()).toBe("3.2");
  await page.context().close();
});

test("a typed reference is offered to follow its clause, and those typed before are listed, not changed", async () => {
  const page = await openDraft(`${clauses} clause 2.1, and Ziffer 1, not clause 9.`);
  await caretAfter(page, "The tenant leaves under clause 2.1, and Ziffer 1, not clause 9.");
  await page.keyboard.type(" See clause 2.2");
  await page.getByRole("button", { name: "Follow clause 2.2" }).waitFor();
  await page.keyboard.press("Tab");
  await expect.poll(() => reference(page).allTextContents()).toEqual(["2.2"]);
  await page.getByRole("button", { name: "Insert" }).click();
  await page.getByRole("menuitem", { name: "Link typed references…" }).click();
  const dialog = page.getByRole("dialog", { name: "Typed references" });
  await dialog.getByRole("checkbox", { name: /^(?:and )?Ziffer 1:/ }).uncheck();
  await dialog.getByRole("button", { name: "Link 1" }).click();
  await expect.poll(() => reference(page).allTextContents()).toEqual(["2.1", "2.2"]);
  // One click goes to the clause, and the caret with it.
  await reference(page).first().click();
  await page.keyboard.type("It ");
  await text(page).getByText("It Begins at once.").waitFor();
  await saved(page);
  await page.context().close();
});

const notes = (page: Page) => page.getByRole("region", { name: "Footnotes" });

test("a footnote is written at the foot of the page, numbered in order, found, replaced, and left by Escape", async () => {
  const page = await openDraft("The tenant pays.\n\nThe landlord repairs.");
  await caretAfter(page, "The landlord repairs.");
  await page.keyboard.press("Control+Alt+f");
  await expect
    .poll(() => page.getByRole("textbox", { name: "Footnote 1" }).evaluate((one) => one === document.activeElement))
    .toBe(true);
  await page.keyboard.type("See the old law.");
  await page.keyboard.press("Escape");
  await page.keyboard.type(" Always.");
  await expect.poll(() => text(page).locator("p").last().textContent()).toBe("The landlord repairs.1 Always.");
  // One inserted before it: the first becomes the second.
  await caretAfter(page, "The tenant pays.");
  await page.keyboard.type(" /foot");
  await page.getByRole("option", { name: "Footnote" }).waitFor();
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.getByRole("textbox", { name: "Footnote 1" }).evaluate((one) => one === document.activeElement))
    .toBe(true);
  await page.keyboard.type("In advance.");
  await expect.poll(() => text(page).locator("sup.footnote").allTextContents()).toEqual(["1", "2"]);
  await page.getByText("13 words").waitFor();
  await page.getByRole("button", { name: "with notes" }).click();
  await page.getByText("7 words").waitFor();
  // What is selected is counted the same way.
  await text(page).focus();
  await page.keyboard.press("Control+a");
  await page.getByText("7 of 7 words").waitFor();
  await page.getByRole("button", { name: "without notes" }).click();
  await page.getByText("13 of 13 words").waitFor();
  // Find and replace works there as anywhere.
  await text(page).focus();
  await page.keyboard.press("Control+f");
  await page.getByRole("textbox", { name: "Find", exact: true }).fill("old law");
  await page.getByText("1 of 1").waitFor();
  await page.getByRole("textbox", { name: "Replace with" }).fill("new law");
  await page.getByRole("button", { name: "Replace", exact: true }).click();
  await expect.poll(() => notes(page).getByRole("listitem").last().textContent()).toBe("2See the new law.");
  // From the footnote to its reference, and back.
  await page.getByRole("button", { name: "Go to footnote 1 in the text" }).click();
  await page.keyboard.type("!");
  await expect.poll(() => text(page).locator("p").first().textContent()).toBe("The tenant pays. 1!");
  await caretAfter(page, "The landlord repairs.2 Always.");
  for (let i = 0; i <= " Always.".length; i++) {
    await selectionHeard(page);
    await page.keyboard.press("ArrowLeft");
  }
  await text(page).locator("sup.footnote.ProseMirror-selectednode").waitFor();
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.getByRole("textbox", { name: "Footnote 2" }).evaluate((one) => one === document.activeElement))
    .toBe(true);
  await page.keyboard.press("Escape");
  await text(page).locator("sup.footnote").last().click();
  await page.keyboard.type(" Now.");
  await saved(page);
  await page.reload();
  await expect.poll(() => notes(page).getByRole("listitem").allTextContents()).toEqual(["1In advance.", "2See the new law. Now."]);
  await page.context().close();
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const stored = async (page: Page) => {
  const answer = await page.request.get(`/api/drafts/${new URL(page.url()).pathname.split("/").at(-1)}`);
  return JSON.stringify(((await answer.json()) as { document: object }).document);
};

test("a picture is chosen, described and narrowed; one put in without a connection arrives when it is back", async () => {
  const page = await openDraft("Before.\n\nAfter.");
  await caretAfter(page, "Before.");
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Insert" }).click();
  await page.getByRole("menuitem", { name: "Picture" }).click();
  await (
    await choosing
  ).setFiles([
    { name: "floor-plan.png", mimeType: "image/png", buffer: png },
    { name: "x.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") },
  ]);
  await page.getByText("“x.svg” isn’t a PNG, JPEG, WebP or GIF picture, so it wasn’t inserted.").waitFor();
  await expect.poll(() => text(page).locator("figure img").getAttribute("src")).toMatch(/^\/api\/documents\/[0-9a-f-]{36}\/view$/);
  await text(page).locator("figure img").click();
  await page.getByRole("button", { name: "50 %" }).click();
  await page.getByRole("textbox", { name: "Description (alt text)" }).fill("Plan of the ground floor");
  await page.getByRole("textbox", { name: "Caption" }).fill("Ground floor");
  await page.keyboard.press("Enter");
  await expect.poll(() => text(page).locator("figcaption").textContent()).toBe("Ground floor");
  const attributes = ['"alt":"Plan of the ground floor"', '"caption":"Ground floor"', '"width":50', '"src":"/api/documents/'];
  await expect
    .poll(async () => (await stored(page)).match(/"image","attrs":\{[^}]*\}/)?.[0])
    .toSatisfy((one: string | undefined) => attributes.every((part) => one?.includes(part)));
  // Offline it stays on the device, in the document and on the page.
  await page.context().setOffline(true);
  const waiting = page.waitForEvent("filechooser");
  await caretAfter(page, "After.");
  await page.getByRole("button", { name: "Insert" }).click();
  await page.getByRole("menuitem", { name: "Picture" }).click();
  await (await waiting).setFiles([{ name: "photo.png", mimeType: "image/png", buffer: Buffer.concat([png, Buffer.from("2")]) }]);
  await page.getByText("Offline. The picture is kept on this device.").waitFor();
  await page.context().setOffline(false);
  await expect
    .poll(() => text(page).locator("figure img").last().getAttribute("src"), { timeout: 20_000 })
    .toMatch(/^\/api\/documents\//);
  await expect.poll(async () => (await stored(page)).match(/\/api\/documents\//g)?.length, { timeout: 20_000 }).toBe(2);
  await page.context().close();
});

test("pictures that are dropped together stand in their order behind the paragraph under the pointer", async () => {
  const page = await openDraft("First paragraph, in which they are dropped.\n\nLast.");
  await caretAfter(page, "Last.");
  const place = (await text(page).getByText("First paragraph").boundingBox())!;
  await text(page)
    .getByText("First paragraph")
    .evaluate(
      (paragraph, { bytes, x, y }) => {
        const data = new DataTransfer();
        const picture = Uint8Array.from(bytes);
        for (const name of ["north-wing.png", "south-wing.png", "tower.png"])
          data.items.add(new File([picture], name, { type: "image/png" }));
        const given = { dataTransfer: data, bubbles: true, cancelable: true, clientX: x, clientY: y };
        paragraph.dispatchEvent(new DragEvent("drop", given));
      },
      { bytes: [...png], x: place.x + place.width - 4, y: place.y + place.height / 2 },
    );
  await expect.poll(() => text(page).locator("figure img").count()).toBe(3);
  const order = () =>
    text(page)
      .locator("p, figure img")
      .evaluateAll((all) => all.map((one) => one.getAttribute("alt") ?? one.textContent));
  expect((await order()).filter(Boolean)).toEqual([
    "First paragraph, in which they are dropped.",
    "north wing",
    "south wing",
    "tower",
    "Last.",
  ]);
  await page.context().close();
});

test("what is pasted asks no one for its pictures, and brings footnotes; what is copied takes numbers and notes along", async () => {
  const page = await openDraft(`${clauses} clause [?](#at-x1).[^1]\n\n1) <a id="at-x1"></a>More\n\n[^1]: See the law.`);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await caretAfter(page, "Price");
  const paste = (html: string) =>
    text(page).evaluate((element, given) => {
      const data = new DataTransfer();
      data.setData("text/html", given);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, html);
  await paste(
    '<p>Seen<a href="#_ftn1" name="_ftnref1"><sup>[1]</sup></a> there <img src="https://pictures.example/a.png" alt="A harbour"></p><div style="mso-element:footnote-list"><div style="mso-element:footnote" id="ftn1"><p><a href="#_ftnref1" name="_ftn1">[1]</a> By day.</p></div></div>',
  );
  await page.getByText("A picture from pictures.example, not loaded:").waitFor();
  await page.getByRole("link", { name: "A harbour" }).waitFor();
  await page.getByRole("button", { name: "Import the picture" }).waitFor();
  await expect.poll(() => notes(page).getByRole("listitem").allTextContents()).toEqual(["1By day.", "2See the law."]);
  expect(asked.filter((url) => url.includes("pictures.example"))).toEqual([]);
  await text(page).focus();
  await page.keyboard.press("Control+a");
  const copied = await text(page).evaluate((element) => {
    const data = new DataTransfer();
    element.dispatchEvent(new ClipboardEvent("copy", { clipboardData: data, bubbles: true, cancelable: true }));
    return { html: data.getData("text/html"), text: data.getData("text/plain") };
  });
  expect(copied.html).toMatch(/clause <a data-ref="x1"[^>]*>3<\/a>/);
  expect(copied.html).toContain('style="mso-element:footnote"');
  expect(copied.text).toContain("The tenant leaves under clause 3.[2]");
  expect(copied.text).toContain("[2] See the law.");
  await page.keyboard.press("Delete");
  await paste(copied.html);
  await expect.poll(() => reference(page).allTextContents()).toEqual(["3"]);
  await expect.poll(() => notes(page).getByRole("listitem").allTextContents()).toEqual(["1By day.", "2See the law."]);
  await page.context().close();
});
