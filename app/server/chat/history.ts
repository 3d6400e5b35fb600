/*
 * The conversation sent to a model: live rows, oldest first, in a provider-neutral form. If they
 * exceed the context window, a summary replaces the oldest exchanges; without one, they are
 * dropped and the model is notified. Files stay, because the instructions refer to them, and so
 * does the question.
 *
 * Text from elsewhere, such as an editor selection, is fenced as data so that it can't pass for
 * the writer's own words.
 */
import { caretExcerpt, markCaret } from "#core/changes/caret-mark.ts";
import type { Attachment, MessagePart } from "#core/chat/message.ts";
import { withoutInvisible } from "#core/text/invisible.ts";
import { estimateTokens } from "#core/models/models.ts";
import type { DraftContext } from "#core/chat/draft-context.ts";
import { documentHead } from "../briefing/document-facts.ts";
import { modelNameOf } from "../briefing/offered-tools.ts";
import type { HistoryRow } from "../db/history-row.ts";
import { fenced } from "../models/fenced.ts";
import type { ModelMessage } from "../models/model.ts";
import { isLoose } from "../models/json-fields.ts";
import { outputText } from "../models/tool-calls.ts";
import { isRefused } from "./run-tool.ts";

type AssistantPart = Extract<ModelMessage, { role: "assistant" }>["parts"][number];
export type UserPart = Extract<ModelMessage, { role: "user" }>["parts"][number];
type ToolResult = Extract<ModelMessage, { role: "tool" }>["results"][number];

export type History = {
  messages: ModelMessage[];
  /** Rows dropped because they didn't fit. */
  leftOut: number;
  /** Rows replaced by a summary. */
  summarized: number;
  /** Even the question alone doesn't fit. */
  isTooLong: boolean;
};

/** Replaces the first `messages` rows. */
export type HistorySummary = { messages: number; text: string };

/** The instructions refer to this label. */
const summaryLabel = "earlier messages of this chat, summarized";

type Exchange = { messages: ModelMessage[]; rows: number; tokens: number; files: UserPart[]; fileTokens: number };

/** `roomTokens`: tokens available for the history; null if the context window is unknown. */
export function historyOf(
  rows: readonly HistoryRow[],
  roomTokens: number | null,
  partsOf: (attachment: Attachment) => UserPart[] = filePart,
  summary: HistorySummary | null = null,
): History {
  const exchanges = exchangesOf(rows).map((exchange) => measured(exchange, partsOf));
  const replaced = summary === null ? 0 : exchangesWithin(exchanges, summary.messages);
  const opening: UserPart[] =
    replaced === 0 || summary === null ? [] : [{ type: "text", text: fenced(summaryLabel, summary.text) }];
  const used =
    tokensOfParts(opening) + exchanges.reduce((sum, { tokens, fileTokens }, at) => sum + (at < replaced ? fileTokens : tokens), 0);
  const [from, freed] = roomTokens === null ? [replaced, 0] : dropped(exchanges, replaced, used, roomTokens);
  const files = exchanges.slice(0, from).flatMap((exchange) => exchange.files);
  const rowsIn = (some: readonly Exchange[]) => some.reduce((sum, exchange) => sum + exchange.rows, 0);
  return {
    messages: withOpening(
      exchanges.slice(from).flatMap(({ messages }) => messages),
      [...files, ...opening],
    ),
    leftOut: rowsIn(exchanges.slice(replaced, from)),
    summarized: rowsIn(exchanges.slice(0, replaced)),
    // Token counts are estimates, off by up to a fifth: a slight excess is left to the provider to judge.
    isTooLong: roomTokens !== null && used - freed > roomTokens * 1.3,
  };
}

function measured(rows: readonly HistoryRow[], partsOf: (attachment: Attachment) => UserPart[]): Exchange {
  const files: UserPart[] = [];
  const messages = rows.flatMap((row) =>
    messagesOf(row, (attachment) => {
      const parts = partsOf(attachment);
      files.push(...parts.filter((part) => part.type === "text" || !part.mediaType.startsWith("image/")));
      return parts;
    }),
  );
  const tokens = messages.reduce((sum, message) => sum + tokensOf(message), 0);
  return { messages, rows: rows.length, tokens, files, fileTokens: tokensOfParts(files) };
}

/** How many whole exchanges these rows cover, never including the last, which holds the question. */
function exchangesWithin(exchanges: readonly Exchange[], rows: number): number {
  let count = 0;
  for (let left = rows; count < exchanges.length - 1 && exchanges[count]!.rows <= left; count++) left -= exchanges[count]!.rows;
  return count;
}

/**
 * The first exchange to keep and the tokens saved. Drops a quarter of the room at a time: a start
 * that moved with every question would defeat the provider's prompt cache.
 */
function dropped(exchanges: readonly Exchange[], first: number, used: number, room: number): [number, number] {
  const goal = Math.ceil(Math.max(0, used - room) / (room / 4)) * (room / 4);
  let from = first;
  let freed = 0;
  while (freed < goal && from < exchanges.length - 1) {
    const { tokens, fileTokens } = exchanges[from++]!;
    freed += tokens - fileTokens;
  }
  return [from, freed];
}

/** Prepended to the first question, because some servers reject two consecutive messages with the same role. */
function withOpening(messages: ModelMessage[], opening: readonly UserPart[]): ModelMessage[] {
  if (opening.length === 0) return messages;
  const [first] = messages;
  if (first?.role !== "user") return [{ role: "user", parts: [...opening] }, ...messages];
  return [{ role: "user", parts: [...opening, ...first.parts] }, ...messages.slice(1)];
}

/** A question and everything that answered it. */
function exchangesOf(rows: readonly HistoryRow[]): HistoryRow[][] {
  const exchanges: HistoryRow[][] = [];
  for (const row of rows) {
    if (row.role === "user" || exchanges.length === 0) exchanges.push([row]);
    else exchanges.at(-1)!.push(row);
  }
  return exchanges;
}

function messagesOf(row: HistoryRow, partsOf: (attachment: Attachment) => UserPart[]): ModelMessage[] {
  return row.role === "assistant" ? assistantMessages(row.parts) : [userMessage(row, partsOf)];
}

function userMessage(row: HistoryRow, partsOf: (attachment: Attachment) => UserPart[]): ModelMessage {
  const parts: UserPart[] = row.attachments.flatMap(partsOf);
  if (row.openDraft) parts.push(...draftParts(row.openDraft, row.draftContext));
  if (row.earlierChanges !== undefined) parts.push({ type: "text", text: fenced(earlierChangesLabel, row.earlierChanges) });
  if (row.editorSelection !== null)
    parts.push({ type: "text", text: fenced("selected text of the open document", row.editorSelection) });
  const words = withoutInvisible(row.content);
  if (words !== "") parts.push({ type: "text", text: words });
  return { role: "user", parts };
}

/** The instructions refer to this label. */
export const earlierChangesLabel = "what became of your earlier changes";

/** Ours, so it stands outside the fence. */
const partOnly =
  "The open document is longer than you can read at once. You are given its outline and a part of it. Don’t guess at the rest and don’t change it: if the request needs it, say that agent mode works through the whole document.";

function draftParts(
  { name, text, facts, isPart = false }: NonNullable<HistoryRow["openDraft"]>,
  context: DraftContext | undefined,
): UserPart[] {
  const part = (label: string, content: string): UserPart => ({ type: "text", text: fenced(label, content) });
  const caret = context?.caret;
  const marked = caret ? markCaret(text, caret) : null;
  const excerpt = caret && marked === null ? caretExcerpt(caret) : "";
  return [
    ...(isPart ? [{ type: "text" as const, text: partOnly }] : []),
    part(isPart ? "a part of the open document" : "the open document", `${documentHead(name, facts)}\n\n${marked ?? text}`),
    ...(excerpt.trim().length > 1 ? [part("where the caret stands in the open document", excerpt)] : []),
    ...(context?.blocks ?? []).map(({ content }, i) =>
      part(`passage ${i + 1} of the open document, chosen by the writer`, content),
    ),
  ];
}

export function filePart({ name, contentType, url }: Attachment): UserPart[] {
  const head = /^data:([^,;]*)((?:;[^,;]*)*),/u.exec(url.slice(0, 300));
  const data = head === null ? null : base64Of(url.slice(head[0].length), head[2] ?? "");
  if (data === null) return [{ type: "text", text: `[The file ${JSON.stringify(name)} could not be read.]` }];
  return [{ type: "file", name, mediaType: contentType ?? head?.[1] ?? "", data }];
}

function base64Of(body: string, parameters: string): string | null {
  if (/;base64$/iu.test(parameters)) return body;
  try {
    return Buffer.from(decodeURIComponent(body), "utf8").toString("base64");
  } catch {
    return null;
  }
}

/** Adds a part before the text of the last question. */
export function withQuestionPart(messages: readonly ModelMessage[], text: string | null): ModelMessage[] {
  const at = messages.findLastIndex(({ role }) => role === "user");
  const question = messages[at];
  if (text === null || question?.role !== "user") return [...messages];
  const parts: UserPart[] = [...question.parts.slice(0, -1), { type: "text", text }, ...question.parts.slice(-1)];
  return messages.with(at, { role: "user", parts });
}

/** An answer's parts as messages in chronological order, alternating between model output and tool results. */
export function assistantMessages(parts: readonly MessagePart[]): ModelMessage[] {
  const steps: MessagePart[][] = [];
  for (const [i, part] of parts.entries()) {
    const begins = part.type !== "tool-invocation" && parts[i - 1]?.type === "tool-invocation";
    if (begins || i === 0) steps.push([part]);
    else steps.at(-1)!.push(part);
  }
  return steps.flatMap(stepMessages);
}

/** One model step: a message with all its output and calls, then one with all the results. */
export function stepMessages(parts: readonly MessagePart[]): ModelMessage[] {
  const said: AssistantPart[] = [];
  const results: ToolResult[] = [];
  for (const part of parts) {
    if (part.type === "text") {
      if (part.text !== "") said.push({ type: "text", text: part.text });
    } else if (part.type === "reasoning") {
      const { reasoning: text, signature } = part;
      said.push({ type: "reasoning", text, ...(signature === undefined ? {} : { signature }) });
    } else {
      const { toolCallId: id, toolName: name, args, signature, state, result } = part.toolInvocation;
      // Providers accept only an object here, even if the model sent something else.
      const input = state !== "partial-call" && isLoose(args) ? args : {};
      said.push({ type: "tool-call", id, name, input, ...(signature === undefined ? {} : { signature }) });
      const output = state === "result" ? result : { error: "The tool gave no result." };
      results.push({ id, name, output, ...(isRefused(output) ? { isError: true } : {}) });
    }
  }
  return [
    ...(said.length > 0 ? [{ role: "assistant" as const, parts: said }] : []),
    ...(results.length > 0 ? [{ role: "tool" as const, results }] : []),
  ];
}

/**
 * Fences tool results as data: web pages, files and law may contain instructions that aren't the
 * writer's. Refusals are our own text and stay as they are.
 */
export function withResultsFenced(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.map((message) => {
    if (message.role !== "tool") return message;
    const results = message.results.map(({ id, name, output, isError }): ToolResult =>
      isError === true
        ? { id, name, output, isError }
        : { id, name, output: fenced(`result of ${modelNameOf(name)}`, outputText(output)) },
    );
    return { role: "tool", results };
  });
}

/** An image or file page costs about as much as a page of text, whatever its size in bytes. */
const tokensOfFile = 1600;

export function tokensOf(message: ModelMessage): number {
  if (message.role === "tool")
    return message.results.reduce((sum, result) => sum + estimateTokens(JSON.stringify(result.output ?? null)), 0);
  return tokensOfParts(message.parts);
}

function tokensOfParts(parts: readonly (UserPart | AssistantPart)[]): number {
  let sum = 0;
  for (const part of parts) {
    if (part.type === "text" || part.type === "reasoning") sum += estimateTokens(part.text);
    else if (part.type === "tool-call") sum += estimateTokens(JSON.stringify(part.input ?? null));
    else if (part.mediaType.startsWith("text/")) sum += Math.ceil(part.data.length / 5);
    else sum += Math.max(tokensOfFile, Math.ceil(part.data.length / 100));
  }
  return sum;
}
