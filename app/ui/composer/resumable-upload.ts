/*
 * A large file on its way by the tus protocol. Where it stands is noted on the
 * device under the file's own marks, so a lost connection, and even a reload,
 * costs only the part that was under way. The note is kept until the server has
 * the file, or no longer has its parts: neither an ended session nor a server
 * that is away for a moment makes what has arrived be sent again.
 */
import { defaultOptions, Upload, type PreviousUpload } from "tus-js-client";

/** Each its own request: what arrived of earlier ones is safe whatever stands between. */
const partBytes = 4_000_000;

export type ResumableAnswer = { status: number; text: string };
/** `address` is where the protocol is spoken. */
type Place = { slug: string | null; projectId: string | undefined; address: string };

const lost: ResumableAnswer = { status: 0, text: "" };
/** What a question after an upload is answered where its parts are no longer there, or no longer this person's. */
const goneStatuses = new Set([403, 404, 410]);

const { urlStorage: notes } = defaultOptions;
/** The library forgets an upload at every refusal, one of an ended session too. Here it notes only. */
const notesOfLibrary = {
  findAllUploads: () => notes.findAllUploads(),
  findUploadsByFingerprint: (mark: string) => notes.findUploadsByFingerprint(mark),
  addUpload: (mark: string, upload: PreviousUpload) => notes.addUpload(mark, upload),
  removeUpload: () => Promise.resolve(),
};

/** One try, from where the last one ended. Answers status 0 when the connection was lost or `signal` gave up. */
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
        // To an upload that was begun belongs no endpoint: the library would begin anew whatever it was answered.
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
          // Everything had arrived before; what the server made of it is not known here.
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

/** Asks what became of a file whose bytes are all there: an empty part at its end. */
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
