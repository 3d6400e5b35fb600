/*
 * The fields of a source, and how they are checked where one comes in from
 * outside. Apart from source.ts, because the page of a chat reads sources but
 * checks none, and the checker is as large as half the page.
 */
import { z } from "zod";

export const sourceMetadataSchema = z.looseObject({
  fileName: z.string().optional(),
  fileType: z.string().optional(),
  pageCount: z.number().optional(),
  fileSize: z.number().optional(),
  documentId: z.string().optional(),
  /** Of law: what it is called in a citation, the day of this text, and since when it has been in force; ISO dates. */
  ref: z.string().optional(),
  version: z.string().optional(),
  inForce: z.string().optional(),
  /** The last day on which this wording was in force; and the day that the wording was asked for. */
  inForceTo: z.string().optional(),
  inForceOn: z.string().optional(),
  licence: z.string().optional(),
  /** Of law: whose consolidation the text is, and what is not in it yet. */
  note: z.string().optional(),
  /** Of a page of the web: why there is less of it than the page. */
  notice: z.string().optional(),
  /** Where in `content` each page begins. */
  pageStarts: z.array(z.number()).optional(),
});
export type SourceMetadata = z.infer<typeof sourceMetadataSchema>;

/** What was found for one citation: the words the answer leans on, with their place in `content`. */
export const citedWordsSchema = z.object({
  claim: z.string(),
  /** Answers older than the claim checker say "paraphrase", of a rewording and an invention alike. */
  verdict: z.preprocess(
    (stored) => (stored === "paraphrase" ? "not-checked" : stored),
    z.enum(["verified", "verified-omissions", "altered", "supported", "differs", "not-found", "not-checked"]),
  ),
  start: z.number().optional(),
  end: z.number().optional(),
  words: z.string().optional(),
  /** The quotation that does not stand there as it is quoted. */
  quoted: z.string().optional(),
  /** What a quotation leaves out, as it stands in the source. */
  omitted: z.array(z.string()).optional(),
  /** What the claim says and what the source says in its place. */
  difference: z.object({ said: z.string(), source: z.string().optional() }).optional(),
  /** In another language than its source: only figures were compared. */
  isTranslation: z.boolean().optional(),
});
export type CitedWords = z.infer<typeof citedWordsSchema>;

/** Of law that has another text by now; `version` is the day of that text. */
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
  /** No source at all: law that the answer names and the stored law does not know. It has no number. */
  unknown: z.enum(["provision", "case"]).optional(),
  /** One for each citation of this source in its answer, in their order. */
  cited: z.array(citedWordsSchema).optional(),
  /** Found out when a chat is read, and never stored. */
  amended: amendmentSchema.optional(),
});
export type Source = z.infer<typeof sourceSchema>;
