/** A file as a chip: its type, name and progress, and a button to remove it. */
import { X } from "lucide-react";
import { attachmentLabel } from "#core/sources/attachment.ts";
import type { Upload } from "./uploads.ts";

type AttachmentChipProps = { name: string; note?: string; upload?: Upload | undefined; onRemove?: () => void };

export function AttachmentChip({ name, note, upload, onRemove }: AttachmentChipProps) {
  const isUnderWay = upload?.state === "sending" || upload?.state === "waiting";
  const progress = upload?.state === "sending" ? Math.round(upload.progress * 100) : 0;
  return (
    <li
      data-upload={upload?.state}
      className={`relative flex h-9 max-w-60 items-center gap-2 overflow-hidden rounded-lg border bg-raised pr-1 pl-1.5 font-sans ${
        upload?.state === "failed" ? "border-danger" : "border-rule"
      }`}
    >
      <span className="shrink-0 rounded-sm bg-wash-strong px-1.5 text-[0.6875rem] leading-5 font-medium text-ink-soft">
        {attachmentLabel(name)}
      </span>
      <span
        className={`min-w-0 truncate text-xs ${onRemove ? "" : "pr-1.5"}`}
        title={note === undefined ? name : `${name}, ${note}`}
      >
        {name}
      </span>
      {upload?.state === "waiting" && <span className="shrink-0 text-xs text-ink-faint">no connection</span>}
      {onRemove && (
        <button
          type="button"
          aria-label={isUnderWay ? `Cancel ${name}` : `Remove ${name}`}
          onClick={onRemove}
          className="relative grid size-6 shrink-0 place-items-center rounded-md text-ink-faint before:absolute before:-inset-2 hover:bg-wash hover:text-ink"
        >
          <X className="size-3.5" />
        </button>
      )}
      {isUnderWay && (
        <span
          role="progressbar"
          aria-label={`Uploading ${name}`}
          aria-valuenow={progress}
          className="absolute inset-x-0 bottom-0 h-0.5 bg-wash-strong"
        >
          <span className="block h-full bg-blue transition-[width]" style={{ width: `${progress}%` }} />
        </span>
      )}
    </li>
  );
}
