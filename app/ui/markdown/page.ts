/*
 * What a growing text has put on the page: sections of settled blocks, and the open
 * end. It also tracks which settled blocks use a [label] not defined yet: a
 * definition may come much later, and then only these blocks are rebuilt.
 */
import { OpenEnd } from "./paint.ts";
import { normalizeLabel, type References, type Token } from "./parser.ts";
import type { Piece, PieceOptions } from "./pieces.ts";
import { blocksPerSection } from "./render.ts";

export type PageOptions = PieceOptions & {
  /** Called with each finished block, for later processing such as syntax highlighting. */
  onSettled?: (block: Element) => void;
};

type Waiting = { element: Element; rebuild: () => Piece[] };

const labelPattern = /(?<!\\)\[((?:[^[\]\\]|\\[^])+)\]/g;

export class GrowingPage {
  readonly options: PageOptions;
  /** Final definitions in document order: the first of a label wins. */
  readonly references: References = Object.create(null) as References;
  private readonly host: Element;
  private readonly waiting = new Map<string, Set<Waiting>>();
  private end: OpenEnd | undefined;
  private section: Element | undefined;
  private count = 0;

  constructor(host: Element, options: PageOptions) {
    this.host = host;
    this.options = options;
  }

  /** For parsing what may still change: inherits the final definitions and collects provisional ones. */
  draftReferences(): References {
    return Object.create(this.references) as References;
  }

  show(pieces: readonly Piece[]): void {
    if (pieces.length === 0 && (!this.end || this.count === blocksPerSection)) return this.end?.show([]);
    this.openEnd().show(pieces);
  }

  /** Shows `pieces` and then `rest`; `pieces` are final. Returns their first element. */
  settle(pieces: readonly Piece[], rest: readonly Piece[] = []): Element | null {
    this.show(rest.length > 0 ? [...pieces, ...rest] : pieces);
    const element = this.end?.nodeAt(0) as Element | null;
    if (pieces.length > 0) this.end?.settle(pieces.length);
    return element;
  }

  /** The element that receives what comes next. */
  innermost(): Element {
    return this.openEnd().innermost();
  }

  /** Call once for each finished top-level block. */
  blockDone(block: Element | null): void {
    this.count++;
    if (block) this.options.onSettled?.(block);
  }

  /** Adopts the definitions among `tokens` and rebuilds the blocks waiting for them. */
  define(tokens: readonly Token[], found: References): void {
    for (const token of tokens) {
      if (token.type !== "reference_definition") continue;
      const label = String((token.meta as { label: string }).label);
      const definition = found[label];
      if (!definition || label in this.references) continue;
      this.references[label] = definition;
      this.rebuild(label);
    }
  }

  watch(tokens: readonly Token[], element: Element | null, rebuild: () => Piece[]): void {
    if (!element) return;
    const entry: Waiting = { element, rebuild };
    for (const token of tokens) {
      if (token.type !== "inline" || !token.content.includes("[")) continue;
      for (const [, text = ""] of token.content.replace(/\[\[[\d, \t]+\]\]/g, "").matchAll(labelPattern)) {
        const label = normalizeLabel(text);
        if (label in this.references) continue;
        const entries = this.waiting.get(label) ?? new Set();
        this.waiting.set(label, entries.add(entry));
      }
    }
  }

  /** Removes a section left empty after its content was withdrawn. */
  finish(): void {
    this.show([]);
    const section = this.section;
    if (section && !section.firstElementChild) section.remove();
  }

  private rebuild(label: string): void {
    for (const entry of this.waiting.get(label) ?? []) {
      const holder = this.host.ownerDocument.createElement("div");
      new OpenEnd(holder).show(entry.rebuild());
      const fresh = holder.firstElementChild;
      if (!fresh) continue;
      entry.element.replaceWith(fresh);
      entry.element = fresh;
      this.options.onSettled?.(fresh);
    }
    this.waiting.delete(label);
  }

  private openEnd(): OpenEnd {
    if (this.end && this.count < blocksPerSection) return this.end;
    const section = this.host.ownerDocument.createElement("section");
    if (this.end) this.end.moveTo(section);
    else this.end = new OpenEnd(section);
    this.host.append(section);
    this.section = section;
    this.count = 0;
    return this.end;
  }
}
