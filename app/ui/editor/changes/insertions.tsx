/* What the slash menu and the Insert menu insert at the caret: one list for both. */
import { FileSymlink, ImagePlus, LibraryBig, SeparatorHorizontal, Superscript } from "lucide-react";
import type { ReactNode } from "react";
import { imageTypes } from "#core/document/document-image.ts";
import type { BlockChoice } from "../nodes/layout.ts";
import { insertFootnote } from "../nodes/footnotes.ts";
import { insertImages } from "../nodes/images.ts";
import { breakPage } from "../nodes/layout.ts";
import { pickReference } from "../nodes/references.ts";
import { openLibrary } from "./library-asked.ts";

type InsertChoice = BlockChoice & { icon: ReactNode; shortcut?: string };

export const insertChoices: readonly InsertChoice[] = [
  {
    name: "reference",
    label: "Cross-reference",
    hint: "",
    words: "ref reference clause section number link",
    icon: <FileSymlink />,
    // The menu returns focus to its button first.
    run: (editor) => later(() => pickReference(editor.view)),
  },
  {
    name: "footnote",
    label: "Footnote",
    hint: "",
    words: "note comment source citation",
    icon: <Superscript />,
    shortcut: "mod+alt+f",
    run: (editor) => later(() => insertFootnote(editor.state, editor.view.dispatch)),
  },
  {
    name: "image",
    label: "Picture",
    hint: "",
    words: "image photo figure upload",
    icon: <ImagePlus />,
    run: ({ view }) => chooseFiles((files) => void insertImages(view, files)),
  },
  {
    name: "pageBreak",
    label: "Page break",
    hint: "",
    words: "new page start",
    icon: <SeparatorHorizontal />,
    shortcut: "mod+enter",
    run: ({ view }) =>
      later(() => {
        breakPage(view.state, view.dispatch);
        view.focus();
      }),
  },
  {
    name: "template",
    label: "Template or clause",
    hint: "",
    words: "library clause boilerplate",
    icon: <LibraryBig />,
    run: () => later(openLibrary),
  },
];

function chooseFiles(take: (files: readonly File[]) => void): void {
  const input = document.createElement("input");
  input.type = "file";
  input.multiple = true;
  input.accept = imageTypes.join();
  input.addEventListener("change", () => take([...(input.files ?? [])]));
  input.click();
}

function later(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}
