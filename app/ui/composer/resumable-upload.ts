/*
 * A large file on its way by the tus protocol. Where it stands is noted on the
 * device under the file's own marks, so a lost connection, and even a reload,
 * costs only the part that was under way.
 */
import { Upload } from "tus-js-client";

/** Each its own request: what arrived of earlier ones is safe whatever stands between. */
const partBytes = 4_000_000;

export type ResumableAnswer = { status: number; text: string };

/** One try, from where the last one ended. Answers status 0 when the connection was lost or `signal` gave up. */
export function sendResumably(
  file: File,
  place: { slug: string | null; projectId: string | undefined },
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<ResumableAnswer> {
  return new Promise((resolve) => {
    const upload = new Upload(file, {
      endpoint: "/api/uploads",
      chunkSize: partBytes,
      retryDelays: null,
      removeFingerprintOnSuccess: true,
      metadata: { filename: file.name, ...(place.projectId !== undefined && { project: place.projectId }) },
      headers: place.slug === null ? {} : { "x-organization-slug": place.slug },
      fingerprint: () =>
        Promise.resolve(
          ["stet", place.slug ?? "", place.projectId ?? "", file.name, file.size, file.lastModified, file.type].join("|"),
        ),
      onProgress: (sent, whole) => onProgress(whole === 0 ? 0 : sent / whole),
      onSuccess: ({ lastResponse }) => resolve({ status: lastResponse.getStatus(), text: lastResponse.getBody() }),
      onError(error) {
        const response = "originalResponse" in error ? error.originalResponse : null;
        resolve({ status: response?.getStatus() ?? 0, text: response?.getBody() ?? "" });
      },
    });
    signal.addEventListener("abort", () => void upload.abort(true).finally(() => resolve({ status: 0, text: "" })));
    void upload
      .findPreviousUploads()
      .then(([earlier]) => {
        if (earlier !== undefined) upload.resumeFromPreviousUpload(earlier);
        if (!signal.aborted) upload.start();
      })
      .catch(() => upload.start());
  });
}
