/* What a conflict check finds, what it only counts, and who reads its record. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { noContact, type ContactFields } from "#core/contacts/contact.ts";
import { outcomeOf, type Party } from "#core/contacts/conflicts.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { canSeeConflictCheck, type Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import { createDraft } from "../drafts/drafts.ts";
import { createProject } from "../organizations/projects.ts";
import { checkConflicts, listConflictChecks, nameCheckedProject } from "./conflict-checks.ts";
import { createContact } from "./contacts.ts";

const client = (name: string): Party => ({ name, side: "client" });
const opponent = (name: string): Party => ({ name, side: "counterparty" });
const fieldsOf = (name: string, more: Partial<ContactFields> = {}): ContactFields => ({ ...noContact, name, ...more });

async function firm(db: BoundDb) {
  const organization = await newOrganization(db);
  const member = async (role: Person["memberships"][0]["role"]) => {
    const me = await newPerson(db, { memberships: [{ ...organization, role }], organizationId: organization.organizationId });
    await joinOrganization(db, me.userId, organization.organizationId, role);
    return me;
  };
  return {
    me: await member("member"),
    colleague: await member("member"),
    admin: await member("admin"),
    guest: await member("guest"),
  };
}
const matterOf = (me: Person, db: BoundDb, name: string, matter: { client?: string; counterparty?: string }) =>
  createProject(me, db, { name, instructions: "", matter: { client: "", counterparty: "", jurisdiction: "", ...matter } });

eachDatabase((open) => {
  test("a contact, a matter and the words of a draft and a file are found, the other side first", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const contact = await createContact(me, db, fieldsOf("Müller & Söhne GmbH", { roles: ["counterparty"] }));
    await createContact(me, db, fieldsOf("Möller AB", { roles: ["counterparty"] }));
    const project = await matterOf(me, db, "Old matter", { client: "Mueller und Soehne" });
    const draftId = await createDraft(me, db, {
      projectId: project.id,
      name: "Agreement",
      document: markdownToDocument("Between MÜLLER & SÖHNE GmbH and the Buyer."),
    });
    const file = uuidv7();
    await sql`insert into files (id, owner_id, key, original_name, kind, content_type, size, sha256, status)
      values (${file}, ${me.userId}, ${file}, 'letter.txt', 'text', 'text/plain', 1, '', 'ready')`.execute(db);
    await sql`insert into file_texts (file_id, text, blocks) values (${file}, 'Dear Mr Smith, Müller und Söhne asks', '[]')`.execute(
      db,
    );

    const { found } = await checkConflicts(me, db, { parties: [client("Müller und Söhne")] });
    expect(found.hits.map(({ kind, id, isAdverse, likeness }) => ({ kind, id, isAdverse, likeness }))).toEqual([
      { kind: "contact", id: contact, isAdverse: true, likeness: 1 },
      { kind: "draft", id: draftId, isAdverse: false, likeness: 1 },
      { kind: "file", id: file, isAdverse: false, likeness: 1 },
      { kind: "project", id: project.id, isAdverse: false, likeness: 1 },
    ]);
    expect(found).toMatchObject({
      more: 0,
      hidden: { count: 0, adverse: 0 },
      compared: { contacts: 2, projects: 1, drafts: 1, files: 1 },
    });
    expect(found.hits.find(({ kind }) => kind === "draft")!.words).toContain("Between MÜLLER & SÖHNE GmbH");
    expect(outcomeOf(found)).toBe("1 possible conflict");

    const asOpponent = await checkConflicts(me, db, { parties: [opponent("Muller & Sohne")] });
    expect(asOpponent.found.hits.filter((hit) => hit.isAdverse).map(({ kind }) => kind)).toEqual(["project"]);
    const except = await checkConflicts(me, db, { parties: [opponent("Muller & Sohne")], except: project.id });
    expect(except.found.hits.map(({ kind }) => kind)).toEqual(["file", "contact"]);
    expect(outcomeOf((await checkConflicts(me, db, { parties: [client("Entirely Different plc")] })).found)).toBe("No matches");
  });

  test("what the asker may not see is counted by matter, and not shown", async () => {
    const { db } = await open();
    const { me, colleague } = await firm(db);
    const secret = await matterOf(colleague, db, "Secret matter", { client: "Acme Holding" });
    await createDraft(colleague, db, { projectId: secret.id, name: "Note", document: markdownToDocument("Acme Holding asks.") });
    const { found } = await checkConflicts(me, db, { parties: [opponent("Acme Holding BV")] });
    expect(found).toMatchObject({ hits: [], hidden: { count: 1, adverse: 1 } });
    expect(JSON.stringify(found)).not.toContain("Secret");
    const { found: theirs } = await checkConflicts(colleague, db, { parties: [opponent("Acme Holding BV")] });
    expect(theirs).toMatchObject({ hidden: { count: 0, adverse: 0 } });
    expect(theirs.hits.map(({ kind }) => kind)).toEqual(["project", "draft"]);
    const outsider = await newPerson(db);
    expect((await checkConflicts(outsider, db, { parties: [opponent("Acme Holding BV")] })).found).toMatchObject({
      hits: [],
      hidden: { count: 0 },
    });
  });

  test("the record is read by who made it and by the managers, and names its matter once", async () => {
    const { db } = await open();
    const { me, colleague, admin, guest } = await firm(db);
    const { id } = await checkConflicts(me, db, { parties: [client("Acme")] });
    const owned = { userId: null, organizationId: me.organizationId, madeBy: me.userId };
    for (const [name, one] of Object.entries({ me, colleague, admin, guest }))
      expect([name, (await listConflictChecks(one, db)).checks.length]).toEqual([name, canSeeConflictCheck(one, owned) ? 1 : 0]);
    expect([me, colleague, admin, guest].map((one) => canSeeConflictCheck(one, owned))).toEqual([true, false, true, false]);
    const project = await matterOf(me, db, "New matter", { client: "Acme" });
    await nameCheckedProject(me, db, { id, projectId: project.id });
    expect((await listConflictChecks(me, db)).checks).toMatchObject([
      { id, by: me.name, project: { id: project.id, name: "New matter" }, parties: [client("Acme")] },
    ]);
    await expect(nameCheckedProject(me, db, { id, projectId: project.id })).rejects.toMatchObject({ status: 404 });
    await expect(nameCheckedProject(admin, db, { id, projectId: project.id })).rejects.toMatchObject({ status: 404 });
    await expect(checkConflicts(guest, db, { parties: [client("Acme")] })).rejects.toMatchObject({ status: 403 });
  });
});
