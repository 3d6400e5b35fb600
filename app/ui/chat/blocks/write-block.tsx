/*
 * Text being written into an open document. The editor reports how much was
 * inserted and deleted in a window event. If no editor is open, the text stays here
 * and the panel says so.
 */
import { ChevronRight, EllipsisVertical, FilePlus2, PenLine, Redo2, Undo2 } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { emit, on } from "../../events.ts";
import { Button } from "../../kit/button.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { Menu, MenuItem } from "../../kit/menu.tsx";
import { useChatTools } from "../chat-context.ts";
import { useOpenDocument } from "../open-document.ts";
import { useReadOnly } from "../use-chat.ts";
import { CopyButton } from "../copy-button.tsx";
import { markdownToHtml, MarkdownText } from "./markdown-text.tsx";
import type { LiveText } from "../live-text.ts";

type Stats = { added: number; deleted: number };

export function WriteBlock({ text, open, messageId }: { text: LiveText; open: boolean; messageId: string }) {
  const [expanded, setExpanded] = useState(false);
  const stats = useStats(messageId);

  const isReadOnly = useReadOnly(useChatTools().store);
  const isWriting = open && text.open;
  const added = stats?.added ?? 0;
  return (
    <section aria-label="Writing" className="grows my-4 rounded-xl border border-rule bg-raised font-sans text-sm">
      <div className="flex min-h-11 items-center gap-2 py-1 pr-2 pl-4 max-sm:flex-wrap">
        <PenLine className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        <span className="font-medium text-ink-soft">
          {isWriting ? <span className="thinking-shimmer">Writing</span> : titleOf(open, stats)}
        </span>
        {!isWriting && stats !== null && (
          <span className="flex gap-2 text-xs tabular-nums">
            <span className="text-insert" aria-label={`${added} added`}>
              +{added}
            </span>
            <span className="text-delete" aria-label={`${stats.deleted} deleted`}>
              −{stats.deleted}
            </span>
          </span>
        )}
        {!isWriting && !isReadOnly && stats === null && (
          <span className="flex items-center gap-1 max-sm:order-last max-sm:basis-full max-sm:pb-2">
            <CopyButton
              label="Copy the text"
              content={() => ({ html: markdownToHtml(text.text), text: text.text })}
              success="Copied to clipboard!"
              failure="Failed to copy to clipboard"
              indicatorMs={2000}
            />
            <Button size="small" onClick={() => emit("createDraftFromChat", { draftText: text.text })}>
              <FilePlus2 /> Create draft
            </Button>
          </span>
        )}
        <span className="flex-1" />
        <IconButton
          label={expanded ? "Hide the text" : "Show the text"}
          size="small"
          aria-expanded={expanded}
          icon={<ChevronRight className={`transition-transform ${expanded ? "rotate-90" : ""}`} />}
          onClick={() => setExpanded(!expanded)}
        />
        {!isWriting && !isReadOnly && stats !== null && (
          <Menu align="end" trigger={<IconButton label="Writing actions" size="small" icon={<EllipsisVertical />} />}>
            <MenuItem icon={<Undo2 />} onSelect={() => emit("writing-revert", { messageId })}>
              Revert
            </MenuItem>
            <MenuItem icon={<Redo2 />} onSelect={() => emit("writing-apply", { messageId })}>
              Reapply
            </MenuItem>
          </Menu>
        )}
      </div>
      {expanded && (
        <div className="scroll-thin max-h-80 overflow-y-auto border-t border-rule px-5 py-4">
          <MarkdownText text={text} />
        </div>
      )}
    </section>
  );
}

/** Text counts as inserted only once a document has confirmed it. */
function titleOf(isCutOff: boolean, stats: Stats | null): string {
  if (isCutOff) return "Writing was cut off";
  if (stats === null) return "Writing kept here";
  return stats.added + stats.deleted === 0 ? "Writing undone" : "Writing inserted";
}

/** From the editor's events, and for earlier sessions from what the open document has stored. */
function useStats(messageId: string): Stats | null {
  const [reported, setReported] = useState<Stats | null>(null);
  useEffect(() => on("writing-stats", (detail) => detail.messageId === messageId && setReported(detail)), [messageId]);
  const notes = useOpenDocument()?.notes;
  const kept = useSyncExternalStore(
    notes?.subscribe ?? nothingToHear,
    () => {
      const written = notes?.written(messageId);
      return written ? `${written.added} ${written.deleted}` : "";
    },
    () => "",
  );
  if (kept === "") return reported;
  const [added, deleted] = kept.split(" ").map(Number) as [number, number];
  return { added, deleted };
}

function nothingToHear(): () => void {
  return () => {};
}
