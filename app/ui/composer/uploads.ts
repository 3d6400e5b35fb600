/*
 * Uploads files as soon as they are chosen, so that they are ready when the message
 * is sent. After a lost connection the file is sent again; for files restored after
 * a reload, the server is asked first whether it has them. XMLHttpRequest, because
 * fetch reports no upload progress.
 */
import { slugOfPath } from "#core/workspace/place.ts";
import type { StoredFile } from "#core/sources/stored-file.ts";
import { ask } from "../ask.ts";
import { emit } from "../events.ts";
import { dismissToast, showToast } from "../kit/toast.tsx";
import { signInInWorkspace } from "../session.ts";

/** One of the reader's files already on the server, chosen from the file list. */
export type KeptFile = { name: string; size: number; lastModified: number; type: string; stored: StoredFile };
export type ComposerFile = File | KeptFile;

export type Upload =
  | { state: "sending"; /** 0 to 1. */ progress: number }
  | { state: "waiting" }
  | { state: "done"; stored: StoredFile }
  | { state: "failed"; reason: string };

type Sending = { upload: Upload; ended: Promise<void>; cancel: () => void };

/** Milliseconds between retries after a connection loss; longer while the browser is offline. */
const pauses = [1_000, 3_000, 8_000, 20_000];

const sendings = new WeakMap<File, Sending>();
const listeners = new Set<() => void>();
let version = 0;

export function onUploads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Changes with the progress of any upload, for an external store. */
export function uploadsVersion(): number {
  return version;
}

export function uploadOf(file: ComposerFile): Upload | undefined {
  return "stored" in file ? { state: "done", stored: file.stored } : sendings.get(file)?.upload;
}

/** `isQuiet`: no notice, for a file restored after a reload. `projectId`: the project to store it in. */
export function startUpload(file: ComposerFile, { isQuiet = false, projectId }: UploadOptions = {}): void {
  if ("stored" in file || (sendings.has(file) && sendings.get(file)!.upload.state !== "failed")) return;
  const giveUp = new AbortController();
  const sending: Sending = { upload: { state: "sending", progress: 0 }, ended: Promise.resolve(), cancel: () => giveUp.abort() };
  sendings.set(file, sending);
  const change = (upload: Upload) => {
    sending.upload = upload;
    version++;
    for (const listener of listeners) listener();
  };
  sending.ended = send(file, change, giveUp.signal, { isQuiet, projectId });
}

export function cancelUpload(file: ComposerFile): void {
  if ("stored" in file) return;
  sendings.get(file)?.cancel();
}

/** Waits for every upload to end; returns the first that failed. */
export async function uploadsEnded(files: readonly ComposerFile[]): Promise<{ failed: { name: string; reason: string } | null }> {
  await Promise.all(files.map(async (file) => ("stored" in file ? undefined : sendings.get(file)?.ended)));
  for (const file of files) {
    const upload = uploadOf(file);
    if (upload?.state !== "done") return { failed: { name: file.name, reason: upload?.state === "failed" ? upload.reason : "" } };
  }
  return { failed: null };
}

type UploadOptions = { isQuiet?: boolean; projectId?: string | undefined };

async function send(
  file: File,
  change: (upload: Upload) => void,
  signal: AbortSignal,
  { isQuiet = false, projectId }: UploadOptions,
): Promise<void> {
  const path = projectId === undefined ? "/api/upload" : `/api/upload?project=${projectId}`;
  const toast = isQuiet ? null : showToast({ kind: "loading", text: `Uploading ${file.name}...` });
  let again = 0;
  let password: string | null = null;
  for (;;) {
    change({ state: "sending", progress: 0 });
    const onProgress = (progress: number) => change({ state: "sending", progress });
    const had = isQuiet && again === 0 ? await keptBefore(file, projectId) : null;
    if (had !== null && !signal.aborted) {
      change({ state: "done", stored: had });
      return;
    }
    const isLarge = file.size > largeBytes;
    const answer = await (isLarge && password === null
      ? sendInParts(file, projectId, onProgress, signal)
      : post(path, { file, password }, onProgress, signal));
    if (signal.aborted) {
      if (toast !== null) dismissToast(toast);
      sendings.delete(file);
      return;
    }
    if ("stored" in answer) {
      change({ state: "done", stored: answer.stored });
      noteKept(file, projectId, answer.stored.id);
      if (toast !== null) showToast({ id: toast, kind: "success", text: `${file.name} uploaded` });
      emit("files:uploaded");
      return;
    }
    if (answer.status === lockedStatus && (password = await askedPassword(file.name, password !== null)) !== null) continue;
    const isLost = answer.status === 0 && again < pauses.length;
    const isSignedOut = answer.status === 401 && (await signInInWorkspace());
    if (!isLost && !isSignedOut) {
      change({ state: "failed", reason: answer.reason });
      showToast({ ...(toast !== null && { id: toast }), kind: "error", text: `Failed to upload ${file.name}` });
      return;
    }
    if (isLost) {
      change({ state: "waiting" });
      await connection(pauses[again++]!, signal);
    }
  }
}

const keptKey = "stet.kept";
const mostNoted = 50;

function marksOf(file: File, projectId: string | undefined): string {
  const { name, size, lastModified, type } = file;
  return [slugOfPath(location.pathname) ?? "", projectId ?? "", name, size, lastModified, type].join("|");
}

type Noted = [marks: string, id: string][];

function notedKept(): Noted {
  try {
    const noted: unknown = JSON.parse(localStorage.getItem(keptKey) ?? "[]");
    return Array.isArray(noted) ? (noted as Noted) : [];
  } catch {
    return [];
  }
}

/** Stored on this device, so that an uploaded file is not sent again after a reload. */
function noteKept(file: File, projectId: string | undefined, id: string): void {
  const marks = marksOf(file, projectId);
  try {
    const others = notedKept().filter(([one]) => one !== marks);
    localStorage.setItem(keptKey, JSON.stringify([...others, [marks, id]].slice(-mostNoted)));
  } catch {
    // Without storage it is sent again, and the server recognizes it by its content.
  }
}

/** The server's copy, if this device has uploaded the file before and it still exists. */
async function keptBefore(file: File, projectId: string | undefined): Promise<StoredFile | null> {
  const marks = marksOf(file, projectId);
  const id = notedKept().find(([one]) => one === marks)?.[1];
  if (id === undefined) return null;
  const { files = [] } = await ask<{ files?: StoredFile[] }>("/api/files").catch(() => ({ files: [] }));
  return files.find((one) => one.id === id) ?? null;
}

type Answer = { stored: StoredFile } | { status: number; reason: string };

/** From this size on, a file is sent in parts, and only missing parts are sent again. */
const largeBytes = 4_000_000;

async function sendInParts(
  file: File,
  projectId: string | undefined,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  const sender = await import("./resumable-upload.ts").catch(() => null);
  if (sender === null) return { status: 0, reason: lost };
  const place = { slug: slugOfPath(location.pathname), projectId, address: "/api/uploads" };
  const { status, text } = await sender.sendResumably(file, place, onProgress, signal);
  return status === 0 ? { status, reason: lost } : answerOf(status, text);
}

const lost = "The connection to Stet was lost. The file is still here: try again.";

/** The file has a password, and none or another one came with it. */
const lockedStatus = 423;

async function askedPassword(name: string, isAgain: boolean): Promise<string | null> {
  const asking = await import("./ask-password.tsx").catch(() => null);
  return asking && asking.askPassword({ name, isAgain });
}

function post(
  path: string,
  { file, password }: { file: File; password: string | null },
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const end = (answer: Answer) => {
      signal.removeEventListener("abort", stop);
      resolve(answer);
    };
    signal.addEventListener("abort", stop);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total));
    request.addEventListener("load", () => end(answerOf(request.status, request.responseText)));
    request.addEventListener("error", () => end({ status: 0, reason: lost }));
    request.addEventListener("abort", () => end({ status: 0, reason: lost }));
    request.open("POST", path);
    const slug = slugOfPath(location.pathname);
    if (slug !== null) request.setRequestHeader("x-organization-slug", slug);
    if (password !== null) request.setRequestHeader("x-file-password", encodeURIComponent(password));
    const form = new FormData();
    form.set("file", file, file.name);
    request.send(form);
  });
}

/** The first item is the file; an error status carries its reason as text. */
function answerOf(status: number, text: string): Answer {
  if (status !== 200) return { status, reason: text.length < 400 && !/^[<{]/.test(text) ? text : "" };
  try {
    const { files } = JSON.parse(text) as { files: StoredFile[] };
    if (files[0] !== undefined) return { stored: files[0] };
  } catch {
    // A proxy answered instead of the server.
  }
  return { status: 502, reason: "The server's answer could not be read. Try again." };
}

/** Resolves when the pause is over, or when the browser is back online. */
function connection(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const end = () => {
      listening.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, navigator.onLine ? ms : 60_000);
    addEventListener("online", end, { signal: listening.signal });
    signal.addEventListener("abort", end, { signal: listening.signal });
  });
}
