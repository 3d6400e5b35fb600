/*
 * Large files by the tus protocol: what has arrived stays in the data folder for
 * a day, so that after a lost connection or a reload only the rest is sent. A
 * file that is whole goes the way of every other upload. Where that fails for a
 * reason that passes (the database is away), its bytes stay, and a client asks
 * for the last step again with an empty part.
 */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Server, type Upload } from "@tus/server";
import { fileSize } from "#core/attachment.ts";
import type { Person } from "#core/policy.ts";
import { problem } from "#core/problem.ts";
import { fileName, type StoredFile } from "#core/stored-file.ts";
import { refuseUpload } from "../data/files.ts";
import type { Db } from "../db/database.ts";
import { storageRefusal } from "../db/unavailable.ts";
import type { Log } from "../log.ts";
import { makeFolder } from "../storage/durable-file.ts";
import { ArrivingFiles } from "./arriving-files.ts";
import type { Extraction } from "./extraction.ts";
import type { FileStore } from "./file-store.ts";
import { refusalSentence } from "./refusal-sentence.ts";
import { makeKnown } from "./upload.ts";

export const resumablePath = "/api/uploads";

type Services = {
  db: Db;
  log: Log;
  store: FileStore;
  extraction: Extraction;
  /** Of the data folder, for what is not whole yet. */
  folder: string;
  largestBytes: number;
  onKept: (me: Person, file: StoredFile) => void;
};

export type ResumableUploads = {
  /** A request of the protocol, asked by `me`. What is refused is a sentence in the answer's text. */
  handle(me: Person, request: Request, access: AbortSignal): Promise<Response>;
  close(): void;
};

type Asking = { me: Person; access: AbortSignal };
type Finished = { status_code: number; headers: Record<string, string>; body: string };

const dayMs = 86_400_000;
const sweepEveryMs = 60 * 60_000;
/** How many a person may have begun and not ended. */
const mostBegun = 20;

export function createResumableUploads(services: Services): ResumableUploads {
  const { log, folder, largestBytes } = services;
  const asking = new WeakMap<object, Asking>();
  const arriving = new ArrivingFiles(folder, dayMs);
  const tooLarge = problem("file-too-large", `The most is ${fileSize(largestBytes, "en")}.`);
  const askedBy = (request: object) => asking.get(request)!.me;

  const forget = (upload: Upload) => arriving.remove(upload.id).catch(() => {});

  async function finish({ me, access }: Asking, upload: Upload): Promise<Finished> {
    try {
      const projectId = upload.metadata?.project || null;
      await refuseUpload(me, services.db, projectId);
      const arrived = await copied(services.store, upload, join(folder, upload.id));
      const file = await makeKnown({ ...services, access }, me, arrived, projectId);
      services.onKept(me, file);
      await forget(upload);
      return { status_code: 200, headers: { "content-type": "application/json" }, body: JSON.stringify({ files: [file] }) };
    } catch (error) {
      if (isFinal(error)) await forget(upload);
      throw error;
    }
  }

  /** The last step may be asked for again while it is under way: by a client that lost the connection. */
  const finishing = new Map<string, Promise<Finished>>();
  function finishOnce(asked: Asking, upload: Upload): Promise<Finished> {
    const begun = finishing.get(upload.id) ?? finish(asked, upload).finally(() => finishing.delete(upload.id));
    finishing.set(upload.id, begun);
    return begun;
  }

  const server = new Server({
    path: resumablePath,
    datastore: arriving,
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: largestBytes,
    namingFunction: (request) => `${markOf(askedBy(request))}-${randomBytes(20).toString("hex")}`,
    async onIncomingRequest(request, id) {
      // Somebody else's is as if it were not there.
      if (!id.startsWith(`${markOf(askedBy(request))}-`)) await thrown(problem("not-found"));
    },
    async onUploadCreate(request, { metadata }) {
      const me = askedBy(request);
      const begun = (await readdir(folder)).filter((name) => name.startsWith(`${markOf(me)}-`) && !name.endsWith(".json"));
      if (begun.length >= mostBegun)
        await thrown(problem("too-many-requests", "Wait until some of the files that are on their way have arrived."));
      await refuseUpload(me, services.db, metadata?.project || null).catch(thrown);
      return {};
    },
    onUploadFinish: (request, upload) => finishOnce(asking.get(request)!, upload).catch(thrown),
    async onResponseError(_request, error) {
      // What the library refuses by itself, it says in its own words.
      if ("status_code" in error) return error.status_code === 413 ? refusalOf(tooLarge) : undefined;
      log.error({ err: error }, "a resumable upload failed");
      const refusal = storageRefusal(error);
      if (refusal !== null) return refusalOf(refusal);
      return { status_code: 500, body: "Something went wrong here. The file is still on its way: try again." };
    },
  });

  const sweep = () =>
    void server.cleanUpExpiredUploads().catch((error: unknown) => log.warn({ err: error }, "begun uploads could not be swept"));
  const sweeping = setInterval(sweep, sweepEveryMs);
  sweeping.unref();

  return {
    async handle(me, request, access) {
      await makeFolder(folder);
      asking.set(request, { me, access });
      return server.handleWeb(request);
    },
    close: () => clearInterval(sweeping),
  };
}

/** Refused for what the file is, or where it should go: the same bytes would be refused again. */
function isFinal(error: unknown): boolean {
  return error instanceof Response && error.status < 500 && ![401, 408, 429].includes(error.status);
}

/** Says in an upload's name whose it is, without saying who: their place is part of it. */
function markOf(me: Person): string {
  return createHash("sha256")
    .update(`${me.userId} ${me.organizationId ?? ""}`)
    .digest("hex")
    .slice(0, 24);
}

async function copied(store: FileStore, { metadata, size = 0 }: Upload, place: string) {
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
    await pipeline(createReadStream(place), hashed, stream);
  } catch (error) {
    await drop();
    throw error;
  }
  return { key, name: fileName(metadata?.filename ?? ""), size, sha256: hash.digest("hex"), keep };
}

/** The library answers what is thrown in this form. */
type Refusal = { status_code: number; body: string };

async function thrown(reason: unknown): Promise<never> {
  if (!(reason instanceof Response)) throw reason;
  throw await refusalOf(reason);
}

async function refusalOf(reason: Response): Promise<Refusal> {
  return { status_code: reason.status, body: await refusalSentence(reason) };
}
