/*
 * Finds where the notices cover no control: below what is in the corner, or else
 * in the middle or at the left. On a page that is full of controls they cover
 * the last cells of a table, which can be scrolled from under them. Only what is
 * visible counts: with a dialog open, that is the dialog.
 */
type Size = { width: number; height: number };
export type Place = { left: number; top: number };

/** The smallest control is larger than this, so none slips between two samples. */
const step = 12;
const margin = 16;

const controls =
  "a[href], button, input, textarea, select, summary, [role=button], [role=menuitem], [role=menuitemradio], [role=option], [role=tab], [role=switch]";

const cells = "[role=gridcell], [role=rowheader], [role=columnheader]";

type IsControl = (x: number, y: number) => boolean;

/** Null if everything is covered with controls. */
export function freePlace(size: Size, view: Size, isControl: IsControl): Place | null {
  const right = view.width - margin - size.width;
  const columns = [right, Math.round(right / 2), margin].filter((left, i, all) => left >= margin && all.indexOf(left) === i);
  for (const left of columns) {
    const top = freeTop(left, size, view, isControl);
    if (top !== null) return { left, top };
  }
  return null;
}

/** The same from the bottom up. */
export function lowestFreePlace(size: Size, view: Size, isControl: IsControl): Place | null {
  const found = freePlace(size, view, (x, y) => isControl(x, view.height - y));
  return found && { left: found.left, top: view.height - found.top - size.height };
}

/** The first band in a column that is high enough and free of controls. */
function freeTop(left: number, { width, height }: Size, view: Size, isControl: IsControl): number | null {
  let top = margin;
  for (let y = margin; top + height <= view.height - margin; y += step) {
    const isFree = !samples(left, left + width).some((x) => isControl(x, y));
    if (!isFree) top = y + step;
    else if (y >= top + height) return top;
  }
  return null;
}

function isFree({ left, top, right, bottom }: DOMRect, isControl: IsControl): boolean {
  const rows = samples(top, bottom);
  return samples(left, right).every((x) => rows.every((y) => !isControl(x, y)));
}

function samples(from: number, to: number): number[] {
  const count = Math.ceil((to - from) / step);
  return Array.from({ length: count + 1 }, (_, i) => Math.min(to, from + i * step));
}

/** How long a page that keeps changing goes unchecked. */
const restMs = 100;

/** Moves the layer, which holds only the notices, when controls appear under it. Returns how to stop. */
export function keepClear(layer: HTMLElement, isHeld: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOneOf = (selector: string) => (x: number, y: number) => {
    const top = document.elementsFromPoint(x, y).find((element) => !layer.contains(element));
    return top?.closest(selector) != null;
  };
  const isControl = isOneOf(`${controls}, ${cells}`);
  function place() {
    timer = undefined;
    // Never away from the pointer.
    if (isHeld() || layer.offsetHeight === 0 || isFree(layer.getBoundingClientRect(), isControl)) return;
    const size = { width: layer.offsetWidth, height: layer.offsetHeight };
    const view = { width: innerWidth, height: innerHeight };
    const found = freePlace(size, view, isControl) ?? lowestFreePlace(size, view, isOneOf(controls));
    layer.style.cssText = found === null ? "" : `left: ${found.left}px; top: ${found.top}px; right: auto; padding-top: 0`;
  }
  function placeSoon() {
    timer ??= setTimeout(place, restMs);
  }
  const changes = new MutationObserver((records) => {
    if (records.some(({ target }) => !layer.contains(target))) placeSoon();
  });
  const resizes = new ResizeObserver(placeSoon);
  place();
  changes.observe(document.body, { childList: true, subtree: true });
  resizes.observe(layer);
  window.addEventListener("resize", placeSoon);
  return () => {
    clearTimeout(timer);
    changes.disconnect();
    resizes.disconnect();
    window.removeEventListener("resize", placeSoon);
    layer.style.cssText = "";
  };
}
