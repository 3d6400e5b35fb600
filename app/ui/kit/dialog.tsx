/*
 * A dialog: a sheet laid over the page. It traps the focus and gives it back to
 * where it came from; Escape and the veil close it. On a phone it rises from
 * the bottom edge, where the thumb is.
 */
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { IconButton } from "./icon-button.tsx";

export type DialogSize = "small" | "medium" | "large" | "wide";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Said under the title; read out when the dialog opens. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, in reading order: the way back first, the deed last. */
  footer?: ReactNode;
  size?: DialogSize;
  /** What gets the focus; otherwise the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** The title is for screen readers only. */
  hideTitle?: boolean;
};

export function Dialog({ open, onOpenChange, title, description, children, footer, size = "medium", ...rest }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={veilClass} />
        <Base.Popup
          className={`${sheetClass} ${dialogWidths[size]}`}
          {...(rest.initialFocus && { initialFocus: rest.initialFocus })}
        >
          <header className={rest.hideTitle ? "sr-only" : "flex items-start gap-4 px-5 pt-5 pb-3"}>
            <div className="min-w-0 flex-1">
              <Base.Title className="font-serif text-title font-medium text-balance">{title}</Base.Title>
              {description !== undefined && <Base.Description className="mt-1 text-ink-soft">{description}</Base.Description>}
            </div>
            <Base.Close render={<IconButton label="Close" icon={<X />} className="-mt-1 -mr-2" />} />
          </header>
          {children !== undefined && <div className="scroll-thin min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>}
          {footer !== undefined && <footer className={sheetFooterClass}>{footer}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/* Shared with the confirm dialog. */
export const veilClass =
  "fixed inset-0 z-40 min-h-dvh bg-veil transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0";

export const sheetClass =
  "fixed z-40 flex max-h-[min(85vh,85dvh)] w-full flex-col overflow-hidden border border-rule bg-raised text-ink shadow-panel outline-none " +
  "max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-xl max-sm:border-x-0 max-sm:border-b-0 max-sm:pb-[env(safe-area-inset-bottom)] " +
  "sm:top-[46%] sm:left-1/2 sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl " +
  "transition-[opacity,translate,scale] duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 " +
  "max-sm:data-ending-style:translate-y-6 max-sm:data-starting-style:translate-y-6 sm:data-ending-style:scale-[0.985] sm:data-starting-style:scale-[0.985]";

export const sheetFooterClass = "flex justify-end gap-2 px-5 py-4 max-sm:*:flex-1";

export const dialogWidths: Record<DialogSize, string> = {
  small: "sm:max-w-sm",
  medium: "sm:max-w-lg",
  large: "sm:max-w-2xl",
  wide: "sm:max-w-3xl",
};
