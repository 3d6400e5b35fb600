/*
 * The interface of every model, the built-in editor included. Per-token cost must be small, so
 * events go to a plain callback as they are read: no iterator, promise or copy per token.
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
  /** The provider's model id. */
  model: string;
  instructions: string;
  messages: ModelMessage[];
  tools: ToolDescription[];
  /** The tool that must be called in this step, if any (forceWebSearch). */
  requiredTool?: string;
  /** "none": no tool calls allowed; "required": must call one, any. Omitted: the model decides. */
  toolChoice?: "none" | "required";
  reasoningEffort?: "off" | "low" | "medium" | "high";
  maxOutputTokens?: number;
  /** The answer's text has to be JSON of this schema. `strict`: the provider guarantees it. */
  answerSchema?: { name: string; description?: string; schema: object; strict: boolean };
  /** 0 to 2. Models that don't support it ignore it; the same goes for topP. */
  temperature?: number;
  topP?: number;
  /** The longest pause requested by a provider that is waited for; if omitted, as short as a reader's patience. */
  patienceSeconds?: number;
};

export type ModelEvent =
  | { kind: "text"; text: string }
  | { kind: "reasoning"; text: string }
  /** Belongs to the preceding reasoning (Anthropic) or the named tool call (Gemini); returned unread next time. */
  | { kind: "signature"; signature: string; toolCallId?: string }
  | { kind: "tool-input-start"; id: string; name: string }
  | { kind: "tool-input"; id: string; text: string }
  /** The complete call. `input` is parsed; if the JSON was invalid it is undefined and `raw` holds the text. */
  | { kind: "tool-call"; id: string; name: string; input: unknown; raw: string }
  | {
      kind: "usage";
      inputTokens: number;
      outputTokens: number;
      reasoningTokens?: number;
      cachedInputTokens?: number;
      cacheWriteTokens?: number;
      /** Not reported by the provider. */
      isEstimated?: true;
    }
  /** Waiting to retry; nothing of the answer has been sent yet. */
  | { kind: "waiting"; code: ProblemCode; seconds: number };

export type ModelEnd =
  | { reason: "stop" | "tool-calls" | "length" | "filtered" }
  /** Earlier output stays valid. `detail` never contains a key, a URL or a header. */
  | { reason: "problem"; code: ProblemCode; detail?: string; retryAfterSeconds?: number };

export type Model = {
  /**
   * Makes one request and calls `onEvent` for each event, in order, synchronously. Never rejects
   * because of the provider: the result says how it ended. Aborting the signal immediately ends it
   * with { reason: "stop" } and closes the connection.
   */
  ask(request: ModelRequest, onEvent: (event: ModelEvent) => void, signal: AbortSignal): Promise<ModelEnd>;
};
