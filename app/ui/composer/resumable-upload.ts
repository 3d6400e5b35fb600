/*
 * Uploads a large file by the tus protocol. Progress is stored on the device under
 * the file's fingerprint, so a lost connection, or even a reload, costs only the
 * part in transit. It is kept until the server has the whole file or has discarded
 * its parts: an expired session or a brief outage never restarts the upload.
 */
import { defaultOptions, Upload, type PreviousUpload } from "tus-js-client";

/** Each part is a request: earlier ones are safe if a later one fails. */
const partBytes = 4_000_000;

export type ResumableAnswer = { status: number; text: string };
/** `address` is the tus endpoint. */
type Place = { slug: string | null; projectId: string | undefined; address: string };

const lost: ResumableAnswer = { status: 0, text: "" };
/** The statuses for an upload whose parts are gone, or belong to someone else. */
const goneStatuses = new Set([403, 404, 410]);

const { urlStorage: notes } = defaultOptions;
/** The library deletes its record on every refusal, including an expired session. Here it may not. */
const notesOfLibrary = {
  findAllUploads: () => notes.findAllUploads(),
  findUploadsByFingerprint: (mark: string) => notes.findUploadsByFingerprint(mark),
  addUpload: (mark: string, upload: PreviousUpload) => notes.addUpload(mark, upload),
  removeUpload: () => Promise.resolve(),
};

/** One attempt, resuming from the last. Returns status 0 if the connection was lost or `signal` aborted. */
export async function sendResumably(
  file: File,
  place: Place,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<ResumableAnswer> {
  const mark = [
    "stet",
    place.address,
    place.slug ?? "",
    place.projectId ?? "",
    file.name,
    file.size,
    file.lastModified,
    file.type,
  ].join("|");
  const headers: Record<string, string> = place.slug === null ? {} : { "x-organization-slug": place.slug };
  const metadata = { filename: file.name, ...(place.projectId !== undefined && { project: place.projectId }) };

  const sent = (earlier: PreviousUpload | undefined) =>
    new Promise<ResumableAnswer | "gone">((resolve) => {
      if (signal.aborted) return resolve(lost);
      const upload = new Upload(file, {
        // A resumed upload gets no endpoint: with one, the library would restart it on any refusal.
        endpoint: earlier === undefined ? place.address : null,
        chunkSize: partBytes,
        retryDelays: null,
        urlStorage: notesOfLibrary,
        metadata,
        headers,
        fingerprint: () => Promise.resolve(mark),
        onProgress: (bytes, whole) => onProgress(whole === 0 ? 0 : bytes / whole),
        onSuccess({ lastResponse }) {
          const last = { status: lastResponse.getStatus(), text: lastResponse.getBody() };
          // Everything had already arrived; the server's result is not known here.
          resolve(last.text === "" && upload.url !== null ? lastStep(upload.url, file.size, headers) : last);
        },
        onError(error) {
          const response = "originalResponse" in error ? error.originalResponse : null;
          if (response === null) return resolve(lost);
          const wasAsked = "originalRequest" in error && error.originalRequest.getMethod() === "HEAD";
          const [status, text] = [response.getStatus(), response.getBody()];
          resolve(wasAsked && goneStatuses.has(status) ? "gone" : { status, text });
        },
      });
      signal.addEventListener("abort", () => void upload.abort(true).finally(() => resolve(lost)));
      if (earlier !== undefined) upload.resumeFromPreviousUpload(earlier);
      upload.start();
    });

  const forget = async () => {
    for (const { urlStorageKey } of await notes.findUploadsByFingerprint(mark)) await notes.removeUpload(urlStorageKey);
  };
  const [earlier] = await notes.findUploadsByFingerprint(mark).catch(() => []);
  let answer = await sent(earlier);
  if (answer === "gone") {
    await forget();
    answer = await sent(undefined);
  }
  if (answer === "gone") return lost;
  if (answer.status === 200 || signal.aborted) await forget();
  return answer;
}

/** Gets the result for a file whose bytes have all arrived, by sending an empty part at its end. */
async function lastStep(url: string, size: number, place: Record<string, string>): Promise<ResumableAnswer> {
  const headers = {
    ...place,
    "tus-resumable": "1.0.0",
    "upload-offset": String(size),
    "content-type": "application/offset+octet-stream",
  };
  try {
    const answer = await fetch(url, { method: "PATCH", headers });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return lost;
  }
}
