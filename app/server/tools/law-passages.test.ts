/*
 * What getInformation returns for law: provisions the question names in full, others by paragraph,
 * and missing ones by name.
 */
import { beforeAll, expect, test } from "vitest";
import type { Source } from "#core/sources/source.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import { britishAct, europeanAct, germanAct, swedishAct } from "#test/statutes.ts";
import { readEurLex } from "../knowledge/forms/eur-lex.ts";
import { readGesetz } from "../knowledge/forms/gesetze-im-internet.ts";
import { readLegislation } from "../knowledge/forms/legislation-gov-uk.ts";
import { readSwedishLaw } from "../knowledge/forms/swedish-law.ts";
import { loadLaw } from "../knowledge/index-law.ts";
import { createLawSearch } from "../knowledge/search-law.ts";
import { lawPassages } from "./law-passages.ts";
import type { ToolContext } from "./tool.ts";

eachDatabase((open) => {
  beforeAll(async () => {
    const inGerman = europeanAct
      .replace("Article 1", "Artikel 1")
      .replace("A trial may be ended by notice of three days.", "Die Probe endet mit einer Frist von drei Tagen.");
    const acts = [
      ...readGesetz(germanAct),
      ...readSwedishLaw(swedishAct),
      ...readLegislation(britishAct),
      ...readEurLex(europeanAct, "32099R0012.xhtml"),
      ...readEurLex(inGerman, "32099R0012.de.xhtml"),
    ];
    await loadLaw((await open()).db, acts);
  });

  async function found(query: string, jurisdictions: string[], live?: object) {
    const { db } = await open();
    const me = await newPerson(db);
    const search = createLawSearch(db);
    const asked = { question: query, limit: 6, jurisdictions };
    const law = { chosen: jurisdictions, search: () => search.search(me, asked), missing: () => search.missing(me, asked), live };
    const addSources = (sources: Omit<Source, "number">[]) => sources.map((source, at) => ({ ...source, number: at + 1 }));
    return lawPassages({ query, limit: 6, filter: {} }, { law, addSources } as unknown as ToolContext);
  }

  async function passages(query: string, ...jurisdictions: string[]) {
    const { isNearest, notices, passages: all } = await found(query, jurisdictions);
    return { isNearest, notices, passages: all.map(({ pinpoint, text }) => [pinpoint, text.replace(/\s+/g, " ")]) };
  }

  test("of a section that is named all paragraphs, in their order, with their lists", async () => {
    expect(await passages("Was steht in § 1 ProbeG zur Kündigung?", "DE")).toEqual({
      isNearest: false,
      notices: [],
      passages: [
        ["§ 1 Abs. 1 ProbeG", "(1) Dieses Gesetz gilt für jede Probearbeit."],
        [
          "§ 1 Abs. 2 ProbeG",
          "(2) In der Probezeit beträgt die Frist für eine Kündigung zwei Wochen. Sie gilt für 1. Arbeitgeber und 2. Arbeitnehmer.",
        ],
      ],
    });
  });

  test.each([
    ["Was sagt § 1 Abs. 2 ProbeG zur Probearbeit?", "DE", "§ 1 Abs. 2 ProbeG"],
    [
      "Vad säger 2 kap. 1 § andra stycket lagen (2099:10) om provarbete?",
      "SE",
      "2 kap. 1 § andra stycket Lag (2099:10) om provarbete",
    ],
    ["What does section 1(2) of the Trial Work Act 2099 say?", "GB", "Trial Work Act 2099, section 1(2)"],
  ])("of a paragraph that is named nothing but this: %s", async (query, jurisdiction, pinpoint) => {
    expect((await passages(query, jurisdiction)).passages.map(([at]) => at)).toEqual([pinpoint]);
  });

  test.each([
    ["Was verlangt Artikel 1 Abs. 1 der Verordnung (EU) 2099/12 für die Probe?", "Artikel 1 Abs. 1", "drei Tagen"],
    ["What does Article 1(1) of Regulation (EU) 2099/12 require?", "Article 1(1)", "three days"],
    ["Vad säger artikel 1.1 i förordning (EU) 2099/12 om provarbete?", "Article 1(1)", "three days"],
  ])(
    "an act that is stored in several languages in that of the question, and else in English: %s",
    async (query, pinpoint, words) => {
      const { passages: all } = await passages(query, "EU");
      expect(all).toHaveLength(1);
      expect(all[0]![0]).toContain(pinpoint);
      expect(all[0]![1]).toContain(words);
    },
  );

  test("what merely bears on a question is the whole paragraph it is in", async () => {
    const [first] = (await passages("Hur lång får en längre uppsägningstid vara?", "SE")).passages;
    expect(first![1]).toBe(
      "En längre uppsägningstid får avtalas. Den får vara högst 1. en månad för arbetstagaren, och 2. två månader för arbetsgivaren.",
    );
  });

  test("of the section that bears on it most, the other paragraphs come behind it where it is short", async () => {
    const { passages: all } = await passages("Trial Work Act 2099: how notice is given", "GB");
    expect(all.map(([at]) => at).toSorted()).toEqual(["Trial Work Act 2099, section 1(1)", "Trial Work Act 2099, section 1(2)"]);
  });

  test("a provision that the stored act does not have is said to be missing, and nothing else is given for it", async () => {
    expect(await passages("Was regelt § 99 ProbeG?", "DE")).toEqual({
      isNearest: false,
      notices: ["§ 99 steht nicht im gespeicherten Text von „Gesetz über Probearbeit“."],
      passages: [],
    });
  });

  test.each([
    ["Vad säger 99 § lagen (2099:10) om provarbete?", "SE", /^99 § finns inte i den lagrade texten av ”.+”\.$/],
    ["§ 99 ProbeG", "DE", /^§ 99 steht nicht im gespeicherten Text von „.+“\.$/],
    ["What does section 99 of the Trial Work Act 2099 say?", "GB", /^section 99 is not in the stored text of “.+”\.$/],
    [
      "Vad säger 1 § lagen (2099:10) om provarbete?",
      "SE",
      /^Flera kapitel i ”.+” har en 1 §: 1 och 2 kap\. Vilket kapitel avses\?$/,
    ],
  ])("what is missing is said in the language of the question, or else of the law: %s", async (query, jurisdiction, said) => {
    const { notices, passages: all } = await passages(query, jurisdiction);
    expect(notices).toEqual([expect.stringMatching(said)]);
    expect(all).toEqual([]);
  });

  test("of an act that is named and cannot be had, that is said and nothing else is given, though its words stand elsewhere", async () => {
    const said = "Riksdagen kunde inte nås; SFS 2098:1 är inte lagrad här.";
    const live = { bringNamed: () => Promise.resolve({ notices: [said], missing: [said], stored: 0, named: 1 }) };
    const query = "Hur lång är uppsägningstiden vid provarbete enligt lagen (2098:1)?";
    expect(await found(query, ["SE"], live)).toEqual({ passages: [], notices: [said], isNearest: false, notHad: [said] });
    const stored = { bringNamed: () => Promise.resolve({ notices: ["x"], missing: [], stored: 0, named: 1 }) };
    expect((await found("2 kap. 1 § lagen (2099:10)", ["SE"], stored)).passages).not.toEqual([]);
  });

  test.each([
    ["Får jag ha bin på ett platt tak?", "SE", "Inget som är lagrat här besvarar frågan (rätt från SE)."],
    ["Darf ich in der Kündigung der Bienen das Flachdach verlangen?", "DE", "Nichts, was hier gespeichert ist, beantwortet"],
    ["May I end the keeping of bees on a flat roof?", "GB", "Nothing stored here answers this question (law of GB)."],
  ])("that nothing stored answers is said first: %s", async (query, jurisdiction, said) => {
    const { isNearest, notices, passages: all } = await passages(query, jurisdiction);
    if (all.length > 0) expect([isNearest, notices[0]]).toEqual([true, expect.stringContaining(said)]);
  });

  test.each([
    ["Hur lång får en längre uppsägningstid vara?", "SE", false],
    ["Trial Work Act 2099: how notice is given", "GB", false],
    ["vite för drönare över flygplats, uppsägning av tillstånd", "SE", true],
    ["Who pays the salvage of a sunken ship after notice to its insurers?", "GB", true],
  ])("what says little of a question only comes closest to it: %s", async (query, jurisdiction, isNearest) => {
    expect((await passages(query, jurisdiction)).isNearest).toBe(isNearest);
  });
});
