/* Messages waiting for the answer to end: each can be edited, sent immediately, or removed. */
import { ArrowUp, Paperclip, Pencil, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { sentenceOf } from "../ask.ts";
import { useChatTools } from "../chat/chat-context.ts";
import { useChat } from "../chat/use-chat.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { showToast } from "../kit/toast.tsx";
import { queueOf, type QueuedMessage } from "./message-queue.ts";

export function QueuedMessages({ onEdit }: { onEdit: (text: string) => void }) {
  const { store } = useChatTools();
  const queue = queueOf(store);
  const messages = useSyncExternalStore(queue.subscribe, queue.read);
  const isAnswering = useChat(store, (state) => state.turn !== null);

  async function sendNow(message: QueuedMessage) {
    const problem = await queue.sendNow(message.messageId);
    if (problem !== null) showToast({ kind: "error", text: sentenceOf(problem) });
  }
  function remove(message: QueuedMessage) {
    const next = messages[messages.indexOf(message) + 1]?.messageId;
    queue.remove(message.messageId);
    showToast({
      kind: "info",
      text: "Queued message removed.",
      action: { label: "Undo", run: () => void queue.add(message, next) },
    });
  }
  return (
    <section aria-label="Queued messages" className="mb-2 flex flex-col gap-1.5">
      <ul className="scroll-thin flex max-h-[30dvh] flex-col gap-1.5 overflow-y-auto">
        {messages.map((message) => (
          <li
            key={message.messageId}
            className="flex items-center gap-1 rounded-xl border border-rule bg-desk py-1 pr-1 pl-3 pointer-coarse:py-0.5"
          >
            <span className="shrink-0 text-xs text-ink-faint">{isAnswering ? "Next" : "Not sent"}</span>
            <span className="min-w-0 flex-1 truncate px-1.5 font-serif" dir="auto">
              {message.content}
            </span>
            {message.attachments.length > 0 && (
              <span className="flex shrink-0 items-center gap-1 text-xs text-ink-faint">
                <Paperclip className="size-3.5" aria-hidden="true" />
                {message.attachments.length}
                <span className="sr-only">{message.attachments.length === 1 ? "file" : "files"}</span>
              </span>
            )}
            {message.attachments.length === 0 && (
              <IconButton
                label="Edit queued message"
                size="small"
                icon={<Pencil />}
                onClick={() => {
                  onEdit(message.content);
                  queue.remove(message.messageId);
                }}
              />
            )}
            <IconButton
              label={isAnswering ? "Interrupt and send now" : "Send now"}
              size="small"
              icon={<ArrowUp />}
              onClick={() => void sendNow(message)}
            />
            <IconButton label="Remove queued message" size="small" icon={<X />} onClick={() => remove(message)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
