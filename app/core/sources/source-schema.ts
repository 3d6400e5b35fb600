/*
 * The schema of sources from outside. Separate from source.ts, because the chat
 * page reads sources without validating them, and the validator is half as
 * large as the page.
 */
import { z } from "zod";

export const sourceMetadataSchema = z.looseObject({
  fileName: z.string().optional(),
  fileType: z.string().optional(),
  pageCount: z.number().optional(),
  fileSize: z.number().optional(),
  documentId: z.string().optional(),
  /** For law: its name in citations, the date of this text, and since when it has been in force; ISO dates. */
  ref: z.string().optional(),
  version: z.string().optional(),
  inForce: z.string().optional(),
  /** The last day this wording was in force, and the day for which it was requested. */
  inForceTo: z.string().optional(),
  inForceOn: z.string().optional(),
  licence: z.string().optional(),
  /** For law: who consolidated the text, and which amendments it lacks. */
  note: z.string().optional(),
  /** For a web page: why it is incomplete. */
  notice: z.string().optional(),
  /** The offset in `content` of each page. */
  pageStarts: z.array(z.number()).optional(),
  /** Of each page: how sure the recognition is of its words, 0 to 100; null where they are the file's own. */
  pageSure: z.array(z.number().nullable()).optional(),
  /** Of a cell of a review: which one. */
  cell: z.object({ reviewId: z.string(), documentId: z.string(), columnId: z.string() }).optional(),
});
export type SourceMetadata = z.infer<typeof sourceMetadataSchema>;

/** The result for one citation: the words it relies on, with their range in `content`. */
export const citedWordsSchema = z.object({
  claim: z.string(),
  /** Answers from before the claim checker have "paraphrase", for rewording and invention alike. */
  verdict: z.preprocess(
    (stored) => (stored === "paraphrase" ? "not-checked" : stored),
    z.enum([
      "verified",
      "verified-omissions",
      "altered",
      "quotation-only",
      "supported",
      "unconfirmed",
      "differs",
      "not-found",
      "not-checked",
    ]),
  ),
  start: z.number().optional(),
  end: z.number().optional(),
  words: z.string().optional(),
  /** The quotation, if it doesn't match. */
  quoted: z.string().optional(),
  /** What a quotation omits, as worded in the source. */
  omitted: z.array(z.string()).optional(),
  /** What the claim says, and what the source says instead. */
  difference: z.object({ said: z.string(), source: z.string().optional() }).optional(),
  /** Of an unconfirmed claim, or of the sentence around a quotation: the words that its passage doesn't have. */
  missing: z.array(z.string()).optional(),
  /** In a different language than its source: only figures were compared. */
  isTranslation: z.boolean().optional(),
});
export type CitedWords = z.infer<typeof citedWordsSchema>;

/** For law that has changed since; `version` is the date of the new text. */
export const amendmentSchema = z.object({ version: z.string().optional(), isRepealed: z.boolean() });
export type Amendment = z.infer<typeof amendmentSchema>;

export const sourceSchema = z.object({
  id: z.string(),
  type: z.enum(["file", "web", "edgar"]),
  name: z.string(),
  displayName: z.string().optional(),
  /** For a web source, its URL. */
  description: z.string().optional(),
  content: z.string().optional(),
  /** 0 to 1, higher is closer. */
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
  /** Not a real source: law cited in the answer that the stored law doesn't contain. It has no number. */
  unknown: z.enum(["provision", "case"]).optional(),
  /** One per citation of this source in its answer, in order. */
  cited: z.array(citedWordsSchema).optional(),
  /** Determined when a chat is read, never stored. */
  amended: amendmentSchema.optional(),
});
export type Source = z.infer<typeof sourceSchema>;
