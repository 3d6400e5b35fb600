/*
 * What is done to finished blocks late and cheaply, when they scroll into view and
 * the browser is idle: listings get their colors, formulas are set. The code for it
 * is fetched only then and is not in the page's script.
 */
let watcher: IntersectionObserver | undefined;

/** Finishes the listings and formulas in `root` once they are visible. */
export function finishLater(root: Element): void {
  if (typeof IntersectionObserver === "undefined") return;
  const kinds = ".code-block:not([data-language='']), .formula";
  const blocks = root.matches(kinds) ? [root] : root.querySelectorAll(kinds);
  if (blocks.length === 0) return;
  watcher ??= new IntersectionObserver(onSeen, { rootMargin: "200px" });
  for (const block of blocks) watcher.observe(block);
}

function onSeen(entries: IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    watcher?.unobserve(target);
    // Offline, for example: the code is shown without colors, the formula as it was written.
    const start = () => void finish(target as HTMLElement).catch(() => {});
    if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: 2000 });
    else setTimeout(start, 50);
  }
}

async function finish(block: HTMLElement): Promise<void> {
  if (block.matches(".formula")) (await import("./formula.ts")).setFormula(block);
  else await (await import("./colour-block.ts")).colourBlock(block);
}
