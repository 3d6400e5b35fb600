/*
 * Our own Markdown as HTML, by the renderer used for answers. No buttons: these
 * pages have no script to handle them.
 */
import { renderMarkdownToHtml } from "../markdown/html.ts";

export function proseHtml(text: string): string {
  // Wide code scrolls sideways, so it must be focusable by keyboard.
  const html = renderMarkdownToHtml(text, { plain: true }).replaceAll("<pre>", '<pre tabindex="0">');
  return `<section>${html}</section>`;
}

/** `text` is the Markdown source of `html`. */
export type ProseSection = { id: string; title: string; text: string; html: string };

/** A long text split at its second-level headings, so that each can be linked to. */
export function proseSections(text: string): ProseSection[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const title = part.slice(0, part.indexOf("\n")).trim();
      const id = title
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-|-$/g, "");
      const body = part.slice(part.indexOf("\n") + 1);
      return { id, title, text: body, html: proseHtml(body) };
    });
}
