/*
 * Pseudonyms, from the project's page to the answer: names are listed and turned on, a change that the model makes with
 * pseudonyms lands in the real text, and the panel shows what went out.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ShownList } from "#core/pseudonyms/list-change.ts";
import { startJourney, type Journey } from "./browser.ts";
import { answers, composer, ended, setModel } from "./conversation.ts";
import { ready, seriousFindings, settled } from "./steps.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney();
});
afterAll(() => journey?.close());

const clause = "Anna Lindqvist shall pay SEK 1 250 000 to Nordström Bygg AB by 31 March 2026. Lindqvists konto: 811218-9876.";

test("a name is listed, replaced on the way, put back in the answer, and shown as it was sent", async () => {
  const page = await journey.page();
  const create = await page.request.post(`${journey.url}/api/projects`, {
    data: {
      name: "A sale",
      instructions: "",
      matter: { client: "Anna Lindqvist", counterparty: "Nordström Bygg AB", jurisdiction: "" },
    },
    headers: { origin: journey.url },
  });
  const { id } = (await create.json()) as { id: string };
  await page.goto(`/vault/projects/${id}`);
  await page.getByRole("link", { name: "Pseudonyms" }).click();
  await page.getByRole("heading", { name: "Pseudonyms are off" }).waitFor();
  await ready(page);
  await page.getByRole("button", { name: "Add Nordström Bygg AB" }).click();
  await page.getByText("Added. It will be replaced from now on.").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Anna Lindqvist");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("list", { name: "Names", exact: true }).getByText("Anna Lindqvist").waitFor();
  await expect.poll(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe("");
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("heading", { name: "Pseudonyms are on" }).waitFor();
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);

  await setModel(journey, { text: "Understood.", tps: 0 });
  await page.goto(`/chat?project=${id}`);
  await ready(page);
  await composer(page).fill(`Please improve: "${clause}"`);
  await composer(page).press("Enter");
  await ended(page, 1);
  const list = (await (await page.request.get(`${journey.url}/api/projects/${id}/pseudonyms`)).json()) as ShownList;
  const codeOf = (form: string) => list.entries.find(({ forms }) => forms[0] === form)!.code!;
  const [anna, nordström, number] = [codeOf("Anna Lindqvist"), codeOf("Nordström Bygg AB"), codeOf("811218-9876")];

  const patch = { original: `${anna} shall pay`, replacement: `${anna} must pay`, summary: `${anna.split(" ")[1]}s duty` };
  const text = `**${anna}** owes ${nordström} AB; her number is id-${number}.\n\nBEGIN PATCH\n${JSON.stringify([patch])}\nEND PATCH\n`;
  await setModel(journey, { text, tps: 400, tokchars: 3 });
  await composer(page).fill("Erik Sandberg");
  await composer(page).selectText();
  await page.keyboard.press("Control+Alt+x");
  await page.getByText("“Erik Sandberg” is replaced in what is sent from now on.").waitFor();
  await composer(page).fill("Say must instead of shall, for Erik Sandberg.");
  await composer(page).press("Enter");
  const changes = page.getByRole("region", { name: "Changes" });
  await changes.getByRole("button", { name: "Apply" }).click();
  await changes.getByText("Anna Lindqvist must pay").first().waitFor();
  const answer = answers(page).nth(1);
  await answer.getByText("owes Nordström Bygg AB; her number is 811218-9876.").waitFor();
  expect(await answer.textContent()).not.toMatch(/[a-z][aeiou][a-z]yv[aeiou][nrl]/i);

  await ended(page, 2);
  await answer.hover();
  await answer.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Prompt details" }).click();
  const dialog = page.getByRole("dialog", { name: "Prompt details" });
  const key = dialog.getByRole("region", { name: "Pseudonyms" });
  await key.getByText("Lindqvist", { exact: true }).waitFor();
  const sent = (await dialog.textContent())!.replace((await key.textContent())!, "");
  expect(sent).not.toMatch(/Lindqvist|Nordström|811218|Sandberg/);
  expect(sent).toContain("1 250 000");
  expect(sent).toContain(nordström.split(" ")[0]);
});
