/*
 * What the kit needs once per window: the tooltip and the toast region. Dialogs,
 * menus and popovers are fetched when the reader first moves, so the first one
 * opens immediately and a page that is only read never loads them.
 */
import { useEffect, type ReactNode } from "react";
import { onFirstMovement } from "./first-movement.ts";
import { overlays } from "./overlays.ts";
import { ToastLayer } from "./toast.tsx";
import { TooltipLayer } from "./tooltip.tsx";

export function KitProvider({ children }: { children: ReactNode }) {
  useEffect(() => onFirstMovement(overlays.fetch), []);
  return (
    <>
      {children}
      <TooltipLayer />
      <ToastLayer />
    </>
  );
}
