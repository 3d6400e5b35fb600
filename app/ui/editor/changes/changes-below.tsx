/* Below the text of a draft: its open changes. Fetched when the first is shown. */
import type { Editor } from "@tiptap/core";
import { late } from "../../kit/late.ts";
import { useHasOpened } from "../../kit/use-has-opened.ts";
import { useEditorValue } from "../page/use-editor-value.ts";
import { shownProposals } from "./proposals.ts";

const OpenChanges = late(() => import("./open-changes.tsx")).part("OpenChanges");

export function ChangesBelow({ editor }: { editor: Editor }) {
  const hasSome = useHasOpened(useEditorValue(editor, ({ state }) => shownProposals(state).length > 0));
  return hasSome && <OpenChanges editor={editor} />;
}
