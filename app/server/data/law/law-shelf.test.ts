/* The law shelf: acts found and paged by title, their figures, their sections, and the wordings of each. */
import { describe, expect, test } from "vitest";
import { actQuerySchema } from "#core/requests/law.ts";
import { theServer } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import type { LawAct } from "../../knowledge/law-act.ts";
import { codeOf, packed } from "../../knowledge/vectors.ts";
import { saveAct } from "./law.ts";
import { getAct, getLastChange, listActs, shelfJurisdictions } from "./law-shelf.ts";
import { getSectionWordings, listActSections } from "./law-shelf-sections.ts";
import { lawToEmbed, saveLawVectors } from "./law-vectors.ts";

/** An act given by the words of its sections. */
function actOf(
  id: string,
  title: string,
  version: string | null,
  words: Record<string, string>,
  rest: Partial<LawAct> = {},
): LawAct {
  const sections = Object.entries(words).map(([number, text]) => ({
    ref: `${id}:${number}`,
    number,
    label: `${number} §`,
    heading: `Rubrik ${number}`,
    path: ["1 kap."],
    text,
    url: "",
    inForce: null,
  }));
  const facts = { source: "rows", jurisdiction: "SE", shortNames: [], inForce: null, url: "", licence: "", version, ...rest };
  return { id, title, sections, ...facts };
}

const whole = { query: "", jurisdiction: undefined, after: undefined, model: null };

eachDatabase((open) => {
  const store = async (act: LawAct) => saveAct(theServer, (await open()).db, act, "sv");

  test("acts are listed by title and continued after any of them, with titles of any length", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    // More than a page, two of one title, and one longer than an index takes.
    const long = `Xlag om ${"mycket ".repeat(600)}`;
    const titles = Array.from({ length: 60 }, (_, n) => `Xlag ${String(n % 59).padStart(2, "0")}`);
    for (const [n, title] of [...titles, long].entries())
      await store(actOf(`X ${n}`, title, null, { 1: "Ord." }, { jurisdiction: "NL" }));
    const first = await listActs(me, db, { ...whole, jurisdiction: "NL" });
    expect(first.acts).toHaveLength(50);
    const second = await listActs(me, db, { ...whole, jurisdiction: "NL", after: first.next! });
    expect(second.next).toBeNull();
    const all = [...first.acts, ...second.acts];
    expect(all.map(({ id }) => id).toSorted()).toEqual([...titles, long].map((_, n) => `X ${n}`).toSorted());
    expect(all.map(({ title }) => title)).toEqual([...titles, long].toSorted());
    expect(await listActs(me, db, { ...whole, after: "nothing" })).toEqual({ acts: [], next: null });
    expect(await shelfJurisdictions(me, db)).toContain("NL");
  });

  test.each([
    ["2097:5", ["SFS 2097:5"]],
    ["ÄPPLEN", ["SFS 2097:5"]],
    ["äpplen lag", ["SFS 2097:5"]],
    ["ÄppL", ["SFS 2097:5"]],
    ["äpplen päron", []],
  ])("%s finds %j", async (query, ids) => {
    const { db } = await open();
    await store(actOf("SFS 2097:5", "Lag (2097:5) om äpplen", null, { 1: "Ord." }, { shortNames: ["ÄppL"] }));
    const { acts } = await listActs(await newPerson(db), db, { ...whole, query });
    expect(acts.map(({ id }) => id)).toEqual(ids);
  });

  test("an act says how much of it there is, whatever is stored of it in which order", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = "SFS 2097:6";
    const figures = async (model: string | null = null) => {
      const [{ acts }, act] = await Promise.all([
        listActs(me, db, { ...whole, query: "2097:6", model }),
        getAct(me, db, id, model),
      ]);
      expect(acts).toEqual([expect.objectContaining({ id, sections: act.sections, wordings: act.wordings, vectors: act.vectors })]);
      return [act.sections, act.wordings, act.vectors];
    };
    await store(actOf(id, "Lag (2097:6) om bär", "2020-01-01", { 1: "Ett.", 2: "Två.", 3: "Tre." }));
    expect(await figures()).toEqual([3, 0, null]);
    expect(await figures("embedder")).toEqual([3, 0, 0]);
    const sections = await lawToEmbed(theServer, db, "embedder", { actId: id, after: 0, limit: 9 });
    const vector = new Float32Array([1, 0, 0, 0]);
    const made = sections.map(({ ref, actId, digest }) => ({
      ref,
      actId,
      digest,
      dimensions: 4,
      data: packed([vector]),
      code: codeOf(vector),
    }));
    await saveLawVectors(theServer, db, "embedder", made);
    expect(await figures("embedder")).toEqual([3, 0, 3]);
    expect(await figures("another")).toEqual([3, 0, 0]);
    // One section reads differently, one is gone: neither keeps its vector.
    expect(await store(actOf(id, "Lag (2097:6) om bär", "2022-01-01", { 1: "Ett.", 2: "Två till." }))).toBe("amended");
    expect(await figures("embedder")).toEqual([2, 2, 1]);
    expect(await store(actOf(id, "Lag (2097:6) om bär", "2018-01-01", { 1: "Noll.", 2: "Två." }))).toBe("older");
    expect(await figures("embedder")).toEqual([2, 3, 1]);
    expect((await getAct(me, db, id, null)).texts).toEqual(["2022-01-01", "2020-01-01", "2018-01-01"]);
  });

  describe("the sections of an act", () => {
    const id = "SFS 2097:7";
    const list = async (asked: object = {}) => {
      const { db } = await open();
      const me = await newPerson(db);
      await store(actOf(id, "Lag (2097:7) om nötter", "2020-01-01", { 1: "Hassel.", 2: "Valnöt.", 9: "Mandel." }));
      await store(actOf(id, "Lag (2097:7) om nötter", "2022-01-01", { 1: "Hassel.", 2: "Pekannöt.", 3: "Kokos." }));
      return listActSections(me, db, actQuerySchema.parse({ id, ...asked }));
    };

    test.each<[object, string[]]>([
      [{}, ["1", "2", "3"]],
      [{ show: "other" }, ["2"]],
      [{ show: "absent" }, ["9"]],
      [{ show: "changed" }, ["2", "3"]],
      [{ query: "PEKAN" }, ["2"]],
      [{ query: "Rubrik 3" }, ["3"]],
      [{ query: "hassel", show: "other" }, []],
      [{ after: `${id}:1` }, ["2", "3"]],
    ])("%j", async (asked, numbers) => {
      const { sections, next } = await list(asked);
      expect(sections.map(({ ref }) => ref)).toEqual(numbers.map((number) => `${id}:${number}`));
      expect(next).toBeNull();
    });

    test("each has the days of its other wordings", async () => {
      const { sections } = await list();
      expect(sections.map(({ wordings }) => wordings)).toEqual([
        [],
        [expect.objectContaining({ firstSeen: "2020-01-01", lastSeen: "2020-01-01", isPresent: false })],
        [],
      ]);
      expect(sections[1]).toMatchObject({ label: "2 §", heading: "Rubrik 2", path: ["1 kap."], start: "Pekannöt." });
    });

    test("what changed last is named", async () => {
      await list();
      const { db } = await open();
      expect(await getLastChange(await newPerson(db), db, id)).toEqual({
        day: "2022-01-01",
        changed: [`${id}:2`],
        added: [`${id}:3`],
        repealed: [`${id}:9`],
      });
    });

    test("the wordings of one are given with their texts, earliest first, also where it is gone", async () => {
      await list();
      const { db } = await open();
      const me = await newPerson(db);
      const section = await getSectionWordings(me, db, `${id}:2`);
      expect(section).toMatchObject({ label: "2 §", act: { id, title: "Lag (2097:7) om nötter", language: "sv" } });
      expect(section.wordings.map(({ text, firstSeen, lastSeen, isPresent }) => [text, firstSeen, lastSeen, isPresent])).toEqual([
        ["Valnöt.", "2020-01-01", "2020-01-01", false],
        ["Pekannöt.", "2022-01-01", "2022-01-01", true],
      ]);
      expect((await getSectionWordings(me, db, `${id}:9`)).wordings).toMatchObject([{ text: "Mandel.", isPresent: false }]);
      await expect(getSectionWordings(me, db, "nothing")).rejects.toMatchObject({ status: 404 });
    });

    test("many are paged, and paging continues after the act is stored again", async () => {
      const { db } = await open();
      const me = await newPerson(db);
      const words = Object.fromEntries(Array.from({ length: 130 }, (_, n) => [`${n + 1}`, `Ord ${n}.`]));
      const store130 = (version: string, first: string) =>
        store(actOf("SFS 2097:8", "Lag (2097:8) om korn", version, { ...words, 1: first }));
      await store130("2020-01-01", "Först.");
      const page = (after?: string) =>
        listActSections(me, db, actQuerySchema.parse({ id: "SFS 2097:8", ...(after !== undefined && { after }) }));
      const first = await page();
      expect(first.sections).toHaveLength(100);
      await store130("2021-01-01", "Annorlunda.");
      const second = await page(first.next!);
      expect(second.sections.map(({ label }) => label)).toEqual(Array.from({ length: 30 }, (_, n) => `${n + 101} §`));
      expect(second.next).toBeNull();
    });
  });
});
