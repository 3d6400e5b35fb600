/*
 * An image block refers to a stored file, to an upload still on the device, or
 * to an external address, which is shown as a link and never fetched
 * automatically.
 */
import type { NodeSpec } from "prosemirror-model";

const step = 5;
/** Those that are offered. */
export const imageWidths = [25, 50, 75, 100] as const;
export const imageTypes = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
export const imageWordsMax = 2_000;

export type ImageSource =
  | { kind: "file"; fileId: string }
  /** The bytes are on the device under this id. */
  | { kind: "upload"; uploadId: string }
  | { kind: "elsewhere"; href: string };

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const fileForm = new RegExp(`^/api/documents/(${uuid})/view$`);
const uploadForm = new RegExp(`^upload:(${uuid})$`);

/** Null for anything else. */
export function imageSource(src: unknown): ImageSource | null {
  if (typeof src !== "string" || src.length > 2_000) return null;
  const [file, upload] = [fileForm.exec(src), uploadForm.exec(src)];
  if (file) return { kind: "file", fileId: file[1]! };
  if (upload) return { kind: "upload", uploadId: upload[1]! };
  return /^https?:\/\/[^\s"<>\\]+$/i.test(src) && URL.canParse(src) ? { kind: "elsewhere", href: src } : null;
}

export const fileImage = (fileId: string) => `/api/documents/${fileId}/view`;
export const uploadImage = (uploadId: string) => `upload:${uploadId}`;

/** Percent of the text width, in steps that the style sheet knows. */
export function imageWidth(percent: number): number {
  return Number.isFinite(percent) ? Math.min(100, Math.max(step, Math.round(percent / step) * step)) : 100;
}

/** A single line, of a length that a page can show. */
export function imageWords(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim().slice(0, imageWordsMax);
}

function check(isRight: (value: unknown) => boolean) {
  return (value: unknown) => {
    if (!isRight(value)) throw new RangeError("not an image");
  };
}

const isWords = (value: unknown) => typeof value === "string" && value.length <= imageWordsMax && !value.includes("\n");

/** Shown next to its caption if the image can't be drawn. */
function wordsInstead(figure: HTMLElement, src: string): string {
  const words = figure.querySelector("a, span")?.textContent ?? "";
  return words === src || words === noWords ? "" : words;
}

const noWords = "Picture";

export const imageSpec = {
  group: "block",
  atom: true,
  draggable: true,
  attrs: {
    src: { validate: check((value) => imageSource(value) !== null) },
    /** Alt text for readers who can't see the image. */
    alt: { default: "", validate: check(isWords) },
    caption: { default: "", validate: check(isWords) },
    /** Percent of the text width. */
    width: { default: 100, validate: check((value) => typeof value === "number" && imageWidth(value) === value) },
  },
  parseDOM: [
    {
      tag: "figure[data-image]",
      getAttrs: (element) => {
        const src = element.getAttribute("data-image");
        if (imageSource(src) === null) return false;
        return {
          src,
          alt: imageWords(element.querySelector("img")?.getAttribute("alt") ?? wordsInstead(element, src!)),
          caption: imageWords(element.querySelector("figcaption")?.textContent ?? ""),
          width: imageWidth(Number(element.getAttribute("data-width") ?? 100)),
        };
      },
    },
    {
      tag: "img[src]",
      getAttrs: (element) => {
        const src = element.getAttribute("src");
        return imageSource(src) === null ? false : { src, alt: imageWords(element.getAttribute("alt") ?? "") };
      },
    },
  ],
  toDOM: ({ attrs }) => {
    const { src, alt, caption, width } = attrs as { src: string; alt: string; caption: string; width: number };
    const source = imageSource(src);
    const shown =
      source?.kind === "file"
        ? (["img", { src, alt, loading: "lazy" }] as const)
        : source?.kind === "elsewhere"
          ? (["a", { href: source.href, rel: "noopener noreferrer nofollow" }, alt || source.href] as const)
          : (["span", alt || noWords] as const);
    const figure = { "data-image": src, "data-width": String(width) };
    return caption === "" ? ["figure", figure, shown] : ["figure", figure, shown, ["figcaption", caption]];
  },
} satisfies NodeSpec;
