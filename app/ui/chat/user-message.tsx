/*
 * The user's message. A click opens it for editing: Enter sends the edit,
 * Shift+Enter adds a line, a click outside or Escape cancels, and an empty or
 * unchanged edit just closes. A canceled edit is kept for next time.
 */
/* oxlint-disable react/no-array-index-key -- these lists never change their order */
import { useEffect, useState } from "react";
import type { ThreadMessage } from "#core/chat/message.ts";
import { AttachmentChip } from "../composer/attachment-chip.tsx";
import { late } from "../kit/late.ts";
import { onFirstMovement } from "../kit/first-movement.ts";
import { useChatTools } from "./chat-context.ts";
import { keepEdit } from "./kept-edits.ts";
import { UserMessageActions } from "./message-actions.tsx";
import { useChat, useReadOnly } from "./use-chat.ts";

const editing = late(() => import("./edit-field.tsx"));
const EditField = editing.part("EditField");

/** Longer messages are folded: a pasted contract should not push the answer off the page. */
const foldAbove = 1400;

export function UserMessage({ message, isLast }: { message: ThreadMessage; isLast: boolean }) {
  const { store, form, reportFailure } = useChatTools();
  const isReadOnly = useReadOnly(store);
  const isEditing = useChat(store, (state) => state.editing === message.id);
  const setEditing = (isOpen: boolean) => store.set({ editing: isOpen ? message.id : null });
  const [folded, setFolded] = useState(message.content.length > foldAbove);
  // Ahead of the first click, which may come without a connection.
  useEffect(() => (isLast ? onFirstMovement(editing.fetch) : undefined), [isLast]);

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
      {isEditing ? (
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
      {!isEditing && message.content.length > foldAbove && (
        <button
          type="button"
          aria-expanded={!folded}
          className="mt-1 rounded-lg px-2 py-1 text-xs text-blue touch-target hover:bg-wash"
          onClick={() => setFolded(!folded)}
        >
          {folded ? "Show all of it" : "Show less"}
        </button>
      )}
      {!isEditing && <UserMessageActions message={message} onEdit={() => setEditing(true)} />}
    </article>
  );
}
