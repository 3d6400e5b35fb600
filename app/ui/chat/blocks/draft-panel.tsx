/*
 * A draft inside an answer: at most 360 px high, of which the text gets 280; the
 * rest is one press away in an overlay. Clicking the text edits it, leaving the
 * field keeps the edit. The answer itself stays as it was written, and the
 * original is one press away too.
 */
import { Download, FilePlus2, Maximize2, Pencil, Undo2 } from "lucide-react";
import { useState, useSyncExternalStore, type MouseEvent, type ReactNode } from "react";
import { emit } from "../../events.ts";
import { Dialog } from "../../kit/dialog.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { showToast } from "../../kit/toast.tsx";
import { markdownToHtml, MarkdownText } from "./markdown-text.tsx";
import { download } from "../clipboard.ts";
import { CopyButton } from "../copy-button.tsx";
import { LiveText } from "../live-text.ts";
import { useChatTools } from "../chat-context.ts";
import { useReadOnly } from "../use-chat.ts";

/** The same text stands in the panel and in the overlay; it is edited where the reader is. */
type Place = "panel" | "overlay";
type DraftPanelProps = { text: LiveText; open: boolean; messageId: string; blockKey: string };

export function DraftPanel({ text, open, messageId, blockKey }: DraftPanelProps) {
  const [expanded, setExpanded] = useState(false);
  const [editing, setEditing] = useState<Place | null>(null);
  const name = `${messageId}.${blockKey}`;
  const { store, changes } = useChatTools();
  const isReadOnly = useReadOnly(store);
  const edited = useSyncExternalStore(
    changes.subscribe,
    () => changes.text(name),
    () => null,
  );

  const isWriting = open && text.open;
  const current = () => edited ?? text.text;
  function save(value: string) {
    const changed = value.trim() === "" || value === text.text ? null : value;
    if (changed !== edited) changes.change([], { name, from: current(), to: changed });
  }
  function expand() {
    emit("draftExpand");
    setExpanded(true);
  }
  function createDraft() {
    emit("createDraftFromChat", { draftText: current() });
  }
  const body = (place: Place, className: string) =>
    isWriting || isReadOnly ? (
      <MarkdownText text={edited ?? text} className={className} />
    ) : (
      <EditableDraft
        value={edited}
        original={text}
        isEditing={editing === place}
        onEdit={() => setEditing(place)}
        onSave={(value) => {
          save(value);
          setEditing(null);
        }}
        className={className}
      />
    );

  const tools = (place: Place) => (
    <>
      {edited !== null && <IconButton label="Back to the original" size="small" icon={<Undo2 />} onClick={() => save("")} />}
      {!isReadOnly && (
        <IconButton label="Edit draft" size="small" icon={<Pencil />} onClick={() => setEditing(place)} disabled={isWriting} />
      )}
      <CopyButton
        label="Copy draft"
        content={() => ({ html: markdownToHtml(current()), text: current() })}
        success="Draft copied to clipboard"
        failure="Failed to copy draft"
        indicatorMs={1500}
      />
      <IconButton
        label="Download draft"
        size="small"
        icon={<Download />}
        onClick={() => {
          if (!download("draft.md", current())) showToast({ kind: "error", text: "Failed to download draft" });
        }}
      />
      {!isReadOnly && (
        <IconButton label="Create draft" size="small" icon={<FilePlus2 />} onClick={createDraft} disabled={isWriting} />
      )}
    </>
  );
  return (
    <section
      aria-label="Draft"
      className="my-4 flex max-h-[360px] flex-col overflow-hidden rounded-xl border border-rule bg-raised"
    >
      <PanelHeader title={isWriting ? "Drafting" : "Draft"} note={edited === null ? "" : "edited"}>
        {tools("panel")}
        <IconButton label="Expand draft" size="small" icon={<Maximize2 />} onClick={expand} />
      </PanelHeader>
      <div
        role="group"
        tabIndex={0}
        aria-label="Text of the draft"
        className="scroll-thin max-h-[280px] min-h-0 overflow-y-auto px-5 py-4 -outline-offset-2"
      >
        {body("panel", "")}
      </div>
      <Dialog open={expanded} onOpenChange={setExpanded} title="Draft" size="full">
        <div className="mx-auto max-w-measure">
          <div className="-mt-2 mb-4 -ml-1.5 flex gap-1 font-sans">{tools("overlay")}</div>
          {body("overlay", "min-h-[60dvh]")}
        </div>
      </Dialog>
    </section>
  );
}

function PanelHeader({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <header className="flex min-h-11 items-center gap-1 border-b border-rule py-1 pr-2 pl-5 font-sans text-sm">
      <h3 className="font-medium text-ink-soft">{title}</h3>
      {note !== "" && <span className="ml-1 text-xs text-ink-faint">{note}</span>}
      <span className="flex-1" />
      {children}
    </header>
  );
}

type EditableDraftProps = {
  value: string | null;
  original: LiveText;
  isEditing: boolean;
  onEdit: () => void;
  onSave: (value: string) => void;
  className: string;
};

function EditableDraft({ value, original, isEditing, onEdit, onSave, className }: EditableDraftProps) {
  if (isEditing) {
    return (
      <textarea
        ref={takeFocus}
        aria-label="Draft text"
        defaultValue={value ?? original.text}
        onBlur={(event) => onSave(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          event.currentTarget.blur();
        }}
        className={`field-sizing-content block w-full resize-none rounded-lg bg-transparent font-serif text-read outline-offset-4 ${className}`}
      />
    );
  }
  // For the pointer only: the text holds links and buttons of its own, so for the keyboard there is Edit draft.
  function onClick(event: MouseEvent) {
    if (!(event.target as Element).closest("a, button") && getSelection()?.isCollapsed !== false) onEdit();
  }
  return (
    <div title="Click to edit" onClick={onClick} className={`cursor-text ${className}`}>
      <MarkdownText text={value ?? original} />
    </div>
  );
}

function takeFocus(field: HTMLTextAreaElement | null): void {
  field?.focus({ preventScroll: true });
}
