/*
 * A source is a document that an answer leans on: a file of the writer's, a
 * page of the web, or a filing or an act from a legal source.
 *
 * Sources reach us from tools, from stored rows and from other services, and
 * older rows carry `metadata` as a JSON string and the document's id in one of
 * three places. `sourceMetadata` and `sourceDocumentId` hide that.
 */
import { z } from "zod";

export const sourceMetadataSchema = z.looseObject({
  fileName: z.string().optional(),
  fileType: z.string().optional(),
  pageCount: z.number().optional(),
  fileSize: z.number().optional(),
  documentId: z.string().optional(),
});
export type SourceMetadata = z.infer<typeof sourceMetadataSchema>;

export const sourceSchema = z.object({
  id: z.string(),
  type: z.enum(["file", "web", "edgar"]),
  name: z.string(),
  displayName: z.string().optional(),
  /** For a web source, its URL. */
  description: z.string().optional(),
  content: z.string().optional(),
  /** 0 to 1, higher is nearer. */
  similarity: z.number().optional(),
  timestamp: z.string().optional(),
  metadata: z.union([sourceMetadataSchema, z.string()]).optional(),
  /** The n of [[n]]. */
  number: z.int().positive().optional(),
  documentId: z.string().optional(),
  document_id: z.string().optional(),
  documentKey: z.string().optional(),
  responseId: z.string().optional(),
  jurisdiction: z.string().optional(),
  hidden: z.boolean().optional(),
});
export type Source = z.infer<typeof sourceSchema>;
