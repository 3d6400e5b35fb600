/*
 * A dialog: a sheet laid over the page. It traps the focus and gives it back to
 * where it came from; Escape and the veil close it. On a phone it rises from
 * the bottom edge, where the thumb is.
 */
import type { ReactNode, RefObject } from "react";
import { overlays } from "./overlays.ts";
import { useHasOpened } from "./use-has-opened.ts";

export type DialogSize = "small" | "medium" | "large" | "wide" | "full";

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Said under the title; read out when the dialog opens. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, in reading order: the way back first, the deed last. */
  footer?: ReactNode;
  size?: DialogSize;
  /** What gets the focus; otherwise the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** The title is for screen readers only, and the content brings its own padding. */
  hideTitle?: boolean;
  /** Near the top of the window, for a list that grows and shrinks as one types. */
  isHigh?: boolean;
};

const DialogSheet = overlays.part("DialogSheet");

export function Dialog(props: DialogProps) {
  return useHasOpened(props.open) && <DialogSheet {...props} />;
}
