/*
 * The files of a chat, as a tool or a model is given them: text with its places,
 * or the sentence why there is none. A file is named in every turn of its chat,
 * so what was read last is kept for a while.
 */
import { createHash } from "node:crypto";
import type { Attachment } from "#core/message.ts";
import type { FileText } from "#core/file-text.ts";
import type { Extracted, Extraction } from "./extraction.ts";

export type ChatFile = { name: string; contentType: string; size: number } & ({ document: FileText } | { unreadable: string });

export type ChatFiles = {
  /** In the order given; the same file attached twice is read once. */
  read(attachments: readonly Attachment[]): Promise<ChatFile[]>;
};

const mostKept = 24;

export function createChatFiles(extraction: Pick<Extraction, "extract">): ChatFiles {
  const kept = new Map<string, Extracted>();

  async function extracted(name: string, bytes: Buffer): Promise<Extracted> {
    const key = `${createHash("sha256").update(bytes).digest("base64")} ${name}`;
    const known = kept.get(key) ?? (await extraction.extract({ name, bytes }));
    kept.delete(key);
    kept.set(key, known);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
    return known;
  }

  async function one({ name, contentType = "", url }: Attachment): Promise<ChatFile> {
    const bytes = bytesOf(url);
    if (bytes === null) return { name, contentType, size: 0, unreadable: `“${name}” has no content that can be read here.` };
    return chatFile(name, contentType, bytes.length, await extracted(name, bytes));
  }

  return {
    async read(attachments) {
      const distinct = attachments.filter((file, at) => !attachments.slice(0, at).some((other) => other.url === file.url));
      return Promise.all(distinct.map(one));
    },
  };
}

function chatFile(name: string, contentType: string, size: number, extracted: Extracted): ChatFile {
  if (!extracted.ok) return { name, contentType, size, unreadable: `“${name}”: ${extracted.sentence}` };
  const { document } = extracted;
  const known = { name, contentType: document.contentType || contentType, size };
  if (document.text.trim() !== "") return { ...known, document };
  return { ...known, unreadable: `“${name}”: ${document.notice ?? "There is no text in this file."}` };
}

/** What a data URL carries; null for anything else. */
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
