/*
 * What a run writes to its log and a browser reads from it: server-sent events
 * in the form of the AI SDK's UI message stream (version 1), each with
 * `id: <seq>`, seq counting from 1 without gaps. Any client of that SDK can
 * read it; what is ours alone travels in `data-stet-*` parts and in metadata.
 */
import type { AgentProgress } from "../agent/agent.ts";
import type { Source } from "../sources/source.ts";
import type { MessagePart, RunStatus, Usage } from "./message.ts";

/** What a provider wants back unread next time, in the place where the SDK lets providers keep such things. */
type Signed = { providerMetadata?: { stet: { signature: string } } };

export type RunEvent =
  | { type: "start"; messageId: string; messageMetadata: { runId: string; chatId: string; chatVersion: number; model: string } }
  | { type: "start-step" }
  | { type: "finish-step" }
  /** `id` of texts and reasoning is the index of their part in the message, as a string. */
  | { type: "text-start"; id: string }
  | { type: "text-delta"; id: string; delta: string }
  | { type: "text-end"; id: string }
  | { type: "reasoning-start"; id: string }
  | { type: "reasoning-delta"; id: string; delta: string }
  | ({ type: "reasoning-end"; id: string } & Signed)
  | { type: "tool-input-start"; toolCallId: string; toolName: string }
  | { type: "tool-input-delta"; toolCallId: string; inputTextDelta: string }
  | ({ type: "tool-input-available"; toolCallId: string; toolName: string; input: unknown } & Signed)
  | { type: "tool-output-available"; toolCallId: string; output: unknown }
  /** Sources found by a tool; `number` is the n the model was told to cite with. */
  | { type: "data-stet-sources"; data: { sources: Source[] } }
  /** A retry is being waited for, or another fact about the run that is not part of the answer. */
  | { type: "data-stet-notice"; data: { code: string; detail: string; seconds?: number } }
  /** How far an agent has come, against its limits. */
  | { type: "data-stet-agent"; data: AgentProgress }
  /** The whole truth, to be taken in place of what was read so far: citations were renumbered, a stop cut the text, or the log is gone. */
  | { type: "data-stet-final"; data: { content: string; parts: MessagePart[]; sources: Source[] } }
  /** Stands where an event stood that a stop has cut away, so that seq has no gap. */
  | { type: "data-stet-void"; data: null; transient: true }
  /** Its code comes with the finish: the SDK takes nothing but the text here. */
  | { type: "error"; errorText: string }
  | { type: "abort"; reason?: string }
  | {
      type: "finish";
      messageMetadata: { status: RunStatus; usage?: Usage; problem?: string; problemDetail?: string; title?: string };
    };

export const runStreamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
  "x-vercel-ai-ui-message-stream": "v1",
} as const;
