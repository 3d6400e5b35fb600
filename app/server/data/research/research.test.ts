/* Whose research is: by its project, in the queries and in the database alone. */
import { expect, test } from "vitest";
import { canChangeResearch, canSeeResearch, shareRoles, type Person, type Role } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson, newProject } from "#test/people.ts";
import { actAs, type BoundDb } from "../../db/acting.ts";
import { addStep } from "./research-steps.ts";
import { listSearches } from "./research-searches.ts";
import { startRun } from "./research-runs.ts";
import { listWatchedLaw, lookedAgain } from "./watched-law.ts";
import { changeResearch, createResearch, getResearch, listResearch } from "./research.ts";

const nothing = async () => {};
const asked = { question: "Who pays?", known: "", jurisdictions: [], day: null, withFiles: true, model: null };
const isDone = (work: Promise<unknown>) =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Response) return false;
      throw error;
    },
  );

async function newMember(db: BoundDb, membership: Person["memberships"][number], role: Role = "member"): Promise<Person> {
  const { organizationId } = membership;
  const person = await newPerson(db, { memberships: [{ ...membership, role }], organizationId });
  await joinOrganization(db, person.userId, organizationId, role);
  return person;
}

eachDatabase((open) => {
  test("what each role does with research is what the policy says, and the database alone holds to it", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const { organizationId } = organization;
    const owner = await newMember(db, organization);
    for (const me of [await newMember(db, organization), await newMember(db, organization, "guest"), await newPerson(db)])
      for (const sharedAs of [...shareRoles, null]) {
        const given = { organizationId, ...(sharedAs !== null && { sharedWith: me, sharedAs }) };
        const projectId = await newProject(db, owner, given);
        const id = await createResearch(owner, db, { ...asked, projectId });
        const project = { ownerId: owner.userId, organizationId, isRemoved: false, sharedAs };
        const here = { ...me, organizationId };
        const research = { isRemoved: false, project };
        const [sees, changes] = [canSeeResearch(me, research), canChangeResearch(me, research)];
        const done: [() => Promise<unknown>, boolean][] = [
          [() => getResearch(here, db, id), sees],
          [() => listSearches(here, db, id), sees],
          [() => changeResearch(here, db, id, { known: "Much" }), changes],
          [() => addStep(here, db, id, { question: "When?", queries: [] }), changes],
          [() => startRun(here, db, { researchId: id, kind: "plan", model: "m" }, nothing), changes],
          [() => lookedAgain(here, db, id), changes],
          [() => createResearch(here, db, { ...asked, projectId }), changes],
        ];
        for (const [work, expected] of done) expect([sharedAs, await isDone(work())]).toEqual([sharedAs, expected]);
        const { research: listed } = await listResearch(here, db, { query: "" });
        expect(listed.some((one) => one.id === id)).toBe(sees);
        expect(await listWatchedLaw(here, db, { researchId: id, limit: 5 })).toEqual([]);
        const as = actAs(here, db);
        const seen = await as.selectFrom("research").select("id").where("id", "=", id).execute();
        const { numUpdatedRows } = await as.updateTable("research").set({ known: "B" }).where("id", "=", id).executeTakeFirst();
        expect([seen.length === 1, numUpdatedRows === 1n]).toEqual([sees, changes]);
      }
  });

  test("a list continues after the last one of its page", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const projectId = await newProject(db, me);
    for (let number = 1; number <= 51; number++)
      await createResearch(me, db, { ...asked, projectId, question: `Question ${number}` });
    const first = await listResearch(me, db, { query: "question" });
    expect([first.research.length, first.research[0]!.question]).toEqual([50, "Question 51"]);
    const second = await listResearch(me, db, { query: "question", after: first.next! });
    expect([second.research.map(({ question }) => question), second.next]).toEqual([["Question 1"], null]);
  });
});
