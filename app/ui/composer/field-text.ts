/** As if it had been typed, so that everything that listens to the field takes part. */
export function setText(field: HTMLTextAreaElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
