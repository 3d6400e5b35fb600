/* A step of a dialog that is filled in: its name with the way back, its fields, and below them what is done with them. */
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "../kit/button.tsx";

type DialogFormProps = {
  title: string;
  lang?: string;
  /** What the way back leads to. */
  back: string;
  onBack: () => void;
  /** A selector: what has the focus first. */
  focusOn: string;
  action: string;
  isWorking?: boolean;
  isDisabled?: boolean;
  /** False: a field can't be used, and gets the focus. */
  onSubmit: () => boolean;
  children: ReactNode;
};

export function DialogForm(props: DialogFormProps) {
  const { title, lang, back, onBack, focusOn, action, isWorking = false, isDisabled = false, onSubmit, children } = props;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>(focusOn)?.focus(), [focusOn]);
  return (
    <form
      ref={form}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        // React passes it on to the form that the dialog was opened from: the composer would send.
        event.stopPropagation();
        if (!onSubmit()) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
      }}
    >
      <div className="mb-4 flex items-center gap-2">
        <Button variant="quiet" size="small" aria-label={back} onClick={onBack}>
          <ArrowLeft />
        </Button>
        <h3 tabIndex={-1} lang={lang} dir="auto" className="min-w-0 truncate font-serif text-title">
          {title}
        </h3>
      </div>
      {children}
      <div className="sticky -bottom-5 -mx-5 mt-4 -mb-5 flex justify-end border-t border-rule bg-raised px-5 py-3">
        <Button type="submit" variant="primary" pending={isWorking} disabled={isDisabled}>
          {action}
        </Button>
      </div>
    </form>
  );
}
