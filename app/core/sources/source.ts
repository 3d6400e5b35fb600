/*
 * A source is a document an answer relies on: the writer's file, a web page, or
 * a filing or act from a legal source.
 *
 * Sources come from tools, stored rows and other services, and older rows have
 * `metadata` as a JSON string and the document's id in one of three fields.
 * `sourceMetadata` and `sourceDocumentId` hide that.
 */
import type { Source, SourceMetadata } from "./source-schema.ts";
import { swedishLawName } from "../law/swedish-law.ts";

export type { Amendment, CitedWords, Source, SourceMetadata } from "./source-schema.ts";

/** The current text of a section of law; empty if it was repealed. */
export type PresentSection = {
  ref: string;
  isRepealed: boolean;
  label: string;
  title: string;
  text: string;
  /** ISO date. */
  version: string | null;
  url: string;
};

const metadataFields = {
  fileName: "string",
  fileType: "string",
  pageCount: "number",
  fileSize: "number",
  documentId: "string",
  ref: "string",
  version: "string",
  inForce: "string",
  inForceTo: "string",
  inForceOn: "string",
  licence: "string",
  note: "string",
  notice: "string",
} as const;

/** The metadata as an object, however it was stored; fields of the wrong type are dropped individually. */
export function sourceMetadata(source: Pick<Source, "metadata">): SourceMetadata {
  let value: unknown = source.metadata;
  if (typeof value === "string") {
    try {
      value = JSON.parse(value);
    } catch {
      return {};
    }
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  const metadata: Record<string, unknown> = { ...value };
  for (const [field, type] of Object.entries(metadataFields)) if (typeof metadata[field] !== type) delete metadata[field];
  return metadata;
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

/**
 * For law: since when it has been in force, for past wording the period, and
 * the date of its text; for a filing, its date.
 */
export function lawDates(source: Pick<Source, "metadata" | "jurisdiction">): string | undefined {
  const { version, ref = "" } = sourceMetadata(source);
  const isJudgment = /^(?:ECLI:|CELEX 6)/.test(ref);
  const of = source.jurisdiction === "US" ? "filed" : isJudgment ? "decided" : "text in force on";
  const said = [periodOf(source), version === undefined ? undefined : `${of} ${version}`].filter((part) => part !== undefined);
  return said.length === 0 ? undefined : said.join(", ");
}

function periodOf(source: Pick<Source, "metadata">): string | undefined {
  const { inForce, inForceTo } = sourceMetadata(source);
  if (inForceTo !== undefined)
    return inForce === undefined ? `in force to ${inForceTo}` : `in force from ${inForce} to ${inForceTo}`;
  return inForce === undefined ? undefined : `in force since ${inForce}`;
}

/** For a web page: when it was read, as it may have changed since. */
export function webDate(source: Pick<Source, "type" | "timestamp">): string | undefined {
  return source.type === "web" && /^\d{4}-\d\d-\d\d/.test(source.timestamp ?? "")
    ? `read on ${source.timestamp!.slice(0, 10)}`
    : undefined;
}

/** The sections of law that answers cite, by name. */
export function citedLaw(messages: readonly { sources?: readonly Source[] }[]): string[] {
  const sources = messages.flatMap((message) => message.sources ?? []).filter(({ type }) => type === "edgar");
  return [...new Set(sources.flatMap((source) => sourceMetadata(source).ref ?? []))];
}

/** Cited in the wording of a requested date, which isn't the current one. */
export function isOtherWording(source: Pick<Source, "id" | "metadata">): boolean {
  const { ref, inForceOn } = sourceMetadata(source);
  return inForceOn !== undefined && source.id !== ref;
}

/** A note on the law's amendment since; undefined if it still reads as cited. */
export function amendedSentence(source: Pick<Source, "id" | "metadata" | "amended">): string | undefined {
  if (isOtherWording(source)) return `Not the current wording: ${lawDates(source)}.`;
  if (source.amended === undefined) return undefined;
  const { version } = sourceMetadata(source);
  const cited = version === undefined ? "this is the text the answer was written from" : `this is the text in force on ${version}`;
  return `${source.amended.isRepealed ? "Repealed" : "Amended"} since: ${cited}.`;
}

/** The page at an offset in the document's text, counted from 1; undefined if there are no pages. */
export function pageOfPlace(source: Pick<Source, "metadata">, at: number): number | undefined {
  const { pageStarts } = sourceMetadata(source);
  if (!Array.isArray(pageStarts) || pageStarts.length === 0) return undefined;
  return Math.max(1, pageStarts.findLastIndex((start) => typeof start === "number" && start <= at) + 1);
}

/** How sure the recognition is of the page at an offset; undefined where the words are the file's own. */
export function sureOfPlace(source: Pick<Source, "metadata">, at: number): number | undefined {
  const page = pageOfPlace(source, at);
  return page === undefined ? undefined : (sourceMetadata(source).pageSure?.[page - 1] ?? undefined);
}

/** The displayed name. */
export function sourceName(source: Pick<Source, "name" | "displayName">): string {
  const name = source.displayName || source.name;
  return swedishLawName(name) ?? name;
}

/**
 * The host of a web source, as a browser would resolve it: anything before an @
 * is dropped, and non-ASCII letters stay in xn-- form, so that nothing can pass
 * for another address.
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

/** At most `length` characters and an ellipsis; surrogate pairs count as one and are never split. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join("")}…`;
}
