/*
 * Inserts the transcript at the caret, after a selection and never over it. In a
 * focused field it is inserted like typed text, so that the browser's undo removes
 * it.
 */
import { spokenInsert } from "#core/chat/voice.ts";

export function insertSpoken(field: HTMLTextAreaElement, spoken: string): void {
  const at = field.selectionEnd;
  const insert = spokenInsert(field.value, at, spoken);
  if (insert === "") return;
  const isFree = document.activeElement === document.body || field.form?.contains(document.activeElement) === true;
  if (isFree && matchMedia("(pointer: fine)").matches) field.focus();
  if (document.activeElement === field) {
    field.setSelectionRange(at, at);
    if (document.execCommand("insertText", false, insert)) return;
  }
  field.setRangeText(insert, at, at, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
