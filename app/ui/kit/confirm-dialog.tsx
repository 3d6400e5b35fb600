/*
 * Asks before something that cannot be undone, or that takes away more than the
 * reader may expect. It waits for one of its two buttons or Escape; a slip of
 * the pointer beside it does nothing. The way back has the focus.
 */
import type { ReactNode } from "react";
import { overlays } from "./overlays.ts";
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

const ConfirmSheet = overlays.part("ConfirmSheet");

export function ConfirmDialog(props: ConfirmDialogProps) {
  return useHasOpened(props.open) && <ConfirmSheet {...props} />;
}
