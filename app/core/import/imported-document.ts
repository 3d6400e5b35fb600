/*
 * A document from another product, to become a draft. The process that reads archives sends these, and the server
 * validates them with this schema before writing.
 */
import { z } from "zod";
import { documentSources } from "./import-sources.ts";
import { partsLeftOutSchema } from "./imported-chat.ts";

export const documentLimits = {
  /** Of a Markdown file or a table. */
  textBytes: 8_000_000,
  documents: 50_000,
  /** That one document shows or links to. */
  files: 2_000,
} as const;

const path = z.string().min(1).max(2000);
const time = z.number().int().nullable();

const headSchema = z.object({
  source: z.enum(documentSources),
  /** Of what it is and what it says: unchanged, it is imported once. */
  key: z.string().min(1).max(100),
  /** In the archive. */
  path,
  /** The folder that becomes its project; empty for the archive itself. */
  folder: z.string().max(2000),
  title: z.string().min(1).max(200),
  createdAt: time,
  updatedAt: time,
  leftOut: partsLeftOutSchema,
});

export const documentHeadSchema = headSchema.extend({ pictures: z.number().int(), files: z.number().int() });
export type DocumentHead = z.infer<typeof documentHeadSchema>;

/** What the text stands in for until it is stored: `id` is in the document. */
const fileSchema = z.object({ id: z.uuid(), path, isPicture: z.boolean() });
const linkSchema = z.object({ id: z.uuid(), path });

export const importedDocumentSchema = headSchema.extend({
  /** As JSON; null for an office file, which is at its path. */
  document: z.string().nullable(),
  files: z.array(fileSchema).max(documentLimits.files),
  /** To other documents of the archive. */
  links: z.array(linkSchema).max(documentLimits.files),
});
export type ImportedDocument = z.infer<typeof importedDocumentSchema>;

export function documentHeadOf({
  files,
  source,
  key,
  path: at,
  folder,
  title,
  createdAt,
  updatedAt,
  leftOut,
}: ImportedDocument): DocumentHead {
  const head = { source, key, path: at, folder, title, createdAt, updatedAt, leftOut };
  const pictures = files.filter(({ isPicture }) => isPicture).length;
  return { ...head, pictures, files: files.length - pictures };
}

/** Replaced by an address once what it names is stored. */
export const placeholderOf = (id: string) => `#imported-${id}`;

export function placeholderIn(href: string): string | null {
  return /^#imported-([0-9a-f-]{36})$/.exec(href)?.[1] ?? null;
}
