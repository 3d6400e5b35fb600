/* Contacts: who keeps them, versions, long lists, merges and imports that can be taken back. */
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { noContact, type ContactFields } from "#core/contacts/contact.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { canUseContact, theServer, type Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import { findSameNames, importContacts, mergeContacts, separateContacts, undoImport } from "./contact-merges.ts";
import { createContact, getContact, listContacts, saveContact, setContactRemoved, sweepRemovedContacts } from "./contacts.ts";

const fieldsOf = (name: string, more: Partial<ContactFields> = {}): ContactFields => ({ ...noContact, name, ...more });
const isAllowed = (asked: Promise<unknown>) =>
  asked.then(
    () => true,
    () => false,
  );
const all = { query: "" };
const names = async (me: Person, db: BoundDb, asked: Parameters<typeof listContacts>[2] = all) =>
  (await listContacts(me, db, asked)).contacts.map(({ name }) => name);

eachDatabase((open) => {
  test("who keeps a contact is what the policy says", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const member = async (role: Person["memberships"][0]["role"]) => {
      const me = await newPerson(db, { memberships: [{ ...organization, role }], organizationId: organization.organizationId });
      await joinOrganization(db, me.userId, organization.organizationId, role);
      return me;
    };
    const maker = await member("member");
    const people = {
      maker,
      member: await member("member"),
      admin: await member("admin"),
      guest: await member("guest"),
      key: { ...maker, scopes: ["chat" as const] },
      reader: { ...maker, scopes: ["contacts:read" as const] },
      writer: { ...maker, scopes: ["contacts:write" as const] },
      stranger: await newPerson(db),
    };
    const id = await createContact(maker, db, fieldsOf("Acme"));
    const owned = { userId: null, organizationId: organization.organizationId };
    for (const [name, me] of Object.entries(people)) {
      const may = canUseContact(me, owned);
      expect([name, await isAllowed(getContact(me, db, id))]).toEqual([name, may]);
      expect([name, await names(me, db)]).toEqual([name, may ? ["Acme"] : []]);
      const { version } = await getContact(maker, db, id);
      const mayChange = may && name !== "reader";
      expect([name, await isAllowed(saveContact(me, db, { id, version, fields: fieldsOf("Acme") }))]).toEqual([name, mayChange]);
      expect([name, await isAllowed(setContactRemoved(me, db, id, false))]).toEqual([name, mayChange]);
      expect(await names({ ...me, organizationId: null }, db)).toEqual([]);
    }
    expect(Object.values(people).map((me) => canUseContact(me, owned))).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
      true,
      false,
    ]);
    for (const one of [people.guest, people.reader]) expect(await isAllowed(createContact(one, db, fieldsOf("Mine")))).toBe(false);
  });

  test("nothing is saved on top of a version that was not seen", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await createContact(me, db, fieldsOf("One"));
    expect(await saveContact(me, db, { id, version: 1, fields: fieldsOf("Two") })).toBe(2);
    const refused = (await saveContact(me, db, { id, version: 1, fields: fieldsOf("Three") }).catch(
      (error: unknown) => error,
    )) as Response;
    expect(await refused.json()).toMatchObject({ code: "text-changed", status: 409 });
    expect(await getContact(me, db, id)).toMatchObject({ name: "Two", version: 2 });
  });

  test("a deleted contact is gone, can be brought back, and is purged after its time", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const id = await createContact(me, db, fieldsOf("Acme"));
    await setContactRemoved(me, db, id, true);
    expect(await isAllowed(getContact(me, db, id))).toBe(false);
    expect(await names(me, db)).toEqual([]);
    await setContactRemoved(me, db, id, false);
    expect((await getContact(me, db, id)).name).toBe("Acme");
    await setContactRemoved(me, db, id, true);
    await sql`update contacts set removed_at = now() - interval '31 days' where id = ${id}`.execute(db);
    expect(await sweepRemovedContacts(theServer, db)).toBeGreaterThan(0);
    expect(await isAllowed(setContactRemoved(me, db, id, false))).toBe(false);
  });

  test("a long list comes by name in pages, each contact once, and is searched by every word", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const importId = uuidv7();
    const given = Array.from({ length: 180 }, (_, n) => ({
      into: null,
      fields: fieldsOf(`Öberg ${String(n).padStart(3, "0")} AB`, {
        roles: n % 90 === 0 ? ["client"] : [],
        emails: [`info${n}@example.se`],
        identifiers: n === 7 ? [{ kind: "se-organisation", value: "556016-0680" }] : [],
      }),
    }));
    await importContacts(me, db, { importId, contacts: given.toReversed() });
    const seen: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await listContacts(me, db, { query: "", ...(after !== undefined && { after }) });
      seen.push(...page.contacts.map(({ name }) => name));
      if (page.next === null) break;
      after = page.next;
    }
    expect(seen).toEqual(given.map(({ fields }) => fields.name));
    expect(await names(me, db, { query: "oberg INFO12@" })).toEqual(["Öberg 012 AB"]);
    expect(await names(me, db, { query: "5560160680" })).toEqual(["Öberg 007 AB"]);
    expect(await names(me, db, { query: "", role: "client" })).toEqual(["Öberg 000 AB", "Öberg 090 AB"]);
    expect(await names(me, db, { query: "%" })).toEqual([]);
  });

  test("merging adds what is missing, and separating takes it back unless the contact has changed since", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const kept = await createContact(me, db, fieldsOf("Acme BV", { emails: ["a@example.nl"], address: "Amsterdam" }));
    const other = await createContact(
      me,
      db,
      fieldsOf("Acme", { emails: ["b@example.nl"], address: "Utrecht", roles: ["client"] }),
    );
    const third = await createContact(me, db, fieldsOf("Acme B.V.", { phones: ["1"] }));
    await mergeContacts(me, db, { id: kept, otherId: other });
    await mergeContacts(me, db, { id: kept, otherId: third });
    expect(await names(me, db)).toEqual(["Acme BV"]);
    const merged = {
      name: "Acme BV",
      emails: ["a@example.nl", "b@example.nl"],
      address: "Amsterdam",
      roles: ["client"],
      phones: ["1"],
    };
    expect(await getContact(me, db, kept)).toMatchObject(merged);
    await separateContacts(me, db, { id: kept, otherId: third });
    expect(await getContact(me, db, kept)).toMatchObject({ ...merged, phones: [], merged: [{ id: other, name: "Acme" }] });
    await separateContacts(me, db, { id: kept, otherId: other });
    expect(await getContact(me, db, kept)).toMatchObject({ emails: ["a@example.nl"], roles: [], merged: [] });
    expect((await getContact(me, db, other)).address).toBe("Utrecht");

    await mergeContacts(me, db, { id: kept, otherId: other });
    const { version, ...fields } = await getContact(me, db, kept);
    await saveContact(me, db, { id: kept, version, fields: fieldsOf("Acme BV", { ...fields, notes: "Changed" }) });
    await separateContacts(me, db, { id: kept, otherId: other });
    expect(await getContact(me, db, kept)).toMatchObject({ notes: "Changed", roles: ["client"] });
    expect((await getContact(me, db, other)).name).toBe("Acme");
    expect(await isAllowed(mergeContacts(me, db, { id: kept, otherId: kept }))).toBe(false);
    const stranger = await newPerson(db);
    const theirs = await createContact(stranger, db, fieldsOf("Acme"));
    expect(await isAllowed(mergeContacts(me, db, { id: kept, otherId: theirs }))).toBe(false);
  });

  test("an import is taken back whole, but for what was changed since", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const acme = await createContact(me, db, fieldsOf("Acme", { emails: ["a@example.nl"] }));
    expect(await findSameNames(me, db, { names: ["ACME B.V.", "Other", ""] })).toEqual([{ id: acme, name: "Acme" }, null, null]);
    // A card that was written here has the id of its contact, whatever it is called now.
    const ids = [null, acme, uuidv7()];
    const byId = await findSameNames(me, db, { names: ["Other", "Former name", "Former name"], ids });
    expect(byId).toEqual([null, { id: acme, name: "Acme" }, null]);
    const importId = uuidv7();
    const contacts = [
      { into: acme, fields: fieldsOf("ACME B.V.", { emails: ["b@example.nl"] }) },
      { into: acme, fields: fieldsOf("Acme", { phones: ["1"] }) },
      { into: acme, fields: fieldsOf("Acme") },
      { into: null, fields: fieldsOf("New") },
      { into: null, fields: fieldsOf("Edited") },
    ];
    expect(await importContacts(me, db, { importId, contacts })).toMatchObject({ added: 2, merged: 3 });
    expect(await names(me, db)).toEqual(["Acme", "Edited", "New"]);
    expect(await getContact(me, db, acme)).toMatchObject({ emails: ["a@example.nl", "b@example.nl"], phones: ["1"] });
    const edited = (await listContacts(me, db, { query: "edited" })).contacts[0]!.id;
    await saveContact(me, db, { id: edited, version: 1, fields: fieldsOf("Edited", { notes: "Kept" }) });
    expect(await undoImport(me, db, importId)).toEqual({ removed: 1, kept: 1 });
    expect(await names(me, db)).toEqual(["Acme", "Edited"]);
    expect(await getContact(me, db, acme)).toMatchObject({ emails: ["a@example.nl"], phones: [] });
    const other = await newPerson(db);
    expect(await isAllowed(undoImport(other, db, importId))).toBe(false);
  });

  test("a contact from before languages has none, and so has what it was before a merge", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const [id, otherId] = [await createContact(me, db, fieldsOf("Acme")), await createContact(me, db, fieldsOf("Acme AB"))];
    await mergeContacts(me, db, { id, otherId });
    await sql`update contacts set fields = fields - 'languages', fields_before = fields_before - 'languages'
      where ${id} in (id, merged_into)`.execute(db);
    const migration = readFileSync(new URL("../../db/migrations/2026-12-28-contact-languages.sql", import.meta.url), "utf8");
    await sql.raw(migration).execute(db);
    expect((await getContact(me, db, id)).languages).toEqual([]);
    await separateContacts(me, db, { id, otherId });
    expect((await getContact(me, db, id)).languages).toEqual([]);
  });
});
