/** A small panel beside its trigger; it does not block the page behind it. */
import type { ReactElement, ReactNode } from "react";
import type { AnchoredProps } from "./menu.tsx";
import { overlays } from "./overlays.ts";
import { useAnchor, type Opening } from "./use-anchor.ts";
import { useHasOpened } from "./use-has-opened.ts";

type PanelProps = {
  /** Its accessible name; shown as a heading unless `hideTitle`. */
  title: string;
  hideTitle?: boolean;
  /** Width and padding; "w-72 p-3" otherwise. */
  className?: string;
};
/** `isPeek`: focus stays where it is. */
export type PopoverPanelProps = AnchoredProps & PanelProps & { isPeek?: boolean };

type PopoverProps = Opening &
  PanelProps & {
    trigger: ReactElement;
    children: ReactNode;
    align?: AnchoredProps["align"];
    side?: AnchoredProps["side"];
  };

const PopoverPanel = overlays.part("PopoverPanel");

export function Popover({ trigger, children, align = "start", side = "bottom", open, onOpenChange, ...panel }: PopoverProps) {
  const opening = { ...(open !== undefined && { open }), ...(onOpenChange !== undefined && { onOpenChange }) };
  const anchored = useAnchor(trigger, "dialog", opening);
  return (
    <>
      {anchored.control}
      {useHasOpened(anchored.open) && (
        <PopoverPanel
          {...panel}
          anchor={anchored.anchor}
          open={anchored.open}
          onOpenChange={anchored.setOpen}
          align={align}
          side={side}
        >
          {children}
        </PopoverPanel>
      )}
    </>
  );
}
