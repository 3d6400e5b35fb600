/** What the kit needs once per window: the one tooltip and the corner for notices. Wraps the whole page. */
import type { ReactNode } from "react";
import { ToastLayer } from "./toast.tsx";
import { TooltipLayer } from "./tooltip.tsx";

export function KitProvider({ children }: { children: ReactNode }) {
  return (
    <ToastLayer>
      {children}
      <TooltipLayer />
    </ToastLayer>
  );
}
