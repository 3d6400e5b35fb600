/*
 * The one small interface behind which every model stands, the built-in editor
 * included. What is paid once per token must be little, so events are handed
 * to a plain function as they are read; there is no iterator, no promise and no
 * copy per token.
 */
import type { ProblemCode } from "#core/workspace/problem.ts";

export type ModelMessage =
  | {
      role: "user";
      parts: ({ type: "text"; text: string } | { type: "file"; name: string; mediaType: string; /** Base64. */ data: string })[];
    }
  | {
      role: "assistant";
      parts: (
        | { type: "text"; text: string }
        | { type: "reasoning"; text: string; signature?: string }
        | { type: "tool-call"; id: string; name: string; input: unknown; signature?: string }
      )[];
    }
  | { role: "tool"; results: { id: string; name: string; output: unknown; isError?: boolean }[] };

export type ToolDescription = { name: string; description: string; /** JSON Schema of the input. */ inputSchema: object };

export type ModelRequest = {
  /** The id the provider knows. */
  model: string;
  instructions: string;
  messages: ModelMessage[];
  tools: ToolDescription[];
  /** The tool that must be called in this step, if any (forceWebSearch). */
  requiredTool?: string;
  /** "none": it may call no tool; "required": it must call one, whichever. Left out, it decides itself. */
  toolChoice?: "none" | "required";
  reasoningEffort?: "off" | "low" | "medium" | "high";
  maxOutputTokens?: number;
  /** 0 to 2. Models that take none answer as if it had not been said, and so with topP. */
  temperature?: number;
  topP?: number;
  /** The longest pause that a provider may ask for and is waited for; left out, it is as short as a reader's patience. */
  patienceSeconds?: number;
};

export type ModelEvent =
  | { kind: "text"; text: string }
  | { kind: "reasoning"; text: string }
  /** Belongs to the reasoning just sent (Anthropic) or the tool call named (Gemini); sent back unread next time. */
  | { kind: "signature"; signature: string; toolCallId?: string }
  | { kind: "tool-input-start"; id: string; name: string }
  | { kind: "tool-input"; id: string; text: string }
  /** The whole call. `input` is parsed; if the JSON was broken it is undefined and `raw` holds the text. */
  | { kind: "tool-call"; id: string; name: string; input: unknown; raw: string }
  | {
      kind: "usage";
      inputTokens: number;
      outputTokens: number;
      reasoningTokens?: number;
      cachedInputTokens?: number;
      cacheWriteTokens?: number;
      /** Not counted by the provider. */
      isEstimated?: true;
    }
  /** A retry is being waited for; nothing of the answer has been sent yet. */
  | { kind: "waiting"; code: ProblemCode; seconds: number };

export type ModelEnd =
  | { reason: "stop" | "tool-calls" | "length" | "filtered" }
  /** What came before stays valid. `detail` never holds a key, a URL or a header. */
  | { reason: "problem"; code: ProblemCode; detail?: string; retryAfterSeconds?: number };

export type Model = {
  /**
   * Asks once and calls `onEvent` for each event, in order, synchronously.
   * Never rejects for anything the provider does: the end says it. An aborted
   * signal ends it at once with { reason: "stop" } and closes the connection.
   */
  ask(request: ModelRequest, onEvent: (event: ModelEvent) => void, signal: AbortSignal): Promise<ModelEnd>;
};
