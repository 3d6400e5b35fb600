/* The comment form. Text stays on the device until the server has it, and two windows each keep their own. */
import { useEffect, useId, useRef, useState } from "react";
import { commentMax } from "#core/comments/comment.ts";
import { Unsent } from "../../composer/unsent.ts";
import { Button } from "../../kit/button.tsx";

type CommentFormProps = {
  label: string;
  placeholder: string;
  action: string;
  /** Storage key on the device; nothing is stored without it. */
  keptAs?: string;
  initial?: string;
  takesFocus?: boolean;
  /** True once the server has it. */
  onSend: (text: string) => Promise<boolean>;
  onCancel?: () => void;
};

export function CommentForm({ label, placeholder, action, keptAs, initial = "", takesFocus, onSend, onCancel }: CommentFormProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [kept] = useState(() => (keptAs === undefined ? null : new Unsent(keptAs)));
  const [text, setText] = useState(() => initial || (kept?.begin("").text ?? ""));
  const [isSending, setSending] = useState(false);
  const [isOpen, setOpen] = useState(text !== "" || takesFocus === true);
  useEffect(() => {
    if (takesFocus) field.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  function type(next: string) {
    setText(next);
    kept?.save(next, null);
  }
  async function send() {
    const words = text.trim();
    if (words === "" || isSending) return;
    setSending(true);
    const isDone = await onSend(words);
    setSending(false);
    if (!isDone) return;
    kept?.acknowledge(text);
    setText("");
    setOpen(false);
  }
  function cancel() {
    kept?.acknowledge(text);
    setText("");
    setOpen(false);
    onCancel?.();
  }
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        id={id}
        ref={field}
        dir="auto"
        rows={1}
        value={text}
        maxLength={commentMax}
        placeholder={placeholder}
        onFocus={() => setOpen(true)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.stopPropagation();
            if (text.trim() === "") cancel();
            else field.current?.blur();
          }
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void send();
          }
        }}
        className="scroll-thin field-sizing-content max-h-60 min-h-9 w-full resize-none rounded-lg border border-rule-strong bg-paper px-2.5 py-1.5 text-sm leading-6 pointer-coarse:min-h-11 max-sm:text-base"
      />
      {isOpen && (
        <div className="flex justify-end gap-1">
          <Button size="small" variant="quiet" onClick={cancel}>
            Cancel
          </Button>
          <Button size="small" variant="primary" type="submit" pending={isSending} disabled={text.trim() === ""}>
            {action}
          </Button>
        </div>
      )}
    </form>
  );
}
