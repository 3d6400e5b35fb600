/* An answer for the clipboard: without markers and reasoning, with its sources,
   as HTML for Word and as plain text. */
import { authoritiesList } from "#core/law/authorities.ts";
import { withVerdictNotes } from "#core/claims/verdict-notes.ts";
import { parseReply, replyText } from "#core/chat/reply.ts";
import type { Source } from "#core/sources/source.ts";
import { renderMarkdownToHtml } from "../markdown/html.ts";

export const copyWords = {
  label: "Copy",
  success: "Copied to clipboard!",
  failure: "Failed to copy to clipboard",
  indicatorMs: 2000,
};

export function answerForClipboard(content: string, sources: readonly Source[] = []): { html: string; text: string } {
  const text = [replyText(parseReply(withVerdictNotes(content, sources))), authoritiesList(sources)]
    .filter((part) => part !== "")
    .join("\n\n");
  return { html: renderMarkdownToHtml(text, { plain: true }), text };
}
