/*
 * Asks before something that cannot be undone, or that takes away more than the
 * reader may expect. It waits for one of its two buttons or Escape; a slip of
 * the pointer beside it does nothing. The way back has the focus.
 */
import { Suspense, type ReactNode } from "react";
import { lazyOverlay } from "./overlays.ts";
import { useHasOpened } from "./use-has-opened.ts";

export type ConfirmDialogProps = {
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

const ConfirmSheet = lazyOverlay("ConfirmSheet");

export function ConfirmDialog(props: ConfirmDialogProps) {
  if (!useHasOpened(props.open)) return null;
  return (
    <Suspense>
      <ConfirmSheet {...props} />
    </Suspense>
  );
}
