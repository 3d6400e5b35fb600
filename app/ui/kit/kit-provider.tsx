/*
 * What the kit needs once per window: the one tooltip, the corner for notices.
 * Dialogs, menus and popovers are fetched at the reader's first movement, so
 * that the first one opens at once and a page that is only read never pays.
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
