/* The conversation as the built-in editor reads it: the last request, what precedes it, and the tool results since. */
import { caretSign } from "#core/changes/caret-mark.ts";
import { parseReply } from "#core/chat/reply.ts";
import type { ModelMessage, ModelRequest } from "../model.ts";
import { partMessage, type Request } from "./subject.ts";

export type ToolResult = { name: string; output: unknown; isError: boolean };

export type Turn = Request & {
  /** The user's last message in full. */
  message: string;
  /** The selection in the editor next to the chat. */
  selection: string | null;
  /** The newest draft in earlier answers, if any. */
  earlierDraft: string | null;
  /** The newest text that an earlier message supplied. */
  earlierText: string | null;
  /** File names in this message, and in all messages, newest last. */
  newFiles: string[];
  files: string[];
  results: ToolResult[];
  /** The chat has no earlier answer. */
  isFirst: boolean;
  /** The existing part of an answer to be continued. */
  begun: string;
};

/** The request to continue an interrupted answer, which doesn't come from the writer. */
const resume = /^Your last message was cut off\b/;

export function readTurn(request: ModelRequest): Turn {
  const messages = request.messages.filter((one) => !(one.role === "user" && resume.test(textOf(one))));
  const at = messages.findLastIndex((message) => message.role === "user");
  const user = messages[at];
  const before = messages.slice(0, Math.max(at, 0));
  const after = messages.slice(at + 1);
  const last = after.at(-1);
  const message = user ? wordsOf(user) : "";
  const answers = before.filter((one) => one.role === "assistant").map(textOf);
  const results = after.flatMap((one) => (one.role === "tool" ? one.results : []));
  return {
    ...partMessage(message),
    message,
    selection: user ? selectionIn(user) : null,
    earlierDraft: firstFound(answers.toReversed(), draftIn),
    earlierText: firstFound(
      before.filter((one) => one.role === "user").toReversed(),
      (one) => partMessage(wordsOf(one)).text ?? selectionIn(one),
    ),
    newFiles: user ? filesOf(user) : [],
    files: messages.flatMap(filesOf),
    // A canceled call returned nothing and is repeated.
    results: results
      .filter((one) => !isCancelled(one.output))
      .map(({ name, output, isError }) => ({ name, output, isError: isError ?? false })),
    isFirst: answers.every((text) => text === ""),
    begun: last?.role === "assistant" ? textOf(last) : "",
  };
}

function textOf(message: ModelMessage): string {
  if (message.role === "tool") return "";
  return message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}

const data = /<data label="([^"]*)">\n([\s\S]*?)\n<\/data>/g;

/** The writer's own words, without text fenced as data. */
function wordsOf(message: ModelMessage): string {
  return textOf(message).replace(data, "").trim();
}

/** The selection, else the selected passages, else the whole open document. */
function selectionIn(message: ModelMessage): string | null {
  const fenced = [...textOf(message).matchAll(data)];
  const labelled = (start: string) =>
    fenced.filter((hit) => hit[1]!.startsWith(start) && hit[2]!.trim() !== "").map((hit) => hit[2]!);
  const passages = labelled("passage ");
  const document = labelled("the open document")[0]
    ?.replace(/^Name: .*\n\n/, "")
    .replace(caretSign, "");
  const found = labelled("selected text")[0] ?? (passages.length > 0 ? passages.join("\n\n") : document);
  return found === undefined || found.trim() === "" ? null : found.replaceAll(/<(\/?)\u200bdata/g, "<$1data");
}

function filesOf(message: ModelMessage): string[] {
  return message.role === "user" ? message.parts.flatMap((part) => (part.type === "file" ? [part.name] : [])) : [];
}

function isCancelled(output: unknown): boolean {
  return typeof output === "object" && output !== null && (output as { cancelled?: unknown }).cancelled === true;
}

function firstFound<T, U>(list: readonly T[], find: (one: T) => U | null): U | null {
  for (const one of list) {
    const found = find(one);
    if (found !== null) return found;
  }
  return null;
}

function draftIn(answer: string): string | null {
  const block = parseReply(answer).findLast((one) => one.kind === "draft" || one.kind === "write");
  return block && block.text.trim() !== "" ? block.text : null;
}
