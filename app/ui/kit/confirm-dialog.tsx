/*
 * Confirms something that cannot be undone or has unexpected reach. Only its two
 * buttons or Escape close it; a stray click outside does nothing. Cancel has the
 * focus.
 */
import type { ReactNode } from "react";
import { overlays } from "./overlays.ts";
import { useHasOpened } from "./use-has-opened.ts";

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  /** The label of the confirming button. */
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
