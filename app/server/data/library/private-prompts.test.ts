/* Prompts that one person keeps to themselves in an organization. */
import { expect, test } from "vitest";
import { canApproveTemplate, canChangeTemplate, canSeeTemplate, canSetPrivate, type Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson } from "#test/people.ts";
import { askedWords } from "./library-words.ts";
import type { BoundDb } from "../../db/database.ts";
import { searchTemplates } from "./search-templates.ts";
import { setApproval, setPrivate } from "./template-standing.ts";
import { createTemplate, getTemplate, listKeptTemplates, listTemplates, saveTemplate, setTemplateRemoved } from "./templates.ts";

const prompt = (name: string) => `---\nkind: prompt\nname: ${name}\n---\n\nExplain the zeppelin clause.\n`;
const outcome = (asked: Promise<unknown>) =>
  asked.then(
    () => 200,
    (error: unknown) => (error instanceof Response ? error.status : String(error)),
  );

async function newFirm(db: BoundDb) {
  const organization = await newOrganization(db);
  return async (role: Person["memberships"][0]["role"]) => {
    const me = await newPerson(db, { memberships: [{ ...organization, role }], organizationId: organization.organizationId });
    await joinOrganization(db, me.userId, organization.organizationId, role);
    return me;
  };
}

eachDatabase((open) => {
  test("who sees, changes, shares and approves one is what the policy says, wherever it is looked for", async () => {
    const { db } = await open();
    const join = await newFirm(db);
    const people = {
      maker: await join("member"),
      member: await join("member"),
      admin: await join("admin"),
      guest: await join("guest"),
    };
    const { maker } = people;
    for (const isPrivate of [true, false]) {
      const id = await createTemplate(maker, db, prompt(`Private: ${isPrivate}`), { isPrivate });
      const owned = { userId: isPrivate ? maker.userId : null, organizationId: maker.organizationId, madeBy: maker.userId };
      for (const [name, me] of Object.entries(people)) {
        const [sees, changes] = [canSeeTemplate(me, owned), canChangeTemplate(me, owned)];
        const { templates } = await listTemplates(me, db, { shelf: "prompts" });
        const asked = { query: "zeppelin", words: askedWords("zeppelin"), shelves: ["prompts"] as const };
        const found = await searchTemplates(me, db, asked, { behind: null, limit: 10 });
        const { version } = await getTemplate(maker, db, id);
        const done = {
          name,
          opened: (await outcome(getTemplate(me, db, id))) === 200,
          listed: templates.some((one) => one.id === id && one.isPrivate === isPrivate),
          found: found.some((one) => one.id === id),
          saved: (await outcome(saveTemplate(me, db, { id, version, source: prompt("Changed") }))) === 200,
          approved: (await outcome(setApproval(me, db, { id, version: null }))) === 200,
          shared: (await outcome(setPrivate(me, db, { id, isPrivate }))) === 200,
          restored: (await outcome(setTemplateRemoved(me, db, id, false))) === 200,
        };
        const [approved, shared] = [canApproveTemplate(me, owned), canSetPrivate(me, owned)];
        expect(done).toEqual({
          name,
          opened: sees,
          listed: sees,
          found: sees,
          saved: changes,
          approved,
          shared,
          restored: changes,
        });
      }
    }
  });

  test("shared, it is everyone's; taken back, it is its maker's alone and no longer approved", async () => {
    const { db } = await open();
    const join = await newFirm(db);
    const [maker, other, admin] = [await join("member"), await join("member"), await join("admin")];
    const id = await createTemplate(maker, db, prompt("Mine"), { isPrivate: true });
    expect(await outcome(getTemplate(other, db, id))).toBe(404);
    await setPrivate(maker, db, { id, isPrivate: false });
    expect(await getTemplate(other, db, id)).toMatchObject({ isPrivate: false, canShare: false });
    await setApproval(admin, db, { id, version: 1 });
    await setPrivate(maker, db, { id, isPrivate: true });
    expect(await outcome(getTemplate(admin, db, id))).toBe(404);
    expect(await getTemplate(maker, db, id)).toMatchObject({ isPrivate: true, canShare: true, canApprove: false });
    expect((await getTemplate(maker, db, id)).standing.approved).toBeNull();
  });

  test("an archive of the organization has what is shared, a person's own what is theirs", async () => {
    const { db } = await open();
    const join = await newFirm(db);
    const owner = await join("owner");
    await createTemplate(owner, db, prompt("Mine"), { isPrivate: true });
    await createTemplate(owner, db, prompt("Ours"));
    expect((await listKeptTemplates(owner, db, "organization")).map(({ name }) => name)).toEqual(["Ours"]);
    expect((await listKeptTemplates(owner, db, "person")).map(({ name }) => name)).toEqual(["Mine"]);
  });

  test("only prompts are kept to oneself, and only in an organization", async () => {
    const { db } = await open();
    const join = await newFirm(db);
    const [maker, alone] = [await join("member"), await newPerson(db)];
    expect(await outcome(createTemplate(maker, db, "---\nname: A lease\n---\n\nWords", { isPrivate: true }))).toBe(400);
    const template = await createTemplate(maker, db, "---\nname: A lease\n---\n\nWords");
    expect(await outcome(setPrivate(maker, db, { id: template, isPrivate: true }))).toBe(400);
    const own = await createTemplate(alone, db, prompt("Mine"), { isPrivate: true });
    expect(await getTemplate(alone, db, own)).toMatchObject({ isPrivate: false, canShare: false });
    // A file that becomes something else would be seen by no rule.
    const mine = await createTemplate(maker, db, prompt("Mine"), { isPrivate: true });
    expect(await outcome(saveTemplate(maker, db, { id: mine, version: 1, source: "---\nname: A lease\n---\n\nWords" }))).toBe(400);
  });
});
