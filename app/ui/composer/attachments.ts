/*
 * Files as sent with a message: by their address on the server. Short texts are
 * also included in the message, so that changes to them can be proposed in the chat
 * itself.
 */
import type { AttachmentLimits } from "#core/sources/attachment.ts";
import type { Attachment } from "#core/chat/message.ts";
import { uploadOf, type ComposerFile } from "./uploads.ts";

/** Files per message; the server limits their size. */
export const attachmentLimits: AttachmentLimits = { files: 10, bytes: 250_000_000 };

const carriedBytes = 200_000;

/** Throws the browser's error if a file is gone or unreadable. Every upload has ended by then. */
export function toAttachments(files: readonly ComposerFile[]): Promise<Attachment[]> {
  return Promise.all(
    files.map(async (file) => {
      const upload = uploadOf(file);
      if (upload?.state !== "done") throw new Error(`${file.name} has not been uploaded`);
      const { stored } = upload;
      const isShortText =
        file instanceof File && file.size <= carriedBytes && /^text\/(?:plain|markdown)$/.test(stored.contentType);
      const url = isShortText ? await dataUrl(file, stored.contentType) : stored.url;
      return { name: stored.originalName, contentType: stored.contentType, url, documentId: stored.id };
    }),
  );
}

async function dataUrl(file: File, contentType: string): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error ?? new Error(`${file.name} could not be read`)));
    reader.readAsDataURL(file);
  });
  // The type the server detected, not the one the browser guessed from the name.
  return url.replace(/^data:[^;,]*/, `data:${contentType}`);
}
