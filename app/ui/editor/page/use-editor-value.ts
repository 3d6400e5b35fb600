/* A value derived from the editor for a control, which re-renders only when that
   value changes, not on every keystroke. */
import type { Editor } from "@tiptap/core";
import { useCallback, useSyncExternalStore } from "react";

export function useEditorValue<T extends string | number | boolean | null>(editor: Editor, valueOf: (editor: Editor) => T): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      editor.on("transaction", listener);
      return () => void editor.off("transaction", listener);
    },
    [editor],
  );
  const read = () => valueOf(editor);
  return useSyncExternalStore(subscribe, read, read);
}
