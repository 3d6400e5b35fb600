/*
 * Files chosen in the composer. They travel inside the message as data URLs, so
 * what may be attached is limited by what one request may weigh.
 */
import type { AttachmentLimits } from "#core/attachment.ts";
import type { Attachment } from "#core/message.ts";

/** As a data URL a file grows by a third. */
export const attachmentLimits: AttachmentLimits = { files: 10, bytes: 20_000_000 };

/** Throws what the browser throws when a file has gone or may not be read. */
export function toAttachments(files: readonly File[]): Promise<Attachment[]> {
  return Promise.all(
    files.map(async (file) => ({ name: file.name, ...(file.type !== "" && { contentType: file.type }), url: await dataUrl(file) })),
  );
}

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error ?? new Error(`${file.name} could not be read`)));
    reader.readAsDataURL(file);
  });
}
