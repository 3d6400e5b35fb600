/* Stores bytes that didn't come from an upload as a file, with the same steps: scan, extraction, quota. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PackageAnchors } from "#core/document/package-anchors.ts";
import type { Frozen } from "#core/review/frozen.ts";
import type { Person } from "#core/workspace/policy.ts";
import { fileName, type StoredFile } from "#core/sources/stored-file.ts";
import type { NewDraftPackage } from "../data/drafts/draft-packages.ts";
import { refuseUpload } from "../data/files/files.ts";
import type { FileStore } from "./file-store.ts";
import type { ImportedPicture } from "./readers/word-pictures.ts";
import { makeKnown, type UploadServices } from "./upload.ts";

type Services = Pick<UploadServices, "db" | "store" | "extraction">;

/** `frozen`: it is to be a row of a review, and is not there before it is. */
export async function keepBytes(
  services: Services,
  me: Person,
  { name, bytes, frozen }: { name: string; bytes: Uint8Array; frozen?: Frozen },
  projectId: string,
): Promise<StoredFile> {
  await refuseUpload(me, services.db, projectId);
  const key = services.store.newKey();
  const { stream, keep, drop } = await services.store.begin(key);
  try {
    await pipeline(Readable.from([Buffer.from(bytes)]), stream);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return await makeKnown(services, me, { key, name: fileName(name), size: bytes.length, sha256, keep, frozen }, projectId);
  } finally {
    await drop();
  }
}

/** The file for each picture; a picture refused because the quota is full has none. */
export async function keepPictures(
  services: Services,
  me: Person,
  pictures: readonly ImportedPicture[],
  projectId: string,
): Promise<ReadonlyMap<string, string>> {
  const kept = new Map<string, string>();
  for (const { uploadId, name, bytes } of pictures) {
    try {
      kept.set(uploadId, (await keepBytes(services, me, { name, bytes }, projectId)).id);
    } catch (refusal) {
      if (!(refusal instanceof Response) || [401, 403, 404].includes(refusal.status)) throw refusal;
    }
  }
  return kept;
}

/** A copy under a key of its own: it stays with the draft when the upload is deleted. */
export async function keepPackage(
  store: Pick<FileStore, "newKey" | "begin">,
  { name, bytes, anchors }: { name: string; bytes: Uint8Array; anchors: PackageAnchors },
): Promise<NewDraftPackage> {
  const key = store.newKey();
  const { stream, keep, drop } = await store.begin(key);
  try {
    await pipeline(Readable.from([Buffer.from(bytes)]), stream);
    await keep();
    return {
      key,
      name,
      size: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      anchors: JSON.stringify(anchors),
    };
  } finally {
    await drop();
  }
}
