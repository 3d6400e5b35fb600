/* Relations of contacts: seen from both, added once, taken back, brought along by merges, and read from files. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { noContact } from "#core/contacts/contact.ts";
import { relationWords } from "#core/contacts/relation.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { theServer, type Person } from "#core/workspace/policy.ts";
import { eachDatabase } from "#test/databases.ts";
import { joinOrganization, newOrganization, newPerson } from "#test/people.ts";
import type { BoundDb } from "../../db/database.ts";
import { mergeContacts, importContacts, separateContacts, undoImport } from "./contact-merges.ts";
import { addRelation, importRelations, setRelationRemoved, sweepRemovedRelations } from "./contact-relations.ts";
import { createContact, eachContact, getContact, setContactRemoved } from "./contacts.ts";

const create = (me: Person, db: BoundDb, name: string) => createContact(me, db, { ...noContact, name });
const related = async (me: Person, db: BoundDb, id: string) =>
  (await getContact(me, db, id)).relations.map((one) => `${relationWords(one)} ${one.other.name}`);
const isAllowed = (asked: Promise<unknown>) =>
  asked.then(
    () => true,
    () => false,
  );

eachDatabase((open) => {
  test("a relation is seen from both contacts, is stored once, and is taken back", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const [anna, acme] = [await create(me, db, "Anna Berg"), await create(me, db, "Acme AB")];
    const id = await addRelation(me, db, { id: anna, kind: "director", isFrom: true, otherId: acme });
    expect([await related(me, db, anna), await related(me, db, acme)]).toEqual([
      ["Director of Acme AB"],
      ["Has as director Anna Berg"],
    ]);
    // The same, as it is said from the other side.
    expect(await addRelation(me, db, { id: acme, kind: "director", isFrom: false, otherId: anna })).toBe(id);
    await addRelation(me, db, { id: anna, kind: "shareholder", isFrom: true, otherId: acme });
    expect(await related(me, db, acme)).toEqual(["Has as director Anna Berg", "Owned by Anna Berg"]);
    await setRelationRemoved(me, db, { id: acme, relationId: id, isRemoved: true });
    expect([await related(me, db, anna), await related(me, db, acme)]).toEqual([
      ["Shareholder of Acme AB"],
      ["Owned by Anna Berg"],
    ]);
    await setRelationRemoved(me, db, { id: anna, relationId: id, isRemoved: false });
    expect(await related(me, db, anna)).toEqual(["Director of Acme AB", "Shareholder of Acme AB"]);

    // A deleted contact takes its own out of sight, until it is back.
    await setContactRemoved(me, db, acme, true);
    expect(await related(me, db, anna)).toEqual([]);
    await setContactRemoved(me, db, acme, false);
    expect(await related(me, db, anna)).toHaveLength(2);
    await setRelationRemoved(me, db, { id: anna, relationId: id, isRemoved: true });
    await sql`update contact_relations set removed_at = now() - interval '31 days' where id = ${id}`.execute(db);
    expect(await sweepRemovedRelations(theServer, db)).toBeGreaterThan(0);
    expect(await isAllowed(setRelationRemoved(me, db, { id: anna, relationId: id, isRemoved: false }))).toBe(false);
  });

  test("only those who keep both contacts relate them", async () => {
    const { db } = await open();
    const organization = await newOrganization(db);
    const member = async (role: Person["memberships"][0]["role"]) => {
      const me = await newPerson(db, { memberships: [{ ...organization, role }], organizationId: organization.organizationId });
      await joinOrganization(db, me.userId, organization.organizationId, role);
      return me;
    };
    const [me, colleague, guest, stranger] = [
      await member("member"),
      await member("member"),
      await member("guest"),
      await newPerson(db),
    ];
    const [one, other] = [await create(me, db, "One"), await create(me, db, "Other")];
    const theirs = await create(stranger, db, "Theirs");
    const side = { kind: "counsel", isFrom: true } as const;
    const add = (by: Person, id: string, otherId: string) => isAllowed(addRelation(by, db, { id, otherId, ...side }));
    expect(await Promise.all([guest, stranger].map((by) => add(by, one, other)))).toEqual([false, false]);
    expect([await add(me, one, theirs), await add(stranger, theirs, one), await add(me, one, one)]).toEqual([false, false, false]);
    expect(await add(colleague, one, other)).toBe(true);
    const relationId = (await getContact(me, db, one)).relations[0]!.id;
    for (const by of [guest, stranger])
      expect(await isAllowed(setRelationRemoved(by, db, { id: one, relationId, isRemoved: true }))).toBe(false);
    // Of another contact it is no relation.
    const third = await create(me, db, "Third");
    expect(await isAllowed(setRelationRemoved(me, db, { id: third, relationId, isRemoved: true }))).toBe(false);
    expect(await related(me, db, other)).toEqual(["Represented by One"]);
  });

  test("a merged contact brings its relations along and takes them back", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const [kept, twin, holding] = [await create(me, db, "Acme AB"), await create(me, db, "Acme"), await create(me, db, "Holding")];
    await addRelation(me, db, { id: twin, kind: "subsidiary", isFrom: true, otherId: holding });
    await addRelation(me, db, { id: twin, kind: "successor", isFrom: true, otherId: kept });
    await mergeContacts(me, db, { id: kept, otherId: twin });
    // What the two were to each other is nothing that one contact is to itself.
    expect([await related(me, db, kept), await related(me, db, holding)]).toEqual([
      ["Subsidiary of Holding"],
      ["Parent of Acme AB"],
    ]);
    const relationId = (await getContact(me, db, kept)).relations[0]!.id;
    await setRelationRemoved(me, db, { id: kept, relationId, isRemoved: true });
    expect(await related(me, db, holding)).toEqual([]);
    await setRelationRemoved(me, db, { id: kept, relationId, isRemoved: false });
    await separateContacts(me, db, { id: kept, otherId: twin });
    expect([await related(me, db, kept), await related(me, db, twin)]).toEqual([
      ["Succeeded by Acme"],
      ["Subsidiary of Holding", "Successor of Acme AB"],
    ]);
  });

  test("relations of a file are placed by name, once, and are taken back with it", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const acme = await create(me, db, "Acme AB");
    const importId = uuidv7();
    const added = { into: null, fields: { ...noContact, kind: "person" as const, name: "Anna Berg" } };
    await importContacts(me, db, { importId, contacts: [added] });
    const relations = [
      { of: "Anna Berg", kind: "director", isFrom: true, name: "ACME" },
      { of: "Acme AB", kind: "director", isFrom: false, name: "Anna Berg" },
      { of: "Anna Berg", kind: "counsel", isFrom: true, name: "Unheard of" },
    ] as const;
    expect(await importRelations(me, db, { importId, relations })).toEqual({ added: 1, unknown: 1 });
    expect(await importRelations(me, db, { importId, relations })).toEqual({ added: 0, unknown: 1 });
    expect(await related(me, db, acme)).toEqual(["Has as director Anna Berg"]);
    const archived: string[] = [];
    for await (const one of eachContact(me, db))
      archived.push(...one.relations.map((relation) => `${one.name}: ${relationWords(relation)}`));
    expect(archived.toSorted()).toEqual(["Acme AB: Has as director", "Anna Berg: Director of"]);
    await undoImport(me, db, importId);
    expect(await related(me, db, acme)).toEqual([]);
  });

  test("of two with the same name, a relation of a file is placed with the one that its card is", async () => {
    const { db } = await open();
    const [me, stranger] = [await newPerson(db), await newPerson(db)];
    const first = await create(me, db, "Anna Berg");
    const importId = uuidv7();
    const contacts = ["Anna Berg", "Acme AB"].map((name) => ({ into: null, fields: { ...noContact, name } }));
    const { ids } = await importContacts(me, db, { importId, contacts });
    const relation = { of: "Anna Berg", ofId: ids[0], kind: "director", isFrom: true, name: "Acme AB", otherId: ids[1] } as const;
    // An id that is not here is none: the names are what is left.
    const foreign = { ...relation, kind: "counsel", ofId: await create(stranger, db, "Theirs") } as const;
    expect(await importRelations(me, db, { importId, relations: [relation, foreign] })).toEqual({ added: 2, unknown: 0 });
    expect(await related(me, db, ids[0]!)).toEqual(["Director of Acme AB"]);
    expect(await related(me, db, first)).toEqual(["Counsel of Acme AB"]);
  });

  test("an import that only says what contacts are to each other is taken back", async () => {
    const { db } = await open();
    const me = await newPerson(db);
    const [anna] = [await create(me, db, "Anna Berg"), await create(me, db, "Acme AB")];
    const importId = uuidv7();
    const contacts = [{ into: anna, fields: { ...noContact, name: "Anna Berg" } }];
    expect(await importContacts(me, db, { importId, contacts })).toMatchObject({ merged: 1, ids: [anna] });
    await importRelations(me, db, { importId, relations: [{ of: "Anna Berg", kind: "director", isFrom: true, name: "Acme AB" }] });
    await undoImport(me, db, importId);
    expect(await related(me, db, anna)).toEqual([]);
    expect(await isAllowed(undoImport(me, db, importId))).toBe(false);
  });
});
