/* Law fetched while answering a question: stored once, revalidated when old, and kept when amended. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { theServer } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { inPlaceOfAll, parliamentAct, startLawSource, swedishText, type LawSource } from "#test/law-sources.ts";
import { newPerson } from "#test/people.ts";
import { readLaw } from "../data/law/law.ts";
import { listLawSources } from "../data/law/law-fetches.ts";
import type { Db } from "../db/database.ts";
import { readEnv } from "../env.ts";
import { createLog } from "../log.ts";
import { createConnectors } from "./connectors/index.ts";
import { swedishAct } from "#test/statutes.ts";
import { readEurLex } from "./forms/eur-lex.ts";
import { readSwedishLaw } from "./forms/swedish-law.ts";
import { createLiveLaw, type LiveLaw } from "./live-law.ts";
import { loadLaw } from "./index-law.ts";
import { createLawSearch, type LawSearch } from "./search-law.ts";

const quick = { now: () => Date.now(), sleep: () => Promise.resolve() };
let source: LawSource;
beforeAll(async () => void (source = await startLawSource()));
afterAll(() => source.close());

type Live = { live: LiveLaw; search: LawSearch; /** Acts that were passed on for embedding. */ embedded: string[] };

function liveOn(db: Db, { isOn = true, freshHours = 24, waitSeconds = 60 } = {}): Live {
  const env = readEnv({ ...inPlaceOfAll(source.url), LOG_LEVEL: "silent" });
  source.answer(null);
  source.requests.length = 0;
  const search = createLawSearch(db);
  const connectors = createConnectors(env, quick);
  const embedded: string[] = [];
  const vectors = { embedSoon: (actId: string) => void embedded.push(actId) };
  const log = createLog(env);
  const live = createLiveLaw({ db, log, search, vectors, connectors, isOn: () => isOn, freshHours, waitSeconds });
  return { live, search, embedded };
}

const amended = swedishText.replace("fjorton dagar", "tio dagar");

eachDatabase((open) => {
  describe("what a question names", () => {
    test.each([
      ["Vad säger 2 kap. 1 § lagen (2099:10) om provarbete?", "SE", "SFS 2099:10:2:1"],
      ["What does section 1 of the Trial Work Act 2099 say?", "GB", "ukpga/2099/7/section/1"],
      ["Artikel 1.1 Wet proefarbeid", "NL", "BWBR9990001:1.1"],
      ["Was steht in § 2 ProbeG?", "DE", "BJNR990010999:2"],
      ["Article 1 of Regulation (EU) 2099/12", "EU", "CELEX 32099R0012:art_1"],
    ])("%s is fetched once, and found by its number", async (question, jurisdiction, ref) => {
      const { db } = await open();
      const { live, search, embedded } = liveOn(db);
      const me = await newPerson(db);
      expect(await live.bringNamed(question, [jurisdiction])).toEqual({ notices: [], missing: [], stored: 1, named: 1 });
      expect(embedded).toEqual([expect.stringMatching(/\w/)]);
      const [hit] = await search.search(me, { question, jurisdictions: [jurisdiction], limit: 5 });
      expect([hit!.ref, hit!.isNamed]).toEqual([ref, true]);
      const asked = source.requests.length;
      expect(await live.bringNamed(question, [jurisdiction])).toEqual({ notices: [], missing: [], stored: 0, named: 1 });
      expect(embedded).toHaveLength(1);
      expect(source.requests).toHaveLength(asked);
    });

    test("a company's newest report is found by its words", async () => {
      const { db } = await open();
      const { live, search } = liveOn(db);
      expect(await live.bringNamed("What are the risks in the 10-K of Example Widgets?", ["US"])).toMatchObject({ stored: 1 });
      const [hit] = await search.search(await newPerson(db), { question: "strike at a factory", jurisdictions: ["US"], limit: 5 });
      expect(hit).toMatchObject({ label: "Item 1A", act: { source: "edgar", id: "0009990001-25-000007:wdgt-10k.htm" } });
    });

    test("words that may be a title, and are none, are passed over", async () => {
      const { db } = await open();
      const { live } = liveOn(db);
      expect(await live.bringNamed("Vad säger lagen om hur länge det gäller?", ["SE"])).toEqual({
        notices: [],
        missing: [],
        stored: 0,
        named: 0,
      });
      expect(source.requests.map(({ path }) => path)).toEqual(["/dokumentlista/"]);
      const off = liveOn(db, { isOn: false }).live;
      expect((await off.bringNamed("lagen om hur länge det gäller", ["SE"])).notices).toEqual([]);
      // An act loaded from a file is recognized by its title without the number, even at the start of a sentence.
      await loadLaw(db, readSwedishLaw(swedishAct.replaceAll("2099:10", "2098:77").replace('provarbete"', 'vilopauser"')));
      expect(await off.bringNamed("Gäller lagen om vilopauser här?", ["SE"])).toEqual({
        notices: [],
        missing: [],
        stored: 0,
        named: 1,
      });
    });

    test("of a jurisdiction that was not chosen is left alone", async () => {
      const { db } = await open();
      const { live } = liveOn(db);
      expect(await live.bringNamed("§ 2 ProbeG", ["SE"])).toEqual({ notices: [], missing: [], stored: 0, named: 0 });
      expect(source.requests).toHaveLength(0);
    });
  });

  test("a question in words is asked of the sources' own search", async () => {
    const { db } = await open();
    const { live } = liveOn(db);
    const found = await live.bringFound("Hur lång är uppsägningstiden vid provarbete?", ["SE"]);
    expect(found.notices).toEqual([]);
    expect(source.requests.map(({ path }) => path)).toEqual(expect.arrayContaining(["/dokumentlista/", "/api/v1/sok"]));
  });

  test("an amended act is searched by its new text, and its old text is kept with its day", async () => {
    const { db } = await open();
    const { live, search } = liveOn(db, { freshHours: 0 });
    await live.bringNamed("2099:10", ["SE"]);
    source.answer(({ path }) => (path.startsWith("/dokument/") ? parliamentAct(amended, "2099-09-15 04:00:00") : null));
    expect(await live.bringNamed("2099:10", ["SE"])).toMatchObject({ stored: 1, notices: [] });
    const [present] = await readLaw(theServer, db, { actIds: ["SFS 2099:10"], numbers: ["2:1"] });
    expect(present).toMatchObject({ text: expect.stringContaining("tio dagar"), act: { version: "2099-09-15" } });
    const past = await db.selectFrom("law_past_sections").selectAll().where("ref", "=", "SFS 2099:10:2:1").execute();
    expect(past.at(-1)!.text).toContain("fjorton dagar");
    // The other sections are unchanged.
    expect(await db.selectFrom("law_past_sections").select("ref").where("act_id", "=", "SFS 2099:10").execute()).toHaveLength(1);
    const [hit] = await search.search(await newPerson(db), {
      question: "tio dagar uppsägningstid",
      jurisdictions: ["SE"],
      limit: 5,
    });
    expect(hit!.ref).toBe("SFS 2099:10:2:1");
    expect(await live.refreshAll("swedish-law")).toEqual({ checked: 1, lines: [] });
  });

  test("a text that was to change by today is read again, though its source has not changed anything", async () => {
    const { db } = await open();
    const { live } = liveOn(db);
    await live.bringNamed("ukpga/2099/7", ["GB"]);
    source.requests.length = 0;
    await live.bringNamed("ukpga/2099/7", ["GB"]);
    expect(source.requests).toHaveLength(0);
    await db.updateTable("law_fetches").set({ changes_on: new Date() }).where("key", "=", "ukpga/2099/7").execute();
    await live.bringNamed("ukpga/2099/7", ["GB"]);
    expect(source.requests.map(({ headers }) => headers["if-none-match"])).toEqual([undefined]);
    live.revalidate(["ukpga/2099/7/section/1"]);
    await live.settled();
    expect(source.requests).toHaveLength(1);
  });

  test("an older text changes nothing", async () => {
    const { db } = await open();
    const text = (words: string) =>
      `<html><body><p class="title-article-norm">Article 1</p><p class="norm">${words}</p></body></html>`;
    await loadLaw(db, readEurLex(text("As amended."), "02088R0001-20200101.html"));
    await loadLaw(db, readEurLex(text("As it was."), "32088R0001.html"));
    await loadLaw(db, readEurLex(text("As it was once."), "02088R0001-20190101.html"));
    const [section] = await readLaw(theServer, db, { actIds: ["CELEX 32088R0001"], numbers: ["1"] });
    expect(section).toMatchObject({ text: "As amended.", act: { version: "2020-01-01" } });
  });

  describe("a source that gives nothing", () => {
    const dead = () => source.answer(() => "cut");

    test("the stored text is used, and of which day it is is said", async () => {
      const { db } = await open();
      await liveOn(db).live.bringNamed("BWBR9990001", ["NL"]);
      const { live } = liveOn(db, { freshHours: 0 });
      dead();
      expect((await live.bringNamed("BWBR9990001", ["NL"])).notices).toEqual([
        "wetten.overheid.nl was niet bereikbaar; de opgeslagen tekst van 1 januari 2099 is gebruikt.",
      ]);
      const asked = source.requests.length;
      expect((await live.bringNamed("BWBR9990001", ["NL"])).notices[0]).toContain(
        "wordt nu niet bevraagd; de opgeslagen tekst van",
      );
      expect(source.requests).toHaveLength(asked);
      const record = (await listLawSources(await newPerson(db), db)).find((one) => one.source === "wetten");
      expect(record).toMatchObject({ acts: 1, problem: "could not be reached", newestText: "2099-01-01" });
    });

    test("an act that is not stored is said not to be", async () => {
      const { db } = await open();
      const { live } = liveOn(db);
      dead();
      const said = "EUR-Lex could not be reached; 32055R0001 is not stored here.";
      expect(await live.bringNamed("32055R0001", ["EU"])).toMatchObject({ notices: [said], missing: [said] });
      for (const [question, inItsLanguage] of [
        [
          "Vad säger förordningen 32055R0002?",
          "EUR-Lex kunde nyss inte nås och frågas inte just nu; 32055R0002 är inte lagrad här.",
        ],
        [
          "Was sagt die Verordnung 32055R0002?",
          "EUR-Lex war eben nicht zu erreichen und wird gerade nicht gefragt; 32055R0002 ist hier nicht gespeichert.",
        ],
        [
          "Wat zegt de verordening 32055R0002?",
          "EUR-Lex was zojuist niet bereikbaar en wordt nu niet bevraagd; 32055R0002 is hier niet opgeslagen.",
        ],
      ] as const)
        expect((await live.bringNamed(question, ["EU"])).notices).toEqual([inItsLanguage]);
      source.answer(() => ({ type: "text/html", body: "<html><body>Maintenance</body></html>" }));
      expect((await live.bringNamed("ukpga/2098/1", ["GB"])).notices[0]).toMatch(
        /^legislation.gov.uk answered in a form that Stet does not know \(Legislation\/@IdURI is missing\); ukpga\/2098\/1 is not stored here\.$/,
      );
    });

    test("no one waits long for one that is silent, and however many ask at once, it is asked once", async () => {
      const { db } = await open();
      const { live } = liveOn(db, { waitSeconds: 1 });
      source.answer(() => "silent");
      const asked = () => live.bringNamed("ukpga/2097/1", ["GB"]);
      const all = await Promise.all([asked(), asked(), asked()]);
      for (const { notices } of all) expect(notices[0]).toContain("is still sending ukpga/2097/1");
      expect((await asked()).notices[0]).toContain("is still sending");
      expect(source.requests).toHaveLength(1);
      await live.close();
    });

    test("EDGAR without a name, and live law that is off, say what turns them on", async () => {
      const { db } = await open();
      const { live } = liveOn(db, { isOn: false });
      expect((await live.bringNamed("the 10-K of Nobody", ["US"])).notices[0]).toContain(
        "EDGAR is not asked. An administrator can add it.",
      );
      // For the United States nothing is stored unless a report was fetched.
      const found = (await live.bringFound("strike at a factory", ["US"])).notices;
      const { length: stored } = await db.selectFrom("law_acts").select("id").where("jurisdiction", "=", "US").execute();
      expect(found).toEqual(
        stored > 0 ? [] : ["No law of US is stored here, and EDGAR is not asked. An administrator can add it."],
      );
      expect(source.requests).toHaveLength(0);
      const env = readEnv({ ...inPlaceOfAll(source.url), LAW_CONTACT: "", LOG_LEVEL: "silent" });
      const nameless = createLiveLaw({
        db,
        log: createLog(env),
        search: createLawSearch(db),
        connectors: createConnectors(env, quick),
        isOn: () => true,
        freshHours: 24,
        waitSeconds: 1,
      });
      expect((await nameless.bringNamed("the 10-K of Nobody", ["US"])).notices[0]).toContain("set LAW_CONTACT to turn it on");
      expect((await nameless.bringFound("strike at a factory", ["US"])).notices).toEqual([
        "EDGAR is not asked: set LAW_CONTACT to turn it on.",
      ]);
    });
  });

  test("what is cited in an opened chat is asked for again behind it, only where it is old", async () => {
    const { db } = await open();
    await liveOn(db).live.bringNamed("ukpga/2099/7", ["GB"]);
    const fresh = liveOn(db).live;
    fresh.revalidate(["ukpga/2099/7/section/1"]);
    const old = liveOn(db, { freshHours: 0 }).live;
    old.revalidate(["ukpga/2099/7/section/1", "nothing"]);
    await expect.poll(() => source.requests.map(({ path }) => path)).toEqual(["/ukpga/2099/7/data.xml"]);
    await old.settled();
    expect(source.requests[0]!.headers["if-none-match"]).toBeDefined();
  });

  test("visitors are told nothing of it", async () => {
    const { db } = await open();
    await expect(liveOn(db).live.states({ kind: "visitor" })).rejects.toMatchObject({ status: 401 });
  });
});
