import { beforeAll, describe, expect, test } from "vitest";
import { theServer } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import { britishAct, dutchAct, europeanAct, germanAct, swedishAct } from "#test/statutes.ts";
import { lawStatistics, readLaw } from "../data/law/law.ts";
import { readEurLex } from "./forms/eur-lex.ts";
import { readGesetz } from "./forms/gesetze-im-internet.ts";
import { readLegislation } from "./forms/legislation-gov-uk.ts";
import { readSwedishLaw } from "./forms/swedish-law.ts";
import { readWet } from "./forms/wetten.ts";
import { addLaw, indexJurisdiction, loadLaw } from "./index-law.ts";
import { createIndexing } from "./indexing.ts";
import { createLawSearch } from "./search-law.ts";

const acts = () => [
  ...readGesetz(germanAct),
  ...readSwedishLaw(swedishAct),
  ...readLegislation(britishAct),
  ...readWet(dutchAct),
  ...readEurLex(europeanAct, "32099R0012.xhtml"),
];

eachDatabase((open) => {
  beforeAll(async () => void (await loadLaw((await open()).db, acts())));

  const first = async (question: string, ...jurisdictions: string[]) => {
    const { db } = await open();
    const [hit] = await createLawSearch(db).search(await newPerson(db), { question, jurisdictions, limit: 5 });
    return hit === undefined ? null : [hit.ref, hit.isNamed];
  };

  describe("what is named by its number comes first", () => {
    test.each([
      ["Was steht in § 2 ProbeG?", "DE", "BJNR990010999:2"],
      ["Was sagt § 2a ProbeG zur Kündigung?", "DE", "BJNR990010999:2a"],
      ["Vad säger 2 kap. 2 § lagen om provarbete om uppsägningstid?", "SE", "SFS 2099:10:2:2"],
      ["1 kap. 1 § lag (2099:10), uppsägning", "SE", "SFS 2099:10:1:1"],
      ["What does section 1 of the Trial Work Act 2099 say?", "GB", "ukpga/2099/7/section/1"],
      ["Artikel 1.1 Wet proefarbeid", "NL", "BWBR9990001:1.1"],
      ["Article 1 of Regulation (EU) 2099/12", "EU", "CELEX 32099R0012:art_1"],
    ])("%s", async (question, jurisdiction, ref) => {
      expect(await first(question, jurisdiction)).toEqual([ref, true]);
    });
  });

  describe("what is asked in words is found by its words, their stems and the parts of compounds", () => {
    test.each([
      ["Wie lange dauert die Kündigung in der Probezeit?", "DE", "BJNR990010999:1"],
      ["Hur lång är uppsägningstiden vid provarbete?", "SE", "SFS 2099:10:2:1"],
      ["ending a trial in writing", "GB", "ukpga/2099/7/section/1"],
      ["Hoe lang is de opzegtermijn?", "NL", "BWBR9990001:1.1"],
    ])("%s", async (question, jurisdiction, ref) => {
      expect(await first(question, jurisdiction)).toEqual([ref, false]);
    });
  });

  describe("what is asked in everyday words is found by those of acts", () => {
    test("“frei nehmen” is “Urlaub”", async () => {
      expect(await first("Wann kann ich frei nehmen?", "DE")).toEqual(["BJNR990010999:2", false]);
    });
  });

  test("only the chosen jurisdictions are searched, and a visitor searches none", async () => {
    const { db } = await open();
    expect(await first("Kündigung Probezeit", "SE", "GB")).toBeNull();
    await expect(
      createLawSearch(db).search({ kind: "visitor" }, { question: "§ 1 ProbeG", jurisdictions: ["DE"], limit: 5 }),
    ).rejects.toMatchObject({ status: 401 });
  });

  test("what is of another source, or came into force later, is left out", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const refs = async (filter: object, question = "Hur lång är uppsägningstiden vid provarbete?") =>
      (await createLawSearch(db).search(me, { question, jurisdictions: ["SE"], limit: 5, ...filter })).map(({ ref }) => ref);
    expect(await refs({ inForceOn: "2099-07-01", sources: ["swedish-law"] })).toContain("SFS 2099:10:2:1");
    expect(await refs({ inForceOn: "2099-06-30" })).toEqual([]);
    expect(await refs({ inForceOn: "2099-06-30" }, "1 kap. 1 § lag (2099:10)")).toEqual([]);
    expect(await refs({ sources: ["eurlex"] })).toEqual([]);
  });

  test("what is loaded later is added to the index, and the index rebuilt finds the same", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const asked = { question: "När får anställningen förlängas med semaforer?", jurisdictions: ["SE"], limit: 3 };
    const later = swedishAct
      .replaceAll("2099:10", "2099:77")
      .replace("Denna lag gäller provarbete", "Anställningen får förlängas med semaforer");
    expect((await createLawSearch(db).search(me, asked))[0]?.ref).not.toBe("SFS 2099:77:1:1");
    const indexing = createIndexing();
    const [act] = readSwedishLaw(later);
    expect(await addLaw({ db, indexing }, act!)).toBe("new");
    expect((await createLawSearch(db).search(me, asked))[0]?.ref).toBe("SFS 2099:77:1:1");
    await indexJurisdiction({ db, indexing }, "SE");
    await indexing.close();
    expect((await createLawSearch(db).search(me, asked))[0]?.ref).toBe("SFS 2099:77:1:1");
  });

  test("what is found does not depend on how the index came about: act by act, in one block or in many", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const numbered = (number: number) => {
      const said = `A trial of ${number % 5} days may be ended in writing${" by the employer".repeat(number % 4)}`;
      const text = britishAct.replaceAll("2099/7", `2099/${100 + number}`).replace("A trial", said);
      return readLegislation(text);
    };
    const indexing = createIndexing();
    for (let number = 0; number < 12; number++) for (const act of numbered(number)) await addLaw({ db, indexing }, act);
    const found = async () => {
      const search = createLawSearch(db);
      const asked = ["ending a trial in writing", "the employer ends it after 3 days", "nothing of the kind"];
      const hits = asked.map((question) => search.search(me, { question, jurisdictions: ["GB"], limit: 40 }));
      return (await Promise.all(hits)).map((own) => own.map(({ ref, score }) => [ref, score]));
    };
    const blocks = async () => (await lawStatistics(me, db, "GB"))?.blocks;
    const before = await found();
    expect(before[0]!.length).toBeGreaterThan(12);
    await indexJurisdiction({ db, indexing }, "GB");
    expect(await found()).toEqual(before);
    expect(await blocks()).toBe(1);
    await indexJurisdiction({ db, indexing }, "GB", { block: 6, read: 2 });
    expect(await blocks()).toBe(3);
    expect(await found()).toEqual(before);
    await indexing.close();
  });

  test("an act without a date never takes the place of a fuller text, dated or not", async () => {
    const { db } = await open();
    const [whole] = readLegislation(britishAct.replaceAll("2099/7", "2099/70"));
    const section = whole!.sections[0]!;
    const second = { ...section, ref: `${section.ref}0`, number: "20", text: "A second section." };
    const full = { ...whole!, version: null, sections: [section, second] };
    const numbers = ["1", "20"];
    const texts = async () => (await readLaw(theServer, db, { actIds: [full.id], numbers })).map(({ text }) => text).toSorted();
    expect(await loadLaw(db, [full])).toEqual({ left: [] });
    const extract = { ...full, sections: [{ ...section, text: "An extract." }] };
    expect((await loadLaw(db, [extract])).left.map(({ id }) => id)).toEqual([full.id]);
    expect(await texts()).toEqual(["A second section.", section.text].toSorted());
    expect(await loadLaw(db, [{ ...full, version: "2099-06-01" }])).toEqual({ left: [] });
    expect((await loadLaw(db, [extract])).left).toHaveLength(1);
    // As many sections without a date are a text like any other.
    const other = { ...full, sections: [{ ...section, text: "Another wording." }, second] };
    expect(await loadLaw(db, [other])).toEqual({ left: [] });
    expect(await texts()).toEqual(["A second section.", "Another wording."]);
  });

  test("one act that is loaded is indexed by itself, and the rest of its jurisdiction stays as it is", async () => {
    const { db } = await open();
    const indexed = async () => {
      const rows = await db
        .selectFrom("law_postings")
        .select(["block", "term", "sections"])
        .where("jurisdiction", "=", "SE")
        .execute();
      return new Map(rows.map(({ block, term, sections }) => [`${block} ${term}`, sections]));
    };
    const act = (number: number, word: string) =>
      readSwedishLaw(
        swedishAct.replaceAll("2099:10", `2097:${number}`).replace("Denna lag gäller provarbete", `Denna lag gäller ${word}`),
      );
    await loadLaw(db, Array.from({ length: 8 }, (_, number) => act(number + 1, `sak${number}`)).flat());
    const before = await indexed();
    await loadLaw(db, act(99, "semaforering"));
    const after = await indexed();
    // The index is only added to; a rebuild would have begun it with its first block again.
    for (const [entry, sections] of before) expect(after.get(entry) ?? 0).toBeGreaterThanOrEqual(sections);
    expect([...after].filter(([entry]) => !before.has(entry)).map(([entry]) => Number(entry.split(" ")[0]))).not.toContain(0);
    const [hit] = await createLawSearch(db).search(await newPerson(db), {
      question: "semaforering",
      jurisdictions: ["SE"],
      limit: 3,
    });
    expect(hit!.ref).toBe("SFS 2097:99:1:1");
  });

  test("an act that is loaded again is there once, with its new text", async () => {
    const { db } = await open();
    await loadLaw(db, readGesetz(germanAct.replace("zwei Wochen", "vier Wochen")));
    const found = await readLaw(theServer, db, { actIds: ["BJNR990010999"], numbers: ["1"] });
    expect(found.map(({ text }) => /(\w+) Wochen/.exec(text)?.[1])).toEqual(["vier"]);
    expect(await first("Kündigung in der Probezeit", "DE")).toEqual(["BJNR990010999:1", false]);
  });
});
