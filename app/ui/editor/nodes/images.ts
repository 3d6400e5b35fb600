/*
 * Images in the text: inserted by drop, paste or file picker, drawn by
 * image-view.ts, and pointed at the server's file once it is uploaded.
 */
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, Plugin, PluginKey } from "@tiptap/pm/state";
import { dropPoint } from "@tiptap/pm/transform";
import type { EditorView } from "@tiptap/pm/view";
import { fileImage, imageSource, uploadImage } from "#core/document/document-image.ts";
import { showToast } from "../../kit/toast.tsx";
import { ImageFiles, readyImage } from "./image-files.ts";
import { ImageView } from "./image-view.ts";
import { cleanedHtml } from "../clipboard/pasted-html.ts";
import { inertDocument } from "../../trusted-html.ts";

const key = new PluginKey<null>("images");
const filesOf = new WeakMap<EditorView, ImageFiles>();

export function images(draft: { id: string; projectId: string }): Plugin {
  let files: ImageFiles | null = null;
  return new Plugin({
    key,
    view(view) {
      files = new ImageFiles(draft.projectId, (uploadId, fileId) => arrived(view, uploadId, fileId));
      filesOf.set(view, files);
      findAll(view.state.doc, files);
      return {
        update(changed, before) {
          if (changed.state.doc !== before.doc && files) findNew(changed.state.doc, before.doc, files);
        },
        destroy: () => files?.close(),
      };
    },
    props: {
      nodeViews: {
        image: (node, view, getPos) => new ImageView({ node, view, getPos, draft, files: () => filesOf.get(view) ?? null }),
      },
      transformPastedHTML: (html, view) => {
        const { html: cleaned, pictures, left } = cleanedHtml(html, view.state.doc);
        for (const picture of pictures) filesOf.get(view)?.add(picture);
        if (left > 0)
          showToast({
            kind: "info",
            text: `${left === 1 ? "A picture" : `${left} pictures`} couldn’t be pasted. Drop the file here instead.`,
          });
        return cleaned;
      },
      handlePaste: (view, event) => takeFiles(view, event.clipboardData, null),
      handleDrop(view, event, _slice, isMoved) {
        if (isMoved) return false;
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? null;
        return takeFiles(view, event.dataTransfer, at);
      },
      handleKeyDown(view, event) {
        const { selection } = view.state;
        if (event.key !== "Enter" || !(selection instanceof NodeSelection) || selection.node.type.name !== "image") return false;
        const dom = view.nodeDOM(selection.from);
        const tool = dom instanceof HTMLElement ? dom.querySelector<HTMLElement>("[data-image-tools] :is(button, input)") : null;
        tool?.focus();
        return tool !== null;
      },
    },
  });
}

/** Images among copied words belong to the words; alone they are files. */
function takeFiles(view: EditorView, data: DataTransfer | null, at: number | null): boolean {
  const given = [...(data?.files ?? [])].filter((file) => file.type.startsWith("image/") || at !== null);
  if (given.length === 0 || !view.editable) return false;
  const words = inertDocument(data!.getData("text/html")).body.textContent.trim();
  if (words !== "") return false;
  void insertImages(view, given, at);
  return true;
}

/** As separate blocks, after the block at `at` or at the caret. */
export async function insertImages(view: EditorView, given: readonly File[], at: number | null = null): Promise<void> {
  for (const file of given) {
    const ready = await readyImage(file);
    if ("refusal" in ready) {
      showToast({ kind: "error", text: ready.refusal });
      continue;
    }
    filesOf.get(view)?.add(ready);
    const image = view.state.schema.nodes["image"]!.create({ src: uploadImage(ready.uploadId), alt: altOf(file.name) });
    at = insert(view, image, at);
  }
}

/** "floor-plan_2.png" is descriptive; "image.png" and "IMG_2041.jpg" are not. */
function altOf(name: string): string {
  const words = name
    .replace(/\.[^.]{1,5}$/, "")
    .replaceAll(/[-_]+/g, " ")
    .trim();
  return /^(?:image|img|dsc|screenshot|bildschirmfoto|skärmavbild|pasted)?[\s\d.:()at]*$/i.test(words) ? "" : words.slice(0, 200);
}

/** Answers with the place of the next one. */
function insert(view: EditorView, image: Node, at: number | null): number | null {
  const { tr, doc, selection } = view.state;
  const point = at === null ? null : dropPoint(doc, at, image.type.schema.nodes["doc"]!.create(null, image).slice(0));
  if (point === null) {
    const { $to } = selection;
    const isEmpty = selection.empty && $to.parent.isTextblock && $to.parent.content.size === 0 && $to.depth === 1;
    if (isEmpty) tr.replaceWith($to.before(), $to.after(), [image, $to.parent.type.create()]);
    else tr.replaceSelectionWith(image);
  } else tr.insert(point, image);
  view.dispatch(tr.scrollIntoView());
  return point === null ? null : point + image.nodeSize;
}

/** Not an undo step: the image is the one inserted. */
function arrived(view: EditorView, uploadId: string, fileId: string): void {
  if (view.isDestroyed) return;
  const { tr } = view.state;
  eachWaiting(tr.doc, (pos, id) => {
    if (id === uploadId) tr.setNodeAttribute(pos, "src", fileImage(fileId));
  });
  if (!tr.docChanged) return;
  view.dispatch(tr.setMeta("addToHistory", false));
  void ImageFiles.forget(uploadId);
}

function eachWaiting(doc: Node, each: (pos: number, uploadId: string) => void): void {
  doc.descendants((node, pos) => {
    const source = node.type.name === "image" ? imageSource(node.attrs["src"]) : null;
    if (source?.kind === "upload") each(pos, source.uploadId);
    return !node.isTextblock;
  });
}

function findAll(doc: Node, files: ImageFiles): void {
  eachWaiting(doc, (_, uploadId) => void files.find(uploadId));
}

/** Only new blocks are searched. */
function findNew(doc: Node, before: Node, files: ImageFiles): void {
  if (doc.childCount > before.childCount + 50) return findAll(doc, files);
  const old = new Set(before.children);
  for (const block of doc.children)
    if (!old.has(block)) eachWaiting(block.type.schema.nodes["doc"]!.create(null, block), (_, id) => void files.find(id));
}
