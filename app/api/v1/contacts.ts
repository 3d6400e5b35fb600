/* Contacts of the organization. What is changed is changed on top of the version that was read. */
import { z } from "zod";
import {
  contactKinds,
  contactRoles,
  noContact,
  type Contact,
  type ContactFields,
  type ContactSummary,
} from "#core/contacts/contact.ts";
import { identifierKinds } from "#core/contacts/identifiers.ts";
import { relationKinds, relationWords } from "#core/contacts/relation.ts";
import { contactChangeSchema, contactFieldsSchema } from "#core/requests/contacts.ts";
import type { Person } from "#core/workspace/policy.ts";
import { createContact, getContact, listContacts, saveContact } from "#server/data/contacts/contacts.ts";
import type { Db } from "#server/db/database.ts";
import type { Stet } from "#server/stet.ts";
import { route } from "./route.ts";

const summarySchema = z.object({
  id: z.uuid(),
  object: z.literal("contact"),
  kind: z.enum(contactKinds),
  name: z.string(),
  roles: z.array(z.enum(contactRoles)),
  emails: z.array(z.string()),
  country: z.string().describe("ISO 3166-1, two letters; empty if not stated."),
  tags: z.array(z.string()),
});
const contactSchema = summarySchema.extend({
  identifiers: z.array(z.object({ kind: z.enum(identifierKinds), value: z.string() })),
  phones: z.array(z.string()),
  address: z.string(),
  languages: z.array(z.string()).describe("Language tags (BCP 47), the preferred one first."),
  signatory: z.string(),
  notes: z.string(),
  relations: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(relationKinds),
      is_from: z.boolean().describe("Whether this contact is that of the other, or the other of this."),
      words: z.string().describe("Such as `Director of`."),
      contact_id: z.uuid(),
      name: z.string(),
    }),
  ),
  version: z.int(),
  updated_at: z.string(),
});

const changeSchema = contactChangeSchema.extend({
  version: z.int().min(1).describe("As it was read: a contact that has changed since is refused."),
});

export function contacts({ db }: Stet) {
  return [listed(db), created(db), changed(db), read(db)];
}

function listed(db: Db) {
  return route({
    method: "get",
    path: "/v1/contacts",
    scope: "contacts:read",
    summary: "List contacts",
    description: "By name, up to 50 at once. Every word of `query` is in the name, an address, a number or a tag.",
    query: z.object({
      query: z.string().max(200).default(""),
      role: z.enum(contactRoles).optional().describe("Only those with this role."),
      after: z.uuid().optional().describe("The `id` of the last contact that was read."),
    }),
    answer: z.object({ object: z.literal("list"), data: z.array(summarySchema), has_more: z.boolean() }),
    async handle({ me, query }) {
      const page = await listContacts(me, db, query);
      return { object: "list", data: page.contacts.map(summaryOf), has_more: page.next !== null };
    },
  });
}

function created(db: Db) {
  return route({
    method: "post",
    path: "/v1/contacts",
    scope: "contacts:write",
    summary: "Create a contact",
    description: "Numbers are checked, and kept in their usual form.",
    body: contactFieldsSchema,
    answer: contactSchema,
    status: 201,
    async handle({ me, body }) {
      return whole(me, db, await createContact(me, db, body));
    },
  });
}

function changed(db: Db) {
  return route({
    method: "patch",
    path: "/v1/contacts/{id}",
    id: z.uuid(),
    scope: "contacts:write",
    summary: "Change a contact",
    description: "What is not given stays as it is; a list that is given replaces the one that was there.",
    body: changeSchema,
    answer: contactSchema,
    async handle({ me, id, body: { version, ...given } }) {
      const fields = { ...fieldsOf(await getContact(me, db, id)), ...whatIsGiven(given) };
      await saveContact(me, db, { id, version, fields });
      return whole(me, db, id);
    },
  });
}

function read(db: Db) {
  return route({
    method: "get",
    path: "/v1/contacts/{id}",
    id: z.uuid(),
    scope: "contacts:read",
    summary: "Read a contact and what it is to others",
    answer: contactSchema,
    handle: ({ me, id }) => whole(me, db, id),
  });
}

function whatIsGiven(change: Omit<z.infer<typeof changeSchema>, "version">): Partial<ContactFields> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

const fieldNames = Object.keys(noContact) as (keyof ContactFields)[];

function fieldsOf(contact: Contact): ContactFields {
  return Object.fromEntries(fieldNames.map((name) => [name, contact[name]])) as ContactFields;
}

function summaryOf({ id, kind, name, roles, emails, country, tags }: ContactSummary): z.infer<typeof summarySchema> {
  return { id, object: "contact", kind, name, roles, emails, country, tags };
}

async function whole(me: Person, db: Db, id: string): Promise<z.infer<typeof contactSchema>> {
  const contact = await getContact(me, db, id);
  const { identifiers, phones, address, languages, signatory, notes, relations, version, updatedAt } = contact;
  return {
    ...summaryOf(contact),
    identifiers,
    phones,
    address,
    languages,
    signatory,
    notes,
    relations: relations.map(({ id: relationId, kind, isFrom, other }) => {
      const words = relationWords({ kind, isFrom });
      return { id: relationId, kind, is_from: isFrom, words, contact_id: other.id, name: other.name };
    }),
    version,
    updated_at: updatedAt,
  };
}
