/* A draft as a file: the forms there are, and what the file is called. */
import { z } from "zod";
import { isTimeZone } from "../text/day-and-time.ts";
import { formattingSchema } from "../changes/formatting-change.ts";
import { columnsMax } from "./document-attributes.ts";
import { draftNameMax } from "./draft.ts";

export const exportFormats = {
  docx: { label: "Word", extension: "docx", type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document" },
  pdf: { label: "PDF", extension: "pdf", type: "application/pdf" },
  markdown: { label: "Markdown", extension: "md", type: "text/markdown; charset=utf-8" },
  html: { label: "HTML", extension: "html", type: "text/html; charset=utf-8" },
  text: { label: "Plain text", extension: "txt", type: "text/plain; charset=utf-8" },
} as const;
export type ExportFormat = keyof typeof exportFormats;

/** What the person should know about an exported file, percent-encoded. */
export function noticeHeaders(notice: string | null): Record<string, string> {
  return notice === null ? {} : { "x-stet-notice": encodeURIComponent(notice) };
}

const timeZoneSchema = z.string().max(60).default("UTC").refine(isTimeZone, "no such time zone");
const text = z.string().max(200_000);
const rowsSchema = z.object({
  rows: z.array(z.array(z.object({ span: z.int().min(1).max(columnsMax), paragraphs: z.array(text) }))),
  at: z.enum(["behind the row", "before the row", "instead of the row", "behind the block"]),
  depth: z.int().min(0).max(100),
  beyond: z.array(text).max(2_000).optional(),
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
  isTyped: z.literal(true).optional(),
  author: z.string().max(200).optional(),
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

/** The draft's name as a file's: what no file system takes is a space. */
export function exportName(name: string, format: ExportFormat): string {
  const plain = name
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, " ")
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/^[. ]+|[. ]+$/g, "")
    .slice(0, 120);
  return `${plain || "draft"}.${exportFormats[format].extension}`;
}
