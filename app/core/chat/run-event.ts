/*
 * Events that a run logs and a browser reads: server-sent events in the AI
 * SDK's UI message stream format (version 1), each with `id: <seq>`, seq
 * counting from 1 without gaps. Any client of that SDK can read it; our
 * extensions are in `data-stet-*` parts and in metadata.
 */
import type { AgentProgress } from "../agent/agent.ts";
import type { Source } from "../sources/source.ts";
import type { MessagePart, RunStatus, Usage } from "./message.ts";

/** Opaque provider data to be sent back, in the SDK's field for it. */
type Signed = { providerMetadata?: { stet: { signature: string } } };

export type RunEvent =
  | { type: "start"; messageId: string; messageMetadata: { runId: string; chatId: string; chatVersion: number; model: string } }
  | { type: "start-step" }
  | { type: "finish-step" }
  /** The `id` of text and reasoning is the index of their part in the message, as a string. */
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
  /** Sources found by a tool; `number` is the n the model cites. */
  | { type: "data-stet-sources"; data: { sources: Source[] } }
  /** A pending retry, or another fact about the run that isn't part of the answer. */
  | { type: "data-stet-notice"; data: { code: string; detail: string; seconds?: number } }
  /** An agent's progress against its limits. */
  | { type: "data-stet-agent"; data: AgentProgress }
  /**
   * The authoritative message, replacing what was read so far: citations were
   * renumbered, a stop cut the text, or the log is gone.
   */
  | { type: "data-stet-final"; data: { content: string; parts: MessagePart[]; sources: Source[] } }
  /** Replaces an event cut off by a stop, so that seq has no gap. */
  | { type: "data-stet-void"; data: null; transient: true }
  /** The error's code comes with the finish event: the SDK accepts only text here. */
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
