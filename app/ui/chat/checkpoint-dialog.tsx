/** Restores the chat to before a message. It can be undone, and the dialog says so. */
import { ConfirmDialog } from "../kit/confirm-dialog.tsx";

type CheckpointDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; onConfirm: () => void };

export function CheckpointDialog({ open, onOpenChange, onConfirm }: CheckpointDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Discard all changes up to this checkpoint?"
      description="You can always undo this later."
      cancel="Cancel (esc)"
      confirm="Continue"
      onConfirm={onConfirm}
    />
  );
}
