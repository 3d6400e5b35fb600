/** A file as a chip: its kind as a label, its name, and a way to take it off again. */
import { X } from "lucide-react";
import { attachmentLabel } from "#core/attachment.ts";

type AttachmentChipProps = { name: string; note?: string; onRemove?: () => void };

export function AttachmentChip({ name, note, onRemove }: AttachmentChipProps) {
  return (
    <li className="flex h-9 max-w-60 items-center gap-2 rounded-lg border border-rule bg-raised pr-1 pl-1.5 font-sans">
      <span className="shrink-0 rounded-sm bg-wash-strong px-1.5 text-[0.6875rem] leading-5 font-medium text-ink-soft">
        {attachmentLabel(name)}
      </span>
      <span
        className={`min-w-0 truncate text-xs ${onRemove ? "" : "pr-1.5"}`}
        title={note === undefined ? name : `${name}, ${note}`}
      >
        {name}
      </span>
      {onRemove && (
        <button
          type="button"
          aria-label={`Remove ${name}`}
          onClick={onRemove}
          className="relative grid size-6 shrink-0 place-items-center rounded-md text-ink-faint before:absolute before:-inset-2 hover:bg-wash hover:text-ink"
        >
          <X className="size-3.5" />
        </button>
      )}
    </li>
  );
}
