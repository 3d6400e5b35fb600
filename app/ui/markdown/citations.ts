/*
 * Citation chips on the page. When an answer is finished its sources are numbered
 * by first mention, and when a source's name is loaded its chips show it. Both
 * change only the chips, never the text around them.
 */
import { citationName } from "./pieces.ts";

const citationMark = /\[\[[ \t]*\d{1,4}(?:[ \t]*,[ \t]*\d{1,4})*[ \t]*\]\]/g;

/** Renumbers every chip; a number missing from `numbers` stays. */
export function relabelCitations(
  host: ParentNode,
  numbers: ReadonlyMap<number, number>,
  label?: (n: number) => string | undefined,
): void {
  for (const chip of host.querySelectorAll<HTMLElement>("button.citation")) {
    const before = Number(chip.dataset["n"]);
    const n = numbers.get(before) ?? before;
    const text = label?.(n);
    if (n !== before) chip.dataset["n"] = String(n);
    chip.setAttribute("aria-label", citationName(n, text));
    if (chip.textContent !== (text ?? String(n))) chip.textContent = text ?? String(n);
  }
}

/** Maps the numbers of `before` to those of `after`, if nothing else in the text has changed. */
export function renumbering(before: string, after: string): Map<number, number> | undefined {
  if (before.replace(citationMark, "[[]]") !== after.replace(citationMark, "[[]]")) return undefined;
  const old = numbersIn(before);
  const fresh = numbersIn(after);
  if (old.length !== fresh.length) return undefined;
  const numbers = new Map<number, number>();
  for (const [i, n] of old.entries()) {
    const known = numbers.get(n);
    if (known !== undefined && known !== fresh[i]) return undefined;
    numbers.set(n, fresh[i] as number);
  }
  return numbers;
}

function numbersIn(text: string): number[] {
  return (text.match(citationMark) ?? []).flatMap((mark) => (mark.match(/\d+/g) ?? []).map(Number));
}
