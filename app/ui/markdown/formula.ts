/*
 * Sets formulas, once they scroll into view. A formula that is not understood keeps
 * its source. What a model wrote gets neither links nor HTML from here, and few
 * macro expansions.
 */
import { render } from "katex";
import "katex/dist/katex.min.css";

export function setFormula(element: HTMLElement): void {
  const tex = element.textContent;
  const isDisplay = element.classList.contains("display");
  try {
    const holder = document.createElement("span");
    render(tex, holder, {
      displayMode: isDisplay,
      throwOnError: true,
      strict: false,
      trust: false,
      maxSize: 20,
      maxExpand: 200,
    });
    element.replaceChildren(...holder.childNodes);
    element.title = tex;
  } catch {
    element.classList.add("not-understood");
  }
}
