/* The empty chat: a greeting, if the window is tall enough, and the option to make it temporary. */
import { EyeOff } from "lucide-react";
import { Link } from "react-router";
import { IconButton } from "../kit/icon-button.tsx";
import { useWorkspace } from "../shell/use-place.ts";

export function StartHeading() {
  return (
    <header className="px-4 pb-7 text-center [@media(max-height:34rem)]:sr-only">
      <h1 className="font-serif text-display font-medium tracking-[-0.015em]">Hello</h1>
      <p className="mt-1 font-serif text-title text-ink-soft">What can I write for you?</p>
    </header>
  );
}

/** For agreements, letters and notices, a form is a quicker start than a question. */
export function LibraryLink() {
  return (
    <p className="mt-4 text-center">
      <Link
        to={useWorkspace().path("/library")}
        className="inline-flex items-center rounded-sm text-ink-soft underline-offset-4 touch-target hover:text-ink hover:underline"
      >
        Start from a template
      </Link>
    </p>
  );
}

type TemporaryMarkProps = { isOn: boolean; canChange: boolean; onChange: (isOn: boolean) => void };

/** A temporary chat stays marked as such. */
export function TemporaryMark({ isOn, canChange, onChange }: TemporaryMarkProps) {
  if (canChange) {
    return (
      <div className="absolute top-2 right-2 flex items-center gap-2">
        {isOn && <span className="text-xs text-ink-soft">Temporary chat: it will not be kept</span>}
        <IconButton label="Temporary chat" icon={<EyeOff />} pressed={isOn} onClick={() => onChange(!isOn)} />
      </div>
    );
  }
  if (!isOn) return null;
  return (
    <p className="sticky top-0 z-10 flex items-center justify-center gap-2 border-b border-dashed border-rule-strong bg-paper py-1.5 text-xs text-ink-soft">
      <EyeOff className="size-3.5" aria-hidden="true" /> Temporary chat: it will not be kept
    </p>
  );
}
