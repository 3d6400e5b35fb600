/* Creates a draft's editor on an element while the page shows it, and connects it to the draft's store. */
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { useCallback, useEffect, useLayoutEffect, useState } from "react";
import type { DraftAsText } from "#core/document/draft.ts";
import { onUpdate } from "../../updates.ts";
import { runsIn, setRuns } from "../authorship/authored-documents.ts";
import { authored, authorship } from "../authorship/authorship-plugin.ts";
import { coreDocument, createEditor, drawEditor } from "./create-editor.ts";
import type { DraftStore } from "../saving/draft-store.ts";
import { findPlugin } from "../find/find-plugin.ts";
import { footnotes, openFootnote } from "../nodes/footnotes.ts";
import { images } from "../nodes/images.ts";
import { liveNumbers } from "../nodes/live-numbers.ts";
import { numberViews } from "../nodes/number-views.ts";
import { references } from "../nodes/references.ts";
import { signCopies } from "../clipboard/pasted-text.ts";
import { elsewhere, replaceDocument } from "../changes/replace-document.ts";
import { atOnce, tasks } from "../../kit/steps.ts";
import { keepPlace } from "./saved-position.ts";
import { keptSelection } from "./saved-selection.ts";
import { trackedRanges } from "../changes/tracked-ranges.ts";
import { suggestingGuard } from "../suggesting/suggesting-choice.ts";
import { SlashKeys, slashPlugin } from "../nodes/slash-plugin.ts";

/** Above this many blocks, only what is near the viewport is laid out. */
const longDocument = 300;

export function useDraftEditor({ id, projectId, name, canChange }: DraftAsText, store: DraftStore) {
  const [editor, setEditor] = useState<Editor | null>(null);
  const [slashKeys] = useState(() => new SlashKeys());
  const mount = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      const shown = () => [
        authorship(store.saved, store.id),
        findPlugin(),
        liveNumbers(),
        footnotes(),
        keptSelection(),
        numberViews(openFootnote),
        images({ id, projectId }),
      ];
      const create = () =>
        createEditor({
          document: store.saved,
          canChange,
          label: name,
          plugins: [...shown(), ...(canChange ? [references(), trackedRanges(), slashPlugin(slashKeys), suggestingGuard(id)] : [])],
          onTyped: () => store.typed(),
          onDone: (deed, before, after) => store.done(deed, copyOf(before), copyOf(after)),
        });
      const steps = store.isLong ? tasks() : atOnce();
      let made: Editor | null = null;
      steps.run(() => void store.saved);
      steps.run(() => void (made = create()));
      steps.run(() => {
        draw(made!, element);
        setEditor(made);
      });
      return () => {
        steps.end();
        setEditor(null);
        made?.destroy();
      };
    },
    [id, projectId, canChange, name, store, slashKeys],
  );

  // Before the first paint, so that the text does not jump.
  useLayoutEffect(() => (editor ? keepPlace(editor.view, id) : undefined), [editor, id]);
  useEffect(() => {
    if (!editor) return;
    const endSigning = signCopies(editor.view, { id, name });
    void store.open({
      read: () => copyOf(editor.state.doc),
      replace: (document) => replaceDocument(editor.view, document, (tr) => authored(elsewhere(tr), { runs: runsIn(document) })),
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
      endSigning();
      store.close();
    };
  }, [editor, id, name, store]);
  return { editor, mount, slashKeys };
}

function draw(editor: Editor, element: HTMLElement): void {
  // The server's rendering is removed before the editor is drawn, so that both are never laid out together.
  element.style.minHeight = `${element.offsetHeight}px`;
  element.replaceChildren();
  const style = () => {
    const { doc } = editor.state;
    element.classList.toggle("document-long", doc.childCount > longDocument);
    element.classList.toggle("document-empty", doc.childCount === 1 && doc.content.size === 2);
  };
  style();
  drawEditor(editor, element);
  element.style.minHeight = "";
  editor.on("update", style);
}

/** In the schema of core, with its authorship. */
function copyOf(document: Node) {
  return setRuns(coreDocument(document), runsIn(document));
}
