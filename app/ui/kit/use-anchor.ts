/*
 * The trigger of a menu or popover, and the anchor it is positioned by. The trigger
 * renders immediately; what it opens may still be loading. The anchor is taken from
 * the click rather than on render: a chat has hundreds of these, and each would
 * render twice.
 */
import { cloneElement, useState, type KeyboardEvent, type MouseEvent, type ReactElement } from "react";

/** The open state may be controlled from outside, but only the trigger opens it. */
export type Opening = { open?: boolean; onOpenChange?: (open: boolean) => void };

type ControlProps = {
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
};

export function useAnchor(trigger: ReactElement, kind: "menu" | "dialog", opening: Opening) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  // A menu opened from the keyboard starts at its first item.
  const [byKeyboard, setByKeyboard] = useState(false);
  const open = opening.open ?? isOpen;

  function setOpen(next: boolean): void {
    setIsOpen(next);
    opening.onOpenChange?.(next);
  }
  function openFrom(control: HTMLElement, isByKeyboard: boolean): void {
    setAnchor(control);
    setByKeyboard(isByKeyboard);
    setOpen(!open);
  }

  const own = trigger.props as ControlProps;
  const control = cloneElement(
    trigger as ReactElement<ControlProps>,
    {
      "aria-haspopup": kind,
      "aria-expanded": open,
      onClick(event: MouseEvent<HTMLElement>) {
        own.onClick?.(event);
        if (!event.defaultPrevented) openFrom(event.currentTarget, event.detail === 0);
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        own.onKeyDown?.(event);
        if (kind !== "menu" || event.key !== "ArrowDown" || event.defaultPrevented) return;
        event.preventDefault();
        openFrom(event.currentTarget, true);
      },
    } as ControlProps,
  );

  return { anchor, open, byKeyboard, setOpen, control };
}
