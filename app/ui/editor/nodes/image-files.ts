/*
 * Images being uploaded from this device into a draft. Each is stored on the device
 * from insertion until the server has it, so that a lost connection or closed
 * window loses nothing; until then the document refers to it by its upload id.
 */
import { del, get, set } from "idb-keyval";
import { imageFacts } from "#core/sources/image-facts.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { onUploads, startUpload, uploadOf, type Upload } from "../../composer/uploads.ts";

const prefix = "stet.image.";
const headBytes = 300_000;

export type ReadyImage = { uploadId: string; file: File };

/** Converted to a format Word can show; an error message if a draft cannot hold it. */
export async function readyImage(given: File): Promise<ReadyImage | { refusal: string }> {
  const facts = imageFacts(new Uint8Array(await given.slice(0, headBytes).arrayBuffer()));
  if (facts === null) return { refusal: `“${given.name}” isn’t a PNG, JPEG, WebP or GIF picture, so it wasn’t inserted.` };
  const file = facts.type === "image/webp" ? await withoutWebp(given) : given;
  return { uploadId: uuidv7(), file };
}

async function withoutWebp(file: File): Promise<File> {
  try {
    const picture = await createImageBitmap(file);
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext("2d")!.drawImage(picture, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/png" });
    return new File([blob], file.name.replace(/\.webp$/i, "") + ".png", { type: "image/png" });
  } catch {
    return file;
  }
}

export type ImageState = { upload: Upload; url: string } | { missing: true };

/** For one open draft. */
export class ImageFiles {
  #projectId: string;
  #files = new Map<string, { file: File; url: string } | "missing">();
  #listeners = new Set<() => void>();
  #arrived: (uploadId: string, fileId: string) => void;
  #end: () => void;
  #online = () => this.#retryAll();

  /** `arrived`: the server has it. */
  constructor(projectId: string, arrived: (uploadId: string, fileId: string) => void) {
    this.#projectId = projectId;
    this.#arrived = arrived;
    this.#end = onUploads(() => this.#tell());
    addEventListener("online", this.#online);
  }

  add({ uploadId, file }: ReadyImage): void {
    // A device without storage can still upload.
    void set(prefix + uploadId, file).catch(() => {});
    this.#files.set(uploadId, { file, url: URL.createObjectURL(file) });
    startUpload(file, { isQuiet: true, projectId: this.#projectId });
    this.#tell();
  }

  /** Inserted earlier; if on another device, it is missing here. */
  async find(uploadId: string): Promise<void> {
    // Redo restored an image that the server already has.
    if (this.#files.has(uploadId)) return queueMicrotask(() => this.#tell());
    this.#files.set(uploadId, "missing");
    const file = await get<File>(prefix + uploadId).catch(() => undefined);
    if (file) this.add({ uploadId, file });
    else this.#tell();
  }

  stateOf(uploadId: string): ImageState | null {
    const known = this.#files.get(uploadId);
    if (known === undefined) return null;
    if (known === "missing") return { missing: true };
    return { upload: uploadOf(known.file) ?? { state: "waiting" }, url: known.url };
  }

  retry(uploadId: string): void {
    const known = this.#files.get(uploadId);
    if (known && known !== "missing") startUpload(known.file, { isQuiet: true, projectId: this.#projectId });
    this.#tell();
  }

  #retryAll(): void {
    for (const [uploadId, known] of this.#files)
      if (known !== "missing" && uploadOf(known.file)?.state === "failed") this.retry(uploadId);
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const [uploadId, known] of this.#files) {
      if (known === "missing") continue;
      const upload = uploadOf(known.file);
      if (upload?.state === "done") this.#arrived(uploadId, upload.stored.id);
    }
    for (const listener of this.#listeners) listener();
  }

  /** The saved document now refers to the server's file. */
  static async forget(uploadId: string): Promise<void> {
    await del(prefix + uploadId).catch(() => {});
  }

  close(): void {
    this.#end();
    removeEventListener("online", this.#online);
    for (const known of this.#files.values()) if (known !== "missing") URL.revokeObjectURL(known.url);
  }
}
