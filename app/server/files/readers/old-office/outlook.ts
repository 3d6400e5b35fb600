/*
 * MSG, a message saved by Outlook: each property is a stream, named by its number and type. Attachments are listed,
 * like those of EML files.
 */
import type { FileText } from "#core/sources/file-text.ts";
import { DocumentBuilder } from "../../document-builder.ts";
import { Unreadable } from "../../unreadable.ts";
import { attachedNotice } from "../email.ts";
import { htmlText } from "../html.ts";
import { readRichText } from "../rich-text.ts";
import { decodedBy } from "./code-page.ts";
import type { Entry } from "./compound.ts";
import { unpackedRtf } from "./packed-rtf.ts";

const id = {
  subject: 0x0037,
  sentOn: 0x0039,
  received: 0x0e06,
  senderName: 0x0c1a,
  senderAddress: 0x5d01,
  senderEmail: 0x0c1f,
  displayTo: 0x0e04,
  displayCc: 0x0e03,
  body: 0x1000,
  packedRtf: 0x1009,
  html: 0x1013,
  name: 0x3001,
  address: 0x39fe,
  email: 0x3003,
  recipientType: 0x0c15,
  attachmentName: 0x3707,
  attachmentShortName: 0x3704,
  internetCodePage: 0x3fde,
  codePage: 0x3ffd,
  attached: 0x3701,
  messageId: 0x1035,
  references: 0x1039,
  inReplyTo: 0x1042,
};

/** The storage of a message within an attachment. */
const attachedMessage = "__substg1.0_3701000D";

export function readOutlook(root: Entry): FileText {
  const { attachments, builder } = openOutlook(root);
  const names = attachments.map(({ name }) => name).filter((name) => name !== "");
  if (names.length > 0) builder.paragraph(`Attached: ${names.join(", ")}`);
  if (attachments.length > 0) builder.notice(attachedNotice);
  const read = builder.finish();
  if (read.text === "") throw new Unreadable("This message saved by Outlook is empty.");
  return read;
}

export type OutlookMessage = {
  subject: string;
  from: string;
  to: string;
  cc: string;
  /** ISO time. */
  sentAt: string | null;
  messageId: string;
  inReplyTo: string;
  references: string;
  /** An attached message is an entry like its own. */
  attachments: { name: string; bytes: Buffer | null; message: Entry | null }[];
  /** With its head and text, without attachments. */
  builder: DocumentBuilder;
};

export function openOutlook(root: Entry, { isWithin = false } = {}): OutlookMessage {
  // Of an attached message the head is shorter.
  const message = new Properties(root, isWithin ? 24 : 32);
  const codePage = message.number(id.codePage) ?? message.number(id.internetCodePage) ?? 1252;
  const text = (property: number, from = message) => from.text(property, codePage).trim();
  const subject = text(id.subject);
  const from = shown(text(id.senderName), text(id.senderAddress) || text(id.senderEmail));
  const to = recipients(root, 1, codePage) || text(id.displayTo);
  const cc = recipients(root, 2, codePage) || text(id.displayCc);
  const sentAt = message.time(id.sentOn) ?? message.time(id.received) ?? null;
  const builder = new DocumentBuilder();
  builder.heading(1, subject);
  const lines = [
    ["From", from],
    ["To", to],
    ["Cc", cc],
    ["Date", sentAt ?? ""],
  ].filter(([, value]) => value !== "");
  builder.paragraph(lines.map(([name, value]) => `${name}: ${value}`).join("\n"));
  writeBody(message, codePage, builder);
  const attachments = storages(root, "__attach").map((one) => {
    const attachment = new Properties(one, 8);
    const name = text(id.attachmentName, attachment) || text(id.attachmentShortName, attachment) || text(id.name, attachment);
    return { name, bytes: attachment.bytes(id.attached) ?? null, message: one.children.get(attachedMessage) ?? null };
  });
  const [messageId, inReplyTo, references] = [text(id.messageId), text(id.inReplyTo), text(id.references)];
  return { subject, from, to, cc, sentAt, messageId, inReplyTo, references, attachments, builder };
}

/** The plain text, else what it was made from. */
function writeBody(message: Properties, codePage: number, builder: DocumentBuilder): void {
  const plain = message.text(id.body, codePage);
  const html = message.text(id.html, message.number(id.internetCodePage) ?? codePage);
  const rtf = message.bytes(id.packedRtf);
  if (plain.trim() !== "") for (const paragraph of plain.split(/\r?\n\s*\n/)) builder.paragraph(paragraph);
  else if (html.trim() !== "") htmlText(html, builder);
  else if (rtf !== undefined) {
    const { text, blocks } = readRichText(unpackedRtf(rtf));
    for (const { start, end } of blocks) builder.paragraph(text.slice(start, end));
  }
}

function storages(root: Entry, prefix: string): Entry[] {
  return [...root.children.values()].filter(({ name }) => name.startsWith(prefix)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function recipients(root: Entry, type: number, codePage: number): string {
  const own = storages(root, "__recip").map((one) => new Properties(one, 8));
  return own
    .filter((one) => one.number(id.recipientType) === type)
    .map((one) => shown(one.text(id.name, codePage).trim(), one.text(id.address, codePage) || one.text(id.email, codePage)))
    .join(", ");
}

/** Within an organization an address may be a path, "/O=…", which says nothing to a reader. */
function shown(name: string, address: string): string {
  const email = address.includes("@") ? address.trim() : "";
  return name !== "" && email !== "" && name !== email ? `${name} <${email}>` : name || email;
}

class Properties {
  #entry: Entry;
  #fixed: Buffer;

  constructor(entry: Entry, header: number) {
    this.#entry = entry;
    this.#fixed = entry.children.get("__properties_version1.0")?.bytes().subarray(header) ?? Buffer.alloc(0);
  }

  bytes(property: number, type = "0102"): Buffer | undefined {
    const name = `__substg1.0_${property.toString(16).toUpperCase().padStart(4, "0")}${type}`;
    return this.#entry.children.get(name)?.bytes();
  }

  text(property: number, codePage: number): string {
    const wide = this.bytes(property, "001F");
    if (wide !== undefined) return wide.toString("utf16le").replace(/\0+$/, "");
    const narrow = this.bytes(property, "001E") ?? this.bytes(property);
    return narrow === undefined ? "" : decodedBy(codePage, narrow).replace(/\0+$/, "");
  }

  number(property: number): number | undefined {
    const at = this.#place(property);
    return at === undefined ? undefined : this.#fixed.readUInt32LE(at);
  }

  /** Windows counts tenths of microseconds since 1601. */
  time(property: number): string | undefined {
    const at = this.#place(property);
    if (at === undefined) return undefined;
    const milliseconds = Number(this.#fixed.readBigUInt64LE(at) / 10_000n) - 11_644_473_600_000;
    return Number.isFinite(milliseconds) && Math.abs(milliseconds) < 8e15 && milliseconds > -11_000_000_000_000
      ? new Date(milliseconds).toISOString()
      : undefined;
  }

  #place(property: number): number | undefined {
    for (let at = 0; at + 16 <= this.#fixed.length; at += 16) if (this.#fixed.readUInt16LE(at + 2) === property) return at + 8;
    return undefined;
  }
}
