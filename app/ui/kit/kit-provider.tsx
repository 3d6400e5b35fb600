/*
 * What the kit needs once per window: the one tooltip, the corner for notices.
 * Dialogs, menus and popovers are fetched when the page has come to rest, so
 * that the first one opens at once and none of them delays the page.
 */
import { useEffect, type ReactNode } from "react";
import { overlays } from "./overlays.ts";
import { ToastLayer } from "./toast.tsx";
import { TooltipLayer } from "./tooltip.tsx";

export function KitProvider({ children }: { children: ReactNode }) {
  useEffect(() => whenIdle(overlays.fetch), []);
  return (
    <>
      {children}
      <TooltipLayer />
      <ToastLayer />
    </>
  );
}

/** Safari has no idle callback; there a second will do. */
function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const handle = requestIdleCallback(task, { timeout: 5000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(task, 1000);
  return () => clearTimeout(timer);
}
