import { expect, test } from "vitest";
import { eachDatabase } from "#test/databases.ts";
import { newPerson } from "#test/people.ts";
import { germanAct } from "#test/statutes.ts";
import { readGesetz } from "./forms/gesetze-im-internet.ts";
import { loadLaw, lawWithoutIndex } from "./index-law.ts";
import { repairLawIndex } from "./repair-index.ts";
import { createLawSearch } from "./search-law.ts";

eachDatabase((open) => {
  test("law that lost its index is found again after a start by oneself, and only said where others share the database", async () => {
    const { db } = await open();
    await loadLaw(db, readGesetz(germanAct));
    await db.deleteFrom("law_postings").execute();
    await db.deleteFrom("law_statistics").execute();
    const { signal } = new AbortController();
    const said: unknown[] = [];
    const log = { warn: (facts: unknown) => said.push(facts) } as never;

    await repairLawIndex({ db, log, isAlone: false, signal });
    expect(said).toEqual([{ jurisdictions: ["DE"] }]);
    expect(await lawWithoutIndex(db)).toEqual(["DE"]);

    await repairLawIndex({ db, log, isAlone: true, signal });
    expect(await lawWithoutIndex(db)).toEqual([]);
    const asked = { question: "Frist für eine Kündigung in der Probezeit", jurisdictions: ["DE"], limit: 3 };
    expect(await createLawSearch(db).search(await newPerson(db), asked)).not.toEqual([]);
    expect(said).toHaveLength(1);

    // Interrupted: the index doesn't contain everything stored.
    await db.updateTable("law_statistics").set({ sections: 1 }).execute();
    expect(await lawWithoutIndex(db)).toEqual(["DE"]);
    await repairLawIndex({ db, log, isAlone: true, signal: AbortSignal.abort() });
    expect(await lawWithoutIndex(db)).toEqual(["DE"]);
    await repairLawIndex({ db, log, isAlone: true, signal });
    expect(await lawWithoutIndex(db)).toEqual([]);
  });
});
