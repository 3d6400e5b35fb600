/*
 * Handles a form with files: each is measured and written to disk as it arrives, then scanned,
 * read by a child process, and only then recorded. A refused file leaves nothing behind.
 */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyHeaders } from "@fastify/busboy";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { fileName, type StoredFile } from "#core/sources/stored-file.ts";
import { fileSize } from "#core/sources/attachment.ts";
import { createFile, refuseUpload, type NewFile } from "../data/files/files.ts";
import type { Db } from "../db/database.ts";
import { storageRefusal } from "../db/unavailable.ts";
import type { Extraction } from "./extraction.ts";
import type { FileStore } from "./file-store.ts";
import { keptLocked, keptOpen, refusalOf, withoutPassword } from "./protected-upload.ts";
import { findThreat } from "./quarantine.ts";
import { officeLocked } from "./unreadable.ts";

export type UploadServices = {
  db: Db;
  store: FileStore;
  extraction: Extraction;
  limits: { bytes: number; files: number; silenceMs: number };
};

type Arrived = { key: string; name: string; size: number; sha256: string; keep(): Promise<void>; drop(): Promise<void> };

export type UploadedForm = {
  headers: Headers;
  body: ReadableStream<Uint8Array> | null;
  projectId: string | null;
  /** Aborted when access ends: signed out elsewhere, deleted, removed from the organization. */
  access: AbortSignal;
};

export async function takeUpload(services: UploadServices, me: Person, form: UploadedForm): Promise<StoredFile[]> {
  await refuseUpload(me, services.db, form.projectId);
  const arrived = await arrivals(services, form);
  const files: StoredFile[] = [];
  try {
    if (arrived.length === 0) throw problem("bad-request", "file: there is no file in the form.");
    const password = passwordIn(form.headers);
    for (const one of arrived) files.push(await makeKnown({ ...services, access: form.access, password }, me, one, form.projectId));
  } finally {
    await Promise.all(arrived.map((one) => one.drop()));
  }
  return files;
}

/** All files of the form, on disk but not stored yet. If one fails, all are dropped. */
async function arrivals({ store, limits }: UploadServices, { headers, body, access }: UploadedForm): Promise<Arrived[]> {
  const contentType = headers.get("content-type") ?? "";
  if (body === null || !/^multipart\/form-data\s*;/i.test(contentType)) throw problem("bad-request", "The body is not a form.");
  const writing: Promise<Arrived>[] = [];
  const open: BusboyFileStream[] = [];
  const source = Readable.fromWeb(body as never);
  const cut = new AbortController();
  let failure: unknown = null;
  const fail = (why: unknown) => {
    failure ??= why;
    cut.abort();
    // The parser never closes the file it is in the middle of.
    for (const stream of open) stream.destroy(new Error("the form was cut off"));
  };
  const parser = parserFor(contentType, limits);
  parser.on("file", (field: string, stream: BusboyFileStream, name: string) => {
    if (field !== "file") return void stream.resume();
    open.push(stream);
    stream.on("error", () => {});
    const one = receive(store, stream, name, limits.bytes);
    one.catch(fail);
    writing.push(one);
  });
  parser.on("filesLimit", () => fail(problem("too-many-files", `At most ${limits.files}.`)));
  const end = () => fail(problem("not-signed-in"));
  access.addEventListener("abort", end);
  let silence: NodeJS.Timeout | undefined;
  const rest = () => clearTimeout(silence);
  const listen = () => {
    rest();
    silence = setTimeout(() => fail(problem("upload-too-slow")), limits.silenceMs);
  };
  listen();
  source.on("data", listen).on("resume", listen);
  // The sender is not silent while the disk is writing, or once everything has arrived.
  source.on("pause", rest).on("end", rest);
  try {
    await pipeline(source, parser, { signal: cut.signal });
  } catch {
    fail(problem("upload-cut-off"));
  } finally {
    source.off("data", listen).off("resume", listen);
    rest();
    access.removeEventListener("abort", end);
  }
  const results = await Promise.allSettled(writing);
  const whole = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  failure ??= results.find((result) => result.status === "rejected")?.reason;
  if (failure === null || failure === undefined) return whole;
  await Promise.all(whole.map((one) => one.drop()));
  throw failure instanceof Response ? failure : (storageRefusal(failure) ?? problem("upload-cut-off"));
}

function parserFor(contentType: string, limits: UploadServices["limits"]): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { "content-type": contentType } as BusboyHeaders,
      limits: {
        files: limits.files,
        fileSize: limits.bytes + 1,
        fields: 10,
        fieldSize: 1_000,
        parts: limits.files + 10,
        headerPairs: 50,
      },
      preservePath: true,
    });
  } catch {
    throw problem("bad-request", "The form's boundary is missing.");
  }
}

async function receive(store: FileStore, stream: BusboyFileStream, givenName: string, most: number): Promise<Arrived> {
  const key = store.newKey();
  const hash = createHash("sha256");
  let size = 0;
  async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      size += chunk.length;
      // Fails right away: the rest needn't be sent.
      if (size > most)
        throw problem("file-too-large", `${fileName(givenName)} is too large. Files can be at most ${fileSize(most, "en")}.`);
      hash.update(chunk);
      yield chunk;
    }
  }
  const { stream: sink, keep, drop } = await store.begin(key);
  try {
    await pipeline(stream, counted, sink);
  } catch (error) {
    await drop();
    throw error;
  }
  return { key, name: fileName(givenName), size, sha256: hash.digest("hex"), keep, drop };
}

/** Percent-encoded, since a header holds no other letters. */
function passwordIn(headers: Headers): string | null {
  try {
    return decodeURIComponent(headers.get("x-file-password") ?? "") || null;
  } catch {
    return null;
  }
}

type Making = Pick<UploadServices, "db" | "store" | "extraction"> & {
  access?: AbortSignal;
  password?: string | null;
  /** What is said about the file besides what its reader says. */
  note?: string | null;
};

const said = (...sentences: (string | null)[]) => sentences.filter((one) => one !== null).join(" ") || null;

/** Turns a complete upload into a file, or refuses it with a message and discards it. */
export async function makeKnown(
  services: Making,
  me: Person,
  arrived: Omit<Arrived, "drop"> & Pick<NewFile, "frozen">,
  projectId: string | null,
): Promise<StoredFile> {
  const { db, store, extraction, access, note = null, password = null } = services;
  const { key, name, size, sha256, frozen } = arrived;
  if (size === 0) throw problem("file-refused", `“${name}” is empty.`);
  await arrived.keep();
  const common = { key, originalName: name, size, sha256, modifiedAt: null, projectId };
  const forget = () => store.remove(key);
  try {
    const bytes = await store.read(key);
    const threat = findThreat(bytes);
    if (threat !== null) {
      await forget();
      const quarantined = {
        kind: "threat",
        contentType: "application/octet-stream",
        status: "quarantined" as const,
        document: null,
      };
      await createFile(me, db, { ...common, ...quarantined, problem: `Quarantined: ${threat}.` });
      throw problem("file-refused", `“${name}” was recognized as harmful (${threat}) and was quarantined.`);
    }
    const extracted = await extraction.extract({ name, bytes, person: me.userId, ...(password !== null && { password }) });
    // What was within may be protected once more.
    if (!extracted.ok && extracted.sentence === officeLocked && note === null) {
      const plain = await withoutPassword(services, me, { name, bytes });
      await forget();
      return await makeKnown({ ...services, note: keptOpen }, me, plain, projectId);
    }
    if (!extracted.ok) throw refusalOf(name, extracted, password !== null);
    // Access may have ended while it waited to be read.
    if (access?.aborted === true) throw problem("not-signed-in");
    const { kind, contentType, notice = null, ...document } = extracted.document;
    const problems = said(note, kind === "locked-pdf" ? keptLocked : null, notice);
    const made = await createFile(me, db, { ...common, kind, contentType, status: "ready", problem: problems, document, frozen });
    if (made.isKnown) await forget();
    return made.file;
  } catch (error) {
    await forget();
    throw error;
  }
}
