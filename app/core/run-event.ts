/*
 * What a run writes to its log and a browser reads from it: server-sent events
 * in the form of the AI SDK's UI message stream (version 1), each with
 * `id: <seq>`, seq counting from 1 without gaps. Any client of that SDK can
 * read it; what is ours alone travels in `data-stet-*` parts and in metadata.
 */
import type { Source } from "./source.ts";
import type { RunStatus, Usage } from "./message.ts";

export type RunEvent =
  | { type: "start"; messageId: string; messageMetadata: { runId: string; chatId: string; chatVersion: number; model: string } }
  | { type: "start-step" }
  | { type: "finish-step" }
  | { type: "text-start"; id: string }
  | { type: "text-delta"; id: string; delta: string }
  | { type: "text-end"; id: string }
  | { type: "reasoning-start"; id: string }
  | { type: "reasoning-delta"; id: string; delta: string }
  | { type: "reasoning-end"; id: string }
  | { type: "tool-input-start"; toolCallId: string; toolName: string }
  | { type: "tool-input-delta"; toolCallId: string; inputTextDelta: string }
  | { type: "tool-input-available"; toolCallId: string; toolName: string; input: unknown }
  | { type: "tool-output-available"; toolCallId: string; output: unknown }
  /** Sources found by a tool; `number` is the n the model was told to cite with. */
  | { type: "data-stet-sources"; data: { sources: Source[] } }
  /** A retry is being waited for, or another fact about the run that is not part of the answer. */
  | { type: "data-stet-notice"; data: { code: string; detail: string; seconds?: number } }
  /** At the end the answer may have been rewritten (citations renumbered): the whole truth. */
  | { type: "data-stet-final"; data: { content: string; sources: Source[] } }
  | { type: "error"; errorText: string; code?: string }
  | { type: "abort"; reason?: string }
  | { type: "finish"; messageMetadata: { status: RunStatus; usage?: Usage; problem?: string; title?: string } };

export const runStreamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
  "x-vercel-ai-ui-message-stream": "v1",
} as const;
