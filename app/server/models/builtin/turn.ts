/* The conversation as the built-in editor reads it: the last request, what stands before it, what tools have said since. */
import { caretSign } from "#core/changes/caret-mark.ts";
import { parseReply } from "#core/chat/reply.ts";
import type { ModelMessage, ModelRequest } from "../model.ts";
import { partMessage, type Request } from "./subject.ts";

export type ToolResult = { name: string; output: unknown; isError: boolean };

export type Turn = Request & {
  /** The whole of the last message of the user. */
  message: string;
  /** What is selected in the editor beside the chat. */
  selection: string | null;
  /** The newest draft in the answers before, if there is one. */
  earlierDraft: string | null;
  /** The newest text that an earlier message brought to work on. */
  earlierText: string | null;
  /** Names of the files of this message, and of all messages, newest last. */
  newFiles: string[];
  files: string[];
  results: ToolResult[];
  /** No answer has been given in this chat before. */
  isFirst: boolean;
  /** What of this answer is already there, when it is to be continued. */
  begun: string;
};

/** How the chat asks a model to go on with an answer that was cut off; not the writer's words. */
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
    // A call that was stopped has given nothing and is made again.
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

/** The writer's own words: without what the chat has fenced as data. */
function wordsOf(message: ModelMessage): string {
  return textOf(message).replace(data, "").trim();
}

/** What is selected, else the passages that were chosen, else the whole of the open document. */
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
