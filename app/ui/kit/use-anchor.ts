/*
 * The control that opens a menu or a popover, and the place it hangs from. The
 * control is on the page at once; what it opens may still be on its way.
 */
import { cloneElement, useState, type KeyboardEvent, type MouseEvent, type ReactElement, type Ref } from "react";

export type Opening = { open?: boolean; onOpenChange?: (open: boolean) => void };

type ControlProps = {
  ref?: Ref<HTMLElement>;
  onClick?: (event: MouseEvent) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
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

  const own = trigger.props as ControlProps;
  const control = cloneElement(
    trigger as ReactElement<ControlProps>,
    {
      "aria-haspopup": kind,
      "aria-expanded": open,
      ref(element: HTMLElement | null) {
        setAnchor(element);
        return giveTo(own.ref, element);
      },
      onClick(event: MouseEvent) {
        own.onClick?.(event);
        if (event.defaultPrevented) return;
        setByKeyboard(event.detail === 0);
        setOpen(!open);
      },
      onKeyDown(event: KeyboardEvent) {
        own.onKeyDown?.(event);
        if (kind !== "menu" || event.key !== "ArrowDown" || event.defaultPrevented) return;
        event.preventDefault();
        setOpen(true);
      },
    } as ControlProps,
  );

  return { anchor, open, byKeyboard, setOpen, control };
}

function giveTo(ref: Ref<HTMLElement> | undefined, element: HTMLElement | null): void {
  if (typeof ref === "function") ref(element);
  else if (ref) ref.current = element;
}
