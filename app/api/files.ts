/*
 * Files: upload, list, view, and delete with undo. They are served with a policy that lets nothing in them run or
 * load anything, and never under a type they chose.
 */
import { Hono } from "hono";
import { z } from "zod";
import { contentDisposition } from "#core/sources/content-disposition.ts";
import { recognisableIn, recognisableLanguages } from "#core/sources/recognised-page.ts";
import { problem, type Problem } from "#core/workspace/problem.ts";
import { findFile, listFiles, readFiles, removeFile, restoreFile, type FileRow } from "#server/data/files/files.ts";
import { recognisedPage } from "#server/data/files/scanned-pages.ts";
import { refusalSentence } from "#server/files/refusal-sentence.ts";
import { resumablePath, type ResumableUploads } from "#server/files/resumable-uploads.ts";
import { takeUpload } from "#server/files/upload.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiContext, ApiEnv } from "./context.ts";
import { whileAccess } from "./held-access.ts";

const id = z.uuid();
/** Without languages, each page is read in its own. What has been read is read again if asked, or in chosen languages. */
const recognising = z.strictObject({
  languages: z.array(z.enum(recognisableLanguages)).min(1).max(3).optional(),
  isAgain: z.boolean().default(false),
});

/** The body is counted per file, so this is registered before the general size limit. */
export function upload(stet: Stet) {
  const { UPLOAD_FILE_MB, UPLOAD_FILES, UPLOAD_SILENCE_SECONDS } = stet.env;
  const limits = { bytes: UPLOAD_FILE_MB * 1_000_000, files: UPLOAD_FILES, silenceMs: UPLOAD_SILENCE_SECONDS * 1000 };
  return new Hono<ApiEnv>().post("/api/upload", async (c) => {
    const services = { db: stet.db, store: stet.fileStore, extraction: stet.extraction, limits };
    try {
      const me = personOf(c);
      const { headers, body } = c.req.raw;
      const projectId = idOrNull(c.req.query("project"));
      const taken = await whileAccess(stet, c, (access) => takeUpload(services, me, { headers, body, projectId, access }));
      stet.jobs.wake("index-files");
      stet.jobs.wake("start-workflows");
      await stet.scannedFiles.arrived(me, taken, recognisableIn(c.req.header("accept-language") ?? null));
      if (projectId !== null) stet.updates.publish(me.userId, { kind: "project", projectId });
      return c.json({ files: taken });
    } catch (refusal) {
      if (refusal instanceof Response) return sentence(refusal);
      throw refusal;
    }
  });
}

/** Errors are sent as plain text and close the connection: the rest of a refused file is not read. */
async function sentence(refusal: Response): Promise<Response> {
  const { code } = (await refusal.clone().json()) as Problem;
  return new Response(await refusalSentence(refusal), {
    status: refusal.status,
    headers: { "content-type": "text/plain; charset=utf-8", "x-problem": code, connection: "close" },
  });
}

/**
 * The tus protocol, for files large enough that a lost connection would hurt. Its bodies are parts of files, so it is
 * registered with uploads. A HEAD arrives here as a GET.
 */
export function resumableUploads(stet: Stet) {
  return speaksTus(stet, resumablePath, stet.resumableUploads);
}

export function speaksTus(stet: Stet, path: string, uploads: ResumableUploads) {
  const handle = (c: ApiContext) => {
    const { raw } = c.req;
    const method = raw.method === "GET" ? "HEAD" : raw.method;
    const hasBody = method === "PATCH" || method === "POST";
    const request = new Request(raw.url, {
      method,
      headers: raw.headers,
      ...(hasBody && { body: raw.body, duplex: "half" }),
    } as RequestInit);
    return whileAccess(stet, c, (access) => uploads.handle(personOf(c), request, access));
  };
  return new Hono<ApiEnv>()
    .post(path, handle)
    .get(`${path}/:id`, handle)
    .patch(`${path}/:id`, handle)
    .delete(`${path}/:id`, handle);
}

export function files(stet: Stet) {
  return new Hono<ApiEnv>()
    .get("/api/files", async (c) => {
      const project = idOrNull(c.req.query("project"));
      const found = await listFiles(personOf(c), stet.db, { limit: 500, ...(project !== null && { projectId: project }) });
      return c.json({ success: true, files: found, error: null });
    })
    .delete("/api/files/:id", async (c) => {
      await removeFile(personOf(c), stet.db, idOf(c));
      return c.json({ success: true });
    })
    .post("/api/files/:id/restore", async (c) => {
      await restoreFile(personOf(c), stet.db, idOf(c));
      return c.json({ success: true });
    })
    .post("/api/files/:id/recognise", async (c) => {
      const { languages = null, isAgain } = await bodyOf(c, recognising);
      const likely = recognisableIn(c.req.header("accept-language") ?? null);
      await stet.scannedFiles.begin(personOf(c), idOf(c), { likely, chosen: languages, isAgain });
      return c.json({ success: true });
    })
    .get("/api/documents/:id/pages/:page", async (c) => {
      const me = personOf(c);
      const { id: fileId } = await findFile(me, stet.db, idOf(c));
      const page = z.coerce.number().int().positive().safeParse(c.req.param("page"));
      const read = page.success ? await recognisedPage(me, stet.db, fileId, page.data) : undefined;
      if (read === undefined) throw problem("not-found");
      return c.json({ page: read });
    })
    .get("/api/documents/:id/view", async (c) => {
      const me = personOf(c);
      const file = await findFile(me, stet.db, idOf(c));
      if (file.status !== "ready") throw problem("not-found");
      if (c.req.query("download") !== undefined) return bytes(c, stet, file, "attachment");
      const isAsked = c.req.query("text") !== undefined;
      if (!isAsked && /pdf$|^image$/.test(file.kind)) return bytes(c, stet, file, "inline");
      // Everything else is shown as extracted text: the original format never reaches a browser.
      const [read] = await readFiles(me, stet.db, [file.id]);
      return new Response(read?.document?.text ?? "", { headers: documentHeaders(file, "inline", "text/plain; charset=utf-8") });
    });
}

function idOf(c: ApiContext): string {
  const read = id.safeParse(c.req.param("id"));
  if (!read.success) throw problem("not-found");
  return read.data;
}

function idOrNull(given: string | undefined): string | null {
  if (given === undefined || given === "") return null;
  const read = id.safeParse(given);
  if (!read.success) throw problem("not-found");
  return read.data;
}

async function bytes(c: ApiContext, stet: Stet, file: FileRow, disposition: "inline" | "attachment"): Promise<Response> {
  const type = disposition === "attachment" ? "application/octet-stream" : file.contentType;
  const headers = documentHeaders(file, disposition, type);
  headers.set("accept-ranges", "bytes");
  const asked = c.req.header("range");
  if (asked === undefined) {
    headers.set("content-length", String(file.size));
    return new Response(await stet.fileStore.stream(file.key), { headers });
  }
  const range = rangeOf(asked, file.size);
  if (range === null) throw outOfRange(file.size);
  headers.set("content-range", `bytes ${range.start}-${range.end}/${file.size}`);
  headers.set("content-length", String(range.end - range.start + 1));
  return new Response(await stet.fileStore.stream(file.key, range), { status: 206, headers });
}

/** A single range, as viewers request it. Lists of ranges have only ever been used to waste servers' work. */
function rangeOf(asked: string, size: number): { start: number; end: number } | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(asked.trim());
  if (match === null || (match[1] === "" && match[2] === "")) return null;
  const start = match[1] === "" ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === "" || match[2] === "" ? size - 1 : Math.min(Number(match[2]), size - 1);
  return start <= end && start < size ? { start, end } : null;
}

function outOfRange(size: number): Response {
  const refusal = problem("range-refused");
  refusal.headers.set("content-range", `bytes */${size}`);
  return refusal;
}

function documentHeaders(file: FileRow, disposition: "inline" | "attachment", type: string): Headers {
  return new Headers({
    "content-type": type,
    "content-disposition": contentDisposition(disposition, file.name),
    "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, no-store",
  });
}
