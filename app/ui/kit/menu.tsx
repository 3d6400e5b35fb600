/*
 * A menu of actions under a button:
 *
 *   <Menu trigger={<IconButton label="More" icon={<Ellipsis />} />}>
 *     <MenuItem icon={<Pencil />} onSelect={rename}>Rename</MenuItem>
 *     <MenuSeparator />
 *     <MenuItem icon={<Trash2 />} danger onSelect={askToDelete}>Delete</MenuItem>
 *   </Menu>
 */
import type { ReactElement, ReactNode } from "react";
import { overlays } from "./overlays.ts";
import { useAnchor, type Opening } from "./use-anchor.ts";
import { useHasOpened } from "./use-has-opened.ts";

type Side = "top" | "bottom" | "left" | "right";
type Align = "start" | "center" | "end";

export type AnchoredProps = {
  anchor: HTMLElement | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  align: Align;
  side: Side;
  children: ReactNode;
};

type MenuProps = Opening & { trigger: ReactElement; children: ReactNode; align?: Align; side?: Side };

const MenuPopup = overlays.part("MenuPopup");

export function Menu({ trigger, children, align = "start", side = "bottom", ...opening }: MenuProps) {
  const { anchor, open, byKeyboard, setOpen, control } = useAnchor(trigger, "menu", opening);
  return (
    <>
      {control}
      {useHasOpened(open) && (
        <MenuPopup anchor={anchor} open={open} onOpenChange={setOpen} align={align} side={side} byKeyboard={byKeyboard}>
          {children}
        </MenuPopup>
      )}
    </>
  );
}

export type MenuItemProps = {
  children: ReactNode;
  onSelect: () => void;
  icon?: ReactNode;
  shortcut?: string;
  danger?: boolean;
  disabled?: boolean;
};
export const MenuItem = overlays.part("MenuItemRow");

export const MenuSeparator = overlays.part("MenuRule");

export type MenuGroupProps = { label: string; children: ReactNode };
export const MenuGroup = overlays.part("MenuSection");

export type MenuChoicesProps<T extends string> = {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: ReactNode; icon?: ReactNode }[];
};
/** One of several, marked with a tick; the menu stays open so that the change can be seen. */
export const MenuChoices = overlays.part("MenuRadios") as unknown as <T extends string>(props: MenuChoicesProps<T>) => ReactElement;
