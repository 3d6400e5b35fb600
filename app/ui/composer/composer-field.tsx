/*
 * The field itself: a plain textarea that React never writes to. It grows with its
 * text through field-sizing, and by script only in browsers without it.
 */
import { useEffect, useLayoutEffect, type ClipboardEvent, type KeyboardEvent, type RefObject } from "react";
import { enterMeans } from "#core/chat/composer.ts";
import { placeholderFor, startPlaceholder } from "#core/clauses/placeholders.ts";
import { findWritingType } from "#core/prose/writing-types.ts";
import { typePlaceholders } from "./type-placeholders.ts";

type ComposerFieldProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  hasMessages: boolean;
  draftMode: boolean;
  writingType: string | null;
  /** The chat is about the table of a review. */
  asksTable?: boolean;
  onEnter: () => void;
  onBlank: (isBlank: boolean) => void;
  onFiles: (files: File[]) => void;
  /** Every key except the Enter that sends. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
};

export function ComposerField({
  field,
  hasMessages,
  draftMode,
  writingType,
  asksTable = false,
  onEnter,
  onBlank,
  onFiles,
  onKey,
}: ComposerFieldProps) {
  const ofType = writingType === null ? undefined : findWritingType(writingType)?.placeholder;
  const placeholder = placeholderFor({ hasMessages, draftMode, ofType: asksTable ? "Ask about the table" : ofType });
  const isTyped = placeholder === startPlaceholder;
  useEffect(() => {
    const element = field.current;
    if (!isTyped || element === null) return;
    const stop = typePlaceholders(element);
    return () => {
      stop();
      // The attribute is React's again, which does not know what was typed.
      element.placeholder = element.dataset["placeholder"]!;
    };
  }, [field, isTyped]);
  useLayoutEffect(() => growByHand(field.current!), [field]);
  // Text typed before hydration counts too.
  useEffect(() => onBlank(field.current!.value.trim() === ""), [field, onBlank]);
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) field.current?.focus({ preventScroll: true });
  }, [field]);

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const meaning = enterMeans(event.nativeEvent);
    if (meaning === "field") return onKey?.(event);
    event.preventDefault();
    if (meaning === "submit") onEnter();
  }
  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const files = [...event.clipboardData.files];
    // Word adds an image of the text to the clipboard; the text is what was meant.
    if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
    event.preventDefault();
    onFiles(files);
  }
  return (
    <textarea
      ref={field}
      name="message"
      dir="auto"
      rows={1}
      aria-label="Message"
      placeholder={placeholder}
      data-placeholder={placeholder}
      enterKeyHint="send"
      autoComplete="off"
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onInput={(event) => onBlank(event.currentTarget.value.trim() === "")}
      className={`field-sizing-content scroll-thin block max-h-[300px] w-full resize-none bg-transparent px-4 pt-3 pb-2 font-serif text-read outline-none ${
        hasMessages ? "min-h-[100px]" : "min-h-[50px]"
      }`}
    />
  );
}

function growByHand(field: HTMLTextAreaElement): (() => void) | void {
  if (CSS.supports("field-sizing", "content")) return;
  function grow() {
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight}px`;
  }
  field.addEventListener("input", grow);
  return () => field.removeEventListener("input", grow);
}
