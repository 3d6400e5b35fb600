/*
 * The request record of an answer: instructions, available tools, and every
 * message sent to the model, with its cost. It contains no key, header or
 * address.
 */

export type SentPart =
  | { kind: "text"; text: string }
  /** An image or document sent as is: its content isn't stored again. */
  | { kind: "file"; name: string; mediaType: string; bytes: number }
  | { kind: "reasoning"; text: string }
  | { kind: "tool-call"; name: string; input: string }
  | { kind: "tool-result"; name: string; text: string };

export type SentMessage = {
  role: "user" | "assistant" | "tool";
  parts: SentPart[];
  /** Characters sent but not stored here. */
  leftOut?: number;
};

export type SentTool = { name: string; description: string; inputSchema: unknown };

export type SentTokens = {
  input: number;
  output: number;
  /** Input tokens read from the provider's cache. */
  cached?: number;
  /** Reported by the provider; otherwise estimated here. */
  isReported: boolean;
};

/** What a request was for, if not the answer itself. */
export type SentPurpose = "title";

/** One request to the model. An answer with tool calls has several. */
export type SentStep = {
  purpose?: SentPurpose;
  instructions: string;
  tools: SentTool[];
  messages: SentMessage[];
  /** The tool the model was forced to call. */
  requiredTool?: string;
  tokens: SentTokens;
};

export type StandIn = { code: string; standsFor: string };

export type Sent =
  | {
      isKept: true;
      /** The provider's id for it. */
      model: string;
      /** The recipient: "OpenAI", "the model server of this Stet", or null if nothing left this server. */
      to: string | null;
      sentAt: string;
      steps: SentStep[];
      /** What the pseudonyms in it stand for. */
      pseudonyms: StandIn[];
    }
  /** Answers that predate the record, and those whose chat is too large. */
  | { isKept: false; reason: string };
