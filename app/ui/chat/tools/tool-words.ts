/* Labels for tools, while running and afterwards. */
import type { ToolName } from "#core/chat/message.ts";

export type ToolWords = { doing: string; done: string };

export const toolWords = {
  getInformation: { doing: "Searching your files", done: "Searched your files" },
  webSearch: { doing: "Searching the web", done: "Searched the web" },
  caretContext: { doing: "Reading around the caret", done: "Read around the caret" },
  draft: { doing: "Preparing a draft", done: "Prepared a draft" },
  evaluate: { doing: "Evaluating the text", done: "Evaluated the text" },
  rewrite: { doing: "Rewriting", done: "Rewrote the text" },
  humanize: { doing: "Looking for stiff phrases", done: "Looked for stiff phrases" },
} satisfies Record<ToolName, ToolWords>;
