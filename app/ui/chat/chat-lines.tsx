/* What only some chats have above or in place of the composer. */
import { EyeOff, TriangleAlert, X } from "lucide-react";
import { IconButton } from "../kit/icon-button.tsx";
import { useChatTools } from "./chat-context.ts";
import { useChat } from "./use-chat.ts";

export function Note() {
  const { store } = useChatTools();
  const note = useChat(store, (state) => state.note);
  if (note === null) return null;
  return (
    <div
      role="status"
      className="mx-auto mb-2 flex max-w-[47rem] items-center gap-2.5 rounded-xl border border-warn/40 bg-warn-soft py-1.5 pr-1.5 pl-3"
    >
      <TriangleAlert className="size-4 shrink-0 text-warn" aria-hidden="true" />
      <span className="min-w-0 flex-1">{note}</span>
      <IconButton label="Dismiss" size="small" icon={<X />} onClick={() => store.dismissNote()} />
    </div>
  );
}

/** A temporary chat stays marked as such. */
export function TemporaryMark() {
  return (
    <p className="sticky top-0 z-10 flex items-center justify-center gap-2 border-b border-dashed border-rule-strong bg-paper py-1.5 text-xs text-ink-soft">
      <EyeOff className="size-3.5" aria-hidden="true" /> Temporary chat: it will not be kept
    </p>
  );
}

/** Takes the place of the owner's composer. */
export function ReadOnlyLine() {
  const { store } = useChatTools();
  const ownerName = useChat(store, (state) => state.project?.ownerName);
  const hasLostRole = useChat(store, (state) => state.hasLostRole);
  if (hasLostRole)
    return (
      <p role="status" className="mx-auto max-w-[38.5rem] border-t border-rule py-3 text-center text-pretty text-ink-soft">
        You can no longer write in this project. What you typed is kept on this device, and is back here if you can again.
      </p>
    );
  return (
    <p className="mx-auto max-w-[38.5rem] border-t border-rule py-3 text-center text-ink-soft">
      {ownerName === undefined
        ? "You can read this chat."
        : `This chat belongs to ${ownerName}. You can read along as it is written.`}
    </p>
  );
}
