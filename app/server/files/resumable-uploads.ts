/*
 * Large files over the tus protocol: received data stays in the data folder for a day, so that
 * only the rest is sent after a lost connection or a reload. A complete file is passed to `take`.
 * If that fails temporarily (the database is down), its bytes stay, and the client repeats the
 * last step with an empty chunk.
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

/** A complete upload, on disk at `path`. */
export type ArrivedUpload = { path: string; name: string; size: number; projectId: string | null };

type Services = {
  log: Log;
  /** The protocol's endpoint. */
  path: string;
  /** The folder for incomplete files. */
  folder: string;
  largestBytes: number;
  /** Throws a problem if this person may not upload it. */
  refuse(me: Person, projectId: string | null): Promise<void>;
  /** Handles the complete file; returns the response body. */
  take(me: Person, arrived: ArrivedUpload, access: AbortSignal): Promise<object>;
};

export type ResumableUploads = {
  /** Handles a protocol request by `me`. A refusal's text is in the response body. */
  handle(me: Person, request: Request, access: AbortSignal): Promise<Response>;
  /** Deletes what has been unfinished for a day. */
  sweep(): Promise<unknown>;
};

type Asking = { me: Person; access: AbortSignal };
type Finished = { status_code: number; headers: Record<string, string>; body: string };

const dayMs = 86_400_000;
/** How many unfinished uploads a person may have. */
const mostBegun = 20;

export function createResumableUploads({ log, path, folder, largestBytes, refuse, take }: Services): ResumableUploads {
  const asking = new WeakMap<object, Asking>();
  const arriving = new ArrivingFiles(folder, dayMs);
  const tooLarge = problem("file-too-large", `Files can be at most ${fileSize(largestBytes, "en")}.`);
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

  /** A client that lost the connection may repeat the last step while it is still running. */
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
      // Another person's upload is treated as missing.
      if (!id.startsWith(`${markOf(askedBy(request))}-`)) await thrown(problem("not-found"));
    },
    async onUploadCreate(request, { metadata }) {
      const me = askedBy(request);
      const begun = (await readdir(folder)).filter((name) => name.startsWith(`${markOf(me)}-`) && !name.endsWith(".json"));
      if (begun.length >= mostBegun) await thrown(problem("too-many-requests", "Wait until some of your uploads have finished."));
      await refuse(me, metadata?.project || null).catch(thrown);
      return {};
    },
    onUploadFinish: (request, upload) => finishOnce(asking.get(request)!, upload).catch(thrown),
    async onResponseError(_request, error) {
      // The library's own refusals need our wording.
      if ("status_code" in error) return error.status_code === 413 ? refusalOf(tooLarge) : undefined;
      log.error({ err: error }, "a resumable upload failed");
      const refusal = storageRefusal(error);
      if (refusal !== null) return refusalOf(refusal);
      return { status_code: 500, body: "Something went wrong on the server. Try again to resume the upload." };
    },
  });

  return {
    async handle(me, request, access) {
      await makeFolder(folder);
      asking.set(request, { me, access });
      return server.handleWeb(request);
    },
    sweep: () => server.cleanUpExpiredUploads(),
  };
}

/** Refused for its content or its destination: the same bytes would be refused again. */
function isFinal(error: unknown): boolean {
  return error instanceof Response && error.status < 500 && ![401, 408, 429].includes(error.status);
}

/** Marks an upload's name with a hash of its owner and workspace, without revealing either. */
function markOf(me: Person): string {
  return createHash("sha256")
    .update(`${me.userId} ${me.organizationId ?? ""}`)
    .digest("hex")
    .slice(0, 24);
}

/** The library sends errors thrown in this form. */
type Refusal = { status_code: number; body: string };

async function thrown(reason: unknown): Promise<never> {
  if (!(reason instanceof Response)) throw reason;
  throw await refusalOf(reason);
}

async function refusalOf(reason: Response): Promise<Refusal> {
  return { status_code: reason.status, body: await refusalSentence(reason) };
}
