/* What is asked of discovery. */
import { z } from "zod";
import { codingLimits } from "../discovery/coding.ts";
import { discoveryLimits, documentSorts, savedSearchLimits } from "../discovery/discovery.ts";
import { productionLimits } from "../discovery/production.ts";
import { longestQuery } from "../discovery/query.ts";
import { redactionReasons, redactionScopes } from "../discovery/redaction.ts";

/** GET /api/discovery, and the address of the page. */
export const collectionListSchema = z.object({
  query: z.string().max(200).catch("").default(""),
  after: z.uuid().optional().catch(undefined),
});
export type CollectionListQuery = z.infer<typeof collectionListSchema>;

const name = z.string().trim().min(1, "Write a name.").max(discoveryLimits.name);
const prefix = z
  .string()
  .trim()
  .regex(/^[A-Z0-9]{1,12}$/, "Use up to 12 capital letters and digits.");

export const newCollectionSchema = z.strictObject({ projectId: z.uuid(), name, prefix });
export type NewCollection = z.infer<typeof newCollectionSchema>;

export const collectionChangeSchema = z.strictObject({ name: name.optional(), isRemoved: z.boolean().optional() });
export type CollectionChange = z.infer<typeof collectionChangeSchema>;

/** Files of its project; all of them that are not in it yet, without ids. */
export const newSourcesSchema = z.strictObject({
  fileIds: z.array(z.uuid()).min(1).max(discoveryLimits.sources).optional(),
  custodian: z.string().trim().max(discoveryLimits.custodian).default(""),
});
export type NewSources = z.infer<typeof newSourcesSchema>;

const code = z.string().min(1).max(100);
const codeList = z.array(code).max(codingLimits.codes).default([]);

/** Of certain documents, or of all that a query finds. Repeating an operation changes nothing. */
export const codingSchema = z
  .strictObject({
    operationId: z.uuid(),
    documentIds: z.array(z.uuid()).min(1).max(codingLimits.documents).optional(),
    query: z.string().max(longestQuery).optional(),
    set: codeList,
    clear: codeList,
  })
  .refine(({ documentIds, query }) => (documentIds === undefined) !== (query === undefined), "Name documents, or a query.");
export type CodingRequest = z.infer<typeof codingSchema>;

const issueName = z.string().trim().min(1, "Write a name.").max(codingLimits.issueName);
export const newIssueSchema = z.strictObject({ name: issueName });
export const issueChangeSchema = z.strictObject({ name: issueName.optional(), isRemoved: z.boolean().optional() });
export type IssueChange = z.infer<typeof issueChangeSchema>;

const searchName = z.string().trim().min(1, "Write a name.").max(savedSearchLimits.name);
export const newSavedSearchSchema = z.strictObject({
  name: searchName,
  query: z.string().trim().min(1, "Search for something first.").max(longestQuery),
  sort: z.enum(documentSorts).default("number"),
});
export type NewSavedSearch = z.infer<typeof newSavedSearchSchema>;
export const savedSearchChangeSchema = z.strictObject({ name: searchName.optional(), isRemoved: z.boolean().optional() });
export type SavedSearchChange = z.infer<typeof savedSearchChangeSchema>;

/** Places are in UTF-16 units of the document's text. Repeating an operation changes nothing. */
export const redactionSchema = z
  .strictObject({
    operationId: z.uuid(),
    documentId: z.uuid(),
    start: z.int().min(0),
    end: z.int().min(1),
    reason: z.enum(redactionReasons),
    scope: z.enum(redactionScopes),
  })
  .refine(({ start, end }) => start < end, "Select some words of the document.");
export type RedactionRequest = z.infer<typeof redactionSchema>;

/** One of them, or all that an operation made. */
export const redactionChangeSchema = z
  .strictObject({ id: z.uuid().optional(), operationId: z.uuid().optional(), isRemoved: z.boolean() })
  .refine(({ id, operationId }) => (id === undefined) !== (operationId === undefined), "Name a redaction, or an operation.");
export type RedactionChange = z.infer<typeof redactionChangeSchema>;

const { leastWidth, mostWidth } = productionLimits;
export const newProductionSchema = z
  .strictObject({
    name: z.string().trim().min(1, "Write a name.").max(productionLimits.name),
    query: z.string().max(longestQuery),
    prefix: z
      .string()
      .trim()
      .max(productionLimits.prefix)
      .regex(/^[A-Z0-9][A-Z0-9_-]*$/, "Use capital letters, digits, hyphens and underscores."),
    firstNumber: z.int().min(1, "Numbers begin at 1."),
    width: z.int().min(leastWidth).max(mostWidth),
  })
  .refine(({ firstNumber, width }) => String(firstNumber).length <= width, "The first number has more digits than that.");
export type NewProduction = z.infer<typeof newProductionSchema>;

export const productionChangeSchema = z.strictObject({ isRemoved: z.boolean() });
export type ProductionChange = z.infer<typeof productionChangeSchema>;

export const privilegeLogSchema = z.object({ format: z.enum(["xlsx", "docx"]) });

/** What a production of these would hold. */
export const productionPreviewSchema = z.object({ query: z.string().max(longestQuery).catch("").default("") });

/** Also the address of the page, where `document` is the one that is open. */
export const documentQuerySchema = z.object({
  query: z.string().max(longestQuery).catch("").default(""),
  sort: z.enum(documentSorts).catch("number").default("number"),
  /** The last document of the page before. */
  after: z.uuid().optional().catch(undefined),
  document: z.uuid().optional().catch(undefined),
});
export type DocumentQuery = z.infer<typeof documentQuerySchema>;
