/* Brings the editor of a draft to life on an element, for as long as the page shows it, and ties it to the draft's store. */
import type { Editor } from "@tiptap/core";
import { useCallback, useEffect, useState } from "react";
import type { Draft } from "#core/draft.ts";
import { jsonOf } from "#core/document-schema.ts";
import { onUpdate } from "../updates.ts";
import { coreDocument, createEditor } from "./create-editor.ts";
import { holdDeviceCopy } from "./device-copy.ts";
import type { DraftStore } from "./draft-store.ts";
import { findPlugin } from "./find-plugin.ts";
import { replaceDocument } from "./replace-document.ts";
import { trackedRanges } from "./tracked-ranges.ts";
import { SlashKeys, slashPlugin } from "./slash-plugin.ts";

/** Above this many blocks only what is near the window is laid out. */
const longDocument = 300;

export function useDraftEditor({ id, name, canChange }: Draft, store: DraftStore) {
  const [editor, setEditor] = useState<Editor | null>(null);
  const [slashKeys] = useState(() => new SlashKeys());
  const mount = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      const rendered = [...element.childNodes];
      const made = createEditor({
        element,
        document: jsonOf(store.saved),
        canChange,
        label: name,
        plugins: canChange ? [findPlugin(), trackedRanges(), slashPlugin(slashKeys)] : [findPlugin()],
        onTyped: () => store.typed(),
        onDone: ({ kind, summary }, before, after) => store.done(kind, summary, coreDocument(before), coreDocument(after)),
      });
      // The server's rendering stood here until now.
      for (const node of rendered) node.remove();
      const style = () => {
        element.classList.toggle("document-long", made.state.doc.childCount > longDocument);
        element.classList.toggle("document-empty", made.state.doc.childCount === 1 && made.state.doc.content.size === 2);
      };
      style();
      made.on("update", style);
      setEditor(made);
      return () => {
        setEditor(null);
        made.destroy();
      };
    },
    [canChange, name, store, slashKeys],
  );

  useEffect(() => {
    if (!editor) return;
    const release = holdDeviceCopy(id);
    void store.open({
      read: () => coreDocument(editor.state.doc),
      replace: (document) => replaceDocument(editor.view, document.toJSON()),
    });
    const end = onUpdate((update) => {
      if (update.type === "draft" && update.draftId === id) void store.pull(update.version);
      if (update.type === "connected" || update.type === "reconnected") void store.catchUp();
    });
    const hide = () => document.visibilityState === "hidden" && store.keepNow();
    const online = () => void store.flush();
    document.addEventListener("visibilitychange", hide);
    window.addEventListener("pagehide", hide);
    window.addEventListener("online", online);
    return () => {
      end();
      document.removeEventListener("visibilitychange", hide);
      window.removeEventListener("pagehide", hide);
      window.removeEventListener("online", online);
      store.close();
      release();
    };
  }, [editor, id, store]);
  return { editor, mount, slashKeys };
}
