/*
 * A source is a document that an answer leans on: a file of the writer's, a
 * page of the web, or a filing or an act from a legal source.
 *
 * Sources reach us from tools, from stored rows and from other services, and
 * older rows carry `metadata` as a JSON string and the document's id in one of
 * three places. `sourceMetadata` and `sourceDocumentId` hide that.
 */
import { z } from "zod";
import { swedishLawName } from "./swedish-law.ts";

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

/** The metadata as an object, however it was stored; empty when it is not readable. */
export function sourceMetadata(source: Pick<Source, "metadata">): SourceMetadata {
  let value: unknown = source.metadata;
  if (typeof value === "string") {
    try {
      value = JSON.parse(value);
    } catch {
      return {};
    }
  }
  const parsed = sourceMetadataSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  // One field of the wrong type must not hide the others.
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  const wrong = new Set(parsed.error.issues.map((issue) => issue.path[0]));
  return Object.fromEntries(Object.entries(value).filter(([key]) => !wrong.has(key)));
}

export function sourceDocumentId(source: Pick<Source, "documentId" | "document_id" | "metadata">): string | undefined {
  return source.documentId || source.document_id || sourceMetadata(source).documentId || undefined;
}

/** Section 5: text if the name ends in .txt or the file type includes "text". */
export function isTextDocument(source: Pick<Source, "name" | "metadata">): boolean {
  return source.name.toLowerCase().endsWith(".txt") || fileType(source).includes("text");
}

/** Section 5: PDF if the file type includes "pdf". */
export function isPdfDocument(source: Pick<Source, "metadata">): boolean {
  return fileType(source).includes("pdf");
}

function fileType(source: Pick<Source, "metadata">): string {
  return sourceMetadata(source).fileType?.toLowerCase() ?? "";
}

/** The name a reader sees. */
export function sourceName(source: Pick<Source, "name" | "displayName">): string {
  const name = source.displayName || source.name;
  return swedishLawName(name) ?? name;
}

/**
 * The host of a web source, as the browser would reach it: what stands before
 * an @ is not the host, and letters from other alphabets stay in their xn--
 * form, so that nothing can pass for another address.
 */
export function sourceHost(source: Pick<Source, "type" | "name" | "description">): string | undefined {
  if (source.type !== "web") return undefined;
  return hostOf(source.description ?? "") ?? hostOf(source.name);
}

export function hostOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") return undefined;
  return host.startsWith("www.") && host.split(".").length > 2 ? host.slice(4) : host;
}

/** Section 9: host names have 25 characters in the list of sources. */
const listLength = 25;

export function sourceListLabel(source: Source): string {
  const host = sourceHost(source);
  return host === undefined ? sourceName(source) : truncate(host, listLength);
}

/** At most `length` characters and an ellipsis; a character outside the basic plane counts as one and is never cut. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join("")}…`;
}
