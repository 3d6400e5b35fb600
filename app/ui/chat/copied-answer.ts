/* An answer as it goes to the clipboard: without markers and reasoning, as HTML for Word and as plain text. */
import { parseReply, replyText } from "#core/reply.ts";
import { renderMarkdownToHtml } from "../markdown/html.ts";

export const copyWords = {
  label: "Copy",
  success: "Copied to clipboard!",
  failure: "Failed to copy to clipboard",
  indicatorMs: 2000,
};

export function answerForClipboard(content: string): { html: string; text: string } {
  const text = replyText(parseReply(content));
  return { html: renderMarkdownToHtml(text, { plain: true }), text };
}
