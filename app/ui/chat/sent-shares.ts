/* How a prompt divides into instructions, tools, chat text, and material, in tokens as estimated here. */
import { estimateTokens } from "#core/models/models.ts";
import type { SentMessage, SentPart, SentStep } from "#core/chat/sent.ts";

export type SentShares = { instructions: number; tools: number; conversation: number; data: number };

export function sharesOf({ instructions, tools, messages }: SentStep): SentShares {
  const parts = messages.flatMap((message) => message.parts);
  const sum = (wanted: (part: SentPart) => boolean) => parts.filter(wanted).reduce((total, part) => total + tokensOfPart(part), 0);
  return {
    instructions: estimateTokens(instructions),
    tools: tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools)),
    conversation: sum((part) => !isMaterial(part)),
    data: sum(isMaterial),
  };
}

export function tokensOfMessage(message: SentMessage): number {
  return message.parts.reduce((total, part) => total + tokensOfPart(part), 0);
}

/** An image or a printed page costs about as much as a page of text, regardless of its size in bytes. */
const tokensOfFile = 1600;

function tokensOfPart(part: SentPart): number {
  if (part.kind === "file") return tokensOfFile;
  return estimateTokens(part.kind === "tool-call" ? part.input : part.text);
}

const fence = /^<data label="([^"]*)">\n([\s\S]*?)\n<\/data>$/;

/** A text fenced as data: its label and content. */
export function materialIn(text: string): { label: string; text: string } | null {
  const match = fence.exec(text);
  return match === null ? null : { label: match[1]!, text: match[2]! };
}

function isMaterial(part: SentPart): boolean {
  return part.kind === "file" || part.kind === "tool-result" || (part.kind === "text" && materialIn(part.text) !== null);
}

/** Whether words of the question may have been sent to a search service or to the official sources of law. */
export function hasSearched(steps: readonly SentStep[]): boolean {
  const calls = steps.flatMap(({ messages }) =>
    messages.flatMap(({ parts }) => parts.filter((part) => part.kind === "tool-result")),
  );
  const isLawChosen = steps.some(({ tools }) =>
    tools.some(({ description }) => description.includes("Chosen for this chat is the law of")),
  );
  return calls.some(({ name, text }) =>
    name === "webSearch" ? text.includes('"available":true') : name === "getInformation" && isLawChosen,
  );
}
