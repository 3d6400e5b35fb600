/* What a control shows of the editor. It is drawn again only when its own value changes, not at every key. */
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
