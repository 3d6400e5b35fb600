/* An icon-only button. The label is both its accessible name and its tooltip, so no icon is without words. */
import type { ComponentProps, ReactNode } from "react";
import { Spinner } from "./spinner.tsx";
import { tooltipAttributes } from "./tooltip.tsx";

type IconButtonProps = Omit<ComponentProps<"button">, "children"> & {
  label: string;
  icon: ReactNode;
  /** As in kit/shortcut.ts, e.g. "mod+b"; shown only, not bound. */
  shortcut?: string;
  variant?: "quiet" | "outline" | "primary";
  size?: "small" | "medium";
  /** For a toggle: whether it is on. */
  pressed?: boolean;
  pending?: boolean;
};

export function IconButton(props: IconButtonProps) {
  const { label, icon, shortcut, variant = "quiet", size = "medium", pressed, pending = false, className = "", ...rest } = props;
  return (
    <button
      type="button"
      {...tooltipAttributes(label, shortcut)}
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      aria-busy={pending || undefined}
      disabled={rest.disabled === true || pending}
      className={`${base} ${size === "small" ? "size-7" : "size-8"} ${variants[variant]} ${className}`}
    >
      {pending ? <Spinner /> : icon}
    </button>
  );
}

const base =
  "inline-grid shrink-0 place-items-center rounded-lg touch-target transition-colors disabled:cursor-not-allowed disabled:opacity-45 [&_svg]:size-4";

const variants = {
  quiet:
    "text-ink-soft hover:bg-wash hover:text-ink active:bg-wash-strong aria-pressed:bg-blue-soft aria-pressed:text-blue [&[aria-haspopup][aria-expanded=true]]:bg-wash [&[aria-haspopup][aria-expanded=true]]:text-ink",
  outline:
    "border border-rule text-ink-soft hover:bg-wash hover:text-ink aria-pressed:border-blue aria-pressed:bg-blue-soft aria-pressed:text-blue",
  primary: "bg-blue text-on-blue enabled:hover:bg-blue-strong disabled:bg-wash-strong disabled:text-ink-faint disabled:opacity-100",
};
