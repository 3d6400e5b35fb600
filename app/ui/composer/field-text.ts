/** As if it had been typed, so that everything that listens to the field takes part. */
export function setText(field: HTMLTextAreaElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** The composer's field, wherever on the page it is. */
export function composerField(): HTMLTextAreaElement | null {
  return document.querySelector<HTMLTextAreaElement>("textarea[name=message]");
}
