/* What is asked of contacts. */
import { z } from "zod";
import { partyLimits, sides } from "../contacts/conflicts.ts";
import { contactKinds, contactLimits, contactRoles } from "../contacts/contact.ts";
import { identifierKinds, readIdentifier } from "../contacts/identifiers.ts";
import { readLanguage } from "../contacts/languages.ts";
import { relationKinds, relationLimits } from "../contacts/relation.ts";
import { plainName } from "../text/plain-name.ts";

const line = plainName().max(contactLimits.line);
const lines = z.array(line.min(1)).max(contactLimits.lines);

/** In its usual form. A number whose check digit is wrong is refused. */
const identifier = z
  .strictObject({ kind: z.enum(identifierKinds), value: z.string().max(contactLimits.line) })
  .transform(({ kind, value }, context) => {
    const read = readIdentifier(kind, value);
    if (read.ok) return { kind, value: read.value };
    context.addIssue({ code: "custom", message: read.note });
    return z.NEVER;
  });

/** By its tag. A name is understood too. */
const language = z
  .string()
  .max(contactLimits.line)
  .transform((text, context) => {
    const tag = readLanguage(text);
    if (tag !== null) return tag;
    context.addIssue({ code: "custom", message: `“${text}” is not a known language.` });
    return z.NEVER;
  });

const fields = {
  kind: z.enum(contactKinds),
  name: plainName().min(1, "A contact needs a name.").max(contactLimits.name),
  roles: z.array(z.enum(contactRoles)).max(contactRoles.length),
  identifiers: z.array(identifier).max(contactLimits.identifiers),
  emails: lines,
  phones: lines,
  address: z.string().trim().max(contactLimits.address),
  country: z.union([z.literal(""), z.string().regex(/^[A-Z]{2}$/, "Use the two letters of the country, such as SE.")]),
  languages: z.array(language).max(contactLimits.lines),
  signatory: line,
  tags: z.array(line.min(1)).max(contactLimits.tags),
  notes: z.string().trim().max(contactLimits.notes),
};

export const contactFieldsSchema = z.strictObject({
  ...fields,
  roles: fields.roles.default([]),
  identifiers: fields.identifiers.default([]),
  emails: fields.emails.default([]),
  phones: fields.phones.default([]),
  address: fields.address.default(""),
  country: fields.country.default(""),
  languages: fields.languages.default([]),
  signatory: fields.signatory.default(""),
  tags: fields.tags.default([]),
  notes: fields.notes.default(""),
});

/** PATCH /v1/contacts/{id}: what is not given stays. No defaults, which would empty it. */
export const contactChangeSchema = z.strictObject(fields).partial();

/** GET /api/contacts, and the address of the page. */
export const contactQuerySchema = z.object({
  query: z.string().max(200).catch("").default(""),
  role: z.enum(contactRoles).optional().catch(undefined),
  after: z.uuid().optional().catch(undefined),
});
export type ContactQuery = z.infer<typeof contactQuerySchema>;

/** PUT /api/contacts/{id}: on top of `version`. */
export const contactSaveSchema = z.strictObject({ version: z.int().min(1), fields: contactFieldsSchema });

/** POST /api/contacts/{id}/erase: as of the version that was shown. */
export const contactErasureSchema = z.strictObject({ version: z.int().min(1) });

/** POST /api/contacts/{id}/merge: what it takes over, and separates from again. */
export const otherContactSchema = z.strictObject({ otherId: z.uuid() });

/** POST /api/contacts/import: a part of a file; the whole file is taken back under one `importId`. */
export const contactImportSchema = z.strictObject({
  importId: z.uuid(),
  contacts: z
    .array(z.strictObject({ fields: contactFieldsSchema, into: z.uuid().nullable().default(null) }))
    .min(1)
    .max(200),
});
export type ImportedContact = z.infer<typeof contactImportSchema>["contacts"][number];

const relation = { kind: z.enum(relationKinds), isFrom: z.boolean() };

/** POST /api/contacts/{id}/relations: what it is to another; with `isFrom` false, what the other is to it. */
export const newRelationSchema = z.strictObject({ ...relation, otherId: z.uuid() });

/** PATCH /api/contacts/{id}/relations/{relationId}. */
export const relationChangeSchema = z.strictObject({ isRemoved: z.boolean() });

/** POST /api/contacts/import/relations: once the contacts of the file are there. */
export const relationImportSchema = z.strictObject({
  importId: z.uuid(),
  relations: z
    .array(
      z.strictObject({
        ...relation,
        of: z.string().max(contactLimits.name),
        name: z.string().max(contactLimits.name),
        ofId: z.uuid().optional(),
        otherId: z.uuid().optional(),
      }),
    )
    .min(1)
    .max(relationLimits.imported),
});
export type ImportedRelation = z.infer<typeof relationImportSchema>["relations"][number];

/** POST /api/contacts/matches: names, and which stored contact each is. A card of ours has the id it was written with. */
export const contactNamesSchema = z.strictObject({
  names: z.array(z.string().max(contactLimits.name)).min(1).max(2000),
  ids: z.array(z.uuid().nullable()).max(2000).default([]),
});

export const contactExportSchema = z.object({ format: z.enum(["csv", "vcf"]) });

/** POST /api/conflict-checks. */
export const conflictCheckSchema = z.strictObject({
  parties: z
    .array(z.strictObject({ name: plainName().min(1).max(partyLimits.name), side: z.enum(sides) }))
    .min(1)
    .max(partyLimits.parties),
  /** The matter it is made for, if there is one already: what is in it is no match. */
  except: z.uuid().optional(),
});
export type AskedConflicts = z.infer<typeof conflictCheckSchema>;

/** PATCH /api/conflict-checks/{id}: the matter that it was made for. */
export const checkedProjectSchema = z.strictObject({ projectId: z.uuid() });

export const checkListSchema = z.object({ before: z.uuid().optional().catch(undefined) });
