/*
 * Files as they travel with a message: by the address under which the server
 * keeps them. Short texts travel in the message as well, so that changes to
 * them can be proposed in the chat itself.
 */
import type { AttachmentLimits } from "#core/sources/attachment.ts";
import type { Attachment } from "#core/chat/message.ts";
import { uploadOf, type ComposerFile } from "./uploads.ts";

/** How many a message takes; how large each may be is the server's to say. */
export const attachmentLimits: AttachmentLimits = { files: 10, bytes: 250_000_000 };

const carriedBytes = 200_000;

/** Throws what the browser throws when a file has gone or may not be read. Every upload has ended. */
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
  // What the server found out the file to be, not what its name made the browser think.
  return url.replace(/^data:[^;,]*/, `data:${contentType}`);
}
