/*
 * What a file is, by what is in it. Its name is asked only where the content
 * cannot tell: a table, Markdown and plain text are all just text.
 */
/* oxlint-disable no-control-regex -- the first bytes of files are what they are */
import { decodedText } from "./readers/plain.ts";
import { Unreadable } from "./unreadable.ts";
import type { Archive } from "./zip.ts";

export type FileKind =
  | "pdf"
  | "docx"
  | "xlsx"
  | "pptx"
  | "odt"
  | "rtf"
  | "html"
  | "email"
  | "markdown"
  | "table"
  | "text"
  | "image";

export const contentTypes: Record<Exclude<FileKind, "image">, string> = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  odt: "application/vnd.oasis.opendocument.text",
  rtf: "application/rtf",
  html: "text/html",
  email: "message/rfc822",
  markdown: "text/markdown",
  table: "text/csv",
  text: "text/plain",
};

const images: [string, RegExp][] = [
  ["image/png", /^\x89PNG\r\n\x1a\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF[\s\S]{4}WEBP/],
];

/** Said of files that are recognised and not read. */
const refused: [RegExp, string][] = [
  [/^MZ|^\x7fELF|^\xcf\xfa\xed\xfe|^\xca\xfe\xba\xbe/, "This file is a program, whatever its name says. It was not taken."],
  [
    /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/,
    "This is an old Office file (.doc, .xls or .ppt). Save it as DOCX, XLSX, PPTX or PDF, and attach that.",
  ],
  [/^Rar!|^7z\xbc\xaf|^\x1f\x8b|^BZh|^\xfd7zXZ/, "This file is an archive. Unpack it, and attach the documents in it."],
  [
    /^\x00\x00\x00.ftyp|^\x1aE\xdf\xa3|^OggS|^ID3|^RIFF[\s\S]{4}(?:AVI|WAVE)|^fLaC/,
    "This is a sound or a film. Stet reads documents and pictures.",
  ],
];

/** The head of a file is enough, but for archives, which have their table at the end. */
export const headLength = 4_096;

export type Recognised = { kind: FileKind; contentType: string };

export function recognise(head: Buffer, name: string): Recognised | "archive" {
  const latin = head.subarray(0, headLength).toString("latin1");
  for (const [contentType, pattern] of images) if (pattern.test(latin)) return { kind: "image", contentType };
  for (const [pattern, sentence] of refused) if (pattern.test(latin)) throw new Unreadable(sentence);
  if (/^\s{0,16}%PDF-/.test(latin)) return of("pdf");
  if (latin.startsWith("PK\x03\x04") || latin.startsWith("PK\x05\x06")) return "archive";
  if (latin.startsWith("{\\rtf")) return of("rtf");
  const isWide = /^(?:\xff\xfe|\xfe\xff)/.test(latin);
  const text = decodedText(head.subarray(0, isWide ? head.length & ~1 : head.length));
  if (text.includes("\0") || tooManyControls(text))
    throw new Unreadable("This file holds neither text nor a document that Stet knows. Its name was not trusted.");
  return of(textKind(text, /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ""));
}

function of(kind: Exclude<FileKind, "image">): Recognised {
  return { kind, contentType: contentTypes[kind] };
}

function textKind(text: string, extension: string): Exclude<FileKind, "image"> {
  const begin = text.replace(/^\ufeff/, "").trimStart();
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)*<(?:!doctype html|html|head|body|script|meta|table|div|p)\b/i.test(begin))
    return "html";
  if (
    /^(?:[\w-]+:[^\n]*\r?\n(?:[ \t][^\n]*\r?\n)*){3,}/.test(begin) &&
    /^(?:from|received|return-path|message-id|mime-version|delivered-to):/im.test(begin) &&
    (extension === "eml" || /^(?:message-id|mime-version|received):/im.test(begin))
  )
    return "email";
  if (extension === "md" || extension === "markdown") return "markdown";
  if (extension === "csv" || extension === "tsv") return "table";
  return (extension === "html" || extension === "htm") && /<[a-z]/i.test(begin) ? "html" : "text";
}

/** Text has line breaks and tabs; more than one other control character in a hundred is something else. */
function tooManyControls(text: string): boolean {
  const controls = text.match(/[\u0001-\u0008\u000e-\u001a\u001c-\u001f]/g)?.length ?? 0;
  return controls > text.length / 100;
}

/** An office file says in its table of contents what it is. */
export async function recogniseArchive(archive: Archive): Promise<Recognised> {
  const has = (name: string) => archive.names.includes(name);
  if (has("[Content_Types].xml")) {
    if (has("word/document.xml")) return of("docx");
    if (has("xl/workbook.xml")) return of("xlsx");
    if (has("ppt/presentation.xml")) return of("pptx");
  }
  const declared = (await archive.head("mimetype", 200))?.toString("latin1").trim();
  if (declared === contentTypes.odt && has("content.xml")) return of("odt");
  if (declared?.startsWith("application/vnd.oasis.opendocument."))
    throw new Unreadable("Of the OpenDocument family Stet reads texts (.odt). Save this as PDF, and attach that.");
  throw new Unreadable("This file is an archive and not a document. Unpack it, and attach the documents in it.");
}
