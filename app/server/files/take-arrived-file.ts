/* Processes a completed large upload like any other. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Person } from "#core/workspace/policy.ts";
import type { StoredFile } from "#core/sources/stored-file.ts";
import type { FileStore } from "./file-store.ts";
import type { ArrivedUpload } from "./resumable-uploads.ts";
import { makeKnown, type UploadServices } from "./upload.ts";

type Services = Pick<UploadServices, "db" | "store" | "extraction"> & { access: AbortSignal };

export async function takeArrivedFile(services: Services, me: Person, upload: ArrivedUpload): Promise<StoredFile> {
  return makeKnown(services, me, await copied(services.store, upload), upload.projectId);
}

async function copied(store: FileStore, { path, name, size }: ArrivedUpload) {
  const key = store.newKey();
  const hash = createHash("sha256");
  const { stream, keep, drop } = await store.begin(key);
  async function* hashed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(createReadStream(path), hashed, stream);
  } catch (error) {
    await drop();
    throw error;
  }
  return { key, name, size, sha256: hash.digest("hex"), keep };
}
