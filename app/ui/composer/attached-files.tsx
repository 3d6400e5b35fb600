/*
 * The files of the message being written, with progress and errors. Once a file has
 * arrived, a notice shows for six seconds what was read from it.
 */
import { RotateCw } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { fileData, fileSize } from "#core/sources/attachment.ts";
import type { StoredFile } from "#core/sources/stored-file.ts";
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
      <UploadNotice files={files} />
      <input type="hidden" name="fileData" value={fileData(files)} readOnly />
    </>
  );
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

function noticeOf({ originalName, pageCount, notice, contentType }: StoredFile): string {
  if (notice !== null) return `${originalName}: ${notice}`;
  if (contentType.startsWith("image/")) return `${originalName} is attached.`;
  const pages = pageCount === null ? "" : `, ${pageCount === 1 ? "1 page" : `${pageCount} pages`}`;
  return `${originalName} has been read${pages}. Answers can quote and cite it.`;
}
