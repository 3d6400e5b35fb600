/*
 * A menu of actions under a button:
 *
 *   <Menu trigger={<IconButton label="More" icon={<Ellipsis />} />}>
 *     <MenuItem icon={<Pencil />} onSelect={rename}>Rename</MenuItem>
 *     <MenuSeparator />
 *     <MenuItem icon={<Trash2 />} danger onSelect={askToDelete}>Delete</MenuItem>
 *   </Menu>
 */
import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Kbd } from "./kbd.tsx";

type MenuProps = {
  trigger: ReactElement;
  children: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom" | "left" | "right";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

export function Menu({ trigger, children, align = "start", side = "bottom", open, onOpenChange }: MenuProps) {
  return (
    <Base.Root {...(open !== undefined && { open })} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} side={side} sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup className={menuPopupClass}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type MenuItemProps = {
  children: ReactNode;
  onSelect: () => void;
  icon?: ReactNode;
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
};

export function MenuItem({ children, onSelect, icon, shortcut, danger = false, disabled = false }: MenuItemProps) {
  return (
    <Base.Item onClick={onSelect} disabled={disabled} className={`${menuItemClass} ${danger ? "text-danger" : ""}`}>
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {shortcut !== undefined && <Kbd shortcut={shortcut} />}
    </Base.Item>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-rule" />;
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="group-label px-2.5 pt-2 pb-1">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

type MenuChoicesProps<T extends string> = {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: ReactNode; icon?: ReactNode }[];
};

/** One of several, marked with a tick; the menu stays open so that the change can be seen. */
export function MenuChoices<T extends string>({ label, value, onChange, options }: MenuChoicesProps<T>) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next: T) => onChange(next)} aria-label={label}>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} className={menuItemClass}>
          {option.icon}
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
          <Base.RadioItemIndicator className="text-blue">
            <Check />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

const menuPopupClass =
  "popup-motion scroll-thin max-h-(--available-height) min-w-44 max-w-80 overflow-y-auto rounded-xl border border-rule bg-raised p-1 text-ink shadow-panel outline-none";

const menuItemClass =
  "flex min-h-8 cursor-default items-center gap-2.5 rounded-lg px-2.5 py-1.5 outline-none select-none pointer-coarse:min-h-11 " +
  "data-highlighted:bg-wash-strong data-disabled:text-ink-faint [&_svg]:size-4 [&_svg]:shrink-0";
