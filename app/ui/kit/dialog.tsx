/*
 * A modal dialog. It traps focus and returns it to where it came from; Escape and
 * the backdrop close it. On a phone it rises from the bottom edge, within reach of
 * the thumb.
 */
import type { ReactNode, RefObject } from "react";
import { overlays } from "./overlays.ts";
import { useHasOpened } from "./use-has-opened.ts";

export type DialogSize = "small" | "medium" | "large" | "wide" | "widest" | "full";

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Shown below the title; read out when the dialog opens. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons in reading order: cancel first, the action last. */
  footer?: ReactNode;
  size?: DialogSize;
  /** Receives the focus; defaults to the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** The title is for screen readers only, and the content has its own padding. */
  hideTitle?: boolean;
  /** Near the top of the window, for a list that grows and shrinks while typing. */
  isHigh?: boolean;
};

const DialogSheet = overlays.part("DialogSheet");

export function Dialog(props: DialogProps) {
  return useHasOpened(props.open) && <DialogSheet {...props} />;
}
