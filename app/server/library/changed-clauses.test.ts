/* Law that changed since a clause came to rest on it: found by the sections that its words cite. */
import { expect, test } from "vitest";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { eachDatabase } from "#test/databases.ts";
import { madeAct } from "#test/made-act.ts";
import { joinOrganization, newOrganization, newPerson } from "#test/people.ts";
import { lookedAtLaw } from "../data/library/clause-law.ts";
import { setApproval, setRetirement } from "../data/library/template-standing.ts";
import { createTemplate, saveTemplate } from "../data/library/templates.ts";
import { saveAct } from "../data/law/law.ts";
import { listChangedClauses } from "./changed-clauses.ts";

const actOf = (id: string, title: string, version: string, texts: Record<string, string>) =>
  madeAct({ id, jurisdiction: "GB", title, version }, texts);

const clauseOf = (words: string, jurisdiction = "GB") =>
  `---\nkind: clause\nname: Deposit\njurisdiction: ${jurisdiction}\n---\n\n## Usual\n\n${words}\n`;

eachDatabase((open) => {
  test("each cited section, as it read then and as it reads now, until the clause is looked at again", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const [id, other] = [`act-${uuidv7()}`, `act-${uuidv7()}`];
    const title = "Punting on Rivers Act 2019";
    await saveAct(
      theServer,
      db,
      actOf(id, title, "2025-01-01", { 3: "A punt is five metres.", 4: "No oars.", 5: "No sails." }),
      "en",
    );
    const far = "Punting on Rivers Act 2019 (Isles)";
    await saveAct(theServer, db, actOf(other, far, "2025-01-01", { 3: "A punt is six metres." }), "en");
    const words =
      "The punt is let under section 3 of the Punting on Rivers Act 2019, and section 4 of that Act, the Punting on Rivers Act 2019.";
    const clause = await createTemplate(me, db, clauseOf(words));
    await createTemplate(me, db, clauseOf(words, "SE"));
    await createTemplate(me, db, clauseOf("Section 3 applies. It names no act."));
    const list = (person: Person, only?: string) =>
      listChangedClauses(person, db, { limit: 6, ...(only !== undefined && { id: only }) });
    expect(await list(me)).toEqual([]);

    await saveAct(theServer, db, actOf(id, title, "2026-01-01", { 3: "A punt is eight metres.", 5: "No sails at all." }), "en");
    const changed = await list(me);
    expect(changed).toEqual([
      {
        clause: { id: clause, name: "Deposit" },
        ref: `${id}:3`,
        name: `section 3 ${title}`,
        isRepealed: false,
        cited: { text: "A punt is five metres.", version: "2025-01-01" },
        present: { text: "A punt is eight metres.", version: "2026-01-01", url: "https://law.example/act#3" },
      },
      expect.objectContaining({ ref: `${id}:4`, isRepealed: true, cited: { text: "No oars.", version: "2025-01-01" } }),
    ]);
    expect(await list(me, clause)).toEqual(changed);
    // Changed twice: against what it read when the clause was saved. Changed back: nothing to say.
    await saveAct(theServer, db, actOf(id, title, "2026-02-01", { 3: "A punt is nine metres.", 4: "No oars." }), "en");
    expect(await list(me)).toMatchObject([
      { ref: `${id}:3`, cited: { text: "A punt is five metres." }, present: { text: "A punt is nine metres." } },
    ]);

    const stranger = await newPerson(db);
    expect(await list(stranger)).toEqual([]);
    await expect(lookedAtLaw(stranger, db, clause)).rejects.toMatchObject({ status: 404 });
    await lookedAtLaw(me, db, clause);
    expect(await list(me)).toEqual([]);
    await saveAct(theServer, db, actOf(id, title, "2026-03-01", { 3: "A punt is ten metres." }), "en");
    expect(await list(me)).toMatchObject([
      { ref: `${id}:3`, cited: { text: "A punt is nine metres." } },
      { ref: `${id}:4`, isRepealed: true },
    ]);
    await saveTemplate(me, db, { id: clause, source: clauseOf(`${words} Cash only.`), version: 1 });
    expect(await list(me)).toEqual([]);
  });

  test("in an organization for its members, until the clause is approved again or retired", async () => {
    const { db } = await open();
    const here = await newOrganization(db);
    const join = async (role: "admin" | "member"): Promise<Person> => {
      const person = await newPerson(db);
      await joinOrganization(db, person.userId, here.organizationId, role);
      return { ...person, organizationId: here.organizationId, memberships: [{ ...here, role }] };
    };
    const [me, member] = [await join("admin"), await join("member")];
    const id = `act-${uuidv7()}`;
    const title = "Rowing on Lakes Act 2018";
    const save = (version: string, text: string) => saveAct(theServer, db, actOf(id, title, version, { 7: text }), "en");
    await save("2025-01-01", "Rowing is free.");
    const clause = await createTemplate(me, db, clauseOf("Section 7 of the Rowing on Lakes Act 2018 applies."));
    await save("2026-01-01", "Rowing costs a pound.");
    expect(await listChangedClauses(member, db, { limit: 6 })).toMatchObject([{ clause: { id: clause } }]);
    // In their own workspace it is not.
    expect(await listChangedClauses({ ...member, organizationId: null }, db, { limit: 6 })).toEqual([]);
    await setApproval(me, db, { id: clause, version: 1 });
    expect(await listChangedClauses(member, db, { limit: 6 })).toEqual([]);
    await save("2026-02-01", "Rowing costs two pounds.");
    expect(await listChangedClauses(member, db, { limit: 6 })).toHaveLength(1);
    await setRetirement(me, db, { id: clause, isRetired: true, successorId: null });
    expect(await listChangedClauses(member, db, { limit: 6 })).toEqual([]);
  });
});
