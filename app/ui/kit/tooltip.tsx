/*
 * One tooltip for the whole window, and any number of cheap triggers that lend
 * it their words: a chat of a thousand messages has thousands of small buttons,
 * and none of them should carry a popup of its own.
 */
import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement } from "react";
import { Kbd } from "./kbd.tsx";

type Words = { label: string; shortcut?: string | undefined };

const tooltip = Base.createHandle<Words>();

/** Names the control inside it on hover and focus. It does not label it: the control needs its own aria-label. */
export function Tooltip({ label, shortcut, children }: Words & { children: ReactElement }) {
  return <Base.Trigger handle={tooltip} payload={{ label, shortcut }} delay={450} render={children} />;
}

/** Rendered once, by the kit's provider. */
export function TooltipLayer() {
  return (
    <Base.Root handle={tooltip}>
      {({ payload }) => (
        <Base.Portal>
          <Base.Positioner sideOffset={6} collisionPadding={8} className="z-50">
            <Base.Popup className="popup-motion flex items-center gap-2 rounded-lg border border-rule bg-raised px-2 py-1 text-xs text-ink shadow-panel">
              {payload?.label}
              {payload?.shortcut !== undefined && <Kbd shortcut={payload.shortcut} />}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      )}
    </Base.Root>
  );
}
