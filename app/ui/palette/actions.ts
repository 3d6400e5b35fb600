/*
 * One registry of everything a user can do, for the command palette, the shortcut
 * sheet and the keyboard. A part of the page registers its actions while it is
 * mounted:
 *
 *   useAction({ id: "chat.copy", title: "Copy last answer", group: "Chat", shortcut: "mod+shift+c", run: copy });
 *
 * Shortcuts yield to the focused field: one without a modifier never fires while
 * typing, one with a modifier not in rich text, where Ctrl+B is Bold, unless the
 * action sets `inRichText`.
 */
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { pressedFor } from "../kit/own-keys.ts";
import { matchesShortcut, type Keys } from "../kit/shortcut.ts";

export type Action = {
  id: string;
  title: string;
  /** A heading of the palette and of the shortcut sheet. */
  group: string;
  /** The default, as in kit/shortcut.ts: "mod+k", "?", "mod+shift+s". A user may set another (kit/own-keys.ts). */
  shortcut?: string;
  inRichText?: boolean;
  run: () => void;
  /** Whether it is available now. Checked whenever it would be shown or run. */
  when?: () => boolean;
  /** Other words a user may search for. */
  keywords?: string;
};

export type Focus = "page" | "field" | "rich-text";

let actions: readonly Action[] = [];
const listeners = new Set<() => void>();

/** The newest with an id wins; when it unregisters, the previous one is restored. */
export function registerAction(action: Action): () => void {
  publish([...actions, action]);
  return () => publish(actions.filter((other) => other !== action));
}

export function useAction({ id, title, group, shortcut, inRichText, keywords, run, when }: Action): void {
  // Not an effect event: the palette calls `when` while it renders.
  const latest = useRef({ run, when });
  useLayoutEffect(() => {
    latest.current = { run, when };
  });
  useEffect(
    () =>
      registerAction({
        id,
        title,
        group,
        ...(shortcut !== undefined && { shortcut }),
        ...(inRichText !== undefined && { inRichText }),
        ...(keywords !== undefined && { keywords }),
        run: () => latest.current.run(),
        when: () => latest.current.when?.() ?? true,
      }),
    [id, title, group, shortcut, inRichText, keywords],
  );
}

/** All actions available now, in registration order. */
export function listActions(): Action[] {
  const newest = new Map(actions.map((action) => [action.id, action]));
  return [...newest.values()].filter((action) => action.when?.() ?? true);
}

export function useActions(): readonly Action[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => actions,
    () => actions,
  );
}

export function actionFor(keys: Keys, focus: Focus): Action | undefined {
  return listActions()
    .reverse()
    .find(
      (action) => action.shortcut !== undefined && reaches(action, focus) && matchesShortcut(pressedFor(action.shortcut), keys),
    );
}

export function reaches(action: Pick<Action, "shortcut" | "inRichText">, focus: Focus): boolean {
  if (focus === "page") return true;
  const hasModifier = /^(mod|alt)\+/.test(pressedFor(action.shortcut ?? ""));
  return hasModifier && (focus === "field" || action.inRichText === true);
}

export function focusOf(element: Element | null): Focus {
  if (element === null) return "page";
  if (element.closest('[contenteditable=""], [contenteditable="true"], [contenteditable="plaintext-only"]') !== null)
    return "rich-text";
  const isField = element.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])");
  return isField ? "field" : "page";
}

function publish(next: readonly Action[]): void {
  actions = next;
  for (const listener of listeners) listener();
}
