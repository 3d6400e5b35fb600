/* Types the start view's phrases into the field's placeholder, bypassing React.
   With reduced motion the plain sentence is shown instead. */
import { typedPlaceholders } from "#core/clauses/placeholders.ts";

const beforeMs = 2200;

export function typePlaceholders(field: HTMLTextAreaElement): () => void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return () => {};
  const frames = typedPlaceholders(Math.random);
  let timer = setTimeout(step, beforeMs);
  function step() {
    // Not visible, so nothing is typed.
    if (field.value !== "" || document.hidden) {
      timer = setTimeout(step, beforeMs);
      return;
    }
    const { value } = frames.next();
    field.placeholder = value.text;
    timer = setTimeout(step, value.ms);
  }
  return () => clearTimeout(timer);
}
