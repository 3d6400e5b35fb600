/* Labels for tools, while running and afterwards. */
import type { ToolName } from "#core/chat/message.ts";

export type ToolWords = { doing: string; done: string };

export const toolWords = {
  getInformation: { doing: "Searching your files", done: "Searched your files" },
  webSearch: { doing: "Searching the web", done: "Searched the web" },
  caretContext: { doing: "Reading around the caret", done: "Read around the caret" },
  draft: { doing: "Preparing a draft", done: "Prepared a draft" },
  // These only read: what they find is proposed in a separate step.
  evaluate: { doing: "Measuring the text", done: "Measured the text" },
  rewrite: { doing: "Checking grammar and spelling", done: "Checked grammar and spelling" },
  humanize: { doing: "Looking for stiff phrases", done: "Looked for stiff phrases" },
} satisfies Record<ToolName, ToolWords>;

const inAgentWork: Record<string, ToolWords> = {
  ...toolWords,
  plan: { doing: "Planning", done: "Planned" },
  readDocument: { doing: "Reading", done: "Read" },
  checkDocument: { doing: "Checking the document", done: "Checked the document" },
  proposeChanges: { doing: "Proposing changes", done: "Proposed changes" },
};

export function agentToolWords(toolName: string): ToolWords {
  return Object.hasOwn(inAgentWork, toolName) ? inAgentWork[toolName]! : { doing: toolName, done: toolName };
}
