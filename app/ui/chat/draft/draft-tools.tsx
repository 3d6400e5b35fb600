/* What can be done with a draft of an answer, and the overlay in which it has the whole window. */
import { Download, FilePlus2, Maximize2, Pencil, Undo2, X } from "lucide-react";
import { withCitationNotes } from "#core/claims/citation-notes.ts";
import { useEffect, useEffectEvent, useRef, type ReactNode } from "react";
import { answerFacts } from "../answer-facts.ts";
import { emit } from "../../events.ts";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { Menu, MenuItem } from "../../kit/menu.tsx";
import { showToast } from "../../kit/toast.tsx";
import { suggestedName } from "../../drafts/suggested-name.ts";
import { EarlierEdit } from "./earlier-edit.tsx";
import { movesWith } from "../blocks/chat-text-changes.ts";
import { UnsavedNote } from "../unsaved-note.tsx";
import { markdownToHtml } from "../blocks/markdown-text.tsx";
import { CopyButton } from "../copy-button.tsx";
import { saveResponse } from "../export-chat.ts";
import type { LiveText } from "../live-text.ts";
import { download } from "../save-file.ts";

// Cards show it, too: a file of its own would be one more for a chat's page.
export { UnsavedNote };

type DraftToolsProps = {
  messageId: string;
  /** The text's name among the chat's. */
  name: string;
  text: LiveText;
  edited: string | null;
  canEdit: boolean;
  isReadOnly: boolean;
  /** An empty text goes back to the original. */
  onSave: (markdown: string, moves: typeof movesWith) => void;
  onEdit: () => void;
  onExpand: () => void;
  isExpanded: boolean;
};

export function DraftTools(props: DraftToolsProps) {
  const { messageId, name, text, edited, canEdit, isReadOnly, onEdit, onExpand, isExpanded } = props;
  const onSave = (markdown: string) => props.onSave(markdown, movesWith);
  useMergedEdit(text, isReadOnly || isExpanded ? null : edited, onSave);
  const current = () => edited ?? text.text;
  // Outside the chat there are no chips.
  const noted = () => withCitationNotes(current(), answerFacts(messageId).sources);
  return (
    <div className="flex flex-1 flex-wrap items-center justify-end gap-1">
      {edited !== null && <IconButton label="Back to the original" size="small" icon={<Undo2 />} onClick={() => onSave("")} />}
      {!isReadOnly && <IconButton label="Edit draft" size="small" icon={<Pencil />} onClick={onEdit} disabled={!canEdit} />}
      <CopyButton
        label="Copy draft"
        content={() => ({ html: markdownToHtml(current()), text: current() })}
        success="Draft copied to clipboard"
        failure="Failed to copy draft"
        indicatorMs={1500}
      />
      <Menu align="end" trigger={<IconButton label="Download draft" size="small" icon={<Download />} />}>
        {/* Made by the server for signed-in people, which the reader of a shared chat may not be. */}
        {!isReadOnly && (
          <>
            <MenuItem onSelect={() => saveAs("docx", noted())}>
              Word <span className="text-ink-faint">.docx</span>
            </MenuItem>
            <MenuItem onSelect={() => saveAs("pdf", noted())}>
              PDF <span className="text-ink-faint">.pdf</span>
            </MenuItem>
          </>
        )}
        <MenuItem onSelect={() => saveMarkdown(noted())}>
          Markdown <span className="text-ink-faint">.md</span>
        </MenuItem>
      </Menu>
      {!isExpanded && <IconButton label="Expand draft" size="small" icon={<Maximize2 />} onClick={onExpand} />}
      {!isReadOnly && (
        <Button
          size="small"
          className="ml-1"
          onClick={() => emit("createDraftFromChat", { draftText: noted() })}
          disabled={!canEdit}
        >
          <FilePlus2 />
          Create draft
        </Button>
      )}
      {canEdit && <EarlierEdit name={name} current={current} edited={edited} onSave={onSave} />}
      <UnsavedNote names={[name]} current={current} className="basis-full py-1" />
    </div>
  );
}

/**
 * Citations are renumbered at the end of an answer, also in a draft that was
 * edited while the answer went on.
 */
function useMergedEdit(text: LiveText, edited: string | null, onSave: (markdown: string) => void): void {
  const editedFrom = useRef(text.text);
  const merge = useEffectEvent(async () => {
    if (text.open) return;
    const before = editedFrom.current;
    editedFrom.current = text.text;
    if (edited === null || before === text.text) return;
    const { mergedText } = await import("./draft-session.ts");
    onSave(mergedText(before, edited, text.text));
  });
  useEffect(() => {
    void merge();
    return text.watch({ append() {}, replace: () => void merge(), close: () => void merge() });
  }, [text]);
}

function saveAs(format: "docx" | "pdf", text: string): void {
  const making = `Making the ${format === "pdf" ? "PDF" : "Word"} file…`;
  const body = { format, name: suggestedName(text) || "Draft", text };
  void saveResponse({ path: "/api/text-files", question: { body }, making });
}

function saveMarkdown(text: string): void {
  if (!download("draft.md", text)) showToast({ kind: "error", text: "Failed to download draft" });
}

type DraftOverlayProps = { isEdited: boolean; tools: ReactNode; onClose: () => void; children: ReactNode };

export function DraftOverlay({ isEdited, tools, onClose, children }: DraftOverlayProps) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title="Draft" size="full" hideTitle>
      <header className="flex min-h-14 items-center gap-1 border-b border-rule py-2 pr-3 pl-5 font-sans text-sm">
        <span className="font-medium text-ink-soft" aria-hidden="true">
          Draft
        </span>
        {isEdited && <span className="ml-1 text-xs text-ink-faint">edited</span>}
        {tools}
        <IconButton label="Close draft" icon={<X />} className="ml-2 max-sm:self-start" onClick={onClose} />
      </header>
      <div className="scroll-thin min-h-0 flex-1 overflow-y-auto px-5 py-6">
        <div className="mx-auto min-h-[60dvh] max-w-measure">{children}</div>
      </div>
    </Dialog>
  );
}
