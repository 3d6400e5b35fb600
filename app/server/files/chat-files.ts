/*
 * A chat's files for a tool or a model: text with locations, or the reason there is none. Uploaded
 * files were read on upload; inline files are read on first use and cached for a while, since
 * every turn of the chat refers to them.
 */
import { createHash } from "node:crypto";
import type { Attachment } from "#core/chat/message.ts";
import type { FileText } from "#core/sources/file-text.ts";
import type { Person } from "#core/workspace/policy.ts";
import { readFiles } from "../data/files/files.ts";
import type { Db } from "../db/database.ts";
import type { Extracted, Extraction } from "./extraction.ts";
import type { FileStore } from "./file-store.ts";

type Known = { name: string; contentType: string; size: number; documentId?: string };
export type ReadFile = Known & { document: FileText };
export type ChatFile = ReadFile | (Known & { unreadable: string });

export type ChatFiles = {
  /** In the given order; a file attached twice is read once. */
  read(me: Person, attachments: readonly Attachment[]): Promise<ChatFile[]>;
  /** The same attachments with their content as sent to a model: images and PDF unchanged, the rest as text. */
  withContent(me: Person, attachments: readonly Attachment[]): Promise<Attachment[]>;
};

type Services = { extraction: Pick<Extraction, "extract">; db: Db; store: Pick<FileStore, "read"> };

const mostKept = 24;
/** The longest text of one file sent to a model; the rest is searchable. */
const mostSent = 400_000;

export function createChatFiles({ extraction, db, store }: Services): ChatFiles {
  const kept = new Map<string, Extracted>();

  async function extracted(me: Person, name: string, bytes: Buffer): Promise<Extracted> {
    const key = `${createHash("sha256").update(bytes).digest("base64")} ${name}`;
    const known = kept.get(key) ?? (await extraction.extract({ name, bytes, person: me.userId }));
    kept.delete(key);
    // A file that couldn't be read now may be readable later.
    if (!known.ok) return known;
    kept.set(key, known);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
    return known;
  }

  async function carried(me: Person, { name, contentType = "", url }: Attachment): Promise<ChatFile> {
    const bytes = bytesOf(url);
    if (bytes === null) return { name, contentType, size: 0, unreadable: `“${name}” has no readable content.` };
    const what = { name, contentType, size: bytes.length };
    const read = await extracted(me, name, bytes);
    if (!read.ok) return { ...what, unreadable: `“${name}”: ${read.sentence}` };
    return chatFile({ ...what, contentType: read.document.contentType || contentType }, read.document, read.document.notice);
  }

  const storedOf = (me: Person, attachments: readonly Attachment[]) =>
    readFiles(
      me,
      db,
      attachments.flatMap(({ documentId }) => documentId ?? []),
    );

  return {
    async read(me, attachments) {
      const distinct = attachments.filter((file, at) => !attachments.slice(0, at).some((other) => isSame(other, file)));
      const stored = await storedOf(me, distinct);
      return Promise.all(
        distinct.map(async (attachment) => {
          const file = stored.find(({ id }) => id === attachment.documentId);
          if (file !== undefined)
            return chatFile(
              { name: file.name, contentType: file.contentType, size: file.size, documentId: file.id },
              file.document,
              file.problem,
            );
          if (attachment.url.startsWith("data:")) return carried(me, attachment);
          const { name, contentType = "" } = attachment;
          return { name, contentType, size: 0, unreadable: `“${name}” has been deleted.` };
        }),
      );
    },
    async withContent(me, attachments) {
      const needed = attachments.filter(({ url }) => !url.startsWith("data:"));
      const stored = await storedOf(me, needed);
      return Promise.all(
        attachments.map(async (attachment) => {
          const file = stored.find(({ id }) => id === attachment.documentId);
          if (!needed.includes(attachment)) return attachment;
          if (file === undefined) {
            const { name } = attachment;
            return { name, contentType: "text/plain", url: dataUrl("text/plain", Buffer.from(`“${name}” has been deleted.`)) };
          }
          const { name } = file;
          if (file.kind === "pdf" || file.kind === "image")
            return { name, contentType: file.contentType, url: dataUrl(file.contentType, await store.read(file.key)) };
          const text = Buffer.from((file.document?.text ?? "").slice(0, mostSent));
          return { name, contentType: "text/plain", url: dataUrl("text/plain", text) };
        }),
      );
    },
  };
}

function chatFile(known: Known, document: FileText | null, notice: string | null | undefined): ChatFile {
  if (document !== null && document.text.trim() !== "") return { ...known, document };
  return { ...known, unreadable: `“${known.name}”: ${notice ?? "This file contains no text."}` };
}

function isSame(one: Attachment, other: Attachment): boolean {
  return one.documentId === undefined ? one.url === other.url : one.documentId === other.documentId;
}

function dataUrl(contentType: string, bytes: Buffer): string {
  return `data:${contentType};base64,${bytes.toString("base64")}`;
}

/** The content of a data URL; null for any other URL. */
export function bytesOf(url: string): Buffer | null {
  const head = /^data:[^,]*,/.exec(url.slice(0, 500))?.[0];
  if (head === undefined) return null;
  const body = url.slice(head.length);
  try {
    return /;\s*base64\s*,$/i.test(head) ? Buffer.from(body, "base64") : Buffer.from(decodeURIComponent(body), "utf8");
  } catch {
    return null;
  }
}
