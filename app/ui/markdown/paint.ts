/*
 * The end of a text that may still change, on the page.
 *
 * `show` takes the desired state of the end and applies the smallest change:
 * identical pieces stay, a text that grew is extended, and only from the first real
 * difference on is anything rebuilt. `settle` releases final pieces: their nodes
 * stay on the page and are never visited again, so an update's cost does not grow
 * with the text before it.
 */
import type { Attributes, Piece } from "./pieces.ts";

export class OpenEnd {
  /** The elements open before the first piece, outermost first. */
  private base: Element[];
  private pieces: Piece[] = [];
  private nodes: (Element | Text | null)[] = [];

  constructor(base: Element) {
    this.base = [base];
  }

  show(next: readonly Piece[]): void {
    const kept = this.keepCommon(next);
    this.removeFrom(kept);
    const open = this.openAt(kept);
    for (let i = kept; i < next.length; i++) {
      const piece = next[i] as Piece;
      this.pieces.push(piece);
      if (piece.kind === "close") {
        this.nodes.push(null);
        open.pop();
        continue;
      }
      const node = build(piece, this.base[0] as Element);
      (open.at(-1) as Element).append(node);
      this.nodes.push(node);
      if (piece.kind === "open") open.push(node as Element);
    }
  }

  /** Makes the first `count` pieces final; elements still open there receive what follows. */
  settle(count: number): void {
    this.base = this.openAt(count);
    this.pieces.splice(0, count);
    this.nodes.splice(0, count);
  }

  /** Continues in another element; anything not settled is dropped. */
  moveTo(base: Element): void {
    this.show([]);
    this.base = [base];
  }

  nodeAt(index: number): Element | Text | null {
    return this.nodes[index] ?? null;
  }

  innermost(): Element {
    return this.base.at(-1) as Element;
  }

  /** How many pieces can stay, after updating texts and attributes. */
  private keepCommon(next: readonly Piece[]): number {
    const length = Math.min(this.pieces.length, next.length);
    for (let i = 0; i < length; i++) {
      const before = this.pieces[i] as Piece;
      const after = next[i] as Piece;
      if (before.kind !== after.kind) return i;
      if (before.kind === "text") setText(this.nodes[i] as Text, before.text, (after as { text: string }).text);
      else if (before.kind !== "close") {
        const { tag, attributes } = after as { tag: string; attributes?: Attributes };
        if (before.tag !== tag) return i;
        setAttributes(this.nodes[i] as Element, before.attributes, attributes);
      }
      this.pieces[i] = after;
    }
    return length;
  }

  private removeFrom(index: number): void {
    let depth = 0;
    for (let i = index; i < this.pieces.length; i++) {
      const piece = this.pieces[i] as Piece;
      if (piece.kind === "close") depth = Math.max(0, depth - 1);
      else {
        if (depth === 0) this.nodes[i]?.remove();
        if (piece.kind === "open") depth++;
      }
    }
    this.pieces.length = index;
    this.nodes.length = index;
  }

  private openAt(index: number): Element[] {
    const open = this.base.slice();
    for (let i = 0; i < index; i++) {
      const kind = (this.pieces[i] as Piece).kind;
      if (kind === "open") open.push(this.nodes[i] as Element);
      else if (kind === "close") open.pop();
    }
    return open;
  }
}

function build(piece: Exclude<Piece, { kind: "close" }>, near: Element): Element | Text {
  const page = near.ownerDocument;
  if (piece.kind === "text") return page.createTextNode(piece.text);
  const element = page.createElement(piece.tag);
  setAttributes(element, undefined, piece.attributes);
  return element;
}

function setText(node: Text, before: string, after: string): void {
  if (before === after) return;
  if (after.length > before.length && after.startsWith(before)) node.appendData(after.slice(before.length));
  else node.data = after;
}

function setAttributes(element: Element, before: Attributes = [], after: Attributes = []): void {
  if (before.length === after.length && before.every((value, i) => value === after[i])) return;
  for (let i = 0; i < before.length; i += 2) if (!after.includes(before[i] as string)) element.removeAttribute(before[i] as string);
  for (let i = 0; i < after.length; i += 2) element.setAttribute(after[i] as string, after[i + 1] as string);
}
