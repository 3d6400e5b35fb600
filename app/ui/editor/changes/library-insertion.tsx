/*
 * The dialog of the library above a draft, opened from the slash menu, the Insert menu or beside a selection: a text goes
 * in at the caret, or replaces what is selected. The dialog is fetched when it is first asked for.
 */
import type { Editor } from "@tiptap/core";
import { useSyncExternalStore } from "react";
import { late } from "../../kit/late.ts";
import { useHasOpened } from "../../kit/use-has-opened.ts";
import type { Inserted } from "../../library/insert-dialog.tsx";
import { authored } from "../authorship/authorship-plugin.ts";
import { leaveLibrary, libraryAsked, onLibrary } from "./library-asked.ts";
import { putWriting } from "./put-writing.ts";

const InsertDialog = late(() => import("../../library/insert-dialog.tsx")).part("InsertDialog");

export function LibraryInsertion({ editor }: { editor: Editor }) {
  const asked = useSyncExternalStore(onLibrary, libraryAsked, () => null);
  const open = asked !== null;
  const hasOpened = useHasOpened(open);
  function insert({ name, markdown }: Inserted) {
    leaveLibrary();
    const { view } = editor;
    const { tr, selection } = view.state;
    const { from, to } = selection;
    putWriting(tr, { from, to }, markdown);
    const origin = { kind: "imported", at: new Date().toISOString(), file: name } as const;
    view.dispatch(authored(tr, { origin }).scrollIntoView());
    view.focus();
  }
  return hasOpened && <InsertDialog open={open} similarTo={asked?.similarTo ?? null} onClose={leaveLibrary} onInsert={insert} />;
}
