/*
 * Right-to-left text in a PDF. pdfmake puts the pieces of a line beside each other in the order of the text; here each
 * piece knows its level (Unicode's bidirectional algorithm), and a line with levels is put in its visual order when it
 * is drawn. Fonts shape and reverse the words of right-to-left scripts themselves.
 *
 * This patches pdfmake's internal classes, so its version is pinned; pdf-direction.test.ts shows whether it still works.
 */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
type Bidi = {
  getEmbeddingLevels(text: string, direction: "ltr" | "rtl"): { levels: Uint8Array };
  getMirroredCharacter(sign: string): string | null;
};
// Its own types are those of another kind of module.
const bidi = (require("bidi-js") as () => Bidi)();

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200f\u202b\u202e\u2067]/u;

/** The levels of a block's text, handed out from beginning to end. */
export class Directions {
  readonly base: number;
  #levels: Uint8Array;
  #at = 0;

  private constructor(levels: Uint8Array, base: number) {
    this.#levels = levels;
    this.base = base;
  }

  /** Null if nothing runs from right to left. The first letter decides about the block, as in the editor. */
  static of(text: string): Directions | null {
    if (!rightToLeft.test(text)) return null;
    const first = /[\p{L}\u200e\u200f]/u.exec(text)?.[0] ?? "";
    const isReversed = rightToLeft.test(first);
    return new Directions(bidi.getEmbeddingLevels(text, isReversed ? "rtl" : "ltr").levels, isReversed ? 1 : 0);
  }

  next(length: number): Uint8Array {
    this.#at += length;
    return this.#levels.subarray(this.#at - length, this.#at);
  }
}

/** A right-to-left piece as it is handed to its font: brackets turned, and reversed unless the font does it. */
export function mirrored(text: string): string {
  const signs = [...text].map((sign) => bidi.getMirroredCharacter(sign) ?? sign);
  return (rightToLeft.test(text) ? signs : signs.toReversed()).join("");
}

type Inline = { text: string; x: number; width: number; trailingCut?: number; direction?: { level: number; base: number } };
/** Drawn in the order of the text, which screen readers follow; `visual` is the order on the page. */
type Line = { inlines: Inline[]; visual?: Inline[]; leadingCut: number };

/** Rule L2 of the algorithm: from the highest level to the lowest odd one, reverse what has at least that level. */
export function inVisualOrder<One>(given: readonly One[], levelOf: (one: One) => number): One[] {
  const order = [...given];
  const levels = given.map(levelOf);
  for (let level = Math.max(0, ...levels); level > 0; level--)
    for (let from = 0; from < order.length; from++) {
      let to = from;
      while (to < order.length && levelOf(order[to]!) >= level) to++;
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = to;
    }
  return order;
}

function orderLine(line: Line): void {
  if (!line.inlines.some(({ direction }) => direction !== undefined)) return;
  // White space at the end of a line has no place in its order.
  const end = line.inlines.findLastIndex(({ text }) => text.trim() !== "") + 1;
  const [words, rest] = [line.inlines.slice(0, end), line.inlines.slice(end)];
  const last = words.at(-1);
  if (last !== undefined && /\s$/.test(last.text)) {
    last.text = last.text.trimEnd();
    last.width -= last.trailingCut ?? 0;
    last.trailingCut = 0;
  }
  const base = line.inlines.find(({ direction }) => direction)!.direction!.base;
  let x = -line.leadingCut;
  line.visual = [...inVisualOrder(words, ({ direction }) => direction?.level ?? base), ...rest];
  for (const inline of line.visual) {
    inline.x = x;
    x += inline.width;
  }
}

type Decorator = { drawDecorations(this: Decorator, line: Line, ...rest: unknown[]): unknown };
const decorator = (require("pdfmake/js/TextDecorator.js") as { default: { prototype: Decorator } }).default.prototype;
const { drawDecorations } = decorator;
// One line below several pieces begins at the leftmost.
decorator.drawDecorations = function (line, ...rest) {
  const shown = line.visual === undefined ? line : (Object.create(line, { inlines: { value: line.visual } }) as Line);
  return drawDecorations.call(this, shown, ...rest);
};

type Renderer = { renderLine(this: Renderer, line: Line, ...rest: unknown[]): unknown };
const { prototype } = (require("pdfmake/js/Renderer.js") as { default: { prototype: Renderer } }).default;
const { renderLine } = prototype;
prototype.renderLine = function (line, ...rest) {
  orderLine(line);
  return renderLine.call(this, line, ...rest);
};
