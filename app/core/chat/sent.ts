/*
 * What a model was given for one answer, as its reader may look at it: the
 * instructions, the tools it could call, and message by message what it was
 * told, with what that cost. No key, no header and no address is part of it.
 */

export type SentPart =
  | { kind: "text"; text: string }
  /** A picture or a document that went as it is: its content is not kept twice. */
  | { kind: "file"; name: string; mediaType: string; bytes: number }
  | { kind: "reasoning"; text: string }
  | { kind: "tool-call"; name: string; input: string }
  | { kind: "tool-result"; name: string; text: string };

export type SentMessage = {
  role: "user" | "assistant" | "tool";
  parts: SentPart[];
  /** Characters that were sent and are not kept here. */
  leftOut?: number;
};

export type SentTool = { name: string; description: string; inputSchema: unknown };

export type SentTokens = {
  input: number;
  output: number;
  /** Of the input, what the provider read from its cache. */
  cached?: number;
  /** Counted by the provider; otherwise estimated here. */
  isReported: boolean;
};

/** Asking once. An answer that calls tools is several of these. */
export type SentStep = {
  instructions: string;
  tools: SentTool[];
  messages: SentMessage[];
  /** The tool that had to be called. */
  requiredTool?: string;
  tokens: SentTokens;
};

export type Sent =
  | {
      isKept: true;
      /** As the provider knows it. */
      model: string;
      /** Who was asked: "OpenAI", "the model server of this Stet", or null where nothing left this server. */
      to: string | null;
      sentAt: string;
      steps: SentStep[];
    }
  /** Answers from before this was kept, and those whose chat holds too much. */
  | { isKept: false; reason: string };
