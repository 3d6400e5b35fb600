/* The stored law walked along its citations and definitions. */
import { expect, test } from "vitest";
import { theServer } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import { loadLaw } from "../../knowledge/index-law.ts";
import type { LawAct } from "../../knowledge/law-act.ts";
import { readLawCitations } from "../../knowledge/law-citations.ts";
import { actAs } from "../../db/acting.ts";
import { getSectionLinks } from "./law-section-links.ts";

const texts = [
  "In this Act “tenancy” means a right to occupy a house.",
  "A tenancy may be ended by a notice of two months.",
  "A notice under section 2 is void unless it is in writing.",
  "The landlord keeps the roof in repair.",
];
const act = (id: string, version: string): LawAct => ({
  id,
  source: "legislation.gov.uk",
  jurisdiction: "GB",
  title: `Walking Act ${id}`,
  shortNames: [],
  version,
  inForce: null,
  url: "",
  licence: "",
  sections: texts.map((text, at) => ({
    ref: `${id}/section/${at + 1}`,
    number: String(at + 1),
    label: `section ${at + 1}`,
    heading: "",
    path: [],
    text,
    url: "",
    inForce: null,
  })),
});

eachDatabase((open) => {
  test("a section says what it cites, what cites it, and which defined terms of its own act it uses", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    await loadLaw(db, [act("walk", "2020-01-01"), act("other", "2020-01-01")]);
    const links = (number: number) => getSectionLinks(me, db, `walk/section/${number}`);
    expect((await links(2)).isRead).toBe(false);
    await readLawCitations(db, {});
    const title = "Walking Act walk";
    expect(await links(2)).toMatchObject({
      isRead: true,
      cites: [],
      citedBy: [{ ref: "walk/section/3", label: "section 3", title }],
      definitions: [{ term: "tenancy", ref: "walk/section/1", label: "section 1" }],
    });
    expect(await links(3)).toMatchObject({ cites: [{ ref: "walk/section/2", title }], citedBy: [], definitions: [] });
    // A definition is no use of itself.
    expect(await links(1)).toMatchObject({ cites: [], citedBy: [], definitions: [] });
    expect(await links(4)).toMatchObject({ cites: [], citedBy: [], definitions: [] });
    await actAs(theServer, db).deleteFrom("law_sections").where("ref", "=", "walk/section/3").execute();
    expect((await links(2)).citedBy).toEqual([]);
    expect(await links(3)).toEqual({ isRead: true, cites: [], citedBy: [], definitions: [] });
  });
});
