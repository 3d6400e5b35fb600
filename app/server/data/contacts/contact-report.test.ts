/* Everything about a contact, what is only counted, and what erasing it takes and leaves. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { noContact, type ContactFields } from "#core/contacts/contact.ts";
import { markdownToDocument } from "#core/document/markdown-to-document.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson } from "#test/people.ts";
import { actAs } from "../../db/acting.ts";
import type { BoundDb } from "../../db/database.ts";
import { createDraft, getDraftAsText } from "../drafts/drafts.ts";
import { createProject } from "../organizations/projects.ts";
import { createRun, getStoredRun } from "../workflows/workflow-runs.ts";
import { checkConflicts, listConflictChecks } from "./conflict-checks.ts";
import { mergeContacts } from "./contact-merges.ts";
import { addRelation } from "./contact-relations.ts";
import { eraseContact, previewErasure, reportContact } from "./contact-report.ts";
import { createContact, getContact, listContacts, setContactRemoved } from "./contacts.ts";

const create = (me: Person, db: BoundDb, name: string, more: Partial<ContactFields> = {}) =>
  createContact(me, db, { ...noContact, ...more, name });
const projectOf = (me: Person, db: BoundDb, name: string, client: string) =>
  createProject(me, db, { name, instructions: "", matter: { client, counterparty: "", jurisdiction: "" } });

async function runWith(me: Person, db: BoundDb, projectId: string, contactId: string): Promise<string> {
  const contact = { name: "Anna Berg", address: "Storgatan 1", country: "SE", identifiers: [], signatory: "" };
  const given = {
    projectId,
    workflowId: "board-minutes",
    name: "Board minutes",
    version: 0,
    source: "",
    inputs: { chair: { type: "contact", contactId, contact }, day: { type: "text", text: "2026-01-01" } } as const,
    model: "stet-builtin",
    isTest: false,
  };
  return createRun(me, db, given, () => Promise.resolve());
}

/** Anna Berg, also as A. Berg, director of Acme AB; client of a matter, in its draft, checked, and in a run of a workflow. */
async function anna(me: Person, db: BoundDb) {
  const id = await create(me, db, "Anna Berg", { kind: "person", emails: ["anna@example.se"] });
  const other = await create(me, db, "Berg, Anna", { kind: "person", phones: ["08 1"] });
  const acme = await create(me, db, "Acme AB");
  await mergeContacts(me, db, { id, otherId: other });
  await addRelation(me, db, { id, kind: "director", isFrom: true, otherId: acme });
  const project = await projectOf(me, db, "Divorce", "Anna Berg");
  const draftId = await createDraft(me, db, {
    projectId: project.id,
    name: "Letter",
    document: markdownToDocument("Anna Berg lives here."),
  });
  await checkConflicts(me, db, { parties: [{ name: "Berg, Anna", side: "client" }] });
  const runId = await runWith(me, db, project.id, id);
  return { id, other, acme, draftId, runId };
}

eachDatabase((open) => {
  test("what is held about a contact is gathered, and what stays after its erasure is counted before", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const { id, other, runId } = await anna(me, db);
    await create(me, db, "Bo Lind");
    const { contact, named, checks, runs, hidden } = await reportContact(me, db, id);
    expect(contact).toMatchObject({ name: "Anna Berg", phones: ["08 1"], relations: [{ kind: "director", isFrom: true }] });
    expect(contact.merged).toMatchObject([{ id: other, name: "Berg, Anna", phones: ["08 1"] }]);
    expect(new Set(named.hits.map(({ kind, title }) => `${kind} ${title}`))).toEqual(new Set(["project Divorce", "draft Letter"]));
    expect(checks).toMatchObject([{ parties: [{ name: "Berg, Anna" }] }]);
    expect(runs).toMatchObject([{ id: runId, given: { chair: { contactId: id } } }]);
    expect(Object.keys(runs[0]!.given)).toEqual(["chair"]);
    expect(hidden).toEqual({ checks: 0, runs: 0 });
    expect(await previewErasure(me, db, id)).toEqual({
      merged: ["Berg, Anna"],
      relations: 1,
      kept: { projects: 1, drafts: 1, files: 0, checks: 1, runs: 1 },
      hidden: 0,
    });
    const stranger = await newPerson(db);
    for (const ask of [
      () => reportContact(stranger, db, id),
      () => previewErasure(stranger, db, id),
      () => eraseContact(stranger, db, { id, version: 2 }),
    ])
      await expect(ask()).rejects.toMatchObject({ status: 404 });
  });

  test("what colleagues hold is counted and not shown", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const member = async () => {
      const me = await newPerson(db, { memberships: [organization], organizationId: organization.organizationId });
      await joinOrganization(db, me.userId, organization.organizationId);
      return me;
    };
    const [me, colleague] = [await member(), await member()];
    const { id } = await anna(colleague, db);
    const report = await reportContact(me, db, id);
    expect(report).toMatchObject({
      checks: [],
      runs: [],
      hidden: { checks: 1, runs: 1 },
      named: { hits: [], hidden: { count: 1 } },
    });
    expect(JSON.stringify(report)).not.toMatch(/Divorce|Letter/);
    expect((await reportContact(colleague, db, id)).hidden).toEqual({ checks: 0, runs: 0 });
    expect(await previewErasure(me, db, id)).toMatchObject({ kept: { projects: 0, checks: 1, runs: 1 }, hidden: 1 });
  });

  test("erasing takes the contact and all of it for good, and what is kept keeps working", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const { id, other, acme, draftId, runId } = await anna(me, db);
    const { version } = await getContact(me, db, id);
    await expect(eraseContact(me, db, { id, version: version - 1 })).rejects.toMatchObject({ status: 409 });
    await eraseContact(me, db, { id, version });

    for (const gone of [id, other]) await expect(setContactRemoved(me, db, gone, false)).rejects.toMatchObject({ status: 404 });
    const { rows } = await sql<{ left: number }>`select (select count(*) from contacts where id in (${id}, ${other}))::int
      + (select count(*) from contact_relations where ${id} in (from_id, to_id))::int as left`.execute(actAs(theServer, db));
    expect(rows).toEqual([{ left: 0 }]);
    expect((await listContacts(me, db, { query: "" })).contacts.map(({ name }) => name)).toEqual(["Acme AB"]);
    expect((await getContact(me, db, acme)).relations).toEqual([]);
    const [check] = (await listConflictChecks(me, db)).checks;
    const hits = check!.found.hits;
    expect(hits.find(({ kind }) => kind === "contact")).toMatchObject({ title: "Anna Berg", isGone: true });
    expect(hits.filter(({ isGone }) => isGone === true)).toHaveLength(1);
    expect((await getDraftAsText(me, db, draftId)).name).toBe("Letter");
    expect((await getStoredRun(me, db, runId)).values).toMatchObject({ chair: { contact: { name: "Anna Berg" } } });
  });

  test("a check leads to the contact that another was merged into, and to none that is deleted", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const [kept, other] = [await create(me, db, "Acme AB"), await create(me, db, "Acme Ltd")];
    await checkConflicts(me, db, { parties: [{ name: "Acme", side: "client" }] });
    const found = async () => (await listConflictChecks(me, db)).checks[0]!.found.hits.map(({ id, isGone }) => [id, isGone]);
    await mergeContacts(me, db, { id: kept, otherId: other });
    expect(await found()).toEqual([
      [kept, false],
      [kept, false],
    ]);
    await setContactRemoved(me, db, kept, true);
    expect((await found()).map(([, isGone]) => isGone)).toEqual([true, true]);
  });
});
