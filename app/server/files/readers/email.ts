/*
 * EML: sender, recipients, date and subject, then the text. Attachments are only listed; they have
 * to be uploaded separately to be read.
 */
import PostalMime, { type Address, type Email } from "postal-mime";
import type { FileText } from "#core/sources/file-text.ts";
import { DocumentBuilder } from "../document-builder.ts";
import { htmlText } from "./html.ts";

export const attachedNotice = "Attachments of this email are listed but not read. Attach them here separately.";

export async function readEmail(bytes: Buffer): Promise<FileText> {
  const builder = new DocumentBuilder();
  const mail = await parsedEmail(bytes);
  writeEmail(mail, builder);
  const attached = mail.attachments.map((one) => one.filename).filter((name) => name !== null && name !== undefined);
  if (attached.length > 0) builder.paragraph(`Attached: ${attached.join(", ")}`);
  if (attached.length > 0) builder.notice(attachedNotice);
  return builder.finish();
}

/** `hasEmails`: whether emails within it are attachments, or a part of its text. */
export function parsedEmail(bytes: Buffer, { hasEmails = false } = {}): Promise<Email> {
  return PostalMime.parse(bytes, { maxNestingDepth: 20, maxHeadersSize: 1024 * 1024, forceRfc822Attachments: hasEmails });
}

/** The head and the text, without attachments. */
export function writeEmail(mail: Email, builder: DocumentBuilder): void {
  if (mail.subject) builder.heading(1, mail.subject);
  const lines = [
    ["From", mail.from ? shown([mail.from]) : ""],
    ["To", shown(mail.to ?? [])],
    ["Cc", shown(mail.cc ?? [])],
    ["Date", mail.date ?? ""],
  ].filter(([, value]) => value !== "");
  builder.paragraph(lines.map(([name, value]) => `${name}: ${value}`).join("\n"));
  if (mail.text?.trim()) for (const paragraph of mail.text.split(/\n\s*\n/)) builder.paragraph(paragraph);
  else if (mail.html) htmlText(mail.html, builder);
}

export function shown(addresses: readonly Address[]): string {
  return addresses.map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address || "")).join(", ");
}
