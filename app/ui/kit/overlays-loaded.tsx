/* The overlays and their library. Only overlays.ts imports this. */
import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog } from "@base-ui/react/dialog";
import { Menu } from "@base-ui/react/menu";
import { Popover } from "@base-ui/react/popover";
import { Check, X } from "lucide-react";
import { createContext, use, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode } from "react";
import { Button } from "./button.tsx";
import type { ConfirmDialogProps } from "./confirm-dialog.tsx";
import type { DialogProps, DialogSize } from "./dialog.tsx";
import { IconButton } from "./icon-button.tsx";
import { leavePopovers, registerPopover } from "./open-popovers.ts";
import { Kbd } from "./kbd.tsx";
import type { AnchoredProps, MenuChoicesProps, MenuGroupProps, MenuItemProps } from "./menu.tsx";
import type { PopoverPanelProps } from "./popover.tsx";

/** A dialog takes the place of the popover it was opened from, and returns focus to that popover's trigger. */
function useFinalFocus(open: boolean): () => HTMLElement | true {
  const trigger = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (open) trigger.current = leavePopovers();
  }, [open]);
  return () => trigger.current ?? true;
}

export function DialogSheet({ open, onOpenChange, title, description, children, footer, size = "medium", ...rest }: DialogProps) {
  const finalFocus = useFinalFocus(open);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={veilClass} />
        <Dialog.Popup
          className={`${sheetClass} ${rest.isHigh ? highClass : middleClass} ${sheetWidths[size]}`}
          finalFocus={finalFocus}
          {...(rest.initialFocus !== undefined && { initialFocus: rest.initialFocus })}
        >
          <header className={rest.hideTitle ? "sr-only" : "px-5 pt-5 pr-14 pb-2"}>
            <Dialog.Title className={titleClass}>{title}</Dialog.Title>
            {description !== undefined && (
              <Dialog.Description className="mt-1 text-balance text-ink-soft">{description}</Dialog.Description>
            )}
          </header>
          {children !== undefined && <div className={rest.hideTitle ? bareBodyClass : bodyClass}>{children}</div>}
          {footer !== undefined && <footer className={footerClass}>{footer}</footer>}
          {/* Last, so that focus starts in the dialog's content. */}
          <Dialog.Close
            render={<IconButton label="Close" icon={<X />} className={rest.hideTitle ? "sr-only" : "absolute top-3.5 right-3"} />}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export type DrawerProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  width: string;
  children: ReactNode;
};

/** Slides in from the left edge; for what is a sidebar in a larger window. */
export function DrawerSheet({ open, onOpenChange, title, width, children }: DrawerProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={veilClass} />
        <Dialog.Popup className={drawerClass} style={{ width }}>
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export function ConfirmSheet({ cancel = "Cancel", danger = false, pending = false, ...props }: ConfirmDialogProps) {
  const wayBack = useRef<HTMLButtonElement>(null);
  const finalFocus = useFinalFocus(props.open);
  return (
    <AlertDialog.Root open={props.open} onOpenChange={(next) => props.onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={veilClass} />
        <AlertDialog.Popup
          className={`${sheetClass} ${middleClass} ${sheetWidths.small}`}
          initialFocus={wayBack}
          finalFocus={finalFocus}
        >
          <div className="px-5 pt-5 pb-1">
            <AlertDialog.Title className={titleClass}>{props.title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-2 text-ink-soft">{props.description}</AlertDialog.Description>
          </div>
          <footer className={footerClass}>
            <AlertDialog.Close render={<Button ref={wayBack} />}>{cancel}</AlertDialog.Close>
            <Button variant={danger ? "danger" : "primary"} pending={pending} onClick={props.onConfirm}>
              {props.confirm}
            </Button>
          </footer>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

export function MenuPopup({
  anchor,
  open,
  onOpenChange,
  align,
  side,
  byKeyboard,
  children,
}: AnchoredProps & { byKeyboard: boolean }) {
  const popup = useRef<HTMLDivElement>(null);
  // What an item opens must not lose focus to the closing menu. So focus returns to the trigger first, and the menu
  // does not move it again after closing.
  const hasChosen = useRef(false);
  const choose = useCallback(
    (run: () => void) => {
      hasChosen.current = true;
      anchor?.focus();
      run();
    },
    [anchor],
  );
  function startAtFirst(isOpen: boolean) {
    if (!isOpen) return;
    hasChosen.current = false;
    if (byKeyboard) popup.current?.querySelector<HTMLElement>('[role^="menuitem"]:not([data-disabled])')?.focus();
  }
  return (
    <Menu.Root open={open} onOpenChange={(next) => onOpenChange(next)} onOpenChangeComplete={startAtFirst}>
      <Menu.Portal>
        <Menu.Positioner
          anchor={anchor}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 outline-none"
        >
          <Menu.Popup ref={popup} className={menuClass} finalFocus={() => (hasChosen.current ? false : anchor)}>
            <ChooseContext value={choose}>{children}</ChooseContext>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const ChooseContext = createContext<(run: () => void) => void>((run) => run());

export function MenuItemRow({ children, onSelect, icon, shortcut, danger = false, disabled = false }: MenuItemProps) {
  const choose = use(ChooseContext);
  return (
    <Menu.Item onClick={() => choose(onSelect)} disabled={disabled} className={`${menuItemClass} ${danger ? "text-danger" : ""}`}>
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut !== undefined && <Kbd shortcut={shortcut} />}
    </Menu.Item>
  );
}

export function MenuRule() {
  return <Menu.Separator className="my-1 h-px bg-rule" />;
}

export function MenuSection({ label, children }: MenuGroupProps) {
  return (
    <Menu.Group>
      <Menu.GroupLabel className="group-label px-2.5 pt-2 pb-1">{label}</Menu.GroupLabel>
      {children}
    </Menu.Group>
  );
}

export function MenuRadios({ label, value, onChange, options }: MenuChoicesProps<string>) {
  return (
    <Menu.RadioGroup value={value} onValueChange={(next: string) => onChange(next)} aria-label={label}>
      {options.map((option) => (
        <Menu.RadioItem key={option.value} value={option.value} className={menuItemClass}>
          {option.icon}
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
          <Menu.RadioItemIndicator className="text-blue">
            <Check />
          </Menu.RadioItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

export function PopoverPanel({
  anchor,
  open,
  onOpenChange,
  align,
  side,
  title,
  hideTitle,
  isPeek = false,
  children,
  className,
}: PopoverPanelProps) {
  const hasLeft = useRef(false);
  const leave = useEffectEvent(() => {
    hasLeft.current = true;
    onOpenChange(false);
  });
  useEffect(() => {
    if (!open) return;
    hasLeft.current = false;
    return registerPopover({ trigger: anchor, leave: () => leave() });
  }, [open, anchor]);
  return (
    <Popover.Root open={open} onOpenChange={(next, { event }) => !isWithin(anchor, event) && onOpenChange(next)}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align={align} side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Popover.Popup
            className={`${panelClass} ${className ?? "w-72 p-3"}`}
            {...(isPeek && { initialFocus: false })}
            finalFocus={() => (hasLeft.current || isPeek ? false : anchor)}
          >
            <Popover.Title className={hideTitle ? "sr-only" : "mb-2 font-medium"}>{title}</Popover.Title>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** A click on the trigger is handled by the trigger itself. */
function isWithin(anchor: HTMLElement | null, event: Event): boolean {
  return event.type !== "keydown" && event.target instanceof Node && anchor?.contains(event.target) === true;
}

const veilClass =
  "fixed inset-0 z-40 min-h-dvh bg-veil transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0";

const sheetClass =
  "fixed z-40 flex max-h-[min(85vh,85dvh)] w-full flex-col overflow-hidden border border-rule bg-raised text-ink shadow-panel outline-none " +
  "max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-xl max-sm:border-x-0 max-sm:border-b-0 max-sm:pb-[env(safe-area-inset-bottom)] " +
  "sm:left-1/2 sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:rounded-xl " +
  "transition-[opacity,translate,scale] duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 " +
  "max-sm:data-ending-style:translate-y-6 max-sm:data-starting-style:translate-y-6 sm:data-ending-style:scale-[0.985] sm:data-starting-style:scale-[0.985]";

const middleClass = "sm:top-[46%] sm:-translate-y-1/2";
const highClass = "sm:top-[14dvh]";

const drawerClass =
  "fixed inset-y-0 left-0 z-40 flex max-w-[calc(100vw-3rem)] flex-col border-r border-rule bg-desk pb-[env(safe-area-inset-bottom)] text-ink shadow-panel outline-none " +
  "transition-[translate] duration-200 data-ending-style:-translate-x-full data-starting-style:-translate-x-full";

const sheetWidths: Record<DialogSize, string> = {
  small: "sm:max-w-sm",
  medium: "sm:max-w-lg",
  large: "sm:max-w-2xl",
  wide: "sm:max-w-3xl",
  widest: "sm:max-w-3xl lg:max-w-6xl",
  /* Nearly the whole window. */
  full: "sm:top-1/2! sm:h-[calc(100dvh-3rem)] max-h-[calc(100dvh-3rem)]! max-sm:h-[calc(100dvh-1rem)] max-w-none",
};

const titleClass = "font-serif text-title font-medium text-balance";
const bareBodyClass = "flex min-h-0 flex-1 flex-col";
// A little room above, or the focus ring of the first field would be cut off.
const bodyClass = "scroll-thin min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5";
const footerClass = "flex justify-end gap-2 px-5 py-4 max-sm:*:flex-1";

const menuClass =
  "popup-motion scroll-thin max-h-(--available-height) min-w-44 max-w-80 overflow-y-auto rounded-xl border border-rule bg-raised p-1 text-ink shadow-panel outline-none";

const menuItemClass =
  "flex min-h-8 cursor-default items-center gap-2.5 rounded-lg px-2.5 py-1.5 outline-none select-none pointer-coarse:min-h-11 " +
  "data-highlighted:bg-wash-strong data-disabled:text-ink-faint [&_svg]:size-4 [&_svg]:shrink-0";

const panelClass =
  "popup-motion scroll-thin max-h-(--available-height) max-w-[calc(100vw-1rem)] overflow-y-auto rounded-xl border border-rule bg-raised text-ink shadow-panel outline-none";
