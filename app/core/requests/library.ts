/* What is asked of the library. */
import { z } from "zod";
import { askedStatuses, libraryShelves, mostSimilarText } from "../templates/library.ts";
import { searchedShelves, type SearchedShelf } from "../templates/library-search.ts";
import { jurisdictions, templateLimits } from "../templates/template.ts";
import { proseLanguages } from "../text/sentences.ts";

/** GET /api/library/templates, and the address of the page. */
export const libraryQuerySchema = z.object({
  shelf: z.enum(libraryShelves).catch("templates").default("templates"),
  jurisdiction: z.enum(jurisdictions).optional().catch(undefined),
  status: z.enum(askedStatuses).optional().catch(undefined),
  before: z.uuid().optional().catch(undefined),
});

const searched: readonly string[] = searchedShelves;
const isSearched = (name: string): name is SearchedShelf => searched.includes(name);

/** GET /api/library/search, and the address of the page; `in` names shelves with commas between them. */
export const librarySearchSchema = z.object({
  query: z.string().max(200).catch("").default(""),
  in: z
    .string()
    .max(200)
    .transform((names) => names.split(",").filter(isSearched))
    .transform((shelves) => (shelves.length === 0 ? undefined : shelves))
    .optional()
    .catch(undefined),
  jurisdiction: z.enum(jurisdictions).optional().catch(undefined),
  status: z.enum(askedStatuses).optional().catch(undefined),
  after: z.string().max(300).optional().catch(undefined),
  similar: z.stringbool().catch(true).default(true),
});

/** The address of the page of precedents; `before` is the last of the page before. */
export const precedentQuerySchema = z.object({
  query: z.string().max(200).catch("").default(""),
  before: z.uuid().optional().catch(undefined),
});
export type PrecedentQuery = z.infer<typeof precedentQuerySchema>;

/** At once; a long list is sent in parts. */
const mostSources = 100;

/** POST /api/library/templates: one file or several, or a draft or an uploaded file to make one from. */
export const newTemplateSchema = z.union([
  z.strictObject({ source: z.string().max(templateLimits.source), isPrivate: z.boolean().optional() }),
  z.strictObject({ sources: z.array(z.string().max(templateLimits.source)).min(1).max(mostSources) }),
  z.strictObject({ draftId: z.uuid() }),
  z.strictObject({ fileId: z.uuid() }),
]);

/** POST /api/library/similar: the words to which clauses are to be found, in one language or law if it is named. */
export const similarSchema = z.strictObject({
  text: z.string().max(mostSimilarText),
  language: z.enum(proseLanguages).optional(),
  jurisdiction: z.enum(jurisdictions).optional(),
});

/** PUT /api/library/templates/{id}: on top of `version`. */
export const templateSaveSchema = z.strictObject({ source: z.string().max(templateLimits.source), version: z.int().min(1) });

/** PUT /api/library/templates/{id}/approval: which version is approved; null: none. */
export const approvalSchema = z.strictObject({ version: z.int().min(1).nullable() });

/** PUT /api/library/templates/{id}/private: kept to oneself in an organization, or shared with it. */
export const privateSchema = z.strictObject({ isPrivate: z.boolean() });

/** PUT /api/library/templates/{id}/retirement */
export const retirementSchema = z.union([
  z.strictObject({ isRetired: z.literal(false) }),
  z.strictObject({ isRetired: z.literal(true), successorId: z.uuid().nullable() }),
]);
