/* A chat with the built-in editor whose law is fetched from its source while the answer is written. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { PresentSection } from "#core/sources/source.ts";
import { startApp, type TestApp } from "#test/app.ts";
import { inPlaceOfAll, startLawSource, type LawSource } from "#test/law-sources.ts";
import { britishAct, dutchAct } from "#test/statutes.ts";
import { ask, choicesOf, question, threadOf } from "#test/turns.ts";

let source: LawSource;
let app: TestApp;
beforeAll(async () => {
  source = await startLawSource();
  app = await startApp({ ...inPlaceOfAll(source.url), LAW_FRESH_HOURS: "0" });
});
beforeEach(() => source.answer(null));
afterAll(async () => {
  await app.close();
  await source.close();
});

const lawful = (sources: string[], knowledgeSources: string[] = []) =>
  ({ ...choicesOf("stet-builtin"), sources, knowledgeSources }) as never;

test("an act that is named and not stored is fetched, and cited to its paragraph with its day", async () => {
  const me = await app.person();
  const turn = question("What does section 1 of the Trial Work Act 2099 say about notice?", { choices: lawful(["GB"]) });
  const { content } = await ask(app, me, turn);
  expect(content).toContain("A trial may be ended by notice of one week. [[1]]");
  expect(content).toContain("Trial Work Act 2099, section 1(1)");
  const { messages } = await threadOf(app, me, turn.chatId);
  expect(messages[1]!.sources![0]).toMatchObject({
    type: "edgar",
    jurisdiction: "GB",
    description: "https://www.legislation.gov.uk/ukpga/2099/7/section/1",
    metadata: {
      ref: "ukpga/2099/7/section/1",
      version: "2099-05-01",
      inForce: "2099-04-06",
      licence: "Open Government Licence v3.0",
    },
    cited: expect.arrayContaining([expect.objectContaining({ verdict: "verified" })]),
  });
});

test("a company's report is cited by its item", async () => {
  const me = await app.person();
  const turn = question("What does Example Widgets' 10-K say about a strike at its factory?", { choices: lawful([], ["edgar"]) });
  const { content } = await ask(app, me, turn);
  expect(content).toContain("A strike at either factory could stop deliveries for weeks. [[");
  const { messages } = await threadOf(app, me, turn.chatId);
  expect(messages[1]!.sources!.find(({ content }) => content?.includes("strike"))).toMatchObject({
    type: "edgar",
    jurisdiction: "US",
    displayName: expect.stringContaining("Item 1A"),
    documentKey: "0009990001-25-000007:wdgt-10k.htm",
    description: "https://www.sec.gov/Archives/edgar/data/9990001/000999000125000007/wdgt-10k.htm",
  });
});

test("a question in words brings law in from the source's own search", async () => {
  const me = await app.person();
  const turn = question("Hur lång är uppsägningstiden vid provarbete?", { choices: lawful(["SE"]) });
  expect((await ask(app, me, turn)).content).toContain("Vid provarbete är uppsägningstiden fjorton dagar. [[1]]");
});

test("a source that cannot be reached is named in the answer and in what the tool says", async () => {
  const me = await app.person();
  source.answer(() => "cut");
  const turn = question("Article 1 of Regulation (EU) 2055/7, please: what does it say?", { choices: lawful(["EU"]) });
  const { content, parts } = await ask(app, me, turn);
  const notice = "EUR-Lex could not be reached; 32055R0007 is not stored here.";
  // Nothing else is given for it.
  expect(content.startsWith(notice)).toBe(true);
  expect(content).not.toContain("[[");
  expect(JSON.stringify(parts)).toContain(`"notHad":["${notice}"]`);
});

test("an answer whose law was amended or repealed since says so when its chat is opened again", async () => {
  const me = await app.person();
  const turn = question("What does section 1 of the Trial Work Act 2099 say about notice?", { choices: lawful(["GB"]) });
  await ask(app, me, turn);
  const cited = async () => (await threadOf(app, me, turn.chatId)).messages[1]!.sources![0]!;
  const present = async () =>
    (await app.request("/api/law/section?ref=ukpga/2099/7/section/1", { as: me })).json() as Promise<PresentSection>;
  expect(await cited()).not.toHaveProperty("amended");

  const amended = britishAct.replace("one week", "three weeks").replace("<dct:valid>2099-05-01", "<dct:valid>2099-09-01");
  source.answer(({ path }) => (path.endsWith("data.xml") ? { body: amended } : null));
  // Opening the chat checks again; the result shows the next time.
  await expect.poll(async () => (await cited()).amended, { timeout: 10_000 }).toEqual({ isRepealed: false, version: "2099-09-01" });
  expect((await cited()).content).toContain("one week");
  expect(await present()).toMatchObject({ isRepealed: false, text: expect.stringContaining("three weeks"), version: "2099-09-01" });

  const other = amended.replaceAll("section-1", "section-2").replace("<Pnumber>1</Pnumber>", "<Pnumber>2</Pnumber>");
  source.answer(({ path }) => (path.endsWith("data.xml") ? { body: other.replace("2099-09-01", "2099-10-01") } : null));
  await expect.poll(async () => (await cited()).amended?.isRepealed, { timeout: 10_000 }).toBe(true);
  expect(await present()).toMatchObject({ isRepealed: true, text: "" });
  // It is determined when the chat is read; the stored message is unchanged.
  expect(JSON.stringify(await app.stet.database.db.selectFrom("messages").select("sources").execute())).not.toContain("amended");
});

test("a text that only has another day is not called amended", async () => {
  const me = await app.person();
  const turn = question("Artikel 1.1 Wet proefarbeid?", { choices: lawful(["NL"]) });
  await ask(app, me, turn);
  source.answer(({ path }) => {
    if (path.endsWith("manifest.xml")) return { body: `<work _latestItem="2099-06-01_0/xml/BWBR9990001_2099-06-01_0.xml"/>` };
    return path.includes("2099-06-01") ? { body: dutchAct.replaceAll("2099-01-01", "2099-06-01") } : null;
  });
  await app.stet.liveLaw.refreshAll("wetten");
  const { messages } = await threadOf(app, me, turn.chatId);
  expect(messages[1]!.sources![0]).toMatchObject({ metadata: { version: "2099-01-01" } });
  expect(messages[1]!.sources![0]).not.toHaveProperty("amended");
});
