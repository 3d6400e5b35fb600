/* Counts what plain text and Markdown say. Markdown is counted as the page that plain markdown-it makes of it. */
import MarkdownIt from "markdown-it";
import { Tally, type Counts } from "#core/losses/counts.ts";
import { countHtml } from "./html-counter.ts";

export function countText(text: string): Counts {
  const tally = new Tally();
  tally.write(text);
  return tally.counts;
}

const markdown = new MarkdownIt({ html: true });
markdown.validateLink = () => true;
// A picture's title is its caption.
markdown.renderer.rules.image = (tokens, i) =>
  `<img><p>${markdown.utils.escapeHtml(String(tokens[i]?.attrGet("title") ?? ""))}</p>`;

/** Signs of footnotes aren't words, and their later lines look like code to a parser that has no footnotes. */
const noteSign = /\[\^[^\s\]]{1,60}\]:?/g;

export function countMarkdown(text: string): Counts {
  const counts = countHtml(markdown.render(text.replaceAll(noteSign, "")));
  return text.search(noteSign) >= 0 ? { ...counts, formatted: 0, formattedDigits: 0 } : counts;
}
