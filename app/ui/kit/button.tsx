/*
 * A page has at most one primary button: the blue pencil marks the next thing to
 * do. A pending button keeps its width and its place in the tab order, and ignores
 * further clicks.
 */
import type { ComponentProps, MouseEvent } from "react";
import { Spinner } from "./spinner.tsx";

export type ButtonVariant = "primary" | "outline" | "quiet" | "danger";
export type ButtonSize = "small" | "medium" | "large";

type ButtonProps = ComponentProps<"button"> & { variant?: ButtonVariant; size?: ButtonSize; pending?: boolean };

export function Button({ variant = "outline", size = "medium", pending = false, className = "", children, ...rest }: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (pending) event.preventDefault();
    else rest.onClick?.(event);
  }
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      className={`relative ${buttonClass(variant, size)} ${className}`}
    >
      {pending && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
      <span className={`inline-flex items-center gap-2 ${pending ? "opacity-0" : ""}`}>{children}</span>
    </button>
  );
}

/** The same styling for things that are not buttons, such as links. */
export function buttonClass(variant: ButtonVariant = "outline", size: ButtonSize = "medium"): string {
  return `${base} ${sizes[size]} ${variants[variant]}`;
}

const base =
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-lg font-medium whitespace-nowrap select-none touch-target transition-colors disabled:opacity-50 disabled:cursor-not-allowed [&_svg]:size-4 [&_svg]:shrink-0";

const sizes: Record<ButtonSize, string> = {
  small: "h-7 px-2.5 text-xs",
  medium: "h-9 px-3.5 text-sm",
  large: "h-11 px-5 text-base",
};

const variants: Record<ButtonVariant, string> = {
  primary: "bg-blue text-on-blue enabled:hover:bg-blue-strong [a&]:hover:bg-blue-strong",
  outline: "border border-rule-strong/70 text-ink hover:bg-wash active:bg-wash-strong",
  quiet: "text-ink-soft hover:bg-wash hover:text-ink active:bg-wash-strong",
  danger: "bg-danger text-on-danger enabled:hover:bg-danger-strong",
};
