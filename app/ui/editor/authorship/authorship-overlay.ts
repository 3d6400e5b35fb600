/*
 * Tints words by authorship, but only near the viewport, so that a draft of a
 * thousand pages costs no more than one of two.
 */
import { Plugin, PluginKey, type EditorState } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import { eachText } from "#core/changes/authored-text.ts";
import { originAt, type Origin } from "#core/authorship/authorship.ts";
import { currentRuns } from "./authorship-plugin.ts";

type Window = { from: number; to: number };
type Overlay = { window: Window; decorations: DecorationSet };

const key = new PluginKey<Overlay>("authorship-overlay");

export function authorshipOverlay(): Plugin<Overlay> {
  return new Plugin<Overlay>({
    key,
    state: {
      init: (_, state) => draw(state, { from: 0, to: 0 }),
      apply(tr, before, _, state) {
        const window = (tr.getMeta(key) as Window | undefined) ?? {
          from: tr.mapping.map(before.window.from, -1),
          to: tr.mapping.map(before.window.to, 1),
        };
        return tr.docChanged || tr.getMeta(key) !== undefined ? draw(state, window) : before;
      },
    },
    props: { decorations: (state) => key.getState(state)?.decorations },
    view: (view) => new Follower(view),
  });
}

function draw(state: EditorState, window: Window): Overlay {
  const decorations: Decoration[] = [];
  let start = 0;
  for (const { length, origin } of currentRuns(state)) {
    const [from, to] = [Math.max(window.from, start), Math.min(window.to, start + length)];
    eachText(state.doc, from, to, (one, end) =>
      decorations.push(Decoration.inline(one, end, { class: `by by-${origin.kind}`, "data-by": origin.kind })),
    );
    start += length;
    if (start >= window.to) break;
  }
  return { window, decorations: DecorationSet.create(state.doc, decorations) };
}

/** Keeps the tinted range around the viewport. */
class Follower {
  #view: EditorView;
  #scroller: Element | null;
  #frame = 0;

  constructor(view: EditorView) {
    this.#view = view;
    this.#scroller = view.dom.closest("[data-draft-scroll]");
    this.#scroller?.addEventListener("scroll", this.#later, { passive: true });
    window.addEventListener("resize", this.#later);
    this.#later();
  }

  #later = (): void => {
    this.#frame ||= requestAnimationFrame(() => this.#look());
  };

  #look(): void {
    this.#frame = 0;
    if (this.#view.isDestroyed) return;
    const shown = this.#shown();
    const window = key.getState(this.#view.state)?.window;
    if (window && window.from <= shown.near.from && window.to >= shown.near.to) return;
    this.#view.dispatch(this.#view.state.tr.setMeta(key, shown.far).setMeta("addToHistory", false));
  }

  /** The blocks in the viewport, and those within one viewport height before and after it. */
  #shown(): { near: Window; far: Window } {
    const { top, bottom, height } = (this.#scroller ?? document.documentElement).getBoundingClientRect();
    const between = (from: number, to: number): Window => ({ from: this.#blockAt(from, 0), to: this.#blockAt(to, 1) });
    return { near: between(top, bottom), far: between(top - height, bottom + height) };
  }

  /** Where the block at a viewport height begins or, with `side` 1, ends. */
  #blockAt(y: number, side: 0 | 1): number {
    const { children } = this.#view.dom;
    let [low, high] = [0, children.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (children[middle]!.getBoundingClientRect().bottom < y) low = middle + 1;
      else high = middle;
    }
    const { doc } = this.#view.state;
    const block = children[low];
    if (!block) return side === 0 ? 0 : doc.content.size;
    const inside = this.#view.posAtDOM(block, 0);
    const place = doc.resolve(Math.min(inside, doc.content.size));
    if (place.depth === 0) return side === 0 ? place.pos : Math.min(doc.content.size, place.pos + (place.nodeAfter?.nodeSize ?? 0));
    return side === 0 ? place.before(1) : place.after(1);
  }

  update(): void {
    this.#later();
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    this.#scroller?.removeEventListener("scroll", this.#later);
    window.removeEventListener("resize", this.#later);
  }
}

/** Of the character before the caret, or after it at the beginning of a block. */
export function originAtCaret(state: EditorState): Origin {
  const { $from } = state.selection;
  return originAt(currentRuns(state), $from.parentOffset > 0 && state.selection.empty ? $from.pos - 1 : $from.pos);
}

/** Of the words under the pointer; null if there are none. */
export function originUnder(view: EditorView, target: EventTarget | null): { origin: Origin; element: Element } | null {
  const element = target instanceof Element ? target.closest("[data-by]") : null;
  if (!element || !view.dom.contains(element)) return null;
  return { origin: originAt(currentRuns(view.state), view.posAtDOM(element, 0)), element };
}
