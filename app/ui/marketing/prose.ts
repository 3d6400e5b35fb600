/*
 * Our own Markdown as HTML for a page, by the renderer that also shows answers.
 * Without buttons: these pages have no script that could answer to them.
 */
import { renderMarkdownToHtml } from "../markdown/html.ts";

export function proseHtml(text: string): string {
  // Wider than the page, code scrolls by itself, so a keyboard has to reach it.
  const html = renderMarkdownToHtml(text, { plain: true }).replaceAll("<pre>", '<pre tabindex="0">');
  return `<section>${html}</section>`;
}

/** `text` is the Markdown that `html` was made of. */
export type ProseSection = { id: string; title: string; text: string; html: string };

/** A long text cut at its headlines of the second level, so that each can be linked to. */
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
