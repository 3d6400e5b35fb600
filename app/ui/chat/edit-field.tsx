/* The field in which a question is edited. What is typed is kept, also when the edit is canceled. */
import { useEffect, useRef, useState, type PointerEvent } from "react";
import type { ThreadMessage } from "#core/chat/message.ts";
import { keepEdit, keptEdit } from "./kept-edits.ts";

type EditFieldProps = { message: ThreadMessage; chatId: string; onSend: (text: string) => void; onCancel: () => void };

const keepAfterMs = 250;

export function EditField({ message: { id, content }, chatId, onSend, onCancel }: EditFieldProps) {
  const composing = useRef(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const [before, setBefore] = useState(() => keptEdit(chatId, id));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const element = field.current!;
    focusAtEnd(element);
    function keepNow() {
      if (timer.current !== undefined) keepEdit(chatId, id, editIn(element, content));
    }
    window.addEventListener("pagehide", keepNow);
    return () => {
      window.removeEventListener("pagehide", keepNow);
      keepNow();
      clearTimeout(timer.current);
    };
  }, [chatId, id, content]);

  function keep() {
    clearTimeout(timer.current);
    timer.current = undefined;
    keepEdit(chatId, id, editIn(field.current!, content));
  }
  function send(text: string) {
    keep();
    onSend(text);
  }
  function discard() {
    field.current!.value = content;
    keep();
    setBefore(null);
    focusAtEnd(field.current!);
  }
  return (
    <div
      className="w-full"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        keep();
        onCancel();
      }}
    >
      <textarea
        dir="auto"
        ref={field}
        aria-label="Edit your message"
        defaultValue={before ?? content}
        onInput={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(keep, keepAfterMs);
        }}
        onCompositionStart={() => void (composing.current = true)}
        onCompositionEnd={() => void (composing.current = false)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            keep();
            onCancel();
          }
          if (event.key !== "Enter" || event.shiftKey || composing.current || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send(event.currentTarget.value);
        }}
        className="field-sizing-content scroll-thin block max-h-[50dvh] min-h-12 w-full resize-none rounded-xl border border-rule-strong bg-paper px-4 py-2.5 font-serif text-read"
      />
      <p className="mt-1.5 flex flex-wrap justify-end gap-x-2 text-right text-xs text-ink-faint">
        {before !== null && (
          <span>
            Your unsent edit is back.{" "}
            <button type="button" className="text-blue touch-target hover:underline" onPointerDown={keepFocus} onClick={discard}>
              Use the original
            </button>
          </span>
        )}
        <span>Press Enter to resend or Esc to cancel.</span>
      </p>
    </div>
  );
}

/** Null if there is nothing to keep. */
function editIn({ value }: HTMLTextAreaElement, original: string): string | null {
  return value.trim() === "" || value === original ? null : value;
}

/** A click that moves the focus would close the field. */
function keepFocus(event: PointerEvent): void {
  event.preventDefault();
}

function focusAtEnd(field: HTMLTextAreaElement): void {
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
  field.scrollIntoView({ block: "nearest" });
}
