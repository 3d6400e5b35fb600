/*
 * Law as of a day from getInformation: with its period, as a separate source, and marked if the
 * text is of another day.
 */
import { expect, test } from "vitest";
import type { Source } from "#core/sources/source.ts";
import { eachDatabase } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import { readLegislation } from "../knowledge/forms/legislation-gov-uk.ts";
import { loadLaw } from "../knowledge/index-law.ts";
import { createLawSearch } from "../knowledge/search-law.ts";
import { lawPassages } from "./law-passages.ts";
import type { ToolContext } from "./tool.ts";

/** An act at a point in time in the format of legislation.gov.uk: each section has the date its wording took effect. */
const piers = (valid: string, sections: Record<string, [since: string, words: string]>) =>
  readLegislation(
    `<Legislation IdURI="http://www.legislation.gov.uk/id/ukpga/2001/777"><ukm:Metadata><dc:title>Piers Act 2001</dc:title><dct:valid>${valid}</dct:valid></ukm:Metadata><Primary><Body>${Object.entries(
      sections,
    )
      .map(
        ([number, [since, words]]) =>
          `<P1 id="section-${number}" RestrictStartDate="${since}"><Pnumber>${number}</Pnumber><P1para><Text>${words}</Text></P1para></P1>`,
      )
      .join("")}</Body></Primary></Legislation>`,
  );

eachDatabase((open) => {
  test("a past wording has its period and is a source of its own; of a day that is not stored the nearest is given, and named", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const closing = (hour: string) => `A pier must close at ${hour}.`;
    await loadLaw(db, piers("2023-01-01", { 1: ["2021-04-01", closing("nine")], 2: ["2021-04-01", "Piers are painted green."] }));
    await loadLaw(db, piers("2016-01-01", { 1: ["2012-05-01", closing("seven")], 2: ["2012-05-01", "Piers are painted blue."] }));
    const ask = async (query: string, day: string) => {
      const sources: Omit<Source, "number">[] = [];
      const context = {
        law: {
          chosen: ["GB"],
          search: (asked: object) =>
            createLawSearch(db).search(me, {
              ...(asked as { question: string; limit: number }),
              jurisdictions: ["GB"],
              inForceOn: day,
            }),
          missing: async () => [],
        },
        addSources: (more: Omit<Source, "number">[]) => {
          sources.push(...more);
          return more.map((source, at) => Object.assign({ number: at + 1 }, source));
        },
      } as unknown as ToolContext;
      const { passages, notices } = await lawPassages({ query, limit: 3, filter: {} }, context);
      return { passages, notices, sources };
    };
    const question = "What does section 1 of the Piers Act 2001 say?";
    const then = await ask(question, "2019-03-01");
    expect(then.notices).toEqual([]);
    expect(then.passages[0]).toMatchObject({ text: closing("seven"), inForce: "2012-05-01", inForceTo: "2021-03-31" });
    expect(then.sources[0]).toMatchObject({
      id: "ukpga/2001/777/section/1@2012-05-01",
      content: closing("seven"),
      metadata: { ref: "ukpga/2001/777/section/1", inForceOn: "2019-03-01", version: "2016-01-01" },
    });
    const now = await ask(question, "2024-01-01");
    expect(now.sources[0]).toMatchObject({ id: "ukpga/2001/777/section/1", content: closing("nine") });
    expect(now.passages[0]).not.toHaveProperty("inForceTo");
    const before = await ask("sections 1 and 2 of the Piers Act 2001", "2010-03-01");
    const sentence = "The wording in force on 1 March 2010 is not stored; this is the one of 1 May 2012.";
    expect(before.notices).toEqual([expect.stringContaining(sentence)]);
    expect(before.passages[0]).toMatchObject({ text: closing("seven"), note: sentence });
    expect(before.sources[0]!.metadata).toMatchObject({ note: sentence });
  });
});
