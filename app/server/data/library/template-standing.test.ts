/* Approval and retirement: who says so, of which version, and what is offered after it. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { canApproveTemplate, canChangeTemplate, type Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import { setApproval, setRetirement } from "./template-standing.ts";
import { createTemplate, getTemplate, listNewest, listTemplates, saveTemplate, setTemplateRemoved } from "./templates.ts";

const clause = (name: string) => `---\nkind: clause\nname: ${name}\n---\n\n## One\n\nWords\n`;
const template = (name: string) => `---\nname: ${name}\n---\n\nWords\n`;
const outcome = (asked: Promise<unknown>) =>
  asked.then(
    () => "done",
    (error: unknown) => (error instanceof Response ? error.status : String(error)),
  );

async function newFirm(db: BoundDb) {
  const organization = await newOrganization(db);
  const join = async (role: Person["memberships"][0]["role"]) => {
    const me = await newPerson(db, { memberships: [{ ...organization, role }], organizationId: organization.organizationId });
    await joinOrganization(db, me.userId, organization.organizationId, role);
    return me;
  };
  return { organization, join };
}

eachDatabase((open) => {
  test("who approves and who retires is what the policy says", async () => {
    const { db } = await open();
    const { organization, join } = await newFirm(db);
    const maker = await join("member");
    const people = { maker, member: await join("member"), admin: await join("admin"), guest: await join("guest") };
    const owned = { userId: null, organizationId: organization.organizationId, madeBy: maker.userId };
    const id = await createTemplate(maker, db, clause("Notices"));
    const asked: Record<string, [boolean, boolean]> = {};
    for (const [name, me] of Object.entries(people)) {
      const approves = (await outcome(setApproval(me, db, { id, version: 1 }))) === "done";
      const retires = (await outcome(setRetirement(me, db, { id, isRetired: true, successorId: null }))) === "done";
      expect([approves, retires], `${name} differs`).toEqual([canApproveTemplate(me, owned), canChangeTemplate(me, owned)]);
      asked[name] = [approves, retires];
    }
    expect(asked).toEqual({ maker: [false, true], member: [false, false], admin: [true, true], guest: [false, false] });
    const own = await createTemplate({ ...maker, organizationId: null }, db, clause("Mine"));
    expect(await outcome(setApproval({ ...maker, organizationId: null }, db, { id: own, version: 1 }))).toBe("done");
  });

  test("an approval is of a version: what is saved after it has to be approved again", async () => {
    const { db } = await open();
    const { join } = await newFirm(db);
    const [admin, member] = [await join("admin"), await join("member")];
    const id = await createTemplate(member, db, clause("Notices"));
    const statuses = async (status?: "approved" | "unapproved") =>
      (await listTemplates(member, db, { shelf: "clauses", status })).templates.map((one) => one.status);
    expect(await statuses()).toEqual(["draft"]);
    await setApproval(admin, db, { id, version: 1 });
    expect(await statuses()).toEqual(["approved"]);
    expect(await statuses("approved")).toEqual(["approved"]);
    expect(await statuses("unapproved")).toEqual([]);
    await saveTemplate(member, db, { id, version: 1, source: clause("Notices, shorter") });
    const { standing } = await getTemplate(member, db, id);
    expect(standing).toMatchObject({ status: "changed", approved: { version: 1 }, retired: null });
    expect(await statuses("approved")).toEqual([]);
    expect(await statuses("unapproved")).toEqual(["changed"]);
    await setApproval(admin, db, { id, version: 2 });
    expect(await statuses()).toEqual(["approved"]);
    // Taken back, the version before is what it was: the approved one.
    await setApproval(admin, db, { id, version: 1 });
    expect((await getTemplate(member, db, id)).standing).toMatchObject({ status: "changed", approved: { version: 1 } });
    expect(await outcome(setApproval(admin, db, { id, version: 3 }))).toBe(400);
    await setApproval(admin, db, { id, version: null });
    expect((await getTemplate(member, db, id)).standing).toEqual({ status: "draft", approved: null, retired: null });
  });

  test("what is retired is offered no longer, names what takes its place, and comes back", async () => {
    const { db } = await open();
    const { join } = await newFirm(db);
    const admin = await join("admin");
    const [old, next] = [await createTemplate(admin, db, clause("Old")), await createTemplate(admin, db, clause("Next"))];
    const names = async (status?: "retired") =>
      (await listTemplates(admin, db, { shelf: "clauses", status })).templates.map(({ name }) => name);
    await setRetirement(admin, db, { id: old, isRetired: true, successorId: next });
    expect(await names()).toEqual(["Next"]);
    expect(await names("retired")).toEqual(["Old"]);
    expect((await listNewest(admin, db, "clause")).map(({ id }) => id)).toEqual([next]);
    const { standing } = await getTemplate(admin, db, old);
    expect(standing).toMatchObject({ status: "retired", retired: { successor: { id: next, name: "Next" } } });
    // A deleted one is no successor; brought back, it is again.
    await setTemplateRemoved(admin, db, next, true);
    expect((await getTemplate(admin, db, old)).standing.retired).toMatchObject({ successor: null });
    await setTemplateRemoved(admin, db, next, false);
    expect((await getTemplate(admin, db, old)).standing.retired).toMatchObject({ successor: { id: next } });
    await setRetirement(admin, db, { id: old, isRetired: false });
    expect(await names()).toEqual(["Next", "Old"]);
    expect((await getTemplate(admin, db, old)).standing.retired).toBeNull();
  });

  test("only something of the same shelf, in use and in the same library takes its place", async () => {
    const { db } = await open();
    const { join } = await newFirm(db);
    const [admin, stranger] = [await join("admin"), await newPerson(db)];
    const id = await createTemplate(admin, db, clause("Old"));
    const retire = (successorId: string) => outcome(setRetirement(admin, db, { id, isRetired: true, successorId }));
    expect(await retire(id)).toBe(404);
    expect(await retire(await createTemplate(stranger, db, clause("Theirs")))).toBe(404);
    expect(await retire(await createTemplate(admin, db, template("A lease")))).toBe(400);
    const retired = await createTemplate(admin, db, clause("Retired"));
    await setRetirement(admin, db, { id: retired, isRetired: true, successorId: null });
    expect(await retire(retired)).toBe(400);
    expect((await getTemplate(admin, db, id)).standing.status).toBe("draft");
    const workflow = "---\nkind: workflow\nname: W\n---\n\n## Agree\nDo: person\nAsk: approve\nFor: anyone\n\nAgreed?\n";
    expect(await outcome(setApproval(admin, db, { id: await createTemplate(admin, db, workflow), version: 1 }))).toBe(400);
  });

  test("who approved stays known by the day when the account is gone", async () => {
    const { db } = await open();
    const { join } = await newFirm(db);
    const [admin, member] = [await join("admin"), await join("member")];
    const id = await createTemplate(member, db, clause("Notices"));
    await setApproval(admin, db, { id, version: 1 });
    await sql`delete from "user" where id = ${admin.userId}`.execute(db);
    expect((await getTemplate(member, db, id)).standing).toMatchObject({ status: "approved", approved: { by: "", version: 1 } });
  });
});
