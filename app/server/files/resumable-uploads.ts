/*
 * Large files by the tus protocol: what has arrived stays in the data folder for
 * a day, so that after a lost connection or a reload only the rest is sent. A
 * complete file is handed to `take`. Where that fails for a reason that passes
 * (the database is away), its bytes stay, and a client asks for the last step
 * again with an empty part.
 */
import { createHash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Server, type Upload } from "@tus/server";
import { fileSize } from "#core/sources/attachment.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { fileName } from "#core/sources/stored-file.ts";
import { storageRefusal } from "../db/unavailable.ts";
import type { Log } from "../log.ts";
import { makeFolder } from "../storage/durable-file.ts";
import { ArrivingFiles } from "./arriving-files.ts";
import { refusalSentence } from "./refusal-sentence.ts";

export const resumablePath = "/api/uploads";

/** What has arrived whole, on the disk at `path`. */
export type ArrivedUpload = { path: string; name: string; size: number; projectId: string | null };

type Services = {
  log: Log;
  /** Where the protocol is spoken. */
  path: string;
  /** Of the data folder, for what is not whole yet. */
  folder: string;
  largestBytes: number;
  /** Throws the problem why this person may not bring it. */
  refuse(me: Person, projectId: string | null): Promise<void>;
  /** Handles the complete file; returns the body of the answer. */
  take(me: Person, arrived: ArrivedUpload, access: AbortSignal): Promise<object>;
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

export function createResumableUploads({ log, path, folder, largestBytes, refuse, take }: Services): ResumableUploads {
  const asking = new WeakMap<object, Asking>();
  const arriving = new ArrivingFiles(folder, dayMs);
  const tooLarge = problem("file-too-large", `The most is ${fileSize(largestBytes, "en")}.`);
  const askedBy = (request: object) => asking.get(request)!.me;

  const forget = (upload: Upload) => arriving.remove(upload.id).catch(() => {});

  async function finish({ me, access }: Asking, upload: Upload): Promise<Finished> {
    try {
      const { metadata, size = 0 } = upload;
      const projectId = metadata?.project || null;
      await refuse(me, projectId);
      const name = fileName(metadata?.filename ?? "");
      const made = await take(me, { path: join(folder, upload.id), name, size, projectId }, access);
      await forget(upload);
      return { status_code: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(made) };
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
    path,
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
      await refuse(me, metadata?.project || null).catch(thrown);
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

/** The library answers what is thrown in this form. */
type Refusal = { status_code: number; body: string };

async function thrown(reason: unknown): Promise<never> {
  if (!(reason instanceof Response)) throw reason;
  throw await refusalOf(reason);
}

async function refusalOf(reason: Response): Promise<Refusal> {
  return { status_code: reason.status, body: await refusalSentence(reason) };
}
