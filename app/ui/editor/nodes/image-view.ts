/*
 * An image on the page: the server's, one being uploaded, or an external address
 * that is fetched only on click. When selected it shows its width and text fields;
 * Enter moves into them, Escape back.
 */
import type { Node } from "@tiptap/pm/model";
import type { EditorView, NodeView } from "@tiptap/pm/view";
import { fileImage, imageSource, imageWidths, imageWords } from "#core/document/document-image.ts";
import { ask, problemIn, sentenceOf } from "../../ask.ts";
import type { ImageFiles } from "./image-files.ts";

type Given = {
  node: Node;
  view: EditorView;
  getPos: () => number | undefined;
  draft: { id: string };
  files: () => ImageFiles | null;
};

export class ImageView implements NodeView {
  dom = document.createElement("figure");
  #given: Given;
  #node: Node;
  #shown = document.createElement("div");
  #caption = document.createElement("figcaption");
  #tools: HTMLElement | null = null;
  #end: (() => void) | null = null;
  #src = "";

  constructor(given: Given) {
    this.#given = given;
    this.#node = given.node;
    this.dom.className = "image";
    this.dom.contentEditable = "false";
    this.#shown.className = "image-shown";
    this.dom.append(this.#shown, this.#caption);
    this.#draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    this.#draw();
    return true;
  }

  #draw(): void {
    const { src, alt, caption, width } = this.#node.attrs as { src: string; alt: string; caption: string; width: number };
    this.dom.dataset["width"] = String(width);
    this.#caption.textContent = caption;
    this.#caption.hidden = caption === "";
    if (src !== this.#src) this.#drawSource(src);
    this.#src = src;
    const picture = this.#shown.querySelector("img");
    if (picture) picture.alt = alt;
    for (const button of this.#tools?.querySelectorAll<HTMLElement>("[data-width]") ?? [])
      button.setAttribute("aria-pressed", String(Number(button.dataset["width"]) === width));
  }

  #drawSource(src: string): void {
    this.#end?.();
    this.#end = null;
    const source = imageSource(src);
    if (source?.kind === "file") this.#drawPicture(src);
    else if (source?.kind === "upload") {
      this.#end = this.#given.files()?.listen(() => this.#drawUpload(source.uploadId)) ?? null;
      this.#drawUpload(source.uploadId);
    } else if (source) this.#drawElsewhere(source.href);
  }

  #drawPicture(src: string): HTMLImageElement {
    const picture = document.createElement("img");
    picture.src = src;
    picture.alt = String(this.#node.attrs["alt"]);
    picture.draggable = false;
    picture.addEventListener("error", () => this.#say("This picture no longer exists.", []), { once: true });
    this.#shown.replaceChildren(picture);
    return picture;
  }

  #drawUpload(uploadId: string): void {
    const state = this.#given.files()?.stateOf(uploadId) ?? null;
    if (state === null) return this.#say("Loading the picture…", []);
    if ("missing" in state)
      return this.#say("This picture is still on the device where it was added. It will appear when that device is online.", []);
    const { upload, url } = state;
    if (upload.state === "done") return;
    const shown = this.#shown.querySelector("img");
    if (shown?.src !== url) this.#drawPicture(url);
    const note = this.#shown.querySelector(".image-note") ?? this.#shown.appendChild(document.createElement("div"));
    note.className = "image-note";
    note.setAttribute("role", "status");
    note.replaceChildren(...this.#uploadNote(uploadId, upload));
  }

  #uploadNote(uploadId: string, upload: { state: string; progress?: number; reason?: string }): HTMLElement[] {
    if (upload.state === "failed") {
      const words = wordsOf(upload.reason || "The picture couldn’t be uploaded. It is kept on this device.");
      return [words, button("Try again", () => this.#given.files()?.retry(uploadId))];
    }
    if (upload.state === "waiting") return [wordsOf("Offline. The picture is kept on this device.")];
    const bar = document.createElement("progress");
    bar.max = 1;
    bar.value = upload.progress ?? 0;
    bar.setAttribute("aria-label", "Uploading the picture");
    return [bar];
  }

  #drawElsewhere(href: string): void {
    const link = document.createElement("a");
    link.href = href;
    link.target = "_blank";
    link.rel = "noopener noreferrer nofollow";
    link.textContent = String(this.#node.attrs["alt"]) || new URL(href).hostname;
    const importing = button("Import the picture", () => void this.#import(href, importing));
    this.#say(`A picture from ${new URL(href).hostname}, not loaded: `, this.#given.view.editable ? [link, importing] : [link]);
  }

  async #import(url: string, pressed: HTMLButtonElement): Promise<void> {
    pressed.disabled = true;
    pressed.textContent = "Importing…";
    try {
      const { fileId } = await ask<{ fileId: string }>(`/api/drafts/${this.#given.draft.id}/pictures`, {
        method: "POST",
        body: { url },
      });
      this.#set({ src: fileImage(fileId) });
    } catch (error) {
      pressed.disabled = false;
      pressed.textContent = "Try again";
      const said = this.#shown.querySelector(".image-said") ?? this.#shown.firstElementChild!.appendChild(wordsOf(""));
      said.className = "image-said";
      said.setAttribute("role", "alert");
      said.textContent = sentenceOf(problemIn(error));
    }
  }

  #say(words: string, more: readonly HTMLElement[]): void {
    const box = document.createElement("div");
    box.className = "image-box";
    box.append(wordsOf(words), ...more);
    this.#shown.replaceChildren(box);
  }

  selectNode(): void {
    this.dom.classList.add("ProseMirror-selectednode");
    if (this.#given.view.editable) this.#showTools();
  }

  deselectNode(): void {
    this.dom.classList.remove("ProseMirror-selectednode");
    this.#tools?.remove();
    this.#tools = null;
  }

  #showTools(): void {
    if (this.#tools) return;
    const tools = document.createElement("div");
    tools.className = "image-tools";
    tools.dataset["imageTools"] = "";
    const widths = document.createElement("div");
    widths.setAttribute("role", "group");
    widths.setAttribute("aria-label", "Width of the picture");
    for (const width of imageWidths) {
      const one = button(`${width} %`, () => this.#set({ width }));
      one.dataset["width"] = String(width);
      one.setAttribute("aria-pressed", String(this.#node.attrs["width"] === width));
      widths.append(one);
    }
    tools.append(
      widths,
      this.#field("alt", "Description (alt text)", "For people who can’t see it"),
      this.#field("caption", "Caption", "Optional"),
    );
    tools.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.#given.view.focus();
    });
    this.dom.append(tools);
    this.#tools = tools;
  }

  #field(name: "alt" | "caption", label: string, placeholder: string): HTMLElement {
    const holder = document.createElement("label");
    const words = wordsOf(label);
    const input = document.createElement("input");
    input.value = String(this.#node.attrs[name]);
    input.placeholder = placeholder;
    input.maxLength = 500;
    input.addEventListener("change", () => this.#set({ [name]: imageWords(input.value) }));
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.#given.view.focus();
    });
    holder.append(words, input);
    return holder;
  }

  #set(attrs: Record<string, unknown>): void {
    const pos = this.#given.getPos();
    const { view } = this.#given;
    if (pos === undefined || view.isDestroyed) return;
    const { tr } = view.state;
    for (const [name, value] of Object.entries(attrs)) tr.setNodeAttribute(pos, name, value);
    view.dispatch(tr);
  }

  stopEvent(event: Event): boolean {
    return event.target instanceof HTMLElement && event.target.closest("[data-image-tools], button, a") !== null;
  }

  ignoreMutation(): boolean {
    return true;
  }

  destroy(): void {
    this.#end?.();
  }
}

function wordsOf(text: string): HTMLElement {
  const words = document.createElement("span");
  words.textContent = text;
  return words;
}

function button(label: string, press: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("mousedown", (event) => event.preventDefault());
  made.addEventListener("click", press);
  return made;
}
