/*
 * Reads a file for a collection, some families at a time: an email with its attachments, a file of an archive, or the
 * file itself. Runs in the child process that reads files; how far it is, is a number of families, so that it can be
 * continued in another child.
 */
import { createHash } from "node:crypto";
import type { Email } from "postal-mime";
import type { Collected, CollectedEmail, CollectedMember } from "#core/discovery/collected.ts";
import { signatureOf } from "#core/discovery/near-duplicates.ts";
import { wordVectors } from "#core/discovery/vectors.ts";
import { storable } from "#core/text/storable.ts";
import { DocumentBuilder } from "../document-builder.ts";
import { recognise } from "../file-kind.ts";
import { readDocument } from "../read-document.ts";
import { openCompound, type Entry } from "../readers/old-office/compound.ts";
import { openOutlook } from "../readers/old-office/outlook.ts";
import { parsedEmail, shown, writeEmail } from "../readers/email.ts";
import { Unreadable } from "../unreadable.ts";
import { partsOf, type Part } from "./containers.ts";

/** `most`: families at once. */
export type Collecting = { from: number; most: number };

const longestMs = 2_000;
const mostCharacters = 8_000_000;
const deepest = 8;
const mostMembers = 2_000;

export async function collect(bytes: Buffer, name: string, { from, most }: Collecting): Promise<Collected> {
  const parts = await partsOf(bytes, name);
  if (parts === null) {
    const part: Part = { path: name, name, open: () => Promise.resolve(bytes) };
    return { families: from === 0 ? [await familyOf(part)] : [], next: null, total: 1 };
  }
  const families: CollectedMember[][] = [];
  const began = performance.now();
  let [at, characters] = [0, 0];
  let next: number | null = null;
  for await (const part of parts) {
    const isFull = families.length >= most || characters > mostCharacters || performance.now() - began > longestMs;
    if (at >= from && families.length > 0 && isFull) {
      next ??= at;
      // The first time, all are counted.
      if (from > 0) break;
    } else if (at >= from) {
      const family = await familyOf(part);
      for (const { text } of family) characters += text.length;
      families.push(family);
    }
    at++;
  }
  return { families, next, total: at };
}

async function familyOf(part: Part): Promise<CollectedMember[]> {
  const family: CollectedMember[] = [];
  try {
    await addMember(family, { ...part, bytes: await part.open(), parent: null, depth: 0 });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    family.push(unread(part, error.message));
  }
  return family;
}

type Given = { path: string; name: string; bytes: Buffer; parent: number | null; depth: number };

async function addMember(family: CollectedMember[], given: Given): Promise<void> {
  const { bytes, name, path, parent } = given;
  const sha256 = hashOf(bytes);
  const at = family.length;
  const common = { path, name, size: bytes.length, sha256, parent };
  if (at >= mostMembers || given.depth > deepest)
    return void family.push({ ...unread(given, "It is nested too deep, or in too large a family, to be read."), ...common });
  try {
    if (bytes.length === 0) throw new Unreadable("The file is empty.");
    const kind = kindOf(bytes, name);
    if (kind === "email") return await addEmail(family, given, common);
    if (kind === "msg") return await addOutlook(family, given, common, openCompound(bytes));
    const { kind: read, text, pageCount, notice } = await readDocument(bytes, name);
    const problem = notice ?? (text.trim() === "" ? "There is no text in this file." : null);
    const inner = read === "archive" || read === "mailbox" ? await partsOf(bytes, name) : null;
    if (inner === null)
      return void family.push({
        ...common,
        sameKey: sha256,
        kind: read,
        email: null,
        pageCount: pageCount ?? null,
        ...indexed(text, problem),
      });
    family.push({ ...common, sameKey: sha256, kind: read, email: null, pageCount: null, ...indexed("", null) });
    for await (const part of inner) await addPart(family, part, at, given);
  } catch (error) {
    // A part of the family was added; the rest of it is named.
    if (family.length > at && error instanceof Unreadable) family[at]!.problem = error.message;
    else family.push({ ...unread(given, sentenceOf(error)), ...common });
  }
}

async function addPart(family: CollectedMember[], part: Part, parent: number, { path, depth }: Given): Promise<void> {
  const place = `${path}/${part.name}`;
  try {
    await addMember(family, { path: place, name: part.name, bytes: await part.open(), parent, depth: depth + 1 });
  } catch (error) {
    family.push({ ...unread({ path: place, name: part.name }, sentenceOf(error)), parent });
  }
}

type Common = Pick<CollectedMember, "path" | "name" | "size" | "sha256" | "parent">;

async function addEmail(family: CollectedMember[], given: Given, common: Common): Promise<void> {
  const mail = await parsedEmail(given.bytes, { hasEmails: true });
  const builder = new DocumentBuilder();
  writeEmail(mail, builder);
  const attachments = mail.attachments.map(({ filename, mimeType, content }) => ({
    name: filename || (mimeType === "message/rfc822" ? "Attached message.eml" : "Attachment"),
    bytes: bytesOf(content),
    message: null,
  }));
  await addMessage(family, given, common, { kind: "email", email: headOf(mail), builder, attachments });
}

async function addOutlook(family: CollectedMember[], given: Given, common: Common, root: Entry, isWithin = false): Promise<void> {
  const { subject, from, to, cc, sentAt, messageId, inReplyTo, references, attachments, builder } = openOutlook(root, { isWithin });
  const email = {
    from,
    to,
    cc,
    subject,
    sentAt: timeOf(sentAt ?? undefined),
    messageId: idsIn(messageId)[0] ?? null,
    references: [...idsIn(references), ...idsIn(inReplyTo)],
    people: peopleIn([from, to, cc].join(" ")),
  };
  await addMessage(family, given, common, { kind: "msg", email, builder, attachments });
}

type Message = {
  kind: "email" | "msg";
  email: CollectedEmail;
  builder: DocumentBuilder;
  attachments: { name: string; bytes: Buffer | null; message: Entry | null }[];
};

async function addMessage(family: CollectedMember[], given: Given, common: Common, message: Message): Promise<void> {
  const { kind, builder, attachments } = message;
  const { text, blocks, notice = null } = builder.finish();
  const email = storableEmail(message.email);
  const body = text.slice(blocks[email.subject === "" ? 1 : 2]?.start ?? text.length);
  const hashes = attachments.map(({ bytes }) => (bytes === null ? "" : hashOf(bytes)));
  const said = [email.from, email.to, email.cc, email.subject, email.sentAt, body.replace(/\s+/g, " ").trim(), hashes];
  const at = family.length;
  family.push({
    ...common,
    kind,
    email,
    pageCount: null,
    sameKey: hashOf(JSON.stringify(said)),
    ...indexed(text, notice, body.replace(/^>.*$/gm, "")),
  });
  for (const { name: called, bytes, message: within } of attachments) {
    const name = called || (within === null ? "Attachment" : "Attached message.msg");
    const place = { path: `${given.path}/${name}`, name };
    const own = { ...place, parent: at, depth: given.depth + 1 };
    const nothing = { ...unread(place, "The attachment is not in the message."), parent: at };
    if (within !== null && own.depth <= deepest) await addWithin(family, { ...own, bytes: Buffer.alloc(0) }, within);
    else if (bytes === null) family.push(nothing);
    else await addMember(family, { ...own, bytes });
  }
}

/** A message kept in another, which has no bytes of its own. */
async function addWithin(family: CollectedMember[], given: Given, within: Entry): Promise<void> {
  const { path, name, parent } = given;
  try {
    const sha256 = hashOf(`${within.children.get("__properties_version1.0")?.bytes().toString("base64")} ${path}`);
    await addOutlook(family, given, { path, name, parent, size: 0, sha256 }, within, true);
  } catch (error) {
    family.push({ ...unread({ path, name }, sentenceOf(error)), parent });
  }
}

function kindOf(bytes: Buffer, name: string): string {
  const recognised = recognise(bytes, name);
  return recognised === "archive" ? "archive" : recognised.kind;
}

function headOf(mail: Email): CollectedEmail {
  const [from, to, cc] = [mail.from ? shown([mail.from]) : "", shown(mail.to ?? []), shown(mail.cc ?? [])];
  return {
    from,
    to,
    cc,
    subject: mail.subject ?? "",
    sentAt: timeOf(mail.date),
    messageId: idsIn(mail.messageId)[0] ?? null,
    references: [...idsIn(mail.references), ...idsIn(mail.inReplyTo)],
    people: peopleIn([from, to, cc, shown(mail.bcc ?? [])].join(" ")),
  };
}

const most = 500;

function storableEmail(email: CollectedEmail): CollectedEmail {
  const { from, to, cc, subject, sentAt, messageId, references, people } = email;
  const line = (text: string) => storable(text.replace(/\s+/g, " ").trim().slice(0, 20_000));
  return {
    from: line(from),
    to: line(to),
    cc: line(cc),
    subject: line(subject),
    sentAt,
    messageId: messageId === null ? null : line(messageId).slice(0, most),
    references: references.slice(0, most).map((id) => line(id).slice(0, most)),
    people: people.map(line),
  };
}

function idsIn(header: string | undefined): string[] {
  const ids = header?.match(/<[^<>\s]+>/g)?.map((id) => id.slice(1, -1));
  return [...new Set(ids ?? header?.split(/\s+/).filter(Boolean) ?? [])];
}

function peopleIn(text: string): string[] {
  const words = text.toLowerCase().split(/[\s<>,;:"()]/);
  return [...new Set(words.filter((word) => word.indexOf("@") > 0 && !word.endsWith("@")))].slice(0, most);
}

function timeOf(date: string | undefined): string | null {
  const time = date === undefined ? Number.NaN : Date.parse(date);
  return time > Date.UTC(1970, 0, 2) && time < Date.UTC(2100, 0, 1) ? new Date(time).toISOString() : null;
}

function bytesOf(content: ArrayBuffer | Uint8Array | string): Buffer {
  return typeof content === "string" ? Buffer.from(content) : Buffer.from(content as Uint8Array);
}

function hashOf(content: Buffer | string): string {
  return createHash("sha256").update(content).digest("hex");
}

type Indexed = Pick<CollectedMember, "text" | "words" | "more" | "wordCount" | "signature" | "problem">;

/** `problem`: what is to be said of the document already. */
function indexed(given: string, problem: string | null, compared = given): Indexed {
  const text = storable(given);
  const { words, more, count, isCut } = wordVectors(text);
  const signature = signatureOf(compared);
  return {
    text,
    words,
    more,
    wordCount: count,
    signature: signature === null ? null : new Uint8Array(signature.buffer),
    problem: problem ?? (isCut ? tooManyWords : null),
  };
}

const tooManyWords = "This document has more different words than can be searched. Those that come last are not found.";

const damaged = "This file couldn’t be read because part of it is damaged.";

function sentenceOf(error: unknown): string {
  return error instanceof Unreadable ? error.message : damaged;
}

/** What the collection says of what could not be read. */
export function unread({ path, name }: { path: string; name: string }, problem: string): CollectedMember {
  const key = hashOf(`unread ${path}`);
  const nothing = { kind: "unknown", size: 0, sha256: "", sameKey: key, parent: null, email: null, pageCount: null };
  return { path, name, ...nothing, ...indexed("", problem) };
}

/** A file whose text was read before, such as a PDF whose pages were recognized. */
export function readBefore(file: {
  name: string;
  kind: string;
  size: number;
  sha256: string;
  text: string;
  pageCount: number | null;
  problem: string | null;
}): CollectedMember {
  const { text, problem, ...common } = file;
  const said = problem ?? (text.trim() === "" ? "There is no text in this file." : null);
  return { ...common, path: file.name, sameKey: file.sha256, parent: null, email: null, ...indexed(text, said) };
}
