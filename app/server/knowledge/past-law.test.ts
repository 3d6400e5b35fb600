/*
 * Law on a date: the wording then in force is found, cited and distinguished from the current one,
 * whichever text was loaded first.
 */
import { describe, expect, test } from "vitest";
import { eachDatabase } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import { theServer } from "#core/workspace/policy.ts";
import { readLawOn } from "../data/law/law-on-day.ts";
import type { Db } from "../db/database.ts";
import { readEurLex } from "./forms/eur-lex.ts";
import { readSwedishLaw } from "./forms/swedish-law.ts";
import { readWet } from "./forms/wetten.ts";
import { addLaw, indexJurisdiction, loadLaw } from "./index-law.ts";
import { createIndexing } from "./indexing.ts";
import type { LawAct } from "./law-act.ts";
import { createLawSearch } from "./search-law.ts";

let acts = 0;

/** An act given by its texts: each date's wordings of its articles. */
function actOf(texts: Record<string, Record<string, string>>): { id: string; versions: LawAct[] } {
  const celex = `320${String(10 + (++acts % 80))}R${String(1000 + acts)}`;
  const versions = Object.entries(texts).flatMap(([day, articles]) => {
    const body = Object.entries(articles).map(
      ([number, words]) => `<p class="title-article-norm">Article ${number}</p><p class="norm">${words}</p>`,
    );
    return readEurLex(`<html><body>${body.join("")}</body></html>`, `0${celex.slice(1)}-${day.replaceAll("-", "")}.html`);
  });
  return { id: `CELEX ${celex}`, versions };
}

const dutch = (day: string, since: string, words: string) =>
  `<?xml version="1.0"?><toestand bwb-id="BWBR9990077" inwerkingtreding="${day}"><wetgeving><citeertitel>Wet proefboten</citeertitel><wettekst><artikel inwerking="${since}"><kop><label>Artikel</label><nr>1</nr></kop><al>${words}</al></artikel></wettekst></wetgeving></toestand>`;

eachDatabase((open) => {
  const wordingOf = async (db: Db, actId: string, number: string, inForceOn: string) => {
    const [found] = await readLawOn(theServer, db, { actIds: [actId], numbers: [number] }, { inForceOn });
    return found === undefined ? null : [found.section.text, found.section.onDay!.isCertain];
  };

  describe("of an act that was loaded in three texts, in whatever order", () => {
    test.each([[[0, 1, 2]], [[2, 1, 0]], [[1, 2, 0]], [[0, 2, 1]], [[2, 0, 1]], [[1, 0, 2]]])("%j", async (order) => {
      const { db } = await open();
      const { id, versions } = actOf({
        "2018-01-01": { 1: "Changed and back.", 2: "The same.", 3: "Repealed." },
        "2020-01-01": { 1: "Otherwise for a while.", 2: "The same.", 3: "Repealed." },
        "2022-01-01": { 1: "Changed and back.", 2: "The same.", 4: "Inserted." },
      });
      for (const at of order) await loadLaw(db, [versions[at]!]);
      const on = (number: string, day: string) => wordingOf(db, id, number, day);
      expect(await on("1", "2018-06-01")).toEqual(["Changed and back.", false]);
      expect(await on("1", "2018-01-01")).toEqual(["Changed and back.", true]);
      expect(await on("1", "2020-01-01")).toEqual(["Otherwise for a while.", true]);
      expect(await on("1", "2023-01-01")).toEqual(["Changed and back.", true]);
      expect(await on("2", "2018-06-01")).toEqual(["The same.", true]);
      expect(await on("2", "2017-06-01")).toEqual(["The same.", false]);
      expect(await on("3", "2019-01-01")).toEqual(["Repealed.", true]);
      expect(await on("3", "2022-01-01")).toBeNull();
      expect(await on("4", "2019-01-01")).toBeNull();
      expect(await on("4", "2022-01-01")).toEqual(["Inserted.", true]);
      // Reloading stores nothing twice.
      const count = () => db.selectFrom("law_past_sections").select("id").where("act_id", "=", id).execute();
      const before = await count();
      for (const act of versions) await loadLaw(db, [act]);
      expect(await count()).toHaveLength(before.length);
    });
  });

  test("the days that a source itself gives hold", async () => {
    const { db } = await open();
    for (const [day, since, words] of [
      ["2022-05-01", "2021-03-01", "Nieuwe tekst."],
      ["2020-01-01", "2015-07-01", "Oude tekst."],
    ] as const)
      await loadLaw(db, readWet(dutch(day, since, words)));
    const on = (day: string) => wordingOf(db, "BWBR9990077", "1", day);
    expect(await on("2015-07-01")).toEqual(["Oude tekst.", true]);
    expect(await on("2021-02-28")).toEqual(["Oude tekst.", true]);
    expect(await on("2021-03-01")).toEqual(["Nieuwe tekst.", true]);
    expect(await on("2015-06-30")).toEqual(["Oude tekst.", false]);
  });

  test("one Swedish text tells of both wordings of a provision that changes", async () => {
    const { db } = await open();
    const text = (words: string, day: string) =>
      JSON.stringify({
        beteckning: "2097:1",
        rubrik: "Lag (2097:1) om fyrar",
        ikraftDateTime: "2001-01-01T00:00:00",
        fulltext: { uppdateradDateTime: day, forfattningstext: words },
      });
    const both = `1 § /Upphör att gälla U:2024-01-01/\r\nFyren ska vara vit.\r\n\r\n1 § /Träder i kraft I:2024-01-01/\r\nFyren ska vara röd.`;
    await loadLaw(db, readSwedishLaw(text(both, "2023-06-01"), "", "2023-07-01"));
    const on = (day: string) => wordingOf(db, "SFS 2097:1", "1", day);
    const expected = async () => {
      expect(await on("2023-12-31")).toEqual(["Fyren ska vara vit.", true]);
      expect(await on("2024-01-01")).toEqual(["Fyren ska vara röd.", true]);
      expect(await on("2000-12-31")).toBeNull();
    };
    await expected();
    // Reread once the date has passed.
    await loadLaw(db, readSwedishLaw(text(both, "2023-06-01"), "", "2024-02-01"));
    await expected();
  });

  test("what was to come and was put off is not kept", async () => {
    const { db } = await open();
    const text = (day: string, coming: string) =>
      JSON.stringify({
        beteckning: "2097:2",
        rubrik: "Lag (2097:2)",
        fulltext: {
          uppdateradDateTime: day,
          forfattningstext: `1 § /Upphör att gälla U:${coming}/\r\nNu.\r\n\r\n1 § /Träder i kraft I:${coming}/\r\nSedan.`,
        },
      });
    await loadLaw(db, readSwedishLaw(text("2090-01-01", "2091-01-01"), "", "2090-01-02"));
    await loadLaw(db, readSwedishLaw(text("2090-06-01", "2092-01-01"), "", "2090-06-02"));
    expect(await wordingOf(db, "SFS 2097:2", "1", "2091-06-01")).toEqual(["Nu.", true]);
    expect(await wordingOf(db, "SFS 2097:2", "1", "2092-01-01")).toEqual(["Sedan.", true]);
  });

  test("with a day set a question is answered by the wording of then, by its words and by its number; without one nothing past appears", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const { id, versions } = actOf({
      "2018-01-01": { 1: "A zeppelin may moor for seven hours.", 2: "Gondolas carry lanterns of whale oil." },
      "2022-01-01": { 1: "A zeppelin may moor for nine hours." },
    });
    const indexing = createIndexing();
    for (const act of versions) await addLaw({ db, indexing }, act);
    const ask = async (question: string, inForceOn?: string) => {
      const day = inForceOn === undefined ? {} : { inForceOn };
      const hits = await createLawSearch(db).search(me, { question, jurisdictions: ["EU"], limit: 5, ...day });
      return hits.filter(({ act }) => act.id === id).map(({ text, isNamed }) => [text, isNamed]);
    };
    const called = `Regulation (EU) ${id.slice(7, 11)}/${Number(id.slice(12))}`;
    const expected = async () => {
      expect(await ask("How long may a zeppelin moor?")).toEqual([["A zeppelin may moor for nine hours.", false]]);
      expect(await ask("How long may a zeppelin moor?", "2018-01-01")).toEqual([["A zeppelin may moor for seven hours.", false]]);
      expect(await ask("Which gondolas carry lanterns?")).toEqual([]);
      expect(await ask("Which gondolas carry lanterns?", "2018-01-01")).toEqual([["Gondolas carry lanterns of whale oil.", false]]);
      expect(await ask("Which gondolas carry lanterns?", "2022-01-01")).toEqual([]);
      // Only the past wording has these words, yet the section is found by them on any date.
      expect(await ask("zeppelin seven hours", "2022-01-01")).toEqual([["A zeppelin may moor for nine hours.", false]]);
      expect((await ask(`What did Article 1 of ${called} say?`, "2018-01-01"))[0]).toEqual([
        "A zeppelin may moor for seven hours.",
        true,
      ]);
      expect((await ask(`What does Article 1 of ${called} say?`))[0]).toEqual(["A zeppelin may moor for nine hours.", true]);
    };
    await expected();
    await indexJurisdiction({ db, indexing }, "EU");
    await indexing.close();
    await expected();
  });

  test("a visitor reads none of it", async () => {
    const { db } = await open();
    await expect(
      readLawOn({ kind: "visitor" }, db, { actIds: ["x"], numbers: ["1"] }, { inForceOn: "2020-01-01" }),
    ).rejects.toMatchObject({ status: 401 });
  });
});
