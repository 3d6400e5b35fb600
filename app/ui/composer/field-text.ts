/** Sets text as if typed, so that everything listening to the field reacts. */
export function setText(field: HTMLTextAreaElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The composer's field, wherever it is on the page. */
export function composerField(): HTMLTextAreaElement | null {
  return document.querySelector<HTMLTextAreaElement>("textarea[name=message]");
}
