/*
 * Detects a file's kind from its content. The name only matters where the content is ambiguous:
 * tables, Markdown and plain text are all just text.
 */
/* oxlint-disable no-control-regex -- the first bytes of files are what they are */
import { isMailbox } from "./collecting/containers.ts";
import { decodedText } from "./readers/plain.ts";
import { openCompound } from "./readers/old-office/compound.ts";
import type { OldKind } from "./readers/old-office/index.ts";
import { mainPartOf } from "./readers/relations.ts";
import { readXml } from "./readers/xml.ts";
import { officeLocked, Unreadable } from "./unreadable.ts";
import type { Archive } from "./zip.ts";

export type FileKind =
  | "pdf"
  | "locked-pdf"
  | "docx"
  | "xlsx"
  | "pptx"
  | "odt"
  | "rtf"
  | "doc"
  | "xls"
  | "ppt"
  | "msg"
  | "html"
  | "email"
  | "markdown"
  | "table"
  | "text"
  | "image"
  /** Files that Discovery reads one by one. */
  | "archive"
  | "mailbox";

export const contentTypes: Record<Exclude<FileKind, "image">, string> = {
  pdf: "application/pdf",
  "locked-pdf": "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  odt: "application/vnd.oasis.opendocument.text",
  rtf: "application/rtf",
  doc: "application/msword",
  xls: "application/vnd.ms-excel",
  ppt: "application/vnd.ms-powerpoint",
  msg: "application/vnd.ms-outlook",
  html: "text/html",
  email: "message/rfc822",
  markdown: "text/markdown",
  table: "text/csv",
  text: "text/plain",
  archive: "application/zip",
  mailbox: "application/mbox",
};

const images: [string, RegExp][] = [
  ["image/png", /^\x89PNG\r\n\x1a\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF[\s\S]{4}WEBP/],
];

/** OLE containers of older programs, identified by the names in their directory. */
const oldContainer = /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/;
const oldKinds: [entry: string, kind: OldKind | { refused: string }][] = [
  ["EncryptedPackage", { refused: officeLocked }],
  ["__properties_version1.0", "msg"],
  ["WordDocument", "doc"],
  ["PowerPoint Document", "ppt"],
  ["Workbook", "xls"],
  ["Book", "xls"],
  ["Quill", { refused: "This is a Publisher file (.pub). Save it as PDF and attach that." }],
  ["VisioDocument", { refused: "This is a Visio drawing (.vsd). Save it as PDF and attach that." }],
  ["!_StringPool", { refused: "This is a Windows installer. It was not opened." }],
];

/** By the first of these that stands in its root: others may be embedded in it. */
function oldKind(bytes: Buffer): Recognised {
  const { children } = openCompound(bytes);
  const found = oldKinds.find(([entry]) => children.has(entry))?.[1];
  if (typeof found === "string") return of(found);
  throw new Unreadable(
    found?.refused ?? "Stet can’t read this kind of old Office file. Save it as DOCX, XLSX, PPTX or PDF and attach that.",
  );
}

/** Messages for kinds that are recognized but not supported. */
const refused: [RegExp, string][] = [
  [/^MZ|^\x7fELF|^\xcf\xfa\xed\xfe|^\xca\xfe\xba\xbe/, "This file is a program, despite its name. It was not accepted."],
  [/^Rar!|^7z\xbc\xaf|^\x1f\x8b|^BZh|^\xfd7zXZ/, "This file is an archive. Unpack it and attach the documents in it."],
  [
    /^\x00\x00\x00.ftyp|^\x1aE\xdf\xa3|^OggS|^ID3|^RIFF[\s\S]{4}(?:AVI|WAVE)|^fLaC/,
    "This is an audio or video file. Stet reads documents and pictures.",
  ],
];

/** The head of a file is enough, except for archives, whose directory is at the end. */
const headLength = 4_096;

export type Recognised = { kind: FileKind; contentType: string };

export function recognise(bytes: Buffer, name: string): Recognised | "archive" {
  const head = bytes.subarray(0, headLength);
  const latin = head.toString("latin1");
  if (oldContainer.test(latin)) return oldKind(bytes);
  for (const [contentType, pattern] of images) if (pattern.test(latin)) return { kind: "image", contentType };
  for (const [pattern, sentence] of refused) if (pattern.test(latin)) throw new Unreadable(sentence);
  if (/^\s{0,16}%PDF-/.test(latin)) return of("pdf");
  if (latin.startsWith("PK\x03\x04") || latin.startsWith("PK\x05\x06")) return "archive";
  if (latin.startsWith("{\\rtf")) return of("rtf");
  if (isMailbox(bytes)) return of("mailbox");
  const isWide = /^(?:\xff\xfe|\xfe\xff)/.test(latin);
  const text = decodedText(head.subarray(0, isWide ? head.length & ~1 : head.length));
  if (text.includes("\0") || tooManyControls(text))
    throw new Unreadable("This file is neither text nor a document that Stet can read, whatever its name says.");
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

async function typeOfPart(archive: Archive, name: string): Promise<string> {
  let found = "";
  await readXml(archive.part("[Content_Types].xml")!, {
    open(tag, attribute) {
      const part = attribute("PartName")?.replace(/^\//, "").toLowerCase();
      if (tag === "Override" && part === name.toLowerCase()) found = attribute("ContentType") ?? "";
    },
  });
  return found;
}

/** Text has line breaks and tabs; over one percent of other control characters means something else. */
function tooManyControls(text: string): boolean {
  const controls = text.match(/[\u0001-\u0008\u000e-\u001a\u001c-\u001f]/g)?.length ?? 0;
  return controls > text.length / 100;
}

const officeKinds: [RegExp, "docx" | "xlsx" | "pptx", usual: string][] = [
  [/wordprocessingml|ms-word/, "docx", "word/document.xml"],
  [/spreadsheetml|ms-excel/, "xlsx", "xl/workbook.xml"],
  [/presentationml|ms-powerpoint/, "pptx", "ppt/presentation.xml"],
];

/** An office file's content types name its main part, whatever it is called. */
export async function recogniseArchive(archive: Archive): Promise<Recognised> {
  const has = (name: string) => archive.has(name);
  const usual = officeKinds.find(([, , name]) => has(name));
  if (usual !== undefined) return of(usual[1]);
  if (has("[Content_Types].xml")) {
    const type = await typeOfPart(archive, await mainPartOf(archive, ""));
    const kind = officeKinds.find(([pattern]) => pattern.test(type));
    if (kind !== undefined) return of(kind[1]);
    throw new Unreadable("Stet can’t read this kind of Office file. Save it as DOCX or PDF and attach that.");
  }
  const declared = (await archive.head("mimetype", 200))?.toString("latin1").trim();
  if (declared === contentTypes.odt && has("content.xml")) return of("odt");
  if (declared?.startsWith("application/vnd.oasis.opendocument."))
    throw new Unreadable("The only OpenDocument files Stet reads are texts (.odt). Save this as PDF and attach that.");
  throw new Unreadable("This file is an archive, not a document. Unpack it and attach the documents in it.");
}
