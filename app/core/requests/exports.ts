/* Requests for a draft as a file. */
import { z } from "zod";
import { formattingSchema } from "./formatting.ts";
import { isTimeZone } from "../text/day-and-time.ts";
import { columnsMax } from "../document/document-attributes.ts";
import { exportFormats, type ExportFormat } from "../document/draft-export.ts";
import { draftNameMax } from "../document/draft.ts";

const timeZoneSchema = z.string().max(60).default("UTC").refine(isTimeZone, "no such time zone");

const text = z.string().max(200_000);

const rowsSchema = z.object({
  rows: z.array(
    z.array(z.object({ span: z.int().min(1).max(columnsMax), paragraphs: z.array(text), resumes: z.literal(true).optional() })),
  ),
  at: z.enum(["behind the row", "before the row", "instead of the row", "behind the block"]),
  depth: z.int().min(0).max(100),
  beyond: z.array(text).max(2_000).optional(),
});

const pieceSchema = z.object({
  kind: z.enum(["same", "removed", "added"]),
  text,
  author: z.string().max(200).optional(),
  date: z.iso.datetime().optional(),
});

/** Proposed and not decided yet: a Word file carries them as tracked changes, the others do not. */
const changeSchema = z.object({
  original: text,
  replacement: text,
  summary: z.string().max(2_000).default(""),
  before: z.string().max(2_000).optional(),
  after: z.string().max(2_000).optional(),
  occurrence: z.int().min(1).optional(),
  place: z.object({ start: z.int().min(0), end: z.int().min(0) }).nullish(),
  look: formattingSchema.optional(),
  rows: rowsSchema.optional(),
  pieces: z.array(pieceSchema).max(2_000).optional(),
  isTyped: z.literal(true).optional(),
  author: z.string().max(2_000).optional(),
  date: z.iso.datetime().optional(),
});

export const draftExportSchema = z.object({
  format: z.enum(Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]]),
  changes: z.array(changeSchema).max(2_000).default([]),
  /** A version: a Word file carries all that was changed since then as tracked changes. */
  since: z.uuid().nullable().default(null),
  /** Names the version that is sent on the timeline. */
  sentAs: z.string().trim().min(1).max(draftNameMax).nullable().default(null),
  /** Whether a Word file carries the comments. */
  comments: z.boolean().default(true),
  /** For a PDF: whose the words are, on a page of its own behind the text. */
  withAuthorship: z.boolean().default(false),
  /** The reader's, for the moments that a file names. */
  timeZone: timeZoneSchema,
});

/** POST /api/text-files: a draft of an answer, which is not a document yet. */
export const textFileSchema = z.object({
  format: z.enum(["docx", "pdf"]),
  name: z.string().trim().min(1).max(draftNameMax),
  text: z.string().max(2_000_000),
});
export type TextFile = z.infer<typeof textFileSchema>;

/** POST /api/drafts/{id}/authorship: the report alone, as a PDF. */
export const authorshipReportSchema = z.object({ timeZone: timeZoneSchema });
