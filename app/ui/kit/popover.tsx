/** A small panel beside the control that opens it; it does not block the page behind it. */
import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";

type PopoverProps = {
  trigger: ReactElement;
  /** Its accessible name; shown as a heading unless `hideTitle`. */
  title: string;
  hideTitle?: boolean;
  children: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom" | "left" | "right";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
};

export function Popover({ trigger, title, hideTitle = false, children, align = "start", side = "bottom", ...rest }: PopoverProps) {
  return (
    <Base.Root {...(rest.open !== undefined && { open: rest.open })} onOpenChange={(next) => rest.onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className={`${popupClass} ${rest.className ?? "w-72 p-3"}`}>
            <Base.Title className={hideTitle ? "sr-only" : "mb-2 font-medium"}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

const popupClass =
  "popup-motion scroll-thin max-h-(--available-height) max-w-[calc(100vw-1rem)] overflow-y-auto rounded-xl border border-rule bg-raised text-ink shadow-panel outline-none";
