/*
 * The files of the message being written, with progress and errors. Once a file has
 * arrived, a notice shows for six seconds what was read from it.
 */
import { RotateCw } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { mostReadUnasked, timeToRead } from "#core/sources/recognised-page.ts";
import { fileSize } from "#core/sources/attachment.ts";
import type { StoredFile } from "#core/sources/stored-file.ts";
import { openScannedPages } from "../files/open-scanned-pages.ts";
import { Button } from "../kit/button.tsx";
import { AttachmentChip } from "./attachment-chip.tsx";
import { cancelUpload, onUploads, startUpload, uploadOf, uploadsVersion, type ComposerFile } from "./uploads.ts";
import type { ChosenFiles } from "./use-files.ts";

/** Section 9 of the specification. */
const noticeMs = 6000;

export function AttachedFiles({ chosen: { files, setFiles } }: { chosen: ChosenFiles }) {
  useSyncExternalStore(onUploads, uploadsVersion, () => 0);
  useEffect(() => {
    // Files restored after a reload resume uploading; newly chosen ones already are.
    for (const file of files) if (uploadOf(file) === undefined) startUpload(file, { isQuiet: true });
  }, [files]);
  const failed = files.flatMap((file) => {
    const upload = uploadOf(file);
    return upload?.state === "failed" ? [{ file, reason: upload.reason }] : [];
  });
  function remove(file: ComposerFile) {
    cancelUpload(file);
    setFiles(files.filter((one) => one !== file));
  }
  return (
    <>
      {files.length > 0 && (
        <ul aria-label="Attached files" className="flex flex-wrap gap-2 px-3 pt-3">
          {files.map((file) => (
            <AttachmentChip
              key={`${file.name} ${file.size} ${file.lastModified}`}
              name={file.name}
              note={fileSize(file.size)}
              upload={uploadOf(file)}
              onRemove={() => remove(file)}
            />
          ))}
        </ul>
      )}
      {failed.map(({ file, reason }) => (
        <p key={file.name} role="alert" className="flex flex-wrap items-center gap-x-2 px-4 pt-2 text-xs text-danger">
          <span className="min-w-0 break-words">
            {reason.includes(file.name) ? reason : `${file.name}: ${reason || "It could not be uploaded."}`}
          </span>
          <Button variant="quiet" size="small" onClick={() => startUpload(file)}>
            <RotateCw /> Try again
          </Button>
        </p>
      ))}
      <ScannedPages files={files} />
      <UploadNotice files={files} />
    </>
  );
}

/** Many pages take minutes, so their reading is offered. */
function ScannedPages({ files }: { files: readonly ComposerFile[] }) {
  const [asked, setAsked] = useState<readonly string[]>([]);
  return files.map((file) => {
    const upload = uploadOf(file);
    const stored = upload?.state === "done" ? upload.stored : null;
    if (stored === null || !(stored.scannedPages > mostReadUnasked) || asked.includes(stored.id)) return null;
    return (
      <p key={stored.id} className="flex flex-wrap items-center gap-x-2 px-4 pt-2 text-xs text-ink-soft">
        <span className="min-w-0 break-words">{stored.originalName} is scanned.</span>
        <Button
          variant="outline"
          size="small"
          onClick={() => void openScannedPages(stored).then((isBegun) => isBegun && setAsked([...asked, stored.id]))}
        >
          Read the {stored.scannedPages} scanned pages
        </Button>
      </p>
    );
  });
}

function UploadNotice({ files }: { files: readonly ComposerFile[] }) {
  const newest = files.findLast((file) => file instanceof File && uploadOf(file)?.state === "done");
  const upload = newest && uploadOf(newest);
  const stored = upload?.state === "done" ? upload.stored : null;
  const [said, setSaid] = useState<string | null>(null);
  const id = stored?.id ?? null;
  useEffect(() => {
    if (id === null) return;
    const timer = setTimeout(() => setSaid(id), noticeMs);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <p role="status" className="px-4 text-xs text-ink-soft not-empty:pt-2">
      {stored !== null && said !== stored.id && noticeOf(stored)}
    </p>
  );
}

function noticeOf({ originalName, pageCount, notice, contentType, scannedPages }: StoredFile): string {
  if (scannedPages > 0 && scannedPages <= mostReadUnasked)
    return `${originalName} is scanned. Its pages are being read, which takes ${timeToRead(scannedPages)}; answers can quote and cite it then.`;
  if (notice !== null) return `${originalName}: ${notice}`;
  if (contentType.startsWith("image/")) return `${originalName} is attached.`;
  const pages = pageCount === null ? "" : `, ${pageCount === 1 ? "1 page" : `${pageCount} pages`}`;
  return `${originalName} has been read${pages}. Answers can quote and cite it.`;
}
