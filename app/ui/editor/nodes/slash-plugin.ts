/*
 * A slash at the start of a block or after a space opens the block menu. The plugin
 * only tracks whether it is open and what was typed since; the menu
 * (slash-menu.tsx) handles the keys while it is open.
 */
import { Plugin, PluginKey, type EditorState } from "@tiptap/pm/state";

/** Passes keys pressed in the text to the menu while it is open. */
export class SlashKeys {
  #listener: ((event: KeyboardEvent) => boolean) | null = null;

  press = (event: KeyboardEvent): boolean => this.#listener?.(event) ?? false;

  listen(listener: (event: KeyboardEvent) => boolean): () => void {
    this.#listener = listener;
    return () => {
      if (this.#listener === listener) this.#listener = null;
    };
  }
}

export type SlashState = { from: number; query: string } | null;

const key = new PluginKey<{ open: SlashState; dismissed: number | null }>("slash");

export function slashPlugin(keys: SlashKeys): Plugin {
  return new Plugin<{ open: SlashState; dismissed: number | null }>({
    key,
    state: {
      init: () => ({ open: null, dismissed: null }),
      apply(tr, before, _, state) {
        if (tr.getMeta(key) === "dismiss") return { open: null, dismissed: before.open?.from ?? null };
        const asked = slashBefore(state);
        const dismissed = asked && before.dismissed === asked.from ? before.dismissed : null;
        // Opens on typing, not when the caret moves next to a slash.
        const opens = asked && dismissed === null && (before.open?.from === asked.from || tr.docChanged);
        return { open: opens ? asked : null, dismissed };
      },
    },
    props: {
      handleKeyDown: (view, event) => key.getState(view.state)?.open !== null && keys.press(event),
    },
  });
}

function slashBefore(state: EditorState): SlashState {
  const { $from, empty } = state.selection;
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return null;
  const before = $from.parent.textBetween(0, $from.parentOffset, "\n", "\n");
  const match = /(?:^|\s)\/([\p{L}\p{N}]{0,20})$/u.exec(before);
  return match ? { from: $from.pos - match[1]!.length - 1, query: match[1]! } : null;
}

export function slashState(state: EditorState): SlashState {
  return key.getState(state)?.open ?? null;
}

export function dismissSlash(tr: EditorState["tr"]): EditorState["tr"] {
  return tr.setMeta(key, "dismiss");
}
