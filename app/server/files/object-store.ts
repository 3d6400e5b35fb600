/*
 * File contents in S3-compatible storage. A file first arrives in the data folder, where it is
 * measured and read, and is copied to the bucket once complete. Files stored in the folder before
 * the bucket was configured stay readable.
 */
import { openAsBlob } from "node:fs";
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { S3mini, S3ServiceError } from "s3mini";
import { problem } from "#core/workspace/problem.ts";
import { createFileStore, isFileKey, type FileStore } from "./file-store.ts";

export type ObjectStorage = { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string };

/** The prefix of all our keys; the bucket may hold other things. */
const prefix = "files/";
const dayMs = 86_400_000;
const pausesMs = [200, 800];
/** Until the response starts; its body may take as long as it needs. */
const firstByteMs = 60_000;

/** `folder` holds incomplete files, and possibly older ones. */
export function createObjectStore(storage: ObjectStorage, folder: string, onFault: (fault: unknown) => void): FileStore {
  const s3 = new S3mini({ ...storage, fetch: patientFetch });
  const local = createFileStore(folder, onFault);
  const nameOf = (key: string) => {
    if (!isFileKey(key)) throw new Error("A file's key has another form.");
    return prefix + key;
  };
  async function open(key: string, range?: { start: number; end: number }): Promise<ReadableStream<Uint8Array>> {
    if (await local.has(key)) return local.stream(key, range);
    const whole = range === undefined;
    const end = whole ? undefined : range.end + 1;
    const { body } = await s3.getObjectRaw(nameOf(key), whole, range?.start, end).catch((fault: unknown) => {
      onFault(fault);
      throw problem(fault instanceof S3ServiceError && fault.status === 404 ? "file-missing" : "storage-unavailable");
    });
    return body ?? new ReadableStream({ start: (controller) => controller.close() });
  }

  return {
    newKey: () => local.newKey(),

    async begin(key) {
      const arriving = await local.begin(key);
      return {
        ...arriving,
        async keep() {
          await arriving.keep();
          const place = local.placeOf(key);
          try {
            // Large files are sent in parts from disk, never loaded into memory.
            await s3.putAnyObject(nameOf(key), await openAsBlob(place), "application/octet-stream");
          } catch (cause) {
            onFault(cause);
            throw problem("storage-unavailable");
          } finally {
            await rm(place, { force: true });
          }
        },
      };
    },

    async read(key) {
      return Buffer.from(await new Response(await open(key)).arrayBuffer());
    },

    stream: open,

    async remove(key) {
      await local.remove(key);
      await s3.deleteObject(nameOf(key));
    },

    async oldKeys() {
      const listed = (await s3.listObjects("/", prefix)) ?? [];
      const old = listed.filter(({ LastModified }) => Date.now() - new Date(LastModified).getTime() > dayMs);
      const keys = old.map(({ Key }) => Key.slice(prefix.length)).filter(isFileKey);
      return [...keys, ...(await local.oldKeys())];
    },
  };
}

/** Retries after a temporary network or storage failure. All our requests can safely be repeated. */
async function patientFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  for (const last of [...pausesMs, null]) {
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(new Error("the object storage is silent")), firstByteMs);
    try {
      const response = await fetch(input, { ...init, signal: giveUp.signal });
      if (last === null || (response.status < 500 && response.status !== 429)) return response;
      await response.body?.cancel();
    } catch (error) {
      if (last === null) throw error;
    } finally {
      clearTimeout(timer);
    }
    await pause(last ?? 0);
  }
  throw new Error("not reached");
}
