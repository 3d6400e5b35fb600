import { useState } from "react";
import { ownProblem } from "#core/workspace/own-problems.ts";
import { ask } from "../ask.ts";
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";
import { showToast } from "../kit/toast.tsx";

type NamedChat = { id: string; title: string };
type DeleteChatDialogProps = { chat: NamedChat | null; onClose: () => void; onDeleted: (id: string) => void };

/** The only action in Stet that cannot be undone, and so the only one that asks for confirmation. */
export function DeleteChatDialog({ chat, onClose, onDeleted }: DeleteChatDialogProps) {
  const [isPending, setPending] = useState(false);
  const [last, setLast] = useState(chat);
  if (chat !== null && chat !== last) setLast(chat);

  async function remove() {
    if (chat === null || isPending) return;
    setPending(true);
    try {
      await ask(`/api/chats/${chat.id}`, { method: "DELETE" });
      onDeleted(chat.id);
      onClose();
    } catch {
      showToast({ kind: "error", text: ownProblem("cannot-delete-chat").title });
    } finally {
      setPending(false);
    }
  }

  return (
    <ConfirmDialog
      open={chat !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Delete Chat"
      description={
        <>
          “{last?.title || "New chat"}” and all of its messages will be deleted.{" "}
          <strong className="font-medium text-ink">This action cannot be undone.</strong>
        </>
      }
      confirm="Delete Chat"
      danger
      pending={isPending}
      onConfirm={() => void remove()}
    />
  );
}
