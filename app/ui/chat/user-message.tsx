/*
 * What the reader wrote. A click opens it for editing: Enter sends the edit,
 * Shift+Enter adds a line, a click outside or Escape cancels, and an empty or
 * unchanged edit just closes.
 */
/* oxlint-disable react/no-array-index-key -- these lists never change their order */
import { useRef, useState } from "react";
import type { ThreadMessage } from "#core/message.ts";
import { AttachmentChip } from "../composer/attachment-chip.tsx";
import { useChatTools } from "./chat-context.ts";
import { UserMessageActions } from "./message-actions.tsx";
import { useReadOnly } from "./use-chat.ts";

/** Longer messages are folded: a pasted contract should not push the answer off the page. */
const foldAbove = 1400;

export function UserMessage({ message, isLast }: { message: ThreadMessage; isLast: boolean }) {
  const { store, form, told } = useChatTools();
  const isReadOnly = useReadOnly(store);
  const [editing, setEditing] = useState(false);
  const [folded, setFolded] = useState(message.content.length > foldAbove);

  function send(text: string) {
    setEditing(false);
    if (text.trim() === "" || text === message.content) return;
    void told(store.edit(message.id, text, form.read().choices));
  }
  const attachments = message.experimental_attachments ?? [];
  return (
    <article className="group/message flex flex-col items-end" data-message-id={message.id} data-role="user" aria-label="You">
      {attachments.length > 0 && (
        <ul className="mb-2 flex flex-wrap justify-end gap-2">
          {attachments.map((attachment, i) => (
            <AttachmentChip key={i} name={attachment.name} />
          ))}
        </ul>
      )}
      {editing ? (
        <EditField text={message.content} onSend={send} onCancel={() => setEditing(false)} />
      ) : (
        message.content !== "" && (
          <div
            dir="auto"
            className={`max-w-[88%] rounded-xl ${isReadOnly ? "" : "cursor-text"} bg-desk px-4 py-2.5 font-serif text-read break-words whitespace-pre-wrap ${
              folded ? "max-h-56 overflow-hidden" : ""
            }`}
            title={isReadOnly ? undefined : "Click to edit"}
            onClick={() => {
              if (!isReadOnly && getSelection()?.isCollapsed !== false) setEditing(true);
            }}
          >
            {message.content}
          </div>
        )
      )}
      {!editing && message.content.length > foldAbove && (
        <button
          type="button"
          aria-expanded={!folded}
          className="mt-1 rounded-lg px-2 py-1 text-xs text-blue touch-target hover:bg-wash"
          onClick={() => setFolded(!folded)}
        >
          {folded ? "Show all of it" : "Show less"}
        </button>
      )}
      {!editing && <UserMessageActions message={message} isLast={isLast} onEdit={() => setEditing(true)} />}
    </article>
  );
}

type EditFieldProps = { text: string; onSend: (text: string) => void; onCancel: () => void };

function EditField({ text, onSend, onCancel }: EditFieldProps) {
  const composing = useRef(false);
  return (
    <div className="w-full">
      <textarea
        dir="auto"
        ref={focusAtEnd}
        aria-label="Edit your message"
        defaultValue={text}
        onBlur={onCancel}
        onCompositionStart={() => void (composing.current = true)}
        onCompositionEnd={() => void (composing.current = false)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onCancel();
          if (event.key !== "Enter" || event.shiftKey || composing.current || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onSend(event.currentTarget.value);
        }}
        className="field-sizing-content scroll-thin block max-h-[50dvh] min-h-12 w-full resize-none rounded-xl border border-rule-strong bg-paper px-4 py-2.5 font-serif text-read"
      />
      <p className="mt-1.5 text-right text-xs text-ink-faint">Press Enter to resend or Esc to cancel.</p>
    </div>
  );
}

function focusAtEnd(field: HTMLTextAreaElement | null): void {
  if (!field) return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
}
