/*
 * A message with the specification's field names, over HTTP and on screen.
 * `parts` is what happened, in order; `content` is the joined text parts,
 * stored separately so that readers needn't handle parts.
 */
import { z } from "zod";
import { sourceSchema } from "../sources/source-schema.ts";

export const roles = ["user", "assistant", "system"] as const;
export type Role = (typeof roles)[number];

export const toolNames = ["getInformation", "webSearch", "caretContext", "draft", "evaluate", "rewrite", "humanize"] as const;
export type ToolName = (typeof toolNames)[number];

/** The result of a tool call that was pending when the reader stopped the run. */
export const cancelledToolResult = { cancelled: true, content: "Tool execution was cancelled" } as const;

export const toolInvocationSchema = z.object({
  toolCallId: z.string(),
  toolName: z.string(),
  state: z.enum(["partial-call", "call", "result"]),
  /** The parsed input, or the raw JSON text so far while the state is partial-call. */
  args: z.unknown(),
  result: z.unknown().optional(),
  /** An opaque value that Gemini wants returned with the call. */
  signature: z.string().optional(),
});
export type ToolInvocation = z.infer<typeof toolInvocationSchema>;

export const messagePartSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  /** The provider's reasoning; `signature` is an opaque value that Anthropic and Gemini want returned. */
  z.object({ type: z.literal("reasoning"), reasoning: z.string(), signature: z.string().optional() }),
  z.object({ type: z.literal("tool-invocation"), toolInvocation: toolInvocationSchema }),
]);
export type MessagePart = z.infer<typeof messagePartSchema>;

/** The text parts of a message, each as a paragraph. Append-only while an answer streams in. */
export function contentOf(parts: readonly MessagePart[]): string {
  return parts.flatMap((part) => (part.type === "text" && part.text !== "" ? [part.text] : [])).join("\n\n");
}

export const attachmentSchema = z.object({
  name: z.string(),
  contentType: z.string().optional(),
  /** A data URL, or the stored file's address. */
  url: z.string(),
  /** The stored file, if it was uploaded. */
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

/** Token counts of one run, summed over its steps. Cost is in US dollars, absent if no price is known. */
export type Usage = {
  inputTokens: number;
  outputTokens: number;
  reasoningTokens?: number;
  /** Input tokens read from the provider's cache. */
  cachedInputTokens?: number;
  /** Input tokens written to the cache, if that costs more. */
  cacheWriteTokens?: number;
  costUsd?: number;
  /** Estimated here at least in part: providers don't report usage of unfinished answers. */
  isEstimated?: true;
};

type Counted = Pick<Usage, "inputTokens" | "outputTokens" | "reasoningTokens" | "cachedInputTokens" | "cacheWriteTokens">;

export function addUsage(sum: Usage, more: Counted): void {
  sum.inputTokens += more.inputTokens;
  sum.outputTokens += more.outputTokens;
  for (const kind of ["reasoningTokens", "cachedInputTokens", "cacheWriteTokens"] as const)
    if (more[kind] !== undefined) sum[kind] = (sum[kind] ?? 0) + more[kind];
}

/** What a run stores besides its message. */
export type RunSummary = {
  id: string;
  status: RunStatus;
  model: string;
  lastSeq: number;
  usage?: Usage;
  /** A code of core/workspace/problem.ts, if the run failed. */
  problem?: string;
  problemDetail?: string;
};

/** One position in a chat: the message, its run and its versions. */
export type ThreadMessage = Message & {
  seq: number;
  parentId: string | null;
  run?: RunSummary;
  /** Ids of all versions of this message, itself included, oldest first: edits and regenerations. */
  versions: string[];
};
