/*
 * A message as the specification names its fields, over HTTP and on the screen.
 * `parts` says what happened in which order; `content` is the text of all text
 * parts joined, kept beside them so that a reader need not know about parts.
 */
import { z } from "zod";
import { sourceSchema } from "../sources/source-schema.ts";

export const roles = ["user", "assistant", "system"] as const;
export type Role = (typeof roles)[number];

export const toolNames = ["getInformation", "webSearch", "caretContext", "draft", "evaluate", "rewrite", "humanize"] as const;
export type ToolName = (typeof toolNames)[number];

/** A result that stands for "the reader stopped the run before the tool answered". */
export const cancelledToolResult = { cancelled: true, content: "Tool execution was cancelled" } as const;

export const toolInvocationSchema = z.object({
  toolCallId: z.string(),
  toolName: z.string(),
  state: z.enum(["partial-call", "call", "result"]),
  /** The parsed input; while state is partial-call, the raw JSON text so far. */
  args: z.unknown(),
  result: z.unknown().optional(),
  /** What Gemini wants back with the call, unread. */
  signature: z.string().optional(),
});
export type ToolInvocation = z.infer<typeof toolInvocationSchema>;

export const messagePartSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  /** The provider's own reasoning; `signature` is what Anthropic and Gemini want back unread. */
  z.object({ type: z.literal("reasoning"), reasoning: z.string(), signature: z.string().optional() }),
  z.object({ type: z.literal("tool-invocation"), toolInvocation: toolInvocationSchema }),
]);
export type MessagePart = z.infer<typeof messagePartSchema>;

/** The text of a message: that of its text parts, each its own paragraph. Grows only at its end while an answer is written. */
export function contentOf(parts: readonly MessagePart[]): string {
  return parts.flatMap((part) => (part.type === "text" && part.text !== "" ? [part.text] : [])).join("\n\n");
}

export const attachmentSchema = z.object({
  name: z.string(),
  contentType: z.string().optional(),
  /** A data URL, or the address of the stored file. */
  url: z.string(),
  /** The stored file, where the file was uploaded. */
  documentId: z.uuid().optional(),
});
export type Attachment = z.infer<typeof attachmentSchema>;

export const messageSchema = z.object({
  id: z.string(),
  role: z.enum(roles),
  content: z.string(),
  createdAt: z.string(),
  experimental_attachments: z.array(attachmentSchema).optional(),
  parts: z.array(messagePartSchema),
  toolInvocations: z.array(toolInvocationSchema).optional(),
  sources: z.array(sourceSchema).optional(),
});
export type Message = z.infer<typeof messageSchema>;

export const runStatuses = ["running", "done", "stopped", "failed", "interrupted"] as const;
export type RunStatus = (typeof runStatuses)[number];

/** Token counts of one run, summed over its steps. Cost is in US dollars, absent where no price is known. */
export type Usage = {
  inputTokens: number;
  outputTokens: number;
  reasoningTokens?: number;
  /** Of the input, what the provider read from its cache. */
  cachedInputTokens?: number;
  /** Of the input, what it wrote there, where that costs more. */
  cacheWriteTokens?: number;
  costUsd?: number;
  /** At least in part estimated here: an answer that did not come to its end is not counted by its provider. */
  isEstimated?: true;
};

type Counted = Pick<Usage, "inputTokens" | "outputTokens" | "reasoningTokens" | "cachedInputTokens" | "cacheWriteTokens">;

export function addUsage(sum: Usage, more: Counted): void {
  sum.inputTokens += more.inputTokens;
  sum.outputTokens += more.outputTokens;
  for (const kind of ["reasoningTokens", "cachedInputTokens", "cacheWriteTokens"] as const)
    if (more[kind] !== undefined) sum[kind] = (sum[kind] ?? 0) + more[kind];
}

/** What a run left beside its message. */
export type RunSummary = {
  id: string;
  status: RunStatus;
  model: string;
  lastSeq: number;
  usage?: Usage;
  /** A code of core/workspace/problem.ts, when the run failed. */
  problem?: string;
  problemDetail?: string;
};

/** One place in a chat: the message, its run, and how many versions of it there are. */
export type ThreadMessage = Message & {
  seq: number;
  parentId: string | null;
  run?: RunSummary;
  /** Ids of all messages that stand at this place (this one included), oldest first: edits and regenerations. */
  versions: string[];
};
