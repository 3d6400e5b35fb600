/*
 * Makes text copied from a draft portable: reference numbers as words, footnotes in
 * word-processor form, and images inlined. Pasted back into a draft, they are
 * restored.
 */
import { DOMSerializer, type Fragment, type Node, type Schema, type Slice } from "@tiptap/pm/model";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { missingLabel, referenceLabels } from "#core/clauses/references.ts";

export function copiedHtml(schema: Schema): Plugin {
  let shown: EditorView | null = null;
  const serializer = DOMSerializer.fromSchema(schema);
  return new Plugin({
    view(view) {
      shown = view;
      return {};
    },
    props: {
      clipboardSerializer: Object.assign(Object.create(serializer) as DOMSerializer, {
        serializeFragment(fragment: Fragment, options?: object, target?: HTMLElement | DocumentFragment) {
          const made = serializer.serializeFragment(fragment, options, target);
          if (shown) complete(made as HTMLElement | DocumentFragment, shown);
          return made;
        },
      }),
      clipboardTextSerializer: (slice, view) => plainText(slice, view.state.doc),
    },
  });
}

function complete(made: HTMLElement | DocumentFragment, view: EditorView): void {
  const labels = referenceLabels(view.state.doc);
  for (const link of made.querySelectorAll("a[data-ref]"))
    link.textContent = labels.get(link.getAttribute("data-ref")!) ?? missingLabel;
  for (const picture of made.querySelectorAll("img")) {
    const data = pictureData(view, picture.getAttribute("src") ?? "");
    if (data) picture.src = data;
    picture.removeAttribute("loading");
  }
  const notes = [...made.querySelectorAll("[data-footnote]")];
  if (notes.length > 0) made.append(noteList(notes));
}

/** As currently drawn on the page; only if not very large. */
function pictureData(view: EditorView, src: string): string | null {
  const drawn = [...view.dom.querySelectorAll("img")].find((one) => one.getAttribute("src") === src);
  if (!drawn?.complete || drawn.naturalWidth === 0 || drawn.naturalWidth * drawn.naturalHeight > 4_000_000) return null;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [drawn.naturalWidth, drawn.naturalHeight];
  canvas.getContext("2d")?.drawImage(drawn, 0, 0);
  try {
    return canvas.toDataURL("image/png");
  } catch {
    return null;
  }
}

/** Each mark links to its note, in the form Word reads as a real footnote. */
function noteList(notes: readonly Element[]): HTMLElement {
  const list = document.createElement("div");
  list.setAttribute("style", "mso-element:footnote-list");
  for (const [i, note] of notes.entries()) {
    const number = i + 1;
    const sign = linkTo(`#_ftn${number}`, `_ftnref${number}`, number);
    if (note.id !== "") sign.id = note.id;
    const entry = document.createElement("div");
    entry.setAttribute("style", "mso-element:footnote");
    entry.id = `ftn${number}`;
    const words = document.createElement("p");
    words.className = "MsoFootnoteText";
    words.append(linkTo(`#_ftnref${number}`, `_ftn${number}`, number), " ", ...note.childNodes);
    entry.append(words);
    list.append(entry);
    note.replaceWith(sign);
  }
  return list;
}

function linkTo(href: string, name: string, number: number): HTMLAnchorElement {
  const link = document.createElement("a");
  link.setAttribute("style", `mso-footnote-id:ftn${number}`);
  link.setAttribute("href", href);
  link.setAttribute("name", name);
  const sign = document.createElement("sup");
  sign.textContent = `[${number}]`;
  link.append(sign);
  return link;
}

function plainText({ content }: Slice, document: Node): string {
  const labels = referenceLabels(document);
  const notes: string[] = [];
  const textOf = (node: Node): string => {
    if (node.isText) return node.text!;
    if (node.type.name === "hardBreak") return "\n";
    if (node.type.name === "reference") return labels.get(String(node.attrs["target"])) ?? missingLabel;
    if (node.type.name !== "footnote") return "";
    notes.push(node.children.map(textOf).join(""));
    return `[${notes.length}]`;
  };
  const blocks: string[] = [];
  const walk = (node: Node) => {
    if (node.isTextblock) blocks.push(node.children.map(textOf).join(""));
    else if (node.type.name === "image") blocks.push(String(node.attrs["caption"] || node.attrs["alt"]));
    else if (node.isInline) blocks.push((blocks.pop() ?? "") + textOf(node));
    else node.forEach(walk);
  };
  content.forEach(walk);
  return [...blocks, ...notes.map((words, i) => `[${i + 1}] ${words}`)].join("\n\n");
}
