/* What is asked of discovery. */
import { z } from "zod";
import { codingLimits } from "../discovery/coding.ts";
import { discoveryLimits, documentSorts } from "../discovery/discovery.ts";
import { longestQuery } from "../discovery/query.ts";

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

/** Also the address of the page, where `document` is the one that is open. */
export const documentQuerySchema = z.object({
  query: z.string().max(longestQuery).catch("").default(""),
  sort: z.enum(documentSorts).catch("number").default("number"),
  /** The last document of the page before. */
  after: z.uuid().optional().catch(undefined),
  document: z.uuid().optional().catch(undefined),
});
export type DocumentQuery = z.infer<typeof documentQuerySchema>;
