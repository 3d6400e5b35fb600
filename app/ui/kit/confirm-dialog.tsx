/*
 * Asks before something that cannot be undone, or that takes away more than the
 * reader may expect. It waits for one of its two buttons or Escape; a slip of
 * the pointer beside it does nothing. The way back has the focus.
 */
import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useRef, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { dialogWidths, sheetClass, sheetFooterClass, veilClass } from "./dialog.tsx";

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  /** The words on the button that does it. */
  confirm: string;
  cancel?: ReactNode;
  danger?: boolean;
  pending?: boolean;
  onConfirm: () => void;
};

export function ConfirmDialog({ cancel = "Cancel", danger = false, pending = false, ...props }: ConfirmDialogProps) {
  const wayBack = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={props.open} onOpenChange={(next) => props.onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={veilClass} />
        <AlertDialog.Popup className={`${sheetClass} ${dialogWidths.small}`} initialFocus={wayBack}>
          <div className="px-5 pt-5 pb-1">
            <AlertDialog.Title className="font-serif text-title font-medium text-balance">{props.title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-2 text-ink-soft">{props.description}</AlertDialog.Description>
          </div>
          <footer className={sheetFooterClass}>
            <AlertDialog.Close render={<Button ref={wayBack} />}>{cancel}</AlertDialog.Close>
            <Button variant={danger ? "danger" : "primary"} pending={pending} onClick={props.onConfirm}>
              {props.confirm}
            </Button>
          </footer>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
