/*
 * The user's message. A click opens it for editing: Enter sends the edit,
 * Shift+Enter adds a line, a click outside or Escape cancels, and an empty or
 * unchanged edit just closes. A canceled edit is kept for next time.
 */
/* oxlint-disable react/no-array-index-key -- these lists never change their order */
import { useEffect, useRef, useState, type PointerEvent } from "react";
import type { ThreadMessage } from "#core/chat/message.ts";
import { AttachmentChip } from "../composer/attachment-chip.tsx";
import { useChatTools } from "./chat-context.ts";
import { keepEdit, keptEdit } from "./kept-edits.ts";
import { UserMessageActions } from "./message-actions.tsx";
import { useChat, useReadOnly } from "./use-chat.ts";

/** Longer messages are folded: a pasted contract should not push the answer off the page. */
const foldAbove = 1400;

export function UserMessage({ message, isLast }: { message: ThreadMessage; isLast: boolean }) {
  const { store, form, reportFailure } = useChatTools();
  const isReadOnly = useReadOnly(store);
  const editing = useChat(store, (state) => state.editing === message.id);
  const setEditing = (isOpen: boolean) => store.set({ editing: isOpen ? message.id : null });
  const [folded, setFolded] = useState(message.content.length > foldAbove);

  function send(text: string) {
    setEditing(false);
    if (text.trim() === "" || text === message.content) return;
    const chatId = store.read().id;
    // Kept until the server has it.
    void reportFailure(store.edit(message.id, text, form.read().choices)).then(
      (isSent) => isSent && keepEdit(chatId, message.id, null),
    );
  }
  const attachments = message.experimental_attachments ?? [];
  return (
    <article className="group/message flex flex-col items-end" data-message-id={message.id} data-role="user" aria-label="You">
      <h2 className="sr-only">You</h2>
      {attachments.length > 0 && (
        <ul className="mb-2 flex flex-wrap justify-end gap-2">
          {attachments.map((attachment, i) => (
            <AttachmentChip key={i} name={attachment.name} />
          ))}
        </ul>
      )}
      {editing ? (
        <EditField message={message} chatId={store.read().id} onSend={send} onCancel={() => setEditing(false)} />
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

type EditFieldProps = { message: ThreadMessage; chatId: string; onSend: (text: string) => void; onCancel: () => void };

const keepAfterMs = 250;

function EditField({ message: { id, content }, chatId, onSend, onCancel }: EditFieldProps) {
  const composing = useRef(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const [before, setBefore] = useState(() => keptEdit(chatId, id));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const element = field.current!;
    focusAtEnd(element);
    function keepNow() {
      if (timer.current !== undefined) keepEdit(chatId, id, editIn(element, content));
    }
    window.addEventListener("pagehide", keepNow);
    return () => {
      window.removeEventListener("pagehide", keepNow);
      keepNow();
      clearTimeout(timer.current);
    };
  }, [chatId, id, content]);

  function keep() {
    clearTimeout(timer.current);
    timer.current = undefined;
    keepEdit(chatId, id, editIn(field.current!, content));
  }
  function send(text: string) {
    keep();
    onSend(text);
  }
  function discard() {
    field.current!.value = content;
    keep();
    setBefore(null);
    focusAtEnd(field.current!);
  }
  return (
    <div
      className="w-full"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        keep();
        onCancel();
      }}
    >
      <textarea
        dir="auto"
        ref={field}
        aria-label="Edit your message"
        defaultValue={before ?? content}
        onInput={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(keep, keepAfterMs);
        }}
        onCompositionStart={() => void (composing.current = true)}
        onCompositionEnd={() => void (composing.current = false)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            keep();
            onCancel();
          }
          if (event.key !== "Enter" || event.shiftKey || composing.current || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send(event.currentTarget.value);
        }}
        className="field-sizing-content scroll-thin block max-h-[50dvh] min-h-12 w-full resize-none rounded-xl border border-rule-strong bg-paper px-4 py-2.5 font-serif text-read"
      />
      <p className="mt-1.5 flex flex-wrap justify-end gap-x-2 text-right text-xs text-ink-faint">
        {before !== null && (
          <span>
            Your unsent edit is back.{" "}
            <button type="button" className="text-blue touch-target hover:underline" onPointerDown={keepFocus} onClick={discard}>
              Use the original
            </button>
          </span>
        )}
        <span>Press Enter to resend or Esc to cancel.</span>
      </p>
    </div>
  );
}

/** Null if there is nothing to keep. */
function editIn({ value }: HTMLTextAreaElement, original: string): string | null {
  return value.trim() === "" || value === original ? null : value;
}

/** A click that moves the focus would close the field. */
function keepFocus(event: PointerEvent): void {
  event.preventDefault();
}

function focusAtEnd(field: HTMLTextAreaElement): void {
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
  field.scrollIntoView({ block: "nearest" });
}
